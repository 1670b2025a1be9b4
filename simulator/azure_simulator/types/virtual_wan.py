"""Microsoft.Network/virtualWans"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import USED, ResourceType, given
from azure_simulator.cloud.values import dig
from azure_simulator.types.shared.network_names import NETWORK_NAME


class VirtualWan(ResourceType):
    pulumi_type = "azure-native:network:VirtualWan"
    path = "…/Microsoft.Network/virtualWans/{virtualWANName}"
    source = "learn.microsoft.com/azure/virtual-wan/virtual-wan-about (2026-11-23)"
    name_rule = NETWORK_NAME
    in_use = USED
    defaults = given({"allowBranchToBranchTraffic": False, "disableVpnEncryption": False, "type": "Standard"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        kind = dig(props, "type")
        if isinstance(kind, str) and kind not in ("Basic", "Standard"):
            yield "type", f"'{kind}' is neither Basic nor Standard"
