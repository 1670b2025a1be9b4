"""A network's connection to a virtual hub of a Virtual WAN that others made.

Azure makes a peering of it, with a network of its own that holds the hub; the hub's router tells both sides
all routes, and its gateways are there for all. A network has one such connection, and no gateway of its own.
Sources: learn.microsoft.com/azure/virtual-wan/howto-connect-vnet-hub, 2023-06-14; .../roles-permissions,
2024-12-13.
"""

from typing import Any

import pulumi
from pulumi_azure_native import network

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.network.planning.peering import connection_commands, virtual_hub_parts
from azure_ai_landing_zone.network.settings import VirtualHubConnection, VirtualHubRouteTables


def connect_to_virtual_hub(
    making: Making,
    hub: VirtualHubConnection,
    *,
    virtual_network: "network.VirtualNetwork",
    by_its_firewall: bool,
    after: pulumi.Resource,
    hub_provider: pulumi.ProviderResource | None,
) -> pulumi.Output[list[str]]:
    """The connection, or the command for it. `by_its_firewall`: whether what leaves for the internet goes by
    what secures the hub; without, the hub's default route is kept from the network.

    It comes after the subnets: it is a write into the network too
    (github.com/hashicorp/terraform-provider-azurerm/issues/12998, 2021-08-16). Azure answers
    AnotherOperationInProgress while the hub's routing is being set up (Azure/azure-rest-api-specs#10391,
    2020-08-10), which azure-native tries again.
    """
    name = making.azure_name("virtualNetworkPeering")
    hub_id = pulumi.Output.from_input(hub.virtual_hub_resource_id)
    if hub.hub_side == "create":
        parts = hub_id.apply(virtual_hub_parts)
        network.HubVirtualNetworkConnection(
            f"{making.name}-virtual-hub-connection",
            connection_name=name,
            resource_group_name=parts["group"],
            virtual_hub_name=parts["name"],
            remote_virtual_network=network.SubResourceArgs(id=virtual_network.id),
            enable_internet_security=by_its_firewall,
            routing_configuration=_routing(hub_id, hub.route_tables),
            # Another network needs another connection. Source: hashicorp/terraform-provider-azurerm
            # virtual_hub_connection_resource.go, remote_virtual_network_id, 2026-11-23.
            opts=making.child(
                depends_on=[after],
                provider=hub_provider,
                replace_on_changes=["remoteVirtualNetwork"],
                delete_before_replace=True,
            ),
        )
    if hub.hub_side != "commands":
        return pulumi.Output.from_input([])
    tables = hub.route_tables
    return pulumi.Output.all(hub_id, virtual_network.id).apply(
        lambda ids: connection_commands(
            hub_resource_id=str(ids[0]),
            network_resource_id=str(ids[1]),
            connection_name=name,
            internet_security=by_its_firewall,
            associated=_table_id(str(ids[0]), tables.associated) if tables else None,
            propagated=[_table_id(str(ids[0]), one) for one in tables.propagated] if tables else [],
            labels=_labels(tables) if tables else [],
        )
    )


def _routing(
    hub_id: pulumi.Output[Any], tables: VirtualHubRouteTables | None
) -> "network.RoutingConfigurationArgs | None":
    """Nothing where they are left to Azure: with routing intent it fills them in, and what is said beside it
    would come and go (github.com/Azure/terraform-azurerm-lz-vending/issues/289, 2023-11-28)."""
    if tables is None:
        return None

    def table(name: str) -> "network.SubResourceArgs":
        return network.SubResourceArgs(id=hub_id.apply(lambda id_: _table_id(id_, name)))

    return network.RoutingConfigurationArgs(
        associated_route_table=table(tables.associated),
        propagated_route_tables=network.PropagatedRouteTableArgs(
            ids=[table(name) for name in tables.propagated], labels=_labels(tables)
        ),
    )


def _table_id(hub_id: str, name: str) -> str:
    return f"{hub_id.rstrip('/')}/hubRouteTables/{name}"


def _labels(tables: VirtualHubRouteTables) -> list[str]:
    """Written down also where Azure would take the same ones: else they look like a change to the next `up`.
    Source: learn.microsoft.com/azure/virtual-wan/about-virtual-hub-routing, labels, 2024-12-10; that of the
    none route table is in github.com/hashicorp/terraform-provider-azurerm/issues/16424, 2022-04-15."""
    if tables.labels:
        return list(tables.labels)
    return ["none" if tables.for_nobody else "default"]
