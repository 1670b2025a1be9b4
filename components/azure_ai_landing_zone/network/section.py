"""The networks of a landing zone: its own, one that exists, a hub for others, and the connection to a hub."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from azure_ai_landing_zone.catalog import endpoint_ports, private_link
from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.core.model import Input, SubnetId, VirtualNetworkId, fields_of, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network import hub, network
from azure_ai_landing_zone.network.firewall import FirewallCreate
from azure_ai_landing_zone.network.hub import (
    HubNetwork,
    HubNetworkArgs,
    HubNetworkSettings,
    endpoint_room_problems,
)
from azure_ai_landing_zone.network.hub_choice import (
    HubChoice,
    HubExisting,
    HubOfOtherStack,
    HubOfThisStack,
    HubOfVirtualWan,
    connection,
    planned,
)
from azure_ai_landing_zone.network.hub_facts import HubReference
from azure_ai_landing_zone.network.layout import asks_azure, asks_the_firewall, network_problems
from azure_ai_landing_zone.network.network import Network, NetworkArgs
from azure_ai_landing_zone.network.settings import (
    BASTION,
    HubConnection,
    NetworkSettings,
    NetworkSubnet,
)
from azure_ai_landing_zone.network.ways_out import WayOut
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.operations.section import LogAnalyticsItem, ObservabilityItem
from azure_ai_landing_zone.sections.made import Made, NetworkPlace, Part
from azure_ai_landing_zone.sections.needs import Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Section, ServesNodes, elsewhere

ENDPOINTS = "endpoints"
"""The subnet of private endpoints."""

_ENDPOINT_ADDRESSES = 59
"""A /26: room for the endpoints of every service that a zone may get, so that the subnet never has to
move."""


class HubNetworkItem(HubNetworkSettings, Section):
    """A hub for this and other stacks."""

    makes: ClassVar[type[object]] = HubNetwork
    ground: ClassVar[bool] = True
    after: ClassVar[tuple[type[Needs], ...]] = (LogAnalyticsItem,)

    dns_zone_names: list[str] = Field(default=[])
    """Private DNS zones for all spokes, such as privatelink.blob.core.windows.net: made here and linked to
    the hub. Spokes link themselves."""

    @model_validator(mode="after")
    def _check_zones(self) -> "HubNetworkItem":
        problems = []
        for number, zone in enumerate(self.dns_zone_names):
            path = ("dns_zone_names", number)
            if not private_link.is_zone_name(zone):
                problems.append(Problem(path, f"no service has a zone of this name, got {zone!r}"))
            elif zone in self.dns_zone_names[:number]:
                problems.append(Problem(path, f"{zone} is there already"))
        refuse(HubNetworkItem, problems)
        return self

    def problems(self, others: Others) -> list[Problem]:
        return endpoint_room_problems(self) if _hub_has_endpoints(others) else []

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:
        return hub.azure_names(f"{zone}-hub")

    def make(self, made: Made) -> Part:
        site = made.site
        component = HubNetwork(
            f"{site.name}-hub",
            HubNetworkArgs(
                **site.common,
                **fields_of(self, HubNetworkSettings),
                # The zone's own, unless that is its spoke's.
                label=f"{site.name}-hub" if made.others.only(NetworkCreateItem) is not None else site.name,
                endpoint_ports=endpoint_ports_of(made.others) if _hub_has_endpoints(made.others) else [],
                diagnostics=site.diagnostics,
            ),
            site.child(),
        )
        watched = []
        if component.firewall_resource_id is not None:
            watched.append(
                AlertTarget(
                    key="zone-firewall",
                    resource_type="Microsoft.Network/azureFirewalls",
                    target_resource_id=component.firewall_resource_id,
                )
            )
        shared = []
        if _hub_has_endpoints(made.others):
            subnets = {ENDPOINTS: component.endpoint_subnet_resource_id.apply(str)}
            shared.append(NetworkPlace(component.virtual_network_resource_id, subnets))
        outputs = {}
        if isinstance(self.firewall, FirewallCreate):
            outputs["firewall_ways_out"] = [way.model_dump(by_alias=True) for way in self.firewall.ways_out]
        return Part(component=component, further=shared, outputs=outputs, alert_targets=watched)


class NetworkItem(Section):
    """The network that things are put into."""

    makes: ClassVar[type[object]] = NetworkPlace
    ground: ClassVar[bool] = True
    after: ClassVar[tuple[type[Needs], ...]] = (LogAnalyticsItem, HubNetworkItem)


class NetworkCreateItem(NetworkSettings, NetworkItem):
    """A virtual network of the zone's own: a private subnet for endpoints, and one for each part that has one
    to itself."""

    mode: Literal["create"]
    """Made by this stack."""
    hub_connection: HubChoice | None = None
    """The hub that it is connected to. Left out: it stands alone."""

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:
        return network.azure_names(zone, [])

    def problems(self, others: Others) -> list[Problem]:
        return [*self._layout_problems(others), *self._hub_problems(others)]

    def _layout_problems(self, others: Others) -> Iterator[Problem]:
        if isinstance(self.hub_connection, HubOfThisStack):
            if not others.has(HubNetworkItem):
                text = (
                    "missing: `network.hub_connection` is to the hub of this stack; add it, or name another "
                    "hub"
                )
                yield Problem(elsewhere("hub_network"), text)
            if others.only(HubNetworkItem) is None:
                return
        subnets = [_of_endpoints(others)]
        taken = {ENDPOINTS: "private endpoints", BASTION: "the Bastion"}
        for path, needs in others.each(Needs):
            for subnet in needs.subnets():
                owner = taken.setdefault(subnet.name, f"`{path[0]}`")
                if subnet.name not in (one.name for one in subnets) and owner == f"`{path[0]}`":
                    subnets.append(subnet)
                elif owner != f"`{path[0]}`":  # names in one list are checked as such
                    text = f"a subnet of {owner} is called {subnet.name} already: take another name"
                    yield Problem(elsewhere(*path, "name"), text)
        for problem in network_problems(
            self, subnets, planned(self.hub_connection, others.only(HubNetworkItem))
        ):
            # a name may be of a part that is wrong in itself
            if others.is_whole or not {"pinned_prefixes", "subnet_names"}.intersection(problem.path):
                yield problem

    def _hub_problems(self, others: Others) -> Iterator[Problem]:
        hub = self.hub_connection
        ids = {}
        if isinstance(hub, HubExisting):
            ids = {"virtual_network_resource_id": hub.virtual_network_resource_id}
        if isinstance(hub, HubOfVirtualWan):
            ids = {"virtual_hub_resource_id": hub.virtual_hub_resource_id}
        if isinstance(hub, HubExisting | HubOfVirtualWan) and hub.forwarding_ruleset_resource_id:
            ids["forwarding_ruleset_resource_id"] = hub.forwarding_ruleset_resource_id
        for field, id_ in ids.items():
            for text in others.outside_of_hub(id_):
                yield Problem(("hub_connection", field), text)

    def make(self, made: Made) -> Part:
        site, choice = made.site, self.hub_connection
        reference = None
        if isinstance(choice, HubOfOtherStack):
            reference = HubReference(choice.stack, choice.address_ranges, site.child())
        subnets = [
            _of_endpoints(made.others),
            *(one for _, needs in made.others.each(Needs) for one in needs.subnets()),
        ]
        hub_ = connection(
            choice,
            made.only(HubNetwork),
            reference,
            wants_firewall=self.egress == "firewall",
            asks_azure=asks_azure(self, subnets, None),
        )
        component = Network(
            f"{site.name}-network",
            NetworkArgs(
                **site.common,
                **fields_of(self, NetworkSettings),
                label=site.name,
                subnets=subnets,
                hub=hub_,
                diagnostics=site.diagnostics,
            ),
            site.child(),
            hub_provider=site.hub_provider,
        )
        place = NetworkPlace(
            component.virtual_network_resource_id.apply(str),
            {subnet.name: component.subnet_resource_ids[subnet.name] for subnet in subnets},
            hub_virtual_network_resource_id=hub_.virtual_network_resource_id
            if isinstance(hub_, HubConnection)
            else None,
            asks_the_hub=asks_the_firewall(self, subnets, hub_),
        )
        outputs: dict[str, Any] = {
            "virtual_network_resource_id": place.virtual_network_resource_id,
            "egress_ip_address": component.egress_ip_address,
            "subnet_prefixes": component.subnet_prefixes,
        }
        if self.egress == "firewall":
            needed = _ways_out(made.others, component.subnet_prefixes)
            outputs["ways_out"] = [way.model_dump(by_alias=True, exclude_defaults=True) for way in needed]
            if reference is not None:
                reference.warn_of_unmet(needed)
        if hub_ is not None and hub_.hub_side == "commands":
            outputs["hub_commands"] = component.hub_commands
        watched = []
        if self.egress == "natGateway":
            watched.append(
                AlertTarget(
                    key="zone-nat",
                    resource_type="Microsoft.Network/natGateways",
                    target_resource_id=component.nat_gateway_resource_id.apply(str),
                )
            )
        found = [component] if reference is None else [component, reference]
        return Part(component=place, further=found, outputs=outputs, alert_targets=watched)


class NetworkExistingItem(NetworkItem):
    """A virtual network that someone else answers for, its security groups and its way out included."""

    mode: Literal["existing"]
    """Made elsewhere; nothing of it is changed."""
    virtual_network_resource_id: VirtualNetworkId
    """Its private DNS zones are linked to it."""
    endpoint_subnet_resource_id: SubnetId
    """Where private endpoints go."""
    subnet_resource_ids: dict[str, SubnetId] = Field(default={})
    """One for each training cluster, by its name, and for everything else that has a subnet to itself; dev
    machines may share one. An id doesn't tell how large it is: docs/network.md says what each needs."""

    def problems(self, others: Others) -> list[Problem]:
        given = set(self.subnet_resource_ids)
        owners = {
            needs.title: f"`{path[0]}` {needs.title}" for path, needs in others.each(Needs) if needs.subnets()
        }
        found = [
            Problem(("subnet_resource_ids", name), f"missing: the subnet of {owners[name]}")
            for name in sorted(owners.keys() - given)
        ]
        found += self._used_twice(others, owners)
        there = ", ".join(sorted(owners)) or "none"
        if others.is_whole:
            found += [
                Problem(
                    ("subnet_resource_ids", name),
                    f"nothing called {name} has a subnet to itself: there are {there}",
                )
                for name in sorted(given - owners.keys())
            ]
        return found

    def _used_twice(self, others: Others, owners: Mapping[str, str]) -> Iterator[Problem]:
        purposes = {
            needs.title: subnet.purpose for _, needs in others.each(Needs) for subnet in needs.subnets()
        }
        first = {self.endpoint_subnet_resource_id.lower(): ""}
        for name, resource_id in self.subnet_resource_ids.items():
            other = first.setdefault(resource_id.lower(), name)
            if other != name and not purposes.get(name) == purposes.get(other) == "machines":
                whose = owners.get(other, other) or "`endpoint_subnet_resource_id`"
                text = f"is the subnet of {whose} already: give each its own"
                yield Problem(("subnet_resource_ids", name), text)

    def make(self, made: Made) -> Part:
        subnets: dict[str, Input[str]] = {ENDPOINTS: self.endpoint_subnet_resource_id}
        for _, needs in made.others.each(Needs):
            if needs.subnets():
                subnets[needs.key] = self.subnet_resource_ids[needs.title]
        place = NetworkPlace(self.virtual_network_resource_id, subnets)
        outputs = {"virtual_network_resource_id": self.virtual_network_resource_id}
        return Part(component=place, outputs=outputs)


