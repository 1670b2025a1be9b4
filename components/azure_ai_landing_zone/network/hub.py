"""HubNetwork: what spokes share: a firewall, a Bastion, and room for a gateway."""

from collections.abc import Mapping
from typing import Any

import pulumi
from pulumi_azure_native import network
from pydantic import Field, StrictBool, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.model import Input, Model, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import PlanRefused, Problem
from azure_ai_landing_zone.network import bastion as bastion_module
from azure_ai_landing_zone.network import dns_resolver as dns_resolver_module
from azure_ai_landing_zone.network import firewall as firewall_module
from azure_ai_landing_zone.network.address_ranges import AddressRange
from azure_ai_landing_zone.network.bastion import (
    Bastion,
    BastionArgs,
    BastionChoice,
    BastionCreate,
    BastionDisabled,
    BastionExisting,
)
from azure_ai_landing_zone.network.ddos import ddos_protection
from azure_ai_landing_zone.network.dns_resolver import (
    RESOLVERS,
    DnsResolverChoice,
    DnsResolverCreate,
    DnsResolverDisabled,
    MadeResolver,
    make_resolver,
    resolver_problems,
    resolver_spec,
)
from azure_ai_landing_zone.network.firewall import (
    Firewall,
    FirewallArgs,
    FirewallChoice,
    FirewallCreate,
    FirewallDisabled,
    FirewallPlace,
)
from azure_ai_landing_zone.network.flows import Flow, Port, flow_problems
from azure_ai_landing_zone.network.kept import kept_prefixes, plan_around
from azure_ai_landing_zone.network.layout import openings
from azure_ai_landing_zone.network.planning.addresses import (
    BASTION_PREFIX,
    ENDPOINTS_PREFIX,
    FIREWALL_PREFIX,
    GATEWAY_PREFIX,
    delegated_addresses,
    fitting,
)
from azure_ai_landing_zone.network.planning.ranges import Neighbour, collapsed
from azure_ai_landing_zone.network.planning.security_rules import (
    Surroundings,
    bastion_rules,
    subnet_rules,
)
from azure_ai_landing_zone.network.planning.subnets import SubnetRequest, plan_subnets
from azure_ai_landing_zone.network.settings import UsedRange
from azure_ai_landing_zone.network.spokes import SpokesChoice, SpokesNone, spoke_problems
from azure_ai_landing_zone.network.subnets import SubnetSpec, make_subnets
from azure_ai_landing_zone.network.ways_out import way_out_problems

FIREWALL, MANAGEMENT, BASTION, GATEWAY = "firewall", "firewall-management", "bastion", "gateway"
ENDPOINTS = "endpoints"
"""Of what all spokes share. It takes its place when it is made, after the others."""
DNS_INBOUND, DNS_OUTBOUND = "dns-inbound", "dns-outbound"
"""Of the DNS resolver's endpoints, each alone in its subnet. They take their places when they are made."""

_SUBNETS = {
    FIREWALL: ("AzureFirewallSubnet", FIREWALL_PREFIX),
    MANAGEMENT: ("AzureFirewallManagementSubnet", FIREWALL_PREFIX),
    BASTION: ("AzureBastionSubnet", BASTION_PREFIX),
    GATEWAY: ("GatewaySubnet", GATEWAY_PREFIX),
}
"""Azure's own names, and sizes. Each has its place from the start, made or not: adding one moves nothing."""


