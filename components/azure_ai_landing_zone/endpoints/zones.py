"""PrivateDnsZones: the zones in which private endpoints have their names."""

import pulumi
from pulumi_azure_native import privatedns
from pydantic import Field

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import Input, ResourceGroupName
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.endpoints.settings import (
    DnsZoneChoice,
    DnsZoneCreate,
    DnsZoneExisting,
    LinkedNetwork,
)


class PrivateDnsZonesArgs(ComponentArgs):
    """Zones, and the networks that resolve names in them."""

    dns_zones: dict[str, DnsZoneChoice]
    """By zone name, such as privatelink.blob.core.windows.net."""
    zones_resource_group_name: Input[ResourceGroupName] | None = None
    """An existing group for created zones, such as the hub's: with `hub_provider`, in its subscription."""
    networks: list[LinkedNetwork] = Field(default=[])
    """Linked to every created zone, and to existing ones where those say so. A network can be linked to one
    zone of a name only."""
    resolvers: list[LinkedNetwork] = Field(default=[])
    """Networks of DNS servers that those ask, such as the hub's with its firewall: linked to created zones.
    Existing ones are linked to them by whoever made them."""


class PrivateDnsZones(Component):
    """Private DNS zones, made or taken over, and linked to networks.

    What looks names up should depend on this: a name asked for before the link is there stays unknown for
    as long as resolvers remember that.
    """

    zone_resource_ids: pulumi.Output[dict[str, str]]
    """Full ids of created and existing zones, by zone name."""

    def __init__(
        self,
        name: str,
        args: PrivateDnsZonesArgs,
        opts: pulumi.ResourceOptions | None = None,
        *,
        hub_provider: pulumi.ProviderResource | None = None,
    ) -> None:
        """`hub_provider`: an azure-native provider for the subscription of existing zones that are to be
        linked, and of `zones_resource_group_name`, when that is another one."""
        every = [*args.networks, *args.resolvers]
        super().__init__(name, opts, args, lambda label: azure_names(label, every))
        making = Making(self, name, args)
        ids: dict[str, Input[str]] = {}
        for zone_name, settings in args.dns_zones.items():
            logical = f"{name}-{zone_name.replace('.', '-')}"
            zone: Input[str] = zone_name
            group: Input[str] = args.zones_resource_group_name or args.resource_group_name
            provider = hub_provider if args.zones_resource_group_name is not None else None
            if isinstance(settings, DnsZoneCreate):
                made = private_dns_zone(
                    logical,
                    zone_name=zone_name,
                    resource_group_name=group,
                    tags=making.tags,
                    opts=making.child(provider=provider),
                )
                ids[zone_name], zone = made.id, made.name
            elif isinstance(settings, DnsZoneExisting):
                ids[zone_name], provider = settings.resource_id, hub_provider
                group = pulumi.Output.from_input(settings.resource_id).apply(lambda id_: id_.split("/")[4])
            wanted = every if isinstance(settings, DnsZoneCreate) else args.networks
            for linked in wanted if settings.choice().is_linked_here else ():
                link_private_dns_zone(
                    f"{logical}-{linked.name}",
                    azure_name=making.azure_name("virtualNetworkLink", linked.name),
                    zone_name=zone,
                    resource_group_name=group,
                    virtual_network_resource_id=linked.virtual_network_resource_id,
                    tags=making.tags,
                    opts=making.child(provider=provider),
                )
        self.zone_resource_ids = pulumi.Output.all(**ids)
        self._end()


def azure_names(label: str, networks: list[LinkedNetwork]) -> list[tuple[Kind, str]]:
    """What PrivateDnsZones called so names."""
    return [("virtualNetworkLink", f"{label}-{linked.name}") for linked in networks]


def private_dns_zone(
    name: str,
    *,
    zone_name: Input[str],
    resource_group_name: Input[str],
    tags: dict[str, str] | None,
    opts: pulumi.ResourceOptions,
) -> "privatedns.PrivateZone":
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
) -> "privatedns.VirtualNetworkLink":
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
