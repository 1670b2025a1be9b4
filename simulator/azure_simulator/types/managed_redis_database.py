"""Microsoft.Cache/redisEnterprise/databases"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType, given
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.managed_redis import CLUSTER_NAME


class ManagedRedisDatabase(ResourceType):
    pulumi_type = "azure-native:redisenterprise:Database"
    path = "…/Microsoft.Cache/redisEnterprise/{clusterName}/databases/{databaseName}"
    source = "learn.microsoft.com/rest/api/redis/redisenterprisecache/databases/create (2025-07-01)"
    fixed = ("clusteringPolicy", "port")
    name_rule = CLUSTER_NAME
    defaults = given(
        {
            "accessKeysAuthentication": "Disabled",
            "clientProtocol": "Encrypted",
            "clusteringPolicy": "OSSCluster",
            "evictionPolicy": "VolatileLRU",
            "port": 10000,
            "resourceState": "Running",
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        names = [dig(module, "name") for _, module in each(props, "modules")]
        policy, eviction = dig(props, "clusteringPolicy"), dig(props, "evictionPolicy")
        if "RediSearch" in names and policy not in (None, "EnterpriseCluster", "NoCluster"):
            yield "clusteringPolicy", f"RediSearch needs EnterpriseCluster or NoCluster, got {policy}"
        if "RediSearch" in names and "evictionPolicy" in props and eviction not in (None, "NoEviction"):
            yield "evictionPolicy", f"RediSearch needs NoEviction, got {eviction}"
        if dig(props, "persistence.aofEnabled") and dig(props, "persistence.rdbEnabled"):
            yield "persistence", "a database is persisted as AOF or as RDB, not both"

    def create(self, put: Put) -> Mapping[str, Any]:
        siblings = put.cloud.children(arm.parent_of(put.id) or "", self.pulumi_type)
        if any(not arm.same_id(one.id, put.id) for one in siblings):
            raise ArmError(
                400,
                "DatabaseAlreadyExists",
                f"The cluster {arm.parent_of(put.id)} has a database already, and has one at most.",
                seen=OURS,
            )
        return {}