NetworkChoice = Annotated[NetworkCreateItem | NetworkExistingItem, Field(discriminator="mode")]


def missing_network_problems(others: Others) -> Iterator[Problem]:
    """That there is none, where something stands in it."""
    if others.has(NetworkItem):
        return
    in_hub = others.has(HubNetworkItem)
    standing = [
        str(path[0])
        for path, needs in others.each(Needs)
        if (needs.subnets() if in_hub else needs.stands_in_network())
    ]
    settings = list(dict.fromkeys(standing))
    if settings:
        *others_, last = (f"`{name}`" for name in settings)
        names = f"{', '.join(others_)} and {last}" if others_ else last
        needs_ = "needs" if len(settings) == 1 else "need"
        yield Problem(("network",), f"missing: {names} {needs_} one, created or existing")


def missing_hub_problems(others: Others) -> Iterator[Problem]:
    """That no other stack has a hub for this one, where something of it is to be shared."""
    seen, network_ = others.only(ObservabilityItem), others.only(NetworkItem)
    if seen is None or not seen.joins_hub_s_scope or (network_ is None and others.has(NetworkItem)):
        return
    connection = network_.hub_connection if isinstance(network_, NetworkCreateItem) else None
    if not isinstance(connection, HubOfOtherStack):
        text = "missing, since `network.hub_connection` names no stack of a hub that has one"
        yield Problem(("observability", "monitor_private_link", "scope_resource_id"), text)


