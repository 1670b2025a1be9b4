"""Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import Put, ResourceType, given
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared.cosmos import (
    ITEM_NAME,
    answered_resource,
    check_own_id,
    check_throughput,
    throughput_problems,
)

_KEY = "resource.partitionKey"


class CosmosSqlContainer(ResourceType):
    pulumi_type = "azure-native:cosmosdb:SqlResourceSqlContainer"
    path = (
        "…/Microsoft.DocumentDB/databaseAccounts/{accountName}/sqlDatabases/{databaseName}"
        "/containers/{containerName}"
    )
    source = (
        "learn.microsoft.com/rest/api/cosmos-db-resource-provider/sql-resources/create-update-sql-container "
        "(2025-10-15)"
    )
    fixed = (f"{_KEY}.paths", "resource.uniqueKeyPolicy", "resource.vectorEmbeddingPolicy")
    name_rule = ITEM_NAME
    defaults = given(
        {
            "resource": {
                "conflictResolutionPolicy": {
                    "conflictResolutionPath": "/_ts",
                    "conflictResolutionProcedure": "",
                    "mode": "LastWriterWins",
                },
                "indexingPolicy": {
                    "automatic": True,
                    "excludedPaths": [{"path": '/"_etag"/?'}],
                    "includedPaths": [{"path": "/*"}],
                    "indexingMode": "consistent",
                },
            }
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from throughput_problems(props)
        paths = [text for _, text in each(props, f"{_KEY}.paths")]
        kind = dig(props, f"{_KEY}.kind") or "Hash"
        most = 3 if kind == "MultiHash" else 1
        if "partitionKey" not in (props.get("resource") or {}):
            yield _KEY, "a container needs a partition key"
        elif len(paths) > most:
            yield f"{_KEY}.paths", f"a {kind} key has at most {most}, got {len(paths)}"
        for index, text in enumerate(paths):
            if not str(text).startswith("/"):
                yield f"{_KEY}.paths[{index}]", f"'{text}' does not start with /"
        ttl = dig(props, "resource.defaultTtl")
        if ttl is not None and ttl != -1 and ttl < 1:
            yield "resource.defaultTtl", f"{ttl} is neither -1 nor a number of seconds"

    def create(self, put: Put) -> Mapping[str, Any]:
        check_own_id(put)
        check_throughput(put, "container")
        return {"resource": answered_resource(put)}
