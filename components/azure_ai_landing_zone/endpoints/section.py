"""Private endpoints of a landing zone and the DNS zones of their names."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

import pulumi
from pydantic import Field

from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.catalog.private_link import Cloud
from azure_ai_landing_zone.core.model import Input, ResourceGroupName, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.endpoints.ai_endpoints import PrivateAIEndpoints, PrivateAIEndpointsArgs
from azure_ai_landing_zone.endpoints.planning.checks import private_dns_problems
from azure_ai_landing_zone.endpoints.planning.plan import PrivateDnsPlan, plan_private_dns
from azure_ai_landing_zone.endpoints.planning.request import (
    EndpointRequest,
    NetworkRequest,
    PrivateDnsRequest,
    ZoneChoice,
)
from azure_ai_landing_zone.endpoints.planning.tasks import hub_tasks
from azure_ai_landing_zone.endpoints.settings import (
    DnsZoneChoice,
    DnsZoneCreate,
    DnsZoneExisting,
    LinkedNetwork,
    OtherDnsZonesChoice,
    PrivateEndpointTarget,
    PrivateTarget,
)
from azure_ai_landing_zone.endpoints.zones import PrivateDnsZones, PrivateDnsZonesArgs
from azure_ai_landing_zone.network.hub import HubNetwork
from azure_ai_landing_zone.network.hub_choice import HubOfOtherStack
from azure_ai_landing_zone.network.hub_facts import HubReference, hub_output
from azure_ai_landing_zone.network.section import (
    ENDPOINTS,
    HubNetworkItem,
    NetworkCreateItem,
    NetworkItem,
)
from azure_ai_landing_zone.operations.section import ObservabilityItem
from azure_ai_landing_zone.sections.made import Made, NetworkPlace, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, Needs, Path
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.places import EndpointPlaces
from azure_ai_landing_zone.sections.section import Item, Section, elsewhere


class PrivateDnsZonesItem(Section):
    """Who answers for the private DNS zones."""

    makes: ClassVar[type[object]] = EndpointPlaces
    ground: ClassVar[bool] = True
    after: ClassVar[tuple[type[Needs], ...]] = (HubNetworkItem, NetworkItem)

    cloud: Cloud = "public"
    """Decides the names of zones: public, government (US) or china (21Vianet)."""
    dns_zones: dict[str, DnsZoneChoice] = Field(default={})
    """By zone name, such as privatelink.blob.core.windows.net."""
    other_dns_zones: OtherDnsZonesChoice | None = None
    """For zones that `dns_zones` doesn't name. Left out: those of the hub's stack, where the network is
    connected to one; else they are created if `dns_zones` is empty, and refused if it is not."""
    zones_resource_group_name: ResourceGroupName | None = None
    """An existing group for created zones, in the hub's subscription where there is `hub_subscription_id`.
    Left out: the zone's own."""

    def problems(self, others: Others) -> list[Problem]:
        return [*self._request_problems(others), *self._hub_problems(others)]

    def _request_problems(self, others: Others) -> Iterator[Problem]:
        request = self._request(others)
        if request is None:
            return
        own = [path for path, _ in _own_endpoints(others)]
        for problem in private_dns_problems(request):
            match problem.path:
                case ("endpoints", _, "key"):
                    pass  # names used twice are reported for all lists alike
                case ("endpoints", int(number), *_) if number < len(own):
                    yield Problem(elsewhere(*own[number]), problem.message)
                case ("endpoints", int(number), *rest):
                    path = elsewhere("private_ai_endpoints", number - len(own), *rest)
                    yield Problem(path, problem.message)
                case _:
                    yield problem

    def _hub_problems(self, others: Others) -> Iterator[Problem]:
        hub = others.only(HubNetworkItem)
        for name in hub.dns_zone_names if hub else []:
            if name in self.dns_zones and not isinstance(self.dns_zones[name], DnsZoneCreate):
                text = "`hub_network` makes this zone, and there is one of a name only: leave it out"
                yield Problem(("dns_zones", name), text)
        for name, zone in self.dns_zones.items():
            if isinstance(zone, DnsZoneExisting) and zone.link_networks and isinstance(zone.resource_id, str):
                for text in others.outside_of_hub(zone.resource_id):
                    yield Problem(("dns_zones", name, "resource_id"), text)

    def _request(self, others: Others) -> PrivateDnsRequest | None:
        """What private endpoints need; None while too little of the settings can be read. Own ones come
        first, then those of what others made."""
        location, network = others.location, others.only(NetworkItem)
        if location is None or not others.is_whole:
            return None  # what a zone is for may be what is wrong
        choice = self.other_dns_zones.choice() if self.other_dns_zones else None
        connection = network.hub_connection if isinstance(network, NetworkCreateItem) else None
        if choice is None and isinstance(connection, HubOfOtherStack):
            choice = ZoneChoice("existing", None, link=True)
        return PrivateDnsRequest(
            cloud=self.cloud,
            endpoints=[
                *(_request_of_own(location, path, endpoint) for path, endpoint in _own_endpoints(others)),
                *(target.request(location) for _, target in others.each(PrivateAIEndpointItem)),
            ],
            zones={name: zone.choice() for name, zone in self.dns_zones.items()},
            other_zones=choice,
            networks=[NetworkRequest("network", None)],
        )

    def make(self, made: Made) -> Part:
        site, others = made.site, made.others
        hub, network, reference = made.only(HubNetwork), made.only(NetworkPlace), made.only(HubReference)
        hub_settings = others.only(HubNetworkItem)
        request = self._request(others)
        if request is None:
            raise LookupError("the private endpoints of a zone can't be told, which its checks refuse")
        plan = plan_private_dns(request)
        zones = {name: self._settings_of(name, reference) for name in plan.zones}
        if reference is not None and network is not None and not network.asks_the_hub:
            for name in _shared_zones(others, self.cloud):  # whoever asks the hub knows them already
                zones.setdefault(name, self._settings_of(name, reference))
        for_spokes = hub_settings.dns_zone_names if hub_settings is not None else []
        zones |= {name: DnsZoneCreate(mode="create") for name in for_spokes if name not in zones}
        ids: dict[str, Input[str]] = {}
        if hub is not None:
            ids["hub"] = hub.virtual_network_resource_id
        if network is not None and others.has(NetworkItem):
            ids["network"] = network.virtual_network_resource_id
        networks = [LinkedNetwork(name=key, virtual_network_resource_id=id_) for key, id_ in ids.items()]
        component = None
        if zones:
            component = PrivateDnsZones(
                f"{site.name}-private-dns-zones",
                PrivateDnsZonesArgs(
                    **site.common,
                    label=site.name,
                    dns_zones=zones,
                    zones_resource_group_name=self.zones_resource_group_name,
                    networks=networks,
                    resolvers=_resolvers(network) if hub is None else [],
                ),
                site.child(),
                hub_provider=site.hub_provider,
            )
        others_ = {
            name: zone
            for name, zone in zones.items()
            if not isinstance(zone, DnsZoneCreate | DnsZoneExisting)
        }
        places = EndpointPlaces(
            location=site.location,
            request=request,
            plan=plan,
            subnet_id=network.subnet_resource_ids[ENDPOINTS] if network is not None else None,
            zone_resource_ids={
                name: component.zone_resource_ids[name] for name in zones if name not in others_
            }
            if component is not None
            else {},
            zones_elsewhere=others_,
            networks=networks,
        )
        outputs: dict[str, object] = {
            "private_dns_tasks": _tasks(request, plan, ids) if hub_tasks(request, plan) else None
        }
        if hub is not None:
            outputs["hub"] = hub_output(
                virtual_network_resource_id=hub.virtual_network_resource_id,
                address_ranges=hub.address_ranges,
                firewall_private_ip_address=hub.firewall_private_ip_address,
                bastion_address_range=hub.bastion_address_range,
                dns_resolver_ip_address=hub.dns_resolver_ip_address,
                forwarding_ruleset_resource_id=hub.forwarding_ruleset_resource_id,
                zone_resource_ids=component.zone_resource_ids if component is not None else {},
            )
        return Part(component=places, further=[component] if component else [], outputs=outputs)

    def _settings_of(self, name: str, hub: HubReference | None) -> DnsZoneChoice:
        if name in self.dns_zones:
            return self.dns_zones[name]
        if self.other_dns_zones is not None:
            return self.other_dns_zones
        if hub is not None:
            id_: pulumi.Output[str] = hub.zone_resource_id(name)
            return DnsZoneExisting(mode="existing", resource_id=id_, link_networks=True)
        return DnsZoneCreate(mode="create")