class HubNetworkSettings(Model):
    """What a hub is made of, as plain data."""

    address_space: str
    """An IPv4 range of /24 or larger that no spoke and nothing on-premises uses."""
    spoke_ranges: list[AddressRange] = Field(min_length=1)
    """Of all networks that are or will be peered with it; a range with room for more saves changes."""
    used_ranges: list[UsedRange] = Field(default=[])
    """What the address space must stay clear of beside the spokes: on-premises networks above all."""
    flows: list[Flow] = Field(default=[])
    """Connections between spokes and those that the firewall lets through; each spoke has to have its own."""
    spoke_to_spoke: SpokesChoice = SpokesNone(mode="none")
    """Which spokes reach each other through the firewall."""
    firewall: FirewallChoice = FirewallDisabled(mode="disabled")
    """What spokes get out through."""
    bastion: BastionChoice = BastionDisabled(mode="disabled")
    """How people reach machines in all spokes. `existing` is for spokes only."""
    dns_resolver: DnsResolverChoice = DnsResolverDisabled(mode="disabled")
    """How on-premises finds names in Azure, and Azure those of on-premises."""
    gateway_room: StrictBool = False
    """Whether there is a GatewaySubnet, for a VPN or ExpressRoute gateway of the network team. What comes in
    from on-premises goes through the firewall, as what goes out does."""
    ddos_protection_plan_resource_id: Input[str] | None = None
    """Of a plan that the company pays for anyway."""

    @model_validator(mode="after")
    def _check_plan(self) -> "HubNetworkSettings":
        problems: list[Problem] = []
        try:
            self.prefixes()
        except PlanRefused as refused:
            problems += refused.problems
        if isinstance(self.bastion, BastionExisting):
            text = "is for spokes, got existing: a hub has its own, create or disabled"
            problems.append(Problem(("bastion", "mode"), text))
        problems += flow_problems(self.flows)
        for number, flow in enumerate(self.flows):
            if flow.subnet_names:
                text = "is for flows of a network: remove it, a hub's hold for all spokes"
                problems.append(Problem(("flows", number, "subnet_names"), text))
        has_firewall = isinstance(self.firewall, FirewallCreate)
        problems += spoke_problems(self.spoke_to_spoke, self.spoke_ranges, has_firewall=has_firewall)
        if isinstance(self.firewall, FirewallCreate):
            problems += way_out_problems(self.firewall.ways_out, self.spoke_ranges)
        if isinstance(self.dns_resolver, DnsResolverCreate):
            problems += resolver_problems(self.dns_resolver, self.address_space)
        refuse(HubNetworkSettings, problems)
        return self

    def prefixes(self, kept: Mapping[str, str] | None = None, *, endpoints: bool = False) -> dict[str, str]:
        """The CIDR of each subnet, made or not, around those that are `kept`; with one for `endpoints`, and
        the DNS resolver's. Raises PlanRefused."""
        requests = [SubnetRequest(key, fitting(prefix), grows=False) for key, (_, prefix) in _SUBNETS.items()]
        if endpoints:
            requests.append(SubnetRequest(ENDPOINTS, fitting(ENDPOINTS_PREFIX), grows=False))
        size = delegated_addresses(RESOLVERS)
        requests += [SubnetRequest(key, size, grows=False) for key in _of_resolver(self)]
        neighbours = [Neighbour(range_, "a spoke") for range_ in self.spoke_ranges]
        neighbours += [Neighbour(used.address_range, used.used_by) for used in self.used_ranges]
        return plan_subnets(self.address_space, requests, kept=kept, neighbours=neighbours)


class HubNetworkArgs(ComponentArgs, HubNetworkSettings):
    """What a HubNetwork is made of."""

    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """Where firewall, Bastion and the network itself report to."""
    endpoint_ports: list[Port] = Field(default=[])
    """Of services behind private endpoints in the hub, for all spokes. With any there is a subnet for
    them."""

    @model_validator(mode="after")
    def _check_endpoints(self) -> "HubNetworkArgs":
        refuse(HubNetworkArgs, endpoint_room_problems(self) if self.endpoint_ports else [])
        return self


def endpoint_room_problems(layout: HubNetworkSettings) -> list[Problem]:
    """Whether there is room for private endpoints too."""
    try:
        layout.prefixes(endpoints=True)
    except PlanRefused as refused:
        return list(refused.problems)
    return []


