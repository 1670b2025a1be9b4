"""Microsoft.MachineLearningServices/workspaces/datastores"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig

_CONTAINERS = {"AzureBlob": "containerName", "AzureDataLakeGen2": "filesystem", "AzureFile": "fileShareName"}


class MachineLearningDatastore(ResourceType):
    pulumi_type = "azure-native:machinelearningservices:Datastore"
    path = "…/Microsoft.MachineLearningServices/workspaces/{workspaceName}/datastores/{name}"
    source = "learn.microsoft.com/azure/machine-learning/how-to-datastore (2024-02-20)"
    name_rule = NameRule(r"[A-Za-z0-9_]{1,255}", "letters, digits and underscores")

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        kind = dig(props, "properties.datastoreType")
        inner = props.get("properties") or {}
        for name in ("accountName", _CONTAINERS.get(str(kind), "accountName")):
            if name not in inner:
                yield f"properties.{name}", f"a datastore of type {kind} needs it"

    def create(self, put: Put) -> Mapping[str, Any]:
        return {"properties": {**put.props["properties"], "isDefault": False}}
