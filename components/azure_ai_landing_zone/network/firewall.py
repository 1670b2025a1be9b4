"""Firewall: lets out what Azure's services need and what the user names, and nothing else."""

from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import network
from pydantic import Field, StrictBool, model_validator

from azure_ai_landing_zone.catalog.firewall_rules import FirewallRule, rules_of
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.model import Input, Model, Zone, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.address_ranges import AddressRange
from azure_ai_landing_zone.network.flows import Flow
from azure_ai_landing_zone.network.public_address import public_address
from azure_ai_landing_zone.network.spokes import SpokesAll, SpokesChoice, SpokesListed, SpokesNone
from azure_ai_landing_zone.network.ways_out import WayOut

FirewallTier = Literal["Standard", "Premium"]
"""Premium looks for attacks in traffic. Basic is left out: 250 Mbit/s, and no names in network rules."""


class FirewallCreate(Model):
    """An Azure Firewall in the hub. It is paid by the hour and by what goes through it."""

    mode: Literal["create"]
    """Made with the hub."""
    firewall_tier: FirewallTier = "Standard"
    """Of the firewall and its policy."""
    zones: list[Zone] = Field(default=["1", "2", "3"])
    """Availability zones that it is spread over; empty where the region has none. Fixed once it is made."""
    ways_out: list[WayOut] = Field(default=[])
    """What is let out, and to whom; nothing else is."""
    forced_tunneling: StrictBool = False
    """Whether the firewall's own way out leads on-premises, by a default route that the hub's gateway learns.
    Azure then manages it over a subnet and an address of their own. Fixed once it is made.
    Source: learn.microsoft.com/azure/firewall/management-nic."""


class FirewallDisabled(Model):
    """No firewall: spokes have ways out of their own."""

    mode: Literal["disabled"]
    """Not made."""


FirewallChoice = Annotated[FirewallCreate | FirewallDisabled, Field(discriminator="mode")]


class FirewallPlace(Model):
    """The subnets of a firewall."""

    subnet_resource_id: Input[str]
    """Of an AzureFirewallSubnet of /26."""
    management_subnet_resource_id: Input[str] | None = None
    """Of an AzureFirewallManagementSubnet of /26, with forced tunneling."""


