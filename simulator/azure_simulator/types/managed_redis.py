"""Microsoft.Cache/redisEnterprise: Azure Managed Redis"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.storage_account import private_endpoint_connections

CLUSTER_NAME = NameRule(
    r"(?=.{1,60}$)[A-Za-z0-9]+(-[A-Za-z0-9]+)*",
    "1-60 letters, digits and single hyphens, starting and ending with a letter or digit",
)


class ManagedRedis(ResourceType):
    pulumi_type = "azure-native:redisenterprise:RedisEnterprise"
    path = "…/Microsoft.Cache/redisEnterprise/{clusterName}"
    source = "learn.microsoft.com/rest/api/redis/redisenterprisecache/redis-enterprise/create (2025-07-01)"
    replaces = frozenset({"location"})
    name_rule = CLUSTER_NAME
    defaults = given({"highAvailability": "Enabled", "minimumTlsVersion": "1.2", "resourceState": "Running"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        name = str(dig(props, "sku.name") or "")
        if name and not name.startswith("Enterprise") and dig(props, "sku.capacity") is not None:
            yield "sku.capacity", f"{name} has its size in its name and takes no capacity"

    def create(self, put: Put) -> Mapping[str, Any]:
        place = arm.location(str(put.props.get("location")))
        kind = "v1" if str(dig(put.props, "sku.name")).startswith("Enterprise") else "v2"
        return {"hostName": f"{arm.name_of(put.id).lower()}.{place}.redis.azure.net", "kind": kind}

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        return {"privateEndpointConnections": connections} if connections else {}
