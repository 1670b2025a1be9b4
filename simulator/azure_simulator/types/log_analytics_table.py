"""Microsoft.OperationalInsights/workspaces/tables"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.arm import OURS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig, each

COLUMN_TYPES = {"string", "int", "long", "real", "boolean", "dateTime", "guid", "dynamic"}


class LogAnalyticsTable(ResourceType):
    pulumi_type = "azure-native:operationalinsights:Table"
    path = "…/Microsoft.OperationalInsights/workspaces/{workspaceName}/tables/{tableName}"
    source = "learn.microsoft.com/azure/azure-monitor/logs/create-custom-table"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        name = props.get("tableName")
        if not isinstance(name, str):
            return
        if name.endswith("_CL"):
            columns = {
                dig(column, "name"): dig(column, "type") for _, column in each(props, "schema.columns")
            }
            if columns.get("TimeGenerated", "dateTime") != "dateTime" or "TimeGenerated" not in columns:
                yield "schema.columns", "a custom table needs a column TimeGenerated of type dateTime"
            for path, column in each(props, "schema.columns"):
                kind = dig(column, "type")
                if isinstance(kind, str) and kind not in COLUMN_TYPES:
                    allowed = ", ".join(sorted(COLUMN_TYPES))
                    yield f"{path}.type", f"'{kind}' is no type of a column: {allowed}"
        if dig(props, "schema.name") not in (None, name):
            yield "schema.name", "must be the table's own name"

    def create(self, put: Put) -> Mapping[str, Any]:
        name = put.id.rpartition("/")[2]
        if not name.endswith("_CL"):
            raise ArmError(
                400,
                "InvalidParameter",
                f"'{name}' is not the name of a custom table: these end in _CL",
                seen=OURS,
            )
        return {"provisioningState": "Succeeded"}
