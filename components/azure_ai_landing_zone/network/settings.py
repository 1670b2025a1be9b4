"""What a network is made of, as plain data: address spaces, subnets, ways out."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.catalog.endpoint_ports import HTTPS
from azure_ai_landing_zone.core.model import Input, Key, Model, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.address_ranges import AddressRange
from azure_ai_landing_zone.network.bastion import BastionChoice, BastionCreate, BastionDisabled
from azure_ai_landing_zone.network.flows import Flow, Port
from azure_ai_landing_zone.network.planning.addresses import DelegatedService
from azure_ai_landing_zone.network.planning.ranges import Neighbour, Purpose, parse

BASTION = "bastion"
"""Of the Bastion's subnet among the others."""

SMALLEST_WITH_BASTION = 23
"""Prefix of the smallest address space that keeps room for a Bastion, so that adding one moves nothing."""

DEFAULT_ROUTE_TABLE, NONE_ROUTE_TABLE = "defaultRouteTable", "noneRouteTable"
"""Every virtual hub has them. Source: learn.microsoft.com/azure/virtual-wan/about-virtual-hub-routing,
2024-12-10."""

Egress = Literal["natGateway", "firewall", "none"]
"""How machines reach the internet: by a NAT gateway of the network, by the hub's firewall, or not at all."""


class UsedRange(Model):
    """Addresses that someone else has. Saying so opens nothing: that is for flows."""

    address_range: AddressRange
    """In CIDR notation."""
    used_by: Annotated[str, Field(min_length=1)]
    """In words, for messages: on-premises network hq, pods of cluster serving."""


class NetworkSubnet(Model):
    """One subnet."""

    name: Key
    """Of the subnet within the network."""
    purpose: Purpose
    """What lives in it. Decides what its security group lets in and out, and whether it has a way out."""
    addresses: StrictInt = Field(ge=1, le=65_000)
    """Network interfaces that live in it at most; Azure's own five are added. planning/addresses.py knows
    them for clusters, file systems, endpoints and delegations."""
    delegation: DelegatedService | None = None
    """The service that has it to itself, with the purpose `delegated`."""
    pod_range: AddressRange | None = None
    """Of a cluster with Azure CNI overlay: its pods are part of what the security group lets in and out."""

    endpoint_ports: list[Port] = Field(default=[HTTPS])
    """What services behind private endpoints are called on, with that purpose; catalog/endpoint_ports.csv
    knows them."""

    @model_validator(mode="after")
    def _check_purpose(self) -> "NetworkSubnet":
        problems: list[Problem] = []
        if (self.delegation is not None) != (self.purpose == "delegated"):
            text = "goes with the purpose `delegated`, and that with it: set both or neither"
            problems.append(Problem(("delegation",), text))
        if self.pod_range is not None and self.purpose != "kubernetes":
            text = f"goes with the purpose `kubernetes` only, got {self.purpose}: remove it"
            problems.append(Problem(("pod_range",), text))
        if self.endpoint_ports != [HTTPS] and self.purpose != "privateEndpoints":
            text = f"goes with the purpose `privateEndpoints` only, got {self.purpose}: remove it"
            problems.append(Problem(("endpoint_ports",), text))
        refuse(NetworkSubnet, problems)
        return self


class NetworkSettings(Model):
    """Addresses of a network, and how people and packets get in and out."""

    address_space: str
    """An IPv4 range that nothing it will ever be connected to uses, such as 10.40.0.0/16; never within
    172.16.0.0/16."""
    additional_address_spaces: list[str] = Field(default=[])
    """Further ranges, for when the first is full: appending one moves nothing. Both halves of a peering with
    the hub follow."""
    pinned_prefixes: dict[str, str] = Field(default={})
    """Where subnets are to lie, by name. What this stack has made stays where it is without: a pin is for
    what another stack made, whose `subnet_prefixes` say where it lies, and for an empty subnet that is to
    move."""
    used_ranges: list[UsedRange] = Field(default=[])
    """What the address spaces must stay clear of: peers, on-premises networks, pods and services. The hub's
    ranges are among them already."""
    flows: list[Flow] = Field(default=[])
    """Connections with on-premises, and with other spokes, that are meant; with no others any comes up. A
    firewall in the hub has to have them too: `flows` there, and `spoke_to_spoke` between spokes."""
    egress: Egress = "natGateway"
    """How machines reach the internet. `none` leaves them without: HPC nodes then can't fetch packages."""
    bastion: BastionChoice = BastionDisabled(mode="disabled")
    """How people reach machines, which have no public addresses."""
    dns_servers: list[str] = Field(default=[])
    """Of the network, such as the hub's resolver, or 168.63.129.16 for Azure's. Left out: with the egress
    `firewall` the hub's firewall, whose log has every name that is asked for; else Azure's own, and beside
    Managed Lustre and AKS, which expect it."""
    ddos_protection_plan_resource_id: Input[str] | None = None
    """Of a plan that the company pays for anyway."""

    @model_validator(mode="after")
    def _check_bastion(self) -> "NetworkSettings":
        space = parse(self.address_space)
        if space is not None and isinstance(self.bastion, BastionCreate) and not keeps_bastion_room(self):
            text = (
                f"needs an address space of /{SMALLEST_WITH_BASTION} or larger, got {space}: take a larger "
                "one, or the hub's Bastion"
            )
            refuse(NetworkSettings, [Problem(("bastion",), text)])
        return self


