"""Microsoft.Network/privateEndpoints/privateDnsZoneGroups"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig, each


class PrivateDnsZoneGroup(ResourceType):
    pulumi_type = "azure-native:network:PrivateDnsZoneGroup"
    path = (
        "…/Microsoft.Network/privateEndpoints/{privateEndpointName}"
        "/privateDnsZoneGroups/{privateDnsZoneGroupName}"
    )
    source = "learn.microsoft.com/azure/private-link/private-endpoint-dns-integration"

    def create(self, put: Put) -> Mapping[str, Any]:
        endpoint_id = arm.parent_of(put.id) or ""
        others = [
            other
            for other in put.cloud.children(endpoint_id, self.pulumi_type)
            if not arm.same_id(other.id, put.id)
        ]
        if others:
            raise ArmError(
                400,
                "BadRequest",
                "Cannot create more than one private dns zone groups in the private endpoint "
                f"{arm.name_of(endpoint_id)}",
                seen="the words: pulumi/pulumi-azure-native#2179 (2023-01-18); the code is ours",
            )
        endpoint = put.cloud.store.get(endpoint_id)
        records = [record for _, record in each(endpoint.body if endpoint else {}, "customDnsConfigs")]
        answer = []
        for _, config in each(put.props, "privateDnsZoneConfigs"):
            zone = arm.name_of(str(dig(config, "privateDnsZoneId")))
            sets = [
                {
                    "fqdn": f"{record['fqdn'].split('.')[0]}.{zone}",
                    "ipAddresses": record["ipAddresses"],
                    "provisioningState": "Succeeded",
                    "recordSetName": record["fqdn"].split(".")[0],
                    "recordType": "A",
                    "ttl": 10,
                }
                for record in records
                if zone == f"privatelink.{record['fqdn'].split('.', 1)[1]}"
            ]
            answer.append({**config, "recordSets": sets})
        return {"name": arm.name_of(put.id), "privateDnsZoneConfigs": answer}
