"""How a gateway's name is found: in the network that it is injected into, or by its private endpoint."""

import pulumi
from pulumi_azure_native import privatedns

from azure_ai_landing_zone.core.model import Input, PrivateEndpointPlace
from azure_ai_landing_zone.core.private_endpoint import private_endpoint
from azure_ai_landing_zone.endpoints.zones import link_private_dns_zone, private_dns_zone
from azure_ai_landing_zone.gateway.api import GatewayPlace


def open_network(
    place: GatewayPlace,
    *,
    endpoint_name: str,
    link_name: str,
    location: str,
    virtual_network_resource_id: Input[str] | None,
    endpoint: PrivateEndpointPlace | None,
    tags: dict[str, str] | None,
) -> None:
    """An injected gateway gets a zone with its own name: one for all of azure-api.net would hide everybody
    else's gateways from the network."""
    if endpoint is not None:
        private_endpoint(
            place.name,
            azure_name=endpoint_name,
            resource_group_name=place.resource_group_name,
            location=location,
            subnet_resource_id=endpoint.subnet_resource_id,
            target_resource_id=place.service.id,
            group_id="Gateway",
            private_dns_zone_resource_ids=endpoint.private_dns_zone_resource_ids,
            tags=tags,
            opts=place.child(),
        )
    if virtual_network_resource_id is None:
        return
    zone = private_dns_zone(
        place.name,
        zone_name=pulumi.Output.concat(place.service.name, ".azure-api.net"),
        resource_group_name=place.resource_group_name,
        tags=tags,
        opts=place.child(),
    )
    link_private_dns_zone(
        place.name,
        azure_name=link_name,
        zone_name=zone.name,
        resource_group_name=place.resource_group_name,
        virtual_network_resource_id=virtual_network_resource_id,
        tags=tags,
        opts=place.child(),
    )
    privatedns.PrivateRecordSet(
        f"{place.name}-address",
        private_zone_name=zone.name,
        resource_group_name=place.resource_group_name,
        relative_record_set_name="@",
        record_type="A",
        ttl=300,
        a_records=place.service.private_ip_addresses.apply(
            lambda addresses: [privatedns.ARecordArgs(ipv4_address=one) for one in addresses]
        ),
        opts=place.child(),
    )