def keeps_bastion_room(layout: NetworkSettings) -> bool:
    space = parse(layout.address_space)
    return space is not None and space.prefixlen <= SMALLEST_WITH_BASTION


class HubLink(Model):
    """How a network is connected to a hub."""

    address_ranges: list[AddressRange] = Field(min_length=1)
    """Of the hub's network."""
    hub_side: Literal["create", "existing", "commands"] = "create"
    """Who makes the hub's half of the peering: this stack; whoever has made it already; or the hub's team,
    with the commands that the network puts out as `hub_commands`."""

    def neighbours(self) -> list[Neighbour]:
        """What the network's address spaces must stay clear of."""
        return [Neighbour(range_, "the hub") for range_ in self.address_ranges]


class HubPeering(HubLink):
    """How a network is peered with a hub."""

    use_remote_gateways: StrictBool = False
    """Whether on-premises networks are reached through the hub's gateway, which must exist then."""

    @model_validator(mode="after")
    def _check_order(self) -> "HubPeering":
        if self.use_remote_gateways and self.hub_side == "commands":
            text = (
                "needs the hub's half of the peering first: leave it false, have the commands in "
                "`hub_commands` run, then set `hub_side` to existing and this to true"
            )
            refuse(HubPeering, [Problem(("use_remote_gateways",), text)])
        return self


class HubConnection(HubPeering):
    """A hub, made by this program or by others."""

    virtual_network_resource_id: Input[str]
    """Of the hub's network, in this subscription or another one of the tenant."""
    firewall_private_ip_address: Input[str] | None = None
    """Of the hub's firewall, for networks with the egress `firewall`, and for flows that go through it."""
    forwarding_ruleset_resource_id: Input[str] | None = None
    """Of the forwarding rules of the hub's DNS resolver, in the network's region: what Azure's own resolver
    is asked here then goes by them."""


_RouteTableName = Annotated[str, Field(pattern=r"^[\w.-]{1,80}$")]


class VirtualHubRouteTables(Model):
    """Route tables of a virtual hub that a network goes by, and that learn its addresses. Not where the hub
    has routing intent: that sets both for all connections, and what is said here would fight with it at
    every `up`."""

    associated: _RouteTableName = DEFAULT_ROUTE_TABLE
    """Name of the one that the network goes by."""
    propagated: list[_RouteTableName] = Field(min_length=1)
    """Names of those that learn its addresses: who goes by them reaches it. noneRouteTable, alone, for
    nobody."""
    labels: list[Annotated[str, Field(min_length=1)]] = Field(default=[])
    """Of route tables that learn them too, in all hubs of the WAN. Left out: Azure takes `default`, which is
    the default route table of each hub; with noneRouteTable `none`."""

    @model_validator(mode="after")
    def _check_none(self) -> "VirtualHubRouteTables":
        problems = [
            Problem((field, number), f"{name} is there already: leave it out")
            for field, names, same in (
                ("propagated", self.propagated, str.lower),
                ("labels", self.labels, str),
            )
            for number, name in enumerate(names)
            if same(name) in map(same, names[:number])
        ]
        if self.for_nobody and (len(self.propagated) > 1 or self.labels):
            text = f"{NONE_ROUTE_TABLE} is for nobody: name it alone and without `labels`, or leave it out"
            problems.append(Problem(("propagated",), text))
        if self.associated.lower() == NONE_ROUTE_TABLE.lower():
            text = f"{NONE_ROUTE_TABLE} has no routes: take another, or leave the connection out"
            problems.append(Problem(("associated",), text))
        refuse(VirtualHubRouteTables, problems)
        return self

    @property
    def for_nobody(self) -> bool:
        """Whether the none route table is among those that learn the addresses; Azure's names are the same in
        any casing."""
        return NONE_ROUTE_TABLE.lower() in [name.lower() for name in self.propagated]


class VirtualHubLink(HubLink):
    """How a network is connected to a virtual hub of a Virtual WAN, which tells it all routes. With the
    egress `firewall` what leaves for the internet goes by the hub, else its default route stays away."""

    address_ranges: list[AddressRange] = Field(min_length=1)
    """Of the virtual hub."""
    hub_side: Literal["create", "existing", "commands"] = "create"
    """Who makes the connection, which lies in the hub: this stack; whoever has made it already; or the hub's
    team, with the command that the network puts out as `hub_commands`."""
    route_tables: VirtualHubRouteTables | None = None
    """Left out: the hub's default ones, or what its routing intent says."""
    firewall_private_ip_address: Input[str] | None = None
    """Of the Azure Firewall in the hub: for AKS alone, with the egress `firewall`. It asks for a default
    route in a table of its subnet, and doesn't see the hub's."""
    forwarding_ruleset_resource_id: Input[str] | None = None
    """Of forwarding rules of a DNS resolver that are to hold here, where the network asks Azure's own."""

    @model_validator(mode="after")
    def _check_route_tables(self) -> "VirtualHubLink":
        if self.route_tables is not None and self.hub_side == "existing":
            text = (
                "are set on the connection, which whoever has the hub made already: leave them out, or take "
                "`hub_side` create or commands"
            )
            refuse(VirtualHubLink, [Problem(("route_tables",), text)])
        return self


class VirtualHubConnection(VirtualHubLink):
    """A virtual hub that others made."""

    virtual_hub_resource_id: Input[str]
    """Of the virtual hub, in this subscription or another one of the tenant."""