class FirewallArgs(ComponentArgs):
    """A firewall, where it stands, and whom it serves."""

    appliance: FirewallCreate
    """What it is made of."""
    place: FirewallPlace
    """Where it stands."""
    spoke_ranges: list[AddressRange] = Field(min_length=1)
    """Of the networks that it stands between."""
    flows: list[Flow] = Field(default=[])
    """Between spokes and networks outside of Azure; nothing else passes between those."""
    spoke_to_spoke: SpokesChoice = SpokesNone(mode="none")
    """Which spokes reach each other."""
    dns_resolver_ip_address: Input[str] | None = None
    """Whom it asks for names: the hub's DNS resolver. Left out: Azure's own.
    Source: learn.microsoft.com/azure/architecture/networking/architecture/azure-dns-private-resolver."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """Every connection, allowed or not, as rows in tables of its own."""

    @model_validator(mode="after")
    def _check_place(self) -> "FirewallArgs":
        if self.appliance.forced_tunneling != (self.place.management_subnet_resource_id is not None):
            text = "goes with `appliance.forced_tunneling`, and that with it: set both or neither"
            refuse(FirewallArgs, [Problem(("place", "management_subnet_resource_id"), text)])
        return self


class Firewall(Component):
    """An Azure Firewall with a policy whose rules come from the catalogue.

    All rules are in one group: Azure changes one group at a time, for minutes each.
    """

    private_ip_address: pulumi.Output[str]
    """Where routes lead to."""
    public_ip_address: pulumi.Output[str]
    """What the outside sees, for others' allow-lists."""
    firewall_resource_id: pulumi.Output[str]
    policy_resource_id: pulumi.Output[str]

    def __init__(self, name: str, args: FirewallArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics)
        settings = args.appliance
        premium = settings.firewall_tier == "Premium"
        servers = [args.dns_resolver_ip_address] if args.dns_resolver_ip_address is not None else []
        policy = network.FirewallPolicy(
            f"{name}-policy",
            firewall_policy_name=making.azure_name("firewallPolicy"),
            sku=network.FirewallPolicySkuArgs(tier=settings.firewall_tier),
            threat_intel_mode="Deny",
            # Names in network rules need it; spokes may use it as their resolver too.
            dns_settings=network.DnsSettingsArgs(enable_proxy=True, servers=servers),
            intrusion_detection=network.FirewallPolicyIntrusionDetectionArgs(mode="Deny")
            if premium
            else None,
            opts=making.child(),
            **making.place,
        )
        rules = network.FirewallPolicyRuleCollectionGroup(
            f"{name}-rules",
            rule_collection_group_name="workloads",
            firewall_policy_name=policy.name,
            priority=200,
            rule_collections=_collections(args),
            opts=making.child(),
            **making.group,
        )

        def address(role: str) -> "network.PublicIPAddress":
            made = public_address(making, role, called=f"firewall-{role}", zones=settings.zones)
            making.watch(made.id, "Microsoft.Network/publicIPAddresses", role)
            return made

        outside = address(_ADDRESS)
        management: network.AzureFirewallIPConfigurationArgs | None = None
        if args.place.management_subnet_resource_id is not None:
            management = _ip_configuration(
                "management", args.place.management_subnet_resource_id, address(_MANAGEMENT_ADDRESS)
            )
        firewall = network.AzureFirewall(
            f"{name}-appliance",
            azure_firewall_name=making.azure_name("azureFirewall"),
            sku=network.AzureFirewallSkuArgs(name="AZFW_VNet", tier=settings.firewall_tier),
            firewall_policy=network.SubResourceArgs(id=policy.id),
            ip_configurations=[_ip_configuration("firewall", args.place.subnet_resource_id, outside)],
            management_ip_configuration=management,
            zones=settings.zones or None,
            # A policy can't be put to use while its rules are being written.
            opts=making.child(depends_on=[rules]),
            **making.place,
        )
        making.watch(firewall.id, "Microsoft.Network/azureFirewalls", "appliance")
        self.private_ip_address = firewall.ip_configurations.apply(
            lambda found: str(found[0].private_ip_address) if found else ""
        )
        self.public_ip_address = outside.ip_address.apply(str)
        self.firewall_resource_id = firewall.id
        self.policy_resource_id = policy.id
        self._end()


