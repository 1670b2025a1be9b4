"""How a gateway's name is found: in the network that it is injected into, or by its private endpoint."""

from collections.abc import Sequence

import pulumi
from pulumi_azure_native import apimanagement, privatedns

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, PrivateEndpointPlace
from azure_ai_landing_zone.endpoints.zones import link_private_dns_zone, private_dns_zone


def open_network(
    making: Making,
    service: "apimanagement.ApiManagementService",
    *,
    virtual_network_resource_id: Input[str] | None,
    hub_virtual_network_resource_id: Input[str] | None,
    endpoint: PrivateEndpointPlace | None,
) -> None:
    """An injected gateway gets a zone with its own name: one for all of azure-api.net would hide everybody
    else's gateways from the network. The hub knows it too: whoever asks the hub's resolver, from a spoke or
    from on-premises, finds it."""
    making.endpoint(endpoint, service.id, "Gateway", label="gateway")
    if virtual_network_resource_id is None:
        return
    zone = private_dns_zone(
        making.name,
        zone_name=pulumi.Output.concat(service.name, ".azure-api.net"),
        tags=making.tags,
        opts=making.child(),
        **making.group,
    )
    networks = {"": virtual_network_resource_id}
    if hub_virtual_network_resource_id is not None:
        networks["-hub"] = hub_virtual_network_resource_id
    for suffix, network_id in networks.items():
        link_private_dns_zone(
            f"{making.name}{suffix}",
            azure_name=making.azure_name("virtualNetworkLink", f"gateway{suffix}"),
            zone_name=zone.name,
            virtual_network_resource_id=network_id,
            tags=making.tags,
            opts=making.child(),
            **making.group,
        )
    privatedns.PrivateRecordSet(
        f"{making.name}-address",
        private_zone_name=zone.name,
        relative_record_set_name="@",
        record_type="A",
        ttl=300,
        a_records=service.private_ip_addresses.apply(_records),
        opts=making.child(),
        **making.group,
    )


def _records(addresses: Sequence[str] | None) -> "list[privatedns.ARecordArgs]":
    """The provider documents the addresses for the classic tiers only, so that they may be missing."""
    if not addresses:
        pulumi.log.warn(
            "Azure tells no private address of the gateway: put the one that the portal shows into the "
            "record @ of its zone"
        )
    return [privatedns.ARecordArgs(ipv4_address=one) for one in addresses or ()]
