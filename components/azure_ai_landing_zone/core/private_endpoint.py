"""Private endpoints: the only way in to what is closed to the public."""

import pulumi
from pulumi_azure_native import network

from azure_ai_landing_zone.core.model import Input


def private_endpoint(
    name: str,
    *,
    azure_name: str,
    resource_group_name: Input[str],
    location: str,
    subnet_resource_id: Input[str],
    target_resource_id: Input[str],
    group_id: str,
    private_dns_zone_resource_ids: list[Input[str]],
    tags: dict[str, str] | None,
    opts: pulumi.ResourceOptions,
    request_message: str | None = None,
) -> "network.PrivateEndpoint":
    """A private endpoint of one resource, and its records in the zones (none are written without zones).

    All zones go into one zone group: an endpoint can have one only. With a `request_message` the connection
    waits for someone who may approve it on the target; without, the deployer's own rights approve it.
    """
    connection = network.PrivateLinkServiceConnectionArgs(
        name=group_id,
        private_link_service_id=target_resource_id,
        group_ids=[group_id],
        request_message=request_message,
    )
    endpoint = network.PrivateEndpoint(
        f"{name}-private-endpoint",
        private_endpoint_name=azure_name,
        resource_group_name=resource_group_name,
        location=location,
        subnet=network.SubnetArgs(id=subnet_resource_id),
        # Azure would name it after a GUID, and no naming policy takes that.
        custom_network_interface_name=f"{azure_name}-nic",
        private_link_service_connections=[connection] if request_message is None else None,
        manual_private_link_service_connections=None if request_message is None else [connection],
        tags=tags,
        opts=opts,
    )
    if private_dns_zone_resource_ids:
        network.PrivateDnsZoneGroup(
            f"{name}-zone-group",
            private_dns_zone_group_name="default",
            private_endpoint_name=endpoint.name,
            resource_group_name=resource_group_name,
            private_dns_zone_configs=[
                network.PrivateDnsZoneConfigArgs(name=f"zone-{number}", private_dns_zone_id=zone)
                for number, zone in enumerate(private_dns_zone_resource_ids, 1)
            ],
            opts=opts,
        )
    return endpoint
