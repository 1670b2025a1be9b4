"""Microsoft.Cache/redis"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.storage_account import private_endpoint_connections
from azure_simulator.types.subnet import check_subnet_region

_SIZES = {"C": range(7), "P": range(1, 6)}
_PREMIUM_ONLY = ("shardCount", "replicasPerPrimary", "replicasPerMaster", "staticIP", "subnetId")


class Redis(ResourceType):
    pulumi_type = "azure-native:redis:Redis"
    path = "…/Microsoft.Cache/redis/{name}"
    source = "learn.microsoft.com/rest/api/redis/redis/create (2024-11-01)"
    replaces = frozenset({"location", "staticIP"})
    fixed = ("subnetId",)
    name_rule = NameRule(
        r"(?!.*--)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?",
        "1-63 letters, digits and single hyphens, starting and ending with a letter or digit",
    )
    globally_unique = True
    defaults = given(
        {
            "disableAccessKeyAuthentication": False,
            "enableNonSslPort": False,
            "port": 6379,
            "publicNetworkAccess": "Enabled",
            "redisVersion": "6.0",
            "sslPort": 6380,
            "updateChannel": "Stable",
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        tier, family, size = (dig(props, f"sku.{name}") for name in ("name", "family", "capacity"))
        wanted = "P" if tier == "Premium" else "C"
        if tier is not None and family is not None and family != wanted:
            yield "sku.family", f"{tier} is of family {wanted}, got {family}"
        elif family in _SIZES and size is not None and size not in _SIZES[family]:
            yield "sku.capacity", f"{size} is no size of family {family}: {_span(_SIZES[family])}"
        for name in _PREMIUM_ONLY:
            if tier not in (None, "Premium") and name in props:
                yield name, f"{name} needs the tier Premium, got {tier}"

    def create(self, put: Put) -> Mapping[str, Any]:
        if subnet := dig(put.props, "subnetId"):
            check_subnet_region(self, put, str(subnet))
        return {"hostName": f"{arm.name_of(put.id).lower()}.redis.cache.windows.net"}

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        return {"privateEndpointConnections": connections} if connections else {}

    def name_taken(self, name: str) -> ArmError:
        text = f"An error occurred when trying to reserve the DNS name '{name}' for the cache."
        return ArmError(409, "NameNotAvailable", text, seen="the code; the words nearly so in public logs")


def _span(sizes: range) -> str:
    return f"{sizes[0]} to {sizes[-1]}"
