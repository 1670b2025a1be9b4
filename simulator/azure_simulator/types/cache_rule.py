"""Microsoft.ContainerRegistry/registries/cacheRules"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.catalog.image_sources import image_sources
from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig

NAME = NameRule(r"[A-Za-z0-9-]{5,50}", "5-50 letters, digits and hyphens")
"""Azure's published type of cache rules and credential sets."""


class CacheRule(ResourceType):
    pulumi_type = "azure-native:containerregistry:CacheRule"
    path = "…/Microsoft.ContainerRegistry/registries/{registryName}/cacheRules/{cacheRuleName}"
    source = "learn.microsoft.com/azure/container-registry: artifact-cache-overview, wildcards-artifact-cache"
    name_rule = NAME

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        source = dig(props, "sourceRepository")
        if source is None:
            return
        host = source.partition("/")[0]
        known = image_sources().get(host)
        if known is None:
            # The refusal that Azure/acr#783 quotes (2024-10-10).
            yield (
                "sourceRepository",
                f"Unsupported upstream or login server '{source}' provided. Supported upstreams or login "
                f"servers are: {', '.join(image_sources())}.",
            )
        elif known.signs_in and "credentialSetResourceId" not in props:
            yield "credentialSetResourceId", f"{host} is cached with credentials only"

    def create(self, put: Put) -> Mapping[str, Any]:
        target = str(put.props.get("targetRepository"))
        for other in put.cloud.children(arm.parent_of(put.id) or "", self.pulumi_type):
            there = str(dig(other.body, "targetRepository"))
            if not arm.same_id(other.id, put.id) and _overlap(target, there):
                raise ArmError(
                    409,
                    "Conflict",
                    "The addition of the new cache rule is blocked because the target repository path "
                    f"'{target}' overlaps with the existing wildcard rule '{there}'.",
                    seen="learn.microsoft.com/azure/container-registry/wildcards-artifact-cache, its words",
                )
        return {}


def _overlap(one: str, other: str) -> bool:
    """Rules with a wildcard overlap where one's targets are among the other's; others only where they are the
    same."""
    if not (one.endswith("*") and other.endswith("*")):
        return one == other
    first, second = one[:-1], other[:-1]
    return first.startswith(second) or second.startswith(first)
