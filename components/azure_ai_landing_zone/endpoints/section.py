"""Private endpoints of a landing zone and the zones of their names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pydantic import Field

from azure_ai_landing_zone.catalog.private_link import Cloud
from azure_ai_landing_zone.core.model import Input, Model, PrivateEndpointPlace
from azure_ai_landing_zone.endpoints.ai_endpoints import PrivateAIEndpoints, PrivateAIEndpointsArgs
from azure_ai_landing_zone.endpoints.planning.plan import PrivateDnsPlan, plan_private_dns
from azure_ai_landing_zone.endpoints.planning.request import (
    WRITERS,
    EndpointRequest,
    NetworkRequest,
    PrivateDnsRequest,
    ZoneChoice,
)
from azure_ai_landing_zone.endpoints.planning.tasks import hub_tasks
from azure_ai_landing_zone.endpoints.settings import (
    DnsZoneCreate,
    DnsZoneExisting,
    LinkedNetwork,
    OtherZones,
    PrivateEndpointTarget,
    PrivateTarget,
    ZoneSettings,
)
from azure_ai_landing_zone.endpoints.zones import PrivateDnsZones, PrivateDnsZonesArgs
from azure_ai_landing_zone.network.hub_facts import HubReference
from azure_ai_landing_zone.sections.site import Site, fields_of


class PrivateDnsZonesSettings(Model):
    """Who answers for the private DNS zones."""

    cloud: Cloud = "public"
    """Decides the names of zones: public, government (US) or china (21Vianet)."""
    dns_zones: dict[str, ZoneSettings] = Field(default={})
    """By zone name, such as privatelink.blob.core.windows.net."""
    other_dns_zones: OtherZones | None = None
    """For zones that `dns_zones` doesn't name. Left out: those of the hub's stack, where the network is
    connected to one; else they are created if `dns_zones` is empty, and refused if it is not."""
    zones_resource_group_name: str | None = None
    """An existing group for created zones, in the hub's subscription where there is `hub_subscription_id`.
    Left out: the zone's own."""


class PrivateAIEndpointSettings(PrivateTarget):
    """A private endpoint of something that this stack doesn't make, such as a Foundry account."""

    target_resource_id: str
    """Of a resource in this or another subscription or region."""


@dataclass(frozen=True, slots=True)
class OwnEndpoint:
    """A private endpoint that a part of the zone makes for itself."""

    key: str
    service: str
    subresource: str
    path: tuple[str | int, ...]
    """Of the section that it belongs to."""


def dns_request(
    location: str,
    settings: PrivateDnsZonesSettings,
    own: Sequence[OwnEndpoint],
    targets: Sequence[PrivateAIEndpointSettings],
    *,
    has_hub_stack: bool,
) -> PrivateDnsRequest:
    """What the zone needs. Own endpoints come first, then targets."""
    others = settings.other_dns_zones.choice() if settings.other_dns_zones else None
    if others is None and has_hub_stack:
        others = ZoneChoice("existing", None, link=True)
    return PrivateDnsRequest(
        cloud=settings.cloud,
        endpoints=[
            *(
                EndpointRequest(
                    key=one.key,
                    service=one.service,
                    region=location,
                    target_resource_id=None,
                    target_token="/".join(str(part) for part in one.path),
                    subresources=(one.subresource,),
                )
                for one in own
            ),
            *(
                EndpointRequest(
                    key=target.key,
                    service=target.service,
                    region=target.region or location,
                    target_resource_id=target.target_resource_id,
                    subresources=tuple(target.subresources),
                    zone_names=tuple(target.zone_names),
                    subzone=target.subzone,
                    needs_approval=target.request_message is not None,
                )
                for target in targets
            ),
        ],
        zones={name: zone.choice() for name, zone in settings.dns_zones.items()},
        other_zones=others,
        networks=[NetworkRequest("network", None)],
    )


