"""Microsoft.Network/virtualNetworks/virtualNetworkPeerings"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges


class VirtualNetworkPeering(ResourceType):
    pulumi_type = "azure-native:network:VirtualNetworkPeering"
    path = (
        "…/Microsoft.Network/virtualNetworks/{virtualNetworkName}"
        "/virtualNetworkPeerings/{virtualNetworkPeeringName}"
    )
    source = "learn.microsoft.com/azure/virtual-network/virtual-network-manage-peering"
    fixed = ("remoteVirtualNetwork.id",)
    defaults = given(
        {
            "allowForwardedTraffic": False,
            "allowGatewayTransit": False,
            "allowVirtualNetworkAccess": True,
            "doNotVerifyRemoteGateways": False,
            "peerCompleteVnets": True,
            "useRemoteGateways": False,
        }
    )

    def create(self, put: Put) -> Mapping[str, Any]:
        mine = arm.parent_of(put.id) or ""
        theirs = str(dig(put.props, "remoteVirtualNetwork.id"))
        spaces = [_space(put.cloud, mine), _space(put.cloud, theirs)]
        if found := ranges.overlapping(*spaces):
            raise ArmError(
                400,
                "VnetAddressSpacesOverlap",
                f"Cannot create or update peering {put.id}. Virtual networks {mine} and {theirs} cannot be "
                f"peered because their address spaces overlap. Overlapping address prefixes: {found[0]}, "
                f"{found[1]}",
                seen=LOGS,
            )
        for other in put.cloud.children(mine, self.pulumi_type):
            remote = str(dig(other.inputs, "remoteVirtualNetwork.id"))
            if not arm.same_id(other.id, put.id) and arm.same_id(remote, theirs):
                raise ArmError(
                    400,
                    "AnotherPeeringAlreadyReferencesRemoteVnet",
                    f"Peering {other.id} already references remote virtual network {theirs}. Cannot add "
                    "another peering referencing the same remote virtual network.",
                    seen=f"{LOGS}, without the ids",
                )
        return {
            "name": arm.name_of(put.id),
            "type": self.arm.arm_type,
            "remoteAddressSpace": {"addressPrefixes": spaces[1]},
        }

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        mine = arm.parent_of(resource.id) or ""
        theirs = str(dig(resource.inputs, "remoteVirtualNetwork.id"))
        back = [
            peering
            for peering in cloud.children(theirs, self.pulumi_type)
            if arm.same_id(str(dig(peering.inputs, "remoteVirtualNetwork.id")), mine)
        ]
        state = "Connected" if back else ("Initiated" if cloud.exists(theirs) else "Disconnected")
        return {"peeringState": state, "peeringSyncLevel": "FullyInSync" if back else "RemoteNotInSync"}

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)


def _space(cloud: Cloud, network: str) -> list[str]:
    found = cloud.store.get(network)
    return [text for _, text in each(found.body if found else {}, "addressSpace.addressPrefixes")]
