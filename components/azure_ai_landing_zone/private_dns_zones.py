"""PrivateDnsZones: the zones in which private endpoints have their names."""

import pulumi
from pulumi_azure_native import network, privatedns

from azure_ai_landing_zone.component import Component, ComponentArgs
from azure_ai_landing_zone.model import Input

BLOB_ZONE = "privatelink.blob.core.windows.net"
"""Of blob endpoints in the public cloud. Source:
learn.microsoft.com/azure/private-link/private-endpoint-dns."""


class PrivateDnsZonesArgs(ComponentArgs):
    """Zones to make, and the network that resolves names in them."""

    zone_names: list[str]
    """Such as privatelink.blob.core.windows.net."""
    virtual_network_resource_id: Input[str]
    """Linked to every zone. A network can be linked to one zone of a name only."""


class PrivateDnsZones(Component):
    """Private DNS zones, each linked to one virtual network.

    What looks names up should depend on this: a name asked for before the link is there stays unknown for
    as long
    as resolvers remember that. Zones that exist already need none of this: pass their ids on instead.
    """

    zone_resource_ids: pulumi.Output[dict[str, str]]
    """Full ids of the zones, by zone name."""

    def __init__(
        self,
        name: str,
        args: PrivateDnsZonesArgs,
        opts: pulumi.ResourceOptions | None = None,
        *,
        hub_provider: pulumi.ProviderResource | None = None,
    ) -> None:
        """`hub_provider`: an azure-native provider for the subscription of the zones, when that is another
        one."""
        super().__init__(name, opts)
        tags = args.tags.as_azure() if args.tags else None
        ids: dict[str, pulumi.Output[str]] = {}
        for zone_name in args.zone_names:
            key = zone_name.replace(".", "-")
            zone = privatedns.PrivateZone(
                f"{name}-{key}-zone",
                private_zone_name=zone_name,
                resource_group_name=args.resource_group_name,
                location="global",
                tags=tags,
                opts=self._child(provider=hub_provider),
            )
            privatedns.VirtualNetworkLink(
                f"{name}-{key}-link",
                virtual_network_link_name=args.label or name,
                private_zone_name=zone.name,
                resource_group_name=args.resource_group_name,
                location="global",
                registration_enabled=False,
                virtual_network=privatedns.SubResourceArgs(id=args.virtual_network_resource_id),
                tags=tags,
                opts=self._child(provider=hub_provider),
            )
            ids[zone_name] = zone.id
        self.zone_resource_ids = pulumi.Output.all(**ids)
        self.register_outputs({"zone_resource_ids": self.zone_resource_ids})


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
) -> network.PrivateEndpoint:
    """A private endpoint of one resource, and its records in the zones (none are written without zones).

    All zones go into one zone group: an endpoint can have one only.
    """
    endpoint = network.PrivateEndpoint(
        f"{name}-private-endpoint",
        private_endpoint_name=azure_name,
        resource_group_name=resource_group_name,
        location=location,
        # A plain mapping: SubnetArgs would send its defaults along, as if the subnet were to change.
        subnet={"id": subnet_resource_id},
        private_link_service_connections=[
            network.PrivateLinkServiceConnectionArgs(
                name=group_id, private_link_service_id=target_resource_id, group_ids=[group_id]
            )
        ],
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
