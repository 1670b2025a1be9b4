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
        known = spaces[1]
        if put.old is not None and put.props.get("syncRemoteAddressSpace") != "true":
            known = dig(put.old.body, "remoteAddressSpace.addressPrefixes") or known
        return {
            "name": arm.name_of(put.id),
            "type": self.arm.arm_type,
            "remoteAddressSpace": {"addressPrefixes": known},
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
        local = _known(resource) == _space(cloud, theirs)
        remote = bool(back) and _known(back[0]) == _space(cloud, mine)
        return {
            "peeringState": state,
            "peeringSyncLevel": _LEVELS[local, remote],
            "remoteVirtualNetworkAddressSpace": {"addressPrefixes": _space(cloud, theirs)},
        }

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)


_LEVELS = {
    (True, True): "FullyInSync",
    (True, False): "RemoteNotInSync",
    (False, True): "LocalNotInSync",
    (False, False): "LocalAndRemoteNotInSync",
}
"""By whether this half and the other one know the ranges that the other network has by now. Source:
learn.microsoft.com/azure/virtual-network/update-virtual-network-peering-address-space."""


def _known(peering: Resource) -> list[str]:
    return [text for _, text in each(peering.body, "remoteAddressSpace.addressPrefixes")]


def _space(cloud: Cloud, network: str) -> list[str]:
    found = cloud.store.get(network)
    return [text for _, text in each(found.body if found else {}, "addressSpace.addressPrefixes")]
