"""What Azure refuses of custom tables."""

from __future__ import annotations

from typing import Any

import pytest

TABLE = "azure-native:operationalinsights:Table"
COLUMNS = [{"name": "TimeGenerated", "type": "dateTime"}, {"name": "Node", "type": "string"}]


@pytest.fixture
def workspace(client: Any, group: str) -> str:
    token = "azure-native:operationalinsights:Workspace"
    client.create(token, "logs", resourceGroupName=group, workspaceName="logs", location="eastus")
    return group


def table(name: str = "FabricGate_CL", **schema: Any) -> dict[str, Any]:
    return {
        "workspaceName": "logs",
        "tableName": name,
        "schema": {"name": name, "columns": COLUMNS, **schema},
    }


def test_a_custom_table_is_made(client: Any, workspace: str) -> None:
    made = client.create(TABLE, "t", resourceGroupName=workspace, **table())
    assert made.id.endswith("/workspaces/logs/tables/FabricGate_CL")


NO_TIME = "schema.columns: a custom table needs a column TimeGenerated of type dateTime"


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        (table(columns=COLUMNS[1:]), NO_TIME),
        (table(columns=[{"name": "TimeGenerated", "type": "string"}]), NO_TIME),
        (
            table(columns=[*COLUMNS, {"name": "N", "type": "float"}]),
            "schema.columns[2].type: 'float' is no type of a column: boolean, dateTime, dynamic, guid, int, "
            "long, real, string",
        ),
        (
            table() | {"schema": {"name": "Other_CL", "columns": COLUMNS}},
            "schema.name: must be the table's own name",
        ),
        (
            table("FabricGate"),
            'Status=400 Code="InvalidParameter" Message="\'FabricGate\' is not the name of a custom table: '
            'these end in _CL"',
        ),
    ],
)
def test_tables_that_azure_refuses(
    client: Any, workspace: str, refused: Any, wanted: dict[str, Any], text: str
) -> None:
    with refused(text):
        client.create(TABLE, "t", resourceGroupName=workspace, **wanted)
