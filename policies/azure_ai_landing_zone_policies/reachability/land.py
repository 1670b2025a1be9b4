"""What decides who reaches whom, as plain values: what `read` finds in resources, and `ask` asks about."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network
from typing import Literal

Direction = Literal["Inbound", "Outbound"]


@dataclass(frozen=True, slots=True)
class SecurityRule:
    """A rule of a network security group."""

    name: str
    direction: Direction
    priority: int
    allow: bool
    sources: tuple[str, ...]
    """Ranges, service tags or *; of an application security group its id."""
    destinations: tuple[str, ...]
    protocol: str = "*"
    ports: tuple[str, ...] = ("*",)
    """Of the destination."""


@dataclass(frozen=True, slots=True)
class SecurityGroup:
    """A network security group with the rules that a program gives it."""

    name: str
    rules: tuple[SecurityRule, ...]


@dataclass(frozen=True, slots=True)
class UserRoute:
    """A route of a route table."""

    name: str
    prefix: str
    """A range or a service tag."""
    next_hop_type: str
    next_hop_address: str | None


@dataclass(frozen=True, slots=True)
class Subnet:
    """A subnet, with all that belongs to it. Ids are in lower case here and everywhere."""

    id: str
    name: str
    network: str
    """Id of its network."""
    ranges: tuple[IPv4Network, ...]
    group: SecurityGroup | None = None
    """None without one: everything passes."""
    routes: tuple[UserRoute, ...] = ()
    learns_routes: bool = True
    """Whether it has the routes that a gateway learns."""
    nat_gateway: str | None = None
    default_outbound_access: bool = False
    """Whether Azure gives it a public address to leave by, unasked."""
    group_holds_for_endpoints: bool = False
    """Whether private endpoints in it heed its group, and others' routes."""
    routes_hold_for_endpoints: bool = False
    service_endpoints: tuple[str, ...] = ()
    delegations: tuple[str, ...] = ()
    """Services that have it to themselves."""
    unseen: tuple[str, ...] = ()
    """Names of the group or the routes that it has, and these resources don't."""


@dataclass(frozen=True, slots=True)
class VirtualNetwork:
    """A virtual network."""

    id: str
    name: str
    ranges: tuple[IPv4Network, ...]
    dns_servers: tuple[str, ...] = ()
    """Empty: Azure's own."""


@dataclass(frozen=True, slots=True)
class Peering:
    """One half of a peering."""

    name: str
    network: str
    remote: str
    access: bool
    forwarded: bool
    gateway_transit: bool
    remote_gateways: bool


@dataclass(frozen=True, slots=True)
class FirewallRule:
    """A rule of a firewall, in its collection."""

    name: str
    """With those of its group and collection."""
    kind: Literal["network", "application"]
    allow: bool
    sources: tuple[str, ...]
    destinations: tuple[str, ...] = ()
    """Of a network rule: ranges, service tags or *."""
    names: tuple[str, ...] = ()
    fqdn_tags: tuple[str, ...] = ()
    protocols: tuple[str, ...] = ()
    """Of a network rule TCP, UDP or Any; of an application rule such as https:443."""
    ports: tuple[str, ...] = ()
    unclear: str | None = None
    """What it goes by that these resources don't tell, such as web categories."""


@dataclass(frozen=True, slots=True)
class Firewall:
    """An Azure Firewall with its policy's rules, in the order in which it looks at them."""

    name: str
    subnet: str
    """Empty in a virtual hub."""
    rules: tuple[FirewallRule, ...]
    dns_proxy: bool = False
    dns_servers: tuple[str, ...] = ()
    """Whom the proxy asks. Empty: Azure's own."""
    id: str = ""


@dataclass(frozen=True, slots=True)
class HubRoute:
    """A route that somebody wrote into a table of a virtual hub, or that its routing intent did."""

    name: str
    range: IPv4Network
    next_hop: str
    """Id of the firewall or whatever else it leads to."""


@dataclass(frozen=True, slots=True)
class VirtualHub:
    """A hub of a Virtual WAN. Where it is the company's, the asker tells of it."""

    id: str
    name: str
    routes: Mapping[str, tuple[HubRoute, ...]] = field(default_factory=dict)
    """By the name of the route table, in lower case."""
    sends_private_traffic: bool = False
    """Whether its routing intent sends all that is private to what secures it: no table then has routes of
    single networks. Source: learn.microsoft.com/azure/virtual-wan/how-to-routing-policies, 2025-08-01."""


