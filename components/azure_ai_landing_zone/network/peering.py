"""A network's peering with its hub."""

from collections.abc import Sequence
from typing import Any

import pulumi
from pulumi_azure_native import network

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.network.planning.peering import hub_commands, network_parts
from azure_ai_landing_zone.network.settings import HubConnection


def _synced(address_spaces: Sequence[str]) -> dict[str, Any]:
    """A half keeps the other network's ranges as they were until it is written with a parameter that says
    otherwise. They are part of what we say of it, so that a new range is a reason to write it.
    Source: learn.microsoft.com/azure/virtual-network/update-virtual-network-peering-address-space; and
    github.com/hashicorp/terraform-provider-azurerm/pull/16563, 2026-11-22."""
    return {
        "remote_virtual_network_address_space": network.AddressSpaceArgs(address_prefixes=[*address_spaces]),
        "sync_remote_address_space": "true",
    }


_STATE = ["peeringState", "peeringSyncLevel"]
"""What a half reports once the other one is there. They are inputs too: a refresh would leave a change."""


def peer_with_hub(
    making: Making,
    hub: HubConnection,
    *,
    virtual_network: "network.VirtualNetwork",
    address_spaces: Sequence[str],
    after: pulumi.Resource,
    hub_provider: pulumi.ProviderResource | None,
) -> pulumi.Output[list[str]]:
    """Both halves, or ours with the commands for the other one.

    Peerings come after the subnets, since Azure writes one thing at a time into a network. The hub's half
    comes first: Azure checks that it lends its gateway before ours may use it
    (github.com/Azure/terraform-azurerm-avm-res-network-virtualnetwork/issues/57, 2026-03-05).
    """
    peering_name = making.azure_name("virtualNetworkPeering")
    waits: list[pulumi.Resource] = [after]
    hub_id = pulumi.Output.from_input(hub.virtual_network_resource_id)
    if hub.hub_side == "create":
        parts = hub_id.apply(network_parts)
        waits = [
            network.VirtualNetworkPeering(
                f"{making.name}-hub-side-peering",
                virtual_network_peering_name=peering_name,
                resource_group_name=parts["group"],
                virtual_network_name=parts["name"],
                remote_virtual_network=network.SubResourceArgs(id=virtual_network.id),
                **_synced(address_spaces),
                allow_virtual_network_access=True,
                # The network sends its own traffic: what others sent through it has no business in the hub.
                allow_forwarded_traffic=False,
                allow_gateway_transit=hub.use_remote_gateways,
                use_remote_gateways=False,
                opts=making.child(depends_on=waits, provider=hub_provider, ignore_changes=_STATE),
            )
        ]
    network.VirtualNetworkPeering(
        f"{making.name}-peering",
        virtual_network_peering_name=peering_name,
        virtual_network_name=virtual_network.name,
        remote_virtual_network=network.SubResourceArgs(id=hub.virtual_network_resource_id),
        **_synced(hub.address_ranges),
        allow_virtual_network_access=True,
        # What the hub's firewall and gateway pass on comes from elsewhere.
        allow_forwarded_traffic=True,
        allow_gateway_transit=False,
        use_remote_gateways=hub.use_remote_gateways,
        opts=making.child(depends_on=waits, ignore_changes=_STATE),
        **making.group,
    )
    if hub.hub_side != "commands":
        return pulumi.Output.from_input([])
    return pulumi.Output.all(hub_id, virtual_network.id).apply(
        lambda ids: hub_commands(
            hub_resource_id=str(ids[0]),
            network_resource_id=str(ids[1]),
            peering_name=peering_name,
            # Lent in advance: whether the network uses it is for its own half to say.
            gateway_transit=True,
        )
    )