class PrivateAIEndpointItem(PrivateTarget, Item):
    """A private endpoint of something that this stack doesn't make, such as a Foundry account."""

    makes: ClassVar[type[object]] = PrivateAIEndpoints

    target_resource_id: str
    """Of a resource in this or another subscription or region."""

    def request(self, location: str) -> EndpointRequest:
        """What it asks of the zone's DNS."""
        return EndpointRequest(
            key=self.key,
            service=self.service,
            region=self.region or location,
            target_resource_id=self.target_resource_id,
            subresources=tuple(self.subresources),
            zone_names=tuple(self.zone_names),
            subzone=self.subzone,
            needs_approval=self.request_message is not None,
        )

    def endpoint_targets(self) -> list[tuple[str, str]]:
        return [(self.service, group) for group in self.request("").group_ids()]

    def stands_in_network(self) -> bool:
        return True

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        groups = self.request("").group_ids()
        return [("privateEndpoint", f"{self.key}-{group}") for group in groups]

    def make(self, made: Made) -> Part:
        """One component has them all: endpoints of one resource are made one after another."""
        component = made.so_far(PrivateAIEndpoints) or _make_all(made)
        return Part(component=component, outputs={})


def _shared_zones(others: Others, cloud: Cloud) -> list[str]:
    """Of the monitor private link scope, where that is the hub's: its endpoint isn't this stack's."""
    seen = others.only(ObservabilityItem)
    if seen is None or not seen.joins_hub_s_scope:
        return []
    return [zone for link in private_link.of_service("monitorScope") for zone in link.zones[cloud]]