class HubNetwork(Component):
    """A hub for spokes in this and other subscriptions, which peer with it themselves (Network's `hub`)."""

    virtual_network_resource_id: pulumi.Output[str]
    """Full id of the hub's network, known once its subnets are there: until then Azure takes no peering."""
    address_ranges: list[str]
    """For the spokes' `hub.address_ranges`."""
    firewall_resource_id: pulumi.Output[str] | None
    """None without a firewall."""
    firewall_private_ip_address: pulumi.Output[str | None]
    firewall_public_ip_address: pulumi.Output[str | None]
    bastion_address_range: str | None
    """For the spokes' `bastion` with mode existing."""
    subnet_prefixes: dict[str, str]
    """Of the subnets that it has: firewall, firewall-management, bastion, gateway, endpoints, dns-inbound,
    dns-outbound."""
    endpoint_subnet_resource_id: pulumi.Output[str | None]
    """Where private endpoints go that all spokes share; None without `endpoint_ports`."""
    dns_resolver_ip_address: pulumi.Output[str | None]
    """What on-premises' servers forward names of Azure to; None without a resolver."""
    forwarding_ruleset_resource_id: pulumi.Output[str] | None
    """What spokes link themselves to that ask Azure's own resolver; None without `forwarding`."""

    def __init__(self, name: str, args: HubNetworkArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics)
        common = {**making.common, "label": making.label, "diagnostics": args.diagnostics}
        virtual_network_name = making.azure_name("virtualNetwork")
        kept = kept_prefixes(self, opts, virtual_network_name=virtual_network_name, location=args.location)
        prefixes = plan_around(
            kept,
            lambda kept_: args.prefixes(kept_, endpoints=bool(args.endpoint_ports)),
            "the arguments of HubNetwork",
        )
        virtual_network = network.VirtualNetwork(
            f"{name}-virtual-network",
            virtual_network_name=virtual_network_name,
            address_space=network.AddressSpaceArgs(address_prefixes=[args.address_space]),
            **ddos_protection(args.ddos_protection_plan_resource_id),
            opts=making.child(),
            **making.place,
        )
        making.watch(virtual_network.id, "Microsoft.Network/virtualNetworks", "virtual-network")
        last: list[pulumi.Resource] = [virtual_network]

        def make(specs: list[SubnetSpec]) -> "dict[str, network.Subnet]":
            made = make_subnets(making, specs, virtual_network=virtual_network, after=last)
            last[:] = [*last, *made.values()][-1:]
            return made

        group = making.azure_name("networkSecurityGroup", BASTION)
        specs = [_spec(key, prefixes, args, group) for key in _wanted(args)]
        if args.endpoint_ports:
            specs.append(_endpoints(making, prefixes[ENDPOINTS], args))
        for key in _of_resolver(args):
            asking = _askers(args) if key == DNS_INBOUND else ()
            specs.append(resolver_spec(making, key, prefixes[key], asking))
        subnets = make(specs)
        self.endpoint_subnet_resource_id = pulumi.Output.from_input(None)
        if ENDPOINTS in subnets:
            self.endpoint_subnet_resource_id = subnets[ENDPOINTS].id.apply(lambda id_: id_)
        resolver: MadeResolver | None = None
        if isinstance(args.dns_resolver, DnsResolverCreate):
            resolver = make_resolver(
                making,
                args.dns_resolver,
                virtual_network=virtual_network,
                inbound=subnets[DNS_INBOUND],
                inbound_prefix=prefixes[DNS_INBOUND],
                outbound=subnets.get(DNS_OUTBOUND),
                after=last,
            )
        nothing: pulumi.Output[str | None] = pulumi.Output.from_input(None)
        self.dns_resolver_ip_address = resolver.ip_address.apply(lambda ip: ip) if resolver else nothing
        self.forwarding_ruleset_resource_id = resolver.ruleset_resource_id if resolver else None
        self.firewall_resource_id = None
        self.firewall_private_ip_address = pulumi.Output.from_input(None)
        self.firewall_public_ip_address = pulumi.Output.from_input(None)
        route_table: network.RouteTable | None = None
        if isinstance(args.firewall, FirewallCreate):
            firewall = _make_firewall(making, common, args, args.firewall, subnets, resolver)
            self.firewall_resource_id = firewall.firewall_resource_id
            self.firewall_private_ip_address = firewall.private_ip_address.apply(lambda address: address)
            self.firewall_public_ip_address = firewall.public_ip_address.apply(lambda address: address)
            if args.gateway_room:
                route_table = network.RouteTable(
                    f"{name}-gateway-route-table",
                    route_table_name=making.azure_name("routeTable", GATEWAY),
                    # A gateway has to keep what it learns.
                    disable_bgp_route_propagation=False,
                    routes=_to_spokes(args.spoke_ranges, firewall.private_ip_address),
                    opts=making.child(),
                    **making.place,
                )
        if args.gateway_room:
            make(
                [SubnetSpec(GATEWAY, _SUBNETS[GATEWAY][0], prefixes[GATEWAY], None, route_table=route_table)]
            )
        self.bastion_address_range = None
        if isinstance(args.bastion, BastionCreate):
            self.bastion_address_range = prefixes[BASTION]
            Bastion(
                f"{name}-bastion",
                BastionArgs(**common, host=args.bastion, subnet_resource_id=subnets[BASTION].id),
                making.child(),
            )
        self.subnet_prefixes = {spec.key: spec.prefix for spec in specs}
        if args.gateway_room:
            self.subnet_prefixes[GATEWAY] = prefixes[GATEWAY]
        self.address_ranges = [args.address_space]
        self.virtual_network_resource_id = pulumi.Output.all(
            virtual_network.id, *[resource.urn for resource in last]
        ).apply(lambda found: str(found[0]))
        self._end()