class ZonesOfSite:
    """The zones of a landing zone, and the places of its private endpoints."""

    def __init__(
        self,
        site: Site,
        request: PrivateDnsRequest,
        settings: PrivateDnsZonesSettings,
        *,
        networks: Mapping[str, Input[str]],
        for_spokes: Sequence[str],
        hub: HubReference | None,
        subnet_id: Input[str] | None,
    ) -> None:
        """`networks`: ids of those that look names up, by a short name. `for_spokes`: zones to make although
        nothing here needs them."""
        self._site, self._request, self._subnet_id = site, request, subnet_id
        self._plan: PrivateDnsPlan = plan_private_dns(request)
        zones = {name: self._settings_of(name, settings, hub) for name in self._plan.zones}
        zones |= {name: DnsZoneCreate(mode="create") for name in for_spokes if name not in zones}
        self.component: PrivateDnsZones | None = None
        self.zone_resource_ids: dict[str, Input[str]] = {}
        self._elsewhere: dict[str, ZoneSettings] = {
            name: zone
            for name, zone in zones.items()
            if not isinstance(zone, DnsZoneCreate | DnsZoneExisting)
        }
        self._networks = [
            LinkedNetwork(name=key, virtual_network_resource_id=id_) for key, id_ in networks.items()
        ]
        if zones:
            self.component = made = PrivateDnsZones(
                f"{site.name}-private-dns-zones",
                PrivateDnsZonesArgs(
                    **site.common,
                    label=site.name,
                    dns_zones=zones,
                    zones_resource_group_name=settings.zones_resource_group_name,
                    networks=self._networks,
                ),
                site.child(),
                hub_provider=site.hub_provider,
            )
            self.zone_resource_ids = {
                name: made.zone_resource_ids[name] for name in zones if name not in self._elsewhere
            }

    def place(self, service: str, subresource: str) -> PrivateEndpointPlace:
        """Where the endpoint of a part of the zone stands, and its zones."""
        if self._subnet_id is None:
            raise ValueError(f"the endpoint of {service} needs a network, which the settings' checks ask for")
        endpoint = EndpointRequest(service, service, self._location, None, subresources=(subresource,))
        names = [name for _, link in endpoint.links() for name in self._request.zone_names(endpoint, link)]
        return PrivateEndpointPlace(
            subnet_resource_id=self._subnet_id,
            private_dns_zone_resource_ids=[
                self.zone_resource_ids[name]
                for name in names
                if WRITERS[self._plan.zones[name].mode] == "this stack"
            ],
        )

    def make_endpoints(self, targets: Sequence[PrivateAIEndpointSettings]) -> PrivateAIEndpoints | None:
        """The endpoints of what this stack doesn't make."""
        if not targets or self._subnet_id is None:
            return None
        site = self._site
        return PrivateAIEndpoints(
            f"{site.name}-private-endpoints",
            PrivateAIEndpointsArgs(
                **site.common,
                label=site.name,
                cloud=self._request.cloud,
                dns_zones=self._elsewhere,
                networks=self._networks,
                endpoints=[
                    PrivateEndpointTarget(
                        **fields_of(target, PrivateTarget),
                        target_resource_id=target.target_resource_id,
                        subnet_resource_id=self._subnet_id,
                    )
                    for target in targets
                ],
                provided_zone_resource_ids=self.zone_resource_ids,
            ),
            site.child(depends_on=[self.component] if self.component else []),
        )

    @property
    def tasks(self) -> list[str]:
        """What others have to do so that names are found."""
        return [task.text for task in hub_tasks(self._request, self._plan)]

    @property
    def _location(self) -> str:
        return str(self._site.common["location"])

    @staticmethod
    def _settings_of(name: str, settings: PrivateDnsZonesSettings, hub: HubReference | None) -> ZoneSettings:
        if name in settings.dns_zones:
            return settings.dns_zones[name]
        if settings.other_dns_zones is not None:
            return settings.other_dns_zones
        if hub is not None:
            id_: pulumi.Output[str] = hub.zone_resource_id(name)
            return DnsZoneExisting(mode="existing", resource_id=id_, link_networks=True)
        return DnsZoneCreate(mode="create")