def _ways_out(others: Others, prefixes: Mapping[str, str]) -> list[WayOut]:
    """What the zone's parts fetch from the internet, by their subnets."""
    return [
        WayOut(name=subnet.name, address_ranges=[prefixes[subnet.name]], workloads=workloads)
        for _, needs in others.each(Needs)
        for subnet in needs.subnets()
        if (workloads := _workloads(needs, others))
    ]


def _workloads(needs: Needs, others: Others) -> list[Workload]:
    served = [workload for _, one in others.each(ServesNodes) for workload in one.ways_out_for(needs)]
    return list(dict.fromkeys([*needs.ways_out(), *served]))


def _hub_has_endpoints(others: Others) -> bool:
    """What a stack with a hub and no network of its own makes private stands in the hub, for all spokes."""
    if others.has(NetworkItem):
        return False
    return any(needs.endpoint_targets() for _, needs in others.each(Needs))


def endpoint_ports_of(others: Others) -> list[str]:
    """Of the services behind the zone's private endpoints."""
    targets = [target for _, needs in others.each(Needs) for target in needs.endpoint_targets()]
    ports = {port for target in targets for port in endpoint_ports.ports_of(*target)}
    return sorted({*ports, endpoint_ports.HTTPS}, key=lambda port: int(port.partition("-")[0]))


def _of_endpoints(others: Others) -> NetworkSubnet:
    return NetworkSubnet(
        name=ENDPOINTS,
        purpose="privateEndpoints",
        addresses=_ENDPOINT_ADDRESSES,
        endpoint_ports=endpoint_ports_of(others),
    )
