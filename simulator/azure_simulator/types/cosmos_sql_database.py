"""Microsoft.DocumentDB/databaseAccounts/sqlDatabases"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.types.shared.cosmos import (
    ITEM_NAME,
    answered_resource,
    check_own_id,
    check_throughput,
    throughput_problems,
)


class CosmosSqlDatabase(ResourceType):
    pulumi_type = "azure-native:cosmosdb:SqlResourceSqlDatabase"
    path = "…/Microsoft.DocumentDB/databaseAccounts/{accountName}/sqlDatabases/{databaseName}"
    source = (
        "learn.microsoft.com/rest/api/cosmos-db-resource-provider/sql-resources/create-update-sql-database "
        "(2025-10-15)"
    )
    name_rule = ITEM_NAME

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from throughput_problems(props)

    def create(self, put: Put) -> Mapping[str, Any]:
        check_own_id(put)
        check_throughput(put, "database")
        return {"resource": {**answered_resource(put), "colls": "colls/", "users": "users/"}}
