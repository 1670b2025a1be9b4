"""Network: a virtual network with a closed subnet for each use, alone or beside a hub, with one way out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pulumi
from pulumi_azure_native import network
from pydantic import model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.model import refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.network.bastion import Bastion, BastionArgs, BastionCreate
from azure_ai_landing_zone.network.bastion import azure_names as bastion_names
from azure_ai_landing_zone.network.ddos import ddos_protection
from azure_ai_landing_zone.network.dns_resolver import link_ruleset
from azure_ai_landing_zone.network.kept import kept_prefixes, plan_around
from azure_ai_landing_zone.network.layout import (
    asks_the_firewall,
    flows_of,
    network_problems,
    openings,
    plan_network,
    routed_flows,
    surroundings,
)
from azure_ai_landing_zone.network.peering import peer_with_hub
from azure_ai_landing_zone.network.planning.security_rules import bastion_rules, subnet_rules
from azure_ai_landing_zone.network.public_address import public_address
from azure_ai_landing_zone.network.settings import (
    BASTION,
    HubConnection,
    NetworkSettings,
    NetworkSubnet,
    VirtualHubConnection,
)
from azure_ai_landing_zone.network.subnets import SubnetSpec, make_subnets
from azure_ai_landing_zone.network.virtual_hub import connect_to_virtual_hub

WITHOUT_WAY_OUT = ("privateEndpoints",)
"""Purposes whose subnets get neither NAT gateway nor routes: nothing there starts a connection."""


class NetworkArgs(ComponentArgs, NetworkSettings):
    """What a Network is made of."""

    subnets: list[NetworkSubnet]
    """In any order: those that exist stay where they lie, and new ones take what is free."""
    hub: HubConnection | VirtualHubConnection | None = None
    """The hub it is peered with, or the virtual hub it is connected to."""
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
    """Of the routes to the hub's firewall, for everything or for flows; AKS with userDefinedRouting waits for
    it."""
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
        subnet_keys = [subnet.name for subnet in args.subnets]
        super().__init__(name, opts, args, lambda label: azure_names(label, subnet_keys))
        making = Making(self, name, args, diagnostics=args.diagnostics)
        self.egress_ip_address = pulumi.Output.from_input(None)
        self.nat_gateway_resource_id = pulumi.Output.from_input(None)
        self.route_table_resource_id = pulumi.Output.from_input(None)
        self.bastion_host_resource_id = pulumi.Output.from_input(None)

        virtual_network_name = making.azure_name("virtualNetwork")
        kept = kept_prefixes(self, opts, virtual_network_name=virtual_network_name, location=args.location)
        prefixes = plan_around(kept, args.prefixes, "the arguments of Network")

        virtual_network = network.VirtualNetwork(
            f"{name}-virtual-network",
            virtual_network_name=virtual_network_name,
            address_space=network.AddressSpaceArgs(
                address_prefixes=[args.address_space, *args.additional_address_spaces]
            ),
            dhcp_options=_resolvers(args),
            **ddos_protection(args.ddos_protection_plan_resource_id),
            opts=making.child(),
            **making.place,
        )
        making.watch(virtual_network.id, "Microsoft.Network/virtualNetworks", "virtual-network")
        nat_gateway, route_table = self._make_nat_gateway(making, args), self._make_route_table(making, args)
        specs = _specs(making, args, prefixes, nat_gateway, route_table)
        subnets = make_subnets(making, specs, virtual_network=virtual_network)
        self.hub_commands = pulumi.Output.from_input([])
        last: pulumi.Resource = [virtual_network, *subnets.values()][-1]
        if isinstance(args.hub, VirtualHubConnection):
            self.hub_commands = connect_to_virtual_hub(
                making,
                args.hub,
                virtual_network=virtual_network,
                by_its_firewall=args.egress == "firewall",
                after=last,
                hub_provider=hub_provider,
            )
        elif args.hub is not None:
            self.hub_commands = peer_with_hub(
                making,
                args.hub,
                virtual_network=virtual_network,
                address_spaces=[args.address_space, *args.additional_address_spaces],
                after=last,
                hub_provider=hub_provider,
            )
        if args.hub is not None and args.hub.forwarding_ruleset_resource_id is not None:
            ruleset = pulumi.Output.from_input(args.hub.forwarding_ruleset_resource_id)
            link_ruleset(
                f"{name}-dns-ruleset-link",
                link_name=making.azure_name("virtualNetworkLink"),
                ruleset_name=ruleset.apply(lambda id_: id_.split("/")[8]),
                virtual_network_resource_id=virtual_network.id,
                resource_group_name=ruleset.apply(lambda id_: id_.split("/")[4]),
                opts=making.child(provider=hub_provider),
            )
        if isinstance(args.bastion, BastionCreate):
            self.bastion_host_resource_id = Bastion(
                f"{name}-bastion",
                BastionArgs(
                    **making.common,
                    label=making.label,
                    host=args.bastion,
                    subnet_resource_id=subnets[BASTION].id,
                    diagnostics=args.diagnostics,
                ),
                making.child(),
            ).bastion_host_resource_id

        self.virtual_network_resource_id = virtual_network.id
        self.subnet_prefixes = {spec.key: spec.prefix for spec in specs}
        self.subnet_resource_ids = pulumi.Output.all(
            **{key: subnet.id for key, subnet in subnets.items() if key != BASTION}
        )
        self._end()

    def _make_nat_gateway(self, making: Making, args: NetworkArgs) -> "network.NatGateway | None":
        if args.egress != "natGateway":
            return None
        address = public_address(making, "egress-address", called="egress")
        making.watch(address.id, "Microsoft.Network/publicIPAddresses", "egress-address")
        self.egress_ip_address = address.ip_address
        gateway = network.NatGateway(
            f"{making.name}-nat-gateway",
            nat_gateway_name=making.azure_name("natGateway"),
            sku=network.NatGatewaySkuArgs(name="Standard"),
            public_ip_addresses=[network.SubResourceArgs(id=address.id)],
            idle_timeout_in_minutes=4,
            opts=making.child(),
            **making.place,
        )
        self.nat_gateway_resource_id = gateway.id.apply(lambda id_: id_)
        return gateway

    def _make_route_table(self, making: Making, args: NetworkArgs) -> "network.RouteTable | None":
        if args.hub is None or args.hub.firewall_private_ip_address is None:
            return None
        # A virtual hub tells all routes; what AKS wants to see in a table is written beside them.
        virtual = isinstance(args.hub, VirtualHubConnection)
        flows = {f"flows-{number}": range_ for number, range_ in enumerate(routed_flows(args))}
        # Known in the first preview already, but for the address.
        everything = _routes({"everything-through-the-firewall": "0.0.0.0/0"}, args.hub)
        if args.egress != "firewall" and not flows:
            return None
        # A hub of another stack may turn out to have no firewall: flows then go straight to its gateway.
        address: pulumi.Output[Any] = pulumi.Output.from_input(args.hub.firewall_private_ip_address)
        hub = args.hub
        table = network.RouteTable(
            f"{making.name}-route-table",
            route_table_name=making.azure_name("routeTable"),
            # Routes that the hub's gateway learns would lead around the firewall.
            disable_bgp_route_propagation=not virtual
            if args.egress == "firewall"
            else address.apply(lambda known: known is not None),
            routes=everything
            if args.egress == "firewall"
            else address.apply(lambda known: _routes(flows, hub) if known is not None else []),
            opts=making.child(),
            **making.place,
        )
        self.route_table_resource_id = table.id
        return table


def azure_names(label: str, subnets: list[str]) -> list[tuple[Kind, str]]:
    """What a Network called so names."""
    return [
        ("virtualNetwork", label),
        ("virtualNetworkPeering", label),
        ("virtualNetworkLink", label),
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


def _routes(
    prefixes: Mapping[str, str], hub: HubConnection | VirtualHubConnection
) -> "list[network.RouteArgs]":
    return [
        network.RouteArgs(
            name=name,
            address_prefix=prefix,
            next_hop_type="VirtualAppliance",
            next_hop_ip_address=hub.firewall_private_ip_address,
        )
        for name, prefix in prefixes.items()
    ]


def _resolvers(args: NetworkArgs) -> "network.DhcpOptionsArgs | None":
    servers: list[pulumi.Input[str]] = list(args.dns_servers)
    if args.hub is not None and asks_the_firewall(args, args.subnets, args.hub):
        servers = [pulumi.Output.from_input(args.hub.firewall_private_ip_address).apply(str)]
    return network.DhcpOptionsArgs(dns_servers=servers) if servers else None


def _specs(
    making: Making,
    args: NetworkArgs,
    prefixes: Mapping[str, str],
    nat_gateway: "network.NatGateway | None",
    route_table: "network.RouteTable | None",
) -> list[SubnetSpec]:
    around = surroundings(args, args.subnets, args.hub, prefixes)
    virtual = isinstance(args.hub, VirtualHubConnection)
    specs = []
    for subnet in args.subnets:
        way_out = subnet.purpose not in WITHOUT_WAY_OUT
        flows = flows_of(args, subnet.name)
        here = replace(around, inbound=openings(flows, "inbound"), outbound=openings(flows, "outbound"))
        specs.append(
            SubnetSpec(
                key=subnet.name,
                azure_name=making.azure_name("subnet", subnet.name),
                prefix=prefixes[subnet.name],
                security_group_name=making.azure_name("networkSecurityGroup", subnet.name),
                rules=subnet_rules(subnet.purpose, prefixes[subnet.name], here, pod_range=subnet.pod_range),
                nat_gateway=nat_gateway if way_out else None,
                route_table=route_table
                if way_out and (subnet.purpose == "kubernetes" or not virtual)
                else None,
                delegation=subnet.delegation,
                for_endpoints=subnet.purpose == "privateEndpoints",
            )
        )
    if isinstance(args.bastion, BastionCreate):
        group = making.azure_name("networkSecurityGroup", BASTION)
        rules = bastion_rules(tuple(args.bastion.people_ranges))
        specs.append(SubnetSpec(BASTION, "AzureBastionSubnet", prefixes[BASTION], group, rules))
    return specs