@dataclass(frozen=True, slots=True)
class HubConnection:
    """Of a network with a virtual hub."""

    name: str
    network: str
    hub: str
    default_route: bool
    """Whether the network takes a default route of the hub's."""
    associated: str
    """Name of the hub's route table that it goes by, in lower case."""
    propagated: tuple[str, ...]
    """Names of those that learn its ranges."""


@dataclass(frozen=True, slots=True)
class Service:
    """A resource of a service that private endpoints lead to."""

    id: str
    name: str
    region: str | None
    public: bool
    """Whether it takes calls from outside of its endpoints."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A private endpoint to one subresource of a service."""

    name: str
    subnet: str
    service: str
    """Id of the service."""
    group_id: str
    zones: tuple[str, ...]
    """Ids of the private DNS zones that get its records."""
    names: tuple[str, ...]
    """Public names that the service answers to there."""
    ports: tuple[str, ...] = ("443",)
    """On which it does, single ones and spans."""


@dataclass(frozen=True, slots=True)
class ZoneLink:
    """A private DNS zone that a network asks first."""

    zone: str
    """Id of the zone; its name is what it ends with."""
    network: str
    falls_back: bool = False
    """Whether the internet is asked for what the zone doesn't have."""

    @property
    def zone_name(self) -> str:
        return self.zone.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class InboundEndpoint:
    """Where a DNS resolver is asked."""

    name: str
    """Of its resolver."""
    subnet: str
    address: str


@dataclass(frozen=True, slots=True)
class DomainRule:
    """A domain whose names Azure's resolver asks of others, in networks that are linked to it."""

    domain: str
    servers: tuple[str, ...]
    networks: tuple[str, ...]
    """Ids of those."""


@dataclass(frozen=True, slots=True)
class Beyond:
    """A network outside of Azure, behind the gateway of one inside. The asker tells of it."""

    name: str
    range: IPv4Network
    gateway_network: str
    """Id of the network, or the virtual hub, with the gateway."""
    dns_servers: tuple[str, ...] = ()
    """To which its own servers forward names of Azure. Empty: they ask the internet, as for all others."""
    asks_from: IPv4Network | None = None
    """Where its own servers are. None: anywhere in it."""


@dataclass(frozen=True, slots=True)
class Land:
    """Everything there is."""

    networks: Mapping[str, VirtualNetwork] = field(default_factory=dict)
    subnets: Mapping[str, Subnet] = field(default_factory=dict)
    peerings: tuple[Peering, ...] = ()
    firewalls: tuple[Firewall, ...] = ()
    services: Mapping[str, Service] = field(default_factory=dict)
    endpoints: tuple[Endpoint, ...] = ()
    links: tuple[ZoneLink, ...] = ()
    records: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Addresses by full name, by the id of the private zone that has them."""
    beyond: tuple[Beyond, ...] = ()
    inbound_endpoints: tuple[InboundEndpoint, ...] = ()
    domain_rules: tuple[DomainRule, ...] = ()
    virtual_hubs: Mapping[str, VirtualHub] = field(default_factory=dict)
    hub_connections: tuple[HubConnection, ...] = ()

    def peering(self, network: str, remote: str) -> Peering | None:
        """The half that `network` has."""
        return next((one for one in self.peerings if (one.network, one.remote) == (network, remote)), None)

    def peers(self, network: str) -> list[VirtualNetwork]:
        """Networks of these resources with which both halves of a peering are there."""
        return [
            self.networks[one.remote]
            for one in self.peerings
            if one.network == network and one.remote in self.networks and self.peering(one.remote, network)
        ]

    def subnet_at(self, range_: IPv4Network) -> Subnet | None:
        """The subnet that holds a range."""
        return next(
            (one for one in self.subnets.values() if any(range_.subnet_of(own) for own in one.ranges)), None
        )

    def hub_connection(self, network: str) -> HubConnection | None:
        """The one that a network may have."""
        return next((one for one in self.hub_connections if one.network == network), None)

    def network_named(self, id_: str) -> str:
        """What a network is called, also one that is nowhere here."""
        return self.networks[id_].name if id_ in self.networks else id_.rpartition("/")[2]
