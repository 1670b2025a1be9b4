"""Network: a virtual network with a closed subnet for each use, alone or beside a hub, with one way out."""

from collections.abc import Mapping

import pulumi
from pulumi_azure_native import network
from pydantic import model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff, diagnose
from azure_ai_landing_zone.core.model import refuse
from azure_ai_landing_zone.core.naming import Kind, Names
from azure_ai_landing_zone.network.bastion import Bastion, BastionArgs, BastionCreate
from azure_ai_landing_zone.network.bastion import azure_names as bastion_names
from azure_ai_landing_zone.network.kept import kept_prefixes, plan_around
from azure_ai_landing_zone.network.layout import network_problems, plan_network, surroundings
from azure_ai_landing_zone.network.peering import peer_with_hub
from azure_ai_landing_zone.network.planning.security_rules import bastion_rules, subnet_rules
from azure_ai_landing_zone.network.settings import BASTION, HubConnection, NetworkLayout, NetworkSubnet
from azure_ai_landing_zone.network.subnets import SubnetSpec, make_subnets

WITHOUT_WAY_OUT = ("privateEndpoints",)
"""Purposes whose subnets get neither NAT gateway nor routes: nothing there starts a connection."""


class NetworkArgs(ComponentArgs, NetworkLayout):
    """What a Network is made of."""

    subnets: list[NetworkSubnet]
    """In any order: those that exist stay where they lie, and new ones take what is free."""
    hub: HubConnection | None = None
    """The hub it is peered with."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """Where security groups, addresses and the network itself report to."""

    @model_validator(mode="after")
    def _check_plan(self) -> "NetworkArgs":
        refuse(NetworkArgs, network_problems(self, self.subnets, self.hub))
        return self

    def prefixes(self, kept: Mapping[str, str] | None = None) -> dict[str, str]:
        """The CIDR of each subnet, and of a Bastion's where there is room for one; around those that are
        `kept`. Raises PlanRefused."""
        return plan_network(self, self.subnets, self.hub, kept)


class Network(Component):
    """A virtual network whose subnets let nothing in or out but what they are for, and whose machines have no
    public address.

    Subnets are private from the start (no default outbound access) and made one after another, as Azure
    insists; peerings follow them.
    """

    virtual_network_resource_id: pulumi.Output[str]
    """Full id of the virtual network."""
    subnet_resource_ids: pulumi.Output[dict[str, str]]
    """Full ids of the subnets, by name."""
    subnet_prefixes: dict[str, str]
    """Where they lie: what to write into `pinned_prefixes` of a stack that takes them over."""
    egress_ip_address: pulumi.Output[str | None]
    """The public address that the outside sees, for others' allow-lists; none without a NAT gateway."""
    nat_gateway_resource_id: pulumi.Output[str | None]
    route_table_resource_id: pulumi.Output[str | None]
    """Of the routes to the hub's firewall; AKS with userDefinedRouting waits for it."""
    bastion_host_resource_id: pulumi.Output[str | None]
    hub_commands: pulumi.Output[list[str]]
    """What the hub's team has to run, with `hub_side` commands: now, and the last one after each change of
    address spaces."""

    def __init__(
        self,
        name: str,
        args: NetworkArgs,
        opts: pulumi.ResourceOptions | None = None,
        *,
        hub_provider: pulumi.ProviderResource | None = None,
    ) -> None:
        """`hub_provider`: an azure-native provider for the hub's subscription, when that is another one."""
        label = args.label or name
        check_names(Network, args.naming, azure_names(label, [subnet.name for subnet in args.subnets]))
        super().__init__(name, opts)
        self._args = args
        self._label = label
        self._resource_names: Names = self._names(args.naming)
        self._tags = args.tags.as_azure() if args.tags else None
        self.egress_ip_address = pulumi.Output.from_input(None)
        self.nat_gateway_resource_id = pulumi.Output.from_input(None)
        self.route_table_resource_id = pulumi.Output.from_input(None)
        self.bastion_host_resource_id = pulumi.Output.from_input(None)

        virtual_network_name = self._resource_names.of("virtualNetwork", label)
        kept = kept_prefixes(self, opts, virtual_network_name=virtual_network_name, location=args.location)
        self._prefixes = plan_around(kept, args.prefixes, "the arguments of Network")

        virtual_network = network.VirtualNetwork(
            f"{name}-virtual-network",
            virtual_network_name=virtual_network_name,
            resource_group_name=args.resource_group_name,
            location=args.location,
            address_space=network.AddressSpaceArgs(
                address_prefixes=[args.address_space, *args.additional_address_spaces]
            ),
            dhcp_options=network.DhcpOptionsArgs(dns_servers=list(args.dns_servers))
            if args.dns_servers
            else None,
            tags=self._tags,
            opts=self._child(),
        )
        self._diagnose(f"{name}-virtual-network", virtual_network, "virtualNetworks")
        specs = self._specs(self._make_nat_gateway(name), self._make_route_table(name))
        subnets = make_subnets(
            name,
            specs,
            virtual_network=virtual_network,
            resource_group_name=args.resource_group_name,
            location=args.location,
            tags=self._tags,
            diagnostics=args.diagnostics,
            after=[],
            opts=self._child(),
        )
        self.hub_commands = pulumi.Output.from_input([])
        if args.hub is not None:
            last: pulumi.Resource = [virtual_network, *subnets.values()][-1]
            self.hub_commands = peer_with_hub(
                name,
                args.hub,
                peering_name=self._resource_names.of("virtualNetworkPeering", label),
                virtual_network=virtual_network,
                resource_group_name=args.resource_group_name,
                after=last,
                hub_provider=hub_provider,
                child=self._child,
            )
        if BASTION in subnets:
            self._make_bastion(name, subnets[BASTION])

        self.virtual_network_resource_id = virtual_network.id
        self.subnet_prefixes = {spec.key: spec.prefix for spec in specs}
        self.subnet_resource_ids = pulumi.Output.all(
            **{key: subnet.id for key, subnet in subnets.items() if key != BASTION}
        )
        self.register_outputs(
            {
                "virtual_network_resource_id": self.virtual_network_resource_id,
                "subnet_resource_ids": self.subnet_resource_ids,
                "subnet_prefixes": self.subnet_prefixes,
                "egress_ip_address": self.egress_ip_address,
                "nat_gateway_resource_id": self.nat_gateway_resource_id,
                "route_table_resource_id": self.route_table_resource_id,
                "bastion_host_resource_id": self.bastion_host_resource_id,
                "hub_commands": self.hub_commands,
            }
        )

    def _specs(
        self, nat_gateway: "network.NatGateway | None", route_table: "network.RouteTable | None"
    ) -> list[SubnetSpec]:
        args, names, label, prefixes = self._args, self._resource_names, self._label, self._prefixes
        around = surroundings(args, args.subnets, args.hub, prefixes)
        specs = []
        for subnet in args.subnets:
            way_out = subnet.purpose not in WITHOUT_WAY_OUT
            specs.append(
                SubnetSpec(
                    key=subnet.name,
                    azure_name=names.of("subnet", f"{label}-{subnet.name}"),
                    prefix=prefixes[subnet.name],
                    security_group_name=names.of("networkSecurityGroup", f"{label}-{subnet.name}"),
                    rules=subnet_rules(
                        subnet.purpose, prefixes[subnet.name], around, pod_range=subnet.pod_range
                    ),
                    nat_gateway=nat_gateway if way_out else None,
                    route_table=route_table if way_out else None,
                    delegation=subnet.delegation,
                    for_endpoints=subnet.purpose == "privateEndpoints",
                )
            )
        if isinstance(args.bastion, BastionCreate):
            group = names.of("networkSecurityGroup", f"{label}-{BASTION}")
            rules = bastion_rules(tuple(args.bastion.people_ranges))
            specs.append(SubnetSpec(BASTION, "AzureBastionSubnet", prefixes[BASTION], group, rules))
        return specs

    def _make_nat_gateway(self, name: str) -> "network.NatGateway | None":
        args = self._args
        if args.egress != "natGateway":
            return None
        address = network.PublicIPAddress(
            f"{name}-egress-address",
            public_ip_address_name=self._resource_names.of("publicIPAddress", f"{self._label}-egress"),
            resource_group_name=args.resource_group_name,
            location=args.location,
            sku=network.PublicIPAddressSkuArgs(name="Standard", tier="Regional"),
            public_ip_allocation_method="Static",
            public_ip_address_version="IPv4",
            tags=self._tags,
            opts=self._child(),
        )
        self._diagnose(f"{name}-egress-address", address, "publicIPAddresses")
        self.egress_ip_address = address.ip_address
        gateway = network.NatGateway(
            f"{name}-nat-gateway",
            nat_gateway_name=self._resource_names.of("natGateway", self._label),
            resource_group_name=args.resource_group_name,
            location=args.location,
            sku=network.NatGatewaySkuArgs(name="Standard"),
            public_ip_addresses=[network.SubResourceArgs(id=address.id)],
            idle_timeout_in_minutes=4,
            tags=self._tags,
            opts=self._child(),
        )
        self.nat_gateway_resource_id = gateway.id.apply(lambda id_: id_)
        return gateway

    def _make_route_table(self, name: str) -> "network.RouteTable | None":
        args = self._args
        if args.egress != "firewall" or args.hub is None:
            return None
        table = network.RouteTable(
            f"{name}-route-table",
            route_table_name=self._resource_names.of("routeTable", self._label),
            resource_group_name=args.resource_group_name,
            location=args.location,
            # Routes that the hub's gateway learns would lead around the firewall.
            disable_bgp_route_propagation=True,
            routes=[
                network.RouteArgs(
                    name="everything-through-the-firewall",
                    address_prefix="0.0.0.0/0",
                    next_hop_type="VirtualAppliance",
                    next_hop_ip_address=args.hub.firewall_private_ip_address,
                )
            ],
            tags=self._tags,
            opts=self._child(),
        )
        self.route_table_resource_id = table.id
        return table

    def _make_bastion(self, name: str, subnet: "network.Subnet") -> None:
        args = self._args
        if not isinstance(args.bastion, BastionCreate):
            return
        self.bastion_host_resource_id = Bastion(
            f"{name}-bastion",
            BastionArgs(
                location=args.location,
                resource_group_name=args.resource_group_name,
                naming=args.naming.model_copy(update={"suffix": self._resource_names.suffix}),
                label=self._label,
                tags=args.tags,
                host=args.bastion,
                subnet_resource_id=subnet.id,
                diagnostics=args.diagnostics,
            ),
            self._child(),
        ).bastion_host_resource_id

    def _diagnose(self, name: str, resource: pulumi.CustomResource, kind: str) -> None:
        diagnose(
            name,
            self._args.diagnostics,
            resource_id=resource.id,
            resource_type=f"Microsoft.Network/{kind}",
            opts=self._child(),
        )


def azure_names(label: str, subnets: list[str]) -> list[tuple[Kind, str]]:
    """What a Network called so names."""
    return [
        ("virtualNetwork", label),
        ("virtualNetworkPeering", label),
        ("natGateway", label),
        ("routeTable", label),
        ("publicIPAddress", f"{label}-egress"),
        ("networkSecurityGroup", f"{label}-{BASTION}"),
        *bastion_names(label),
        *(name for subnet in subnets for name in subnet_names(label, subnet)),
    ]


def subnet_names(label: str, subnet: str) -> list[tuple[Kind, str]]:
    """What one of its subnets names."""
    return [("networkSecurityGroup", f"{label}-{subnet}"), ("subnet", f"{label}-{subnet}")]
