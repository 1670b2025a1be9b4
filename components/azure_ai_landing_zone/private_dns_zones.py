"""PrivateDnsZones: the zones in which private endpoints have their names."""

import pulumi
from pulumi_azure_native import privatedns

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
            zone = private_dns_zone(
                f"{name}-{key}",
                zone_name=zone_name,
                resource_group_name=args.resource_group_name,
                tags=tags,
                opts=self._child(provider=hub_provider),
            )
            link_private_dns_zone(
                f"{name}-{key}",
                azure_name=args.label or name,
                zone_name=zone.name,
                resource_group_name=args.resource_group_name,
                virtual_network_resource_id=args.virtual_network_resource_id,
                tags=tags,
                opts=self._child(provider=hub_provider),
            )
            ids[zone_name] = zone.id
        self.zone_resource_ids = pulumi.Output.all(**ids)
        self.register_outputs({"zone_resource_ids": self.zone_resource_ids})


def private_dns_zone(
    name: str,
    *,
    zone_name: str,
    resource_group_name: Input[str],
    tags: dict[str, str] | None,
    opts: pulumi.ResourceOptions,
) -> privatedns.PrivateZone:
    """A zone that nothing looks names up in until a network is linked to it."""
    return privatedns.PrivateZone(
        f"{name}-zone",
        private_zone_name=zone_name,
        resource_group_name=resource_group_name,
        location="global",
        tags=tags,
        opts=opts,
    )


def link_private_dns_zone(
    name: str,
    *,
    azure_name: str,
    zone_name: Input[str],
    resource_group_name: Input[str],
    virtual_network_resource_id: Input[str],
    tags: dict[str, str] | None,
    opts: pulumi.ResourceOptions,
) -> privatedns.VirtualNetworkLink:
    """Lets a network resolve the names of a zone, and register none of its own there."""
    return privatedns.VirtualNetworkLink(
        f"{name}-link",
        virtual_network_link_name=azure_name,
        private_zone_name=zone_name,
        resource_group_name=resource_group_name,
        location="global",
        registration_enabled=False,
        virtual_network=privatedns.SubResourceArgs(id=virtual_network_resource_id),
        tags=tags,
        opts=opts,
    )