def _make_firewall(
    making: Making,
    common: dict[str, Any],
    args: HubNetworkArgs,
    settings: FirewallCreate,
    subnets: "dict[str, network.Subnet]",
    resolver: MadeResolver | None,
) -> Firewall:
    management = subnets.get(MANAGEMENT)
    return Firewall(
        f"{making.name}-firewall",
        FirewallArgs(
            **common,
            appliance=settings,
            place=FirewallPlace(
                subnet_resource_id=subnets[FIREWALL].id,
                management_subnet_resource_id=management.id if management is not None else None,
            ),
            spoke_ranges=args.spoke_ranges,
            flows=args.flows,
            spoke_to_spoke=args.spoke_to_spoke,
            dns_resolver_ip_address=resolver.ip_address if resolver else None,
        ),
        making.child(),
    )


_CLOSED: tuple[Kind, ...] = ("networkSecurityGroup", "subnet")


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a HubNetwork called so names."""
    return [
        ("virtualNetwork", label),
        ("networkSecurityGroup", f"{label}-{BASTION}"),
        ("networkSecurityGroup", f"{label}-{ENDPOINTS}"),
        ("subnet", f"{label}-{ENDPOINTS}"),
        *((kind, f"{label}-{key}") for key in (DNS_INBOUND, DNS_OUTBOUND) for kind in _CLOSED),
        ("routeTable", f"{label}-{GATEWAY}"),
        *dns_resolver_module.azure_names(label),
        *firewall_module.azure_names(label),
        *bastion_module.azure_names(label),
    ]


def _wanted(layout: HubNetworkSettings) -> list[str]:
    """Subnets to make before the firewall; the gateway's has routes to it and comes after."""
    wanted = []
    if isinstance(layout.firewall, FirewallCreate):
        wanted += [FIREWALL, MANAGEMENT] if layout.firewall.forced_tunneling else [FIREWALL]
    if isinstance(layout.bastion, BastionCreate):
        wanted.append(BASTION)
    return wanted


def _spec(key: str, prefixes: dict[str, str], layout: HubNetworkSettings, group: str) -> SubnetSpec:
    name = _SUBNETS[key][0]
    if key != BASTION or not isinstance(layout.bastion, BastionCreate):
        return SubnetSpec(key, name, prefixes[key], None)
    return SubnetSpec(key, name, prefixes[key], group, bastion_rules(tuple(layout.bastion.people_ranges)))


def _endpoints(making: Making, prefix: str, args: HubNetworkArgs) -> SubnetSpec:
    """Spokes come straight over their peerings: an endpoint is a route of its own in each of them."""
    around = Surroundings(
        network=collapsed([args.address_space, *args.spoke_ranges]),
        endpoint_ports=tuple(args.endpoint_ports),
        inbound=openings(args.flows, "inbound"),
    )
    return SubnetSpec(
        key=ENDPOINTS,
        azure_name=making.azure_name("subnet", ENDPOINTS),
        prefix=prefix,
        security_group_name=making.azure_name("networkSecurityGroup", ENDPOINTS),
        rules=subnet_rules("privateEndpoints", prefix, around),
        for_endpoints=True,
    )


def _of_resolver(layout: HubNetworkSettings) -> list[str]:
    """Subnets of the DNS resolver: who only answers needs one."""
    if not isinstance(layout.dns_resolver, DnsResolverCreate):
        return []
    return [DNS_INBOUND, DNS_OUTBOUND] if layout.dns_resolver.forwarding else [DNS_INBOUND]


def _askers(layout: HubNetworkSettings) -> tuple[str, ...]:
    outside = layout.dns_resolver.asked_from if isinstance(layout.dns_resolver, DnsResolverCreate) else []
    return collapsed([layout.address_space, *layout.spoke_ranges, *outside])


def _to_spokes(ranges: list[str], firewall_address: pulumi.Output[str]) -> "list[network.RouteArgs]":
    """A firewall that sees one direction of a connection only drops it."""
    return [
        network.RouteArgs(
            name=f"spoke-{number}",
            address_prefix=range_,
            next_hop_type="VirtualAppliance",
            next_hop_ip_address=firewall_address,
        )
        for number, range_ in enumerate(ranges)
    ]