_ADDRESS = "address"
_MANAGEMENT_ADDRESS = "management-address"


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a Firewall called so names."""
    addresses: list[tuple[Kind, str]] = [
        ("publicIPAddress", f"{label}-firewall-{role}") for role in (_ADDRESS, _MANAGEMENT_ADDRESS)
    ]
    return [("azureFirewall", label), ("firewallPolicy", label), *addresses]


def _ip_configuration(
    name: str, subnet_resource_id: Input[str], address: "network.PublicIPAddress"
) -> "network.AzureFirewallIPConfigurationArgs":
    return network.AzureFirewallIPConfigurationArgs(
        name=name,
        subnet=network.SubResourceArgs(id=subnet_resource_id),
        public_ip_address=network.SubResourceArgs(id=address.id),
    )


def _collections(args: FirewallArgs) -> "list[network.FirewallPolicyFilterRuleCollectionArgs]":
    """One for network and one for application rules of each way out; Azure looks at network rules first."""
    by_collection: dict[str, list[network.ApplicationRuleArgs | network.NetworkRuleArgs]] = {}
    if args.flows:
        by_collection["flows"] = [_flow_rule(flow, args.spoke_ranges) for flow in args.flows]
    if meetings := _spoke_rules(args):
        by_collection["spokes"] = list(meetings)
    for kind in ("network", "application"):
        for way in args.appliance.ways_out:
            rules = rules_of(way.workloads, args.location)
            found = [_rule(rule, way.address_ranges) for rule in rules if rule.kind == kind]
            if kind == "application" and (named := [*way.allowed_fqdns, *way.shared_fqdns]):
                found.append(_named(named, way.address_ranges))
            if found:
                by_collection[f"{way.name}-{kind}"] = found
    return [
        network.FirewallPolicyFilterRuleCollectionArgs(
            rule_collection_type="FirewallPolicyFilterRuleCollection",
            name=name,
            priority=1000 + 100 * number,
            action=network.FirewallPolicyFilterRuleCollectionActionArgs(type="Allow"),
            rules=list(found),
        )
        for number, (name, found) in enumerate(by_collection.items())
    ]


def _flow_rule(flow: Flow, spoke_ranges: list[str]) -> "network.NetworkRuleArgs":
    outbound = flow.direction == "outbound"
    return network.NetworkRuleArgs(
        rule_type="NetworkRule",
        name=flow.name,
        description="A flow of the settings; security groups decide further",
        source_addresses=list(spoke_ranges) if outbound else [flow.address_range],
        ip_protocols=[flow.transport.upper()],
        destination_ports=list(flow.ports),
        destination_addresses=[flow.address_range] if outbound else list(spoke_ranges),
    )


def _spoke_rules(args: FirewallArgs) -> "list[network.NetworkRuleArgs]":
    spokes = args.spoke_to_spoke
    if isinstance(spokes, SpokesAll):
        return [
            network.NetworkRuleArgs(
                rule_type="NetworkRule",
                name="all-spokes",
                description="Every spoke with every other; security groups decide further",
                source_addresses=list(args.spoke_ranges),
                ip_protocols=["Any"],
                destination_ports=["*"],
                destination_addresses=list(args.spoke_ranges),
            )
        ]
    return [
        network.NetworkRuleArgs(
            rule_type="NetworkRule",
            name=flow.name,
            description="From spoke to spoke, as the settings say; security groups decide further",
            source_addresses=[flow.from_range],
            ip_protocols=[flow.transport.upper()],
            destination_ports=list(flow.ports),
            destination_addresses=[flow.to_range],
        )
        for flow in (spokes.connections if isinstance(spokes, SpokesListed) else [])
    ]


def _named(names: list[str], ranges: list[str]) -> "network.ApplicationRuleArgs":
    return network.ApplicationRuleArgs(
        rule_type="ApplicationRule",
        name="allowed-fqdns",
        description="Named in the settings",
        source_addresses=list(ranges),
        protocols=[network.FirewallPolicyRuleApplicationProtocolArgs(protocol_type="Https", port=443)],
        target_fqdns=names,
    )


def _rule(rule: FirewallRule, ranges: list[str]) -> "network.ApplicationRuleArgs | network.NetworkRuleArgs":
    description = f"{rule.why}; {rule.source}, {rule.as_of}"
    if rule.kind == "application":
        names = list(rule.destinations)
        return network.ApplicationRuleArgs(
            rule_type="ApplicationRule",
            name=f"{rule.workload}-{rule.name}",
            description=description,
            source_addresses=list(ranges),
            protocols=[
                network.FirewallPolicyRuleApplicationProtocolArgs(
                    protocol_type=protocol.capitalize(), port=port
                )
                for protocol, port in rule.protocols
            ],
            fqdn_tags=names if rule.destination_kind == "fqdnTag" else None,
            target_fqdns=names if rule.destination_kind == "fqdn" else None,
        )
    by_name = rule.destination_kind == "fqdn"
    return network.NetworkRuleArgs(
        rule_type="NetworkRule",
        name=f"{rule.workload}-{rule.name}",
        description=description,
        source_addresses=list(ranges),
        ip_protocols=sorted({protocol.upper() for protocol, _ in rule.protocols}),
        destination_ports=[str(port) for _, port in rule.protocols],
        destination_fqdns=list(rule.destinations) if by_name else None,
        destination_addresses=None if by_name else list(rule.destinations),
    )
