"""EndpointPlaces: where private endpoints of a zone stand, and in which DNS zones they have their names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from azure_ai_landing_zone.core.model import Input, PrivateEndpointPlace
from azure_ai_landing_zone.endpoints.planning.plan import PrivateDnsPlan
from azure_ai_landing_zone.endpoints.planning.request import WRITERS, EndpointRequest, PrivateDnsRequest
from azure_ai_landing_zone.endpoints.settings import DnsZoneChoice, LinkedNetwork


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointPlaces:
    """The DNS zones of a landing zone, and the subnet of its private endpoints."""

    location: str
    request: PrivateDnsRequest
    plan: PrivateDnsPlan
    subnet_id: Input[str] | None
    """None in a zone without a network."""
    zone_resource_ids: Mapping[str, Input[str]]
    """Of those that this stack makes or links, by name."""
    zones_elsewhere: Mapping[str, DnsZoneChoice]
    """Those that others answer for, by name."""
    networks: Sequence[LinkedNetwork]
    """Those that look names up."""

    def place(self, service: str, subresource: str) -> PrivateEndpointPlace:
        """Where the endpoint of a part of the zone stands, and its zones."""
        if self.subnet_id is None:
            raise LookupError(f"the endpoint of {service} needs a network, which the checks ask for")
        endpoint = EndpointRequest(service, service, self.location, None, subresources=(subresource,))
        names = [name for _, link in endpoint.links() for name in self.request.zone_names(endpoint, link)]
        return PrivateEndpointPlace(
            subnet_resource_id=self.subnet_id,
            private_dns_zone_resource_ids=[
                self.zone_resource_ids[name]
                for name in names
                if WRITERS[self.plan.zones[name].mode] == "this stack"
            ],
        )