def _resolvers(network: NetworkPlace | None) -> list[LinkedNetwork]:
    """The hub's network, where its firewall is asked for names."""
    if network is None or not network.asks_the_hub or network.hub_virtual_network_resource_id is None:
        return []
    id_ = network.hub_virtual_network_resource_id
    return [LinkedNetwork(name="resolver", virtual_network_resource_id=id_)]


def _make_all(made: Made) -> PrivateAIEndpoints:
    site, places = made.site, made.the(EndpointPlaces)
    if places.subnet_id is None:
        raise LookupError("endpoints without a network, which the settings' checks refuse")
    return PrivateAIEndpoints(
        f"{site.name}-private-endpoints",
        PrivateAIEndpointsArgs(
            **site.common,
            label=site.name,
            cloud=places.request.cloud,
            dns_zones=dict(places.zones_elsewhere),
            networks=list(places.networks),
            endpoints=[
                PrivateEndpointTarget(
                    **fields_of(target, PrivateTarget),
                    key=target.key,
                    target_resource_id=target.target_resource_id,
                    subnet_resource_id=places.subnet_id,
                )
                for _, target in made.others.each(PrivateAIEndpointItem)
            ],
            provided_zone_resource_ids=dict(places.zone_resource_ids),
        ),
        site.child(depends_on=made.present(PrivateDnsZones)),
    )


def _own_endpoints(others: Others) -> list[tuple[Path, NeededEndpoint]]:
    """Of what the stack makes, with the paths of the parts that make them."""
    return [(path, endpoint) for path, needs in others.each(Needs) for endpoint in needs.endpoints()]


def _request_of_own(location: str, path: Path, endpoint: NeededEndpoint) -> EndpointRequest:
    part = "/".join(str(one) for one in path)
    return EndpointRequest(
        key=f"{part}/{endpoint.role}",
        service=endpoint.service,
        region=location,
        target_resource_id=None,
        target_token=part,
        subresources=(endpoint.subresource,),
    )


def _tasks(
    request: PrivateDnsRequest, plan: PrivateDnsPlan, ids: Mapping[str, Input[str]]
) -> "pulumi.Output[list[str]]":
    """What others have to do, with full ids: who has to link a network doesn't know it by our name."""

    def texts(known: Mapping[str, str]) -> list[str]:
        networks = [
            replace(one, resource_id=known.get(one.name, one.resource_id)) for one in request.networks
        ]
        return [task.text for task in hub_tasks(replace(request, networks=networks), plan)]

    return pulumi.Output.all(**ids).apply(texts)
