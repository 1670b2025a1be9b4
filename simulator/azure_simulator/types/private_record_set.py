"""Microsoft.Network/privateDnsZones/{type}: the records of a name in a private zone"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType


class PrivateRecordSet(ResourceType):
    pulumi_type = "azure-native:privatedns:PrivateRecordSet"
    path = "…/Microsoft.Network/privateDnsZones/{privateZoneName}/{recordType}/{relativeRecordSetName}"
    source = "learn.microsoft.com/azure/dns/private-dns-privatednszone"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if props.get("recordType") == "A" and "aRecords" not in props:
            yield "aRecords", "a record set of type A needs them"
