"""Any ARM resource by type and API version: `azure-native:resources:Resource`"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud.resource_type import Put, ResourceType


class GenericResource(ResourceType):
    """For what the SDK has no class of; nothing of its properties is checked."""

    pulumi_type = "azure-native:resources:Resource"
    path = "…/{resourceProviderNamespace}/{parentResourcePath}/{resourceType}/{resourceName}"
    source = "learn.microsoft.com/rest/api/resources/resources/create-or-update"
    replaces = frozenset({"location"})
    generic = True

    def create(self, put: Put) -> Mapping[str, Any]:
        types = [
            part for part in str(put.props.get("parentResourcePath", "")).strip("/").split("/")[::2] if part
        ]
        kind = [str(put.props["resourceProviderNamespace"]), *types, str(put.props["resourceType"])]
        return {"type": "/".join(kind)}
