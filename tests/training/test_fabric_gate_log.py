"""The table of what gates found, and the way into it."""

from typing import Any

import pytest

from azure_ai_landing_zone import AccessGrant, Naming, SettingsError
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.node_setup.on_node.reports import Result
from azure_ai_landing_zone.node_setup.plan_hardware import REPORT_COLUMNS
from azure_ai_landing_zone.node_setup.services import STREAM
from azure_ai_landing_zone.training.fabric_gate_log import TABLE, FabricGateLog, FabricGateLogArgs
from helpers.registered import Registered, register

WORKSPACE = "/subscriptions/s/resourceGroups/logs/providers/Microsoft.OperationalInsights/workspaces/w"

SCOPE = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Insights/privateLinkScopes/ampls"


def made(**changes: Any) -> Registered:
    values: dict[str, Any] = {
        "location": "southcentralus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "workspace_resource_id": WORKSPACE,
        "private_link_scope_resource_id": SCOPE,
        "access": [AccessGrant(key="nodes", principal_id="p", role=BuiltInRole.MONITORING_METRICS_PUBLISHER)],
        **changes,
    }
    return register(lambda: FabricGateLog("gate", FabricGateLogArgs(**values)))


def test_nodes_send_what_the_table_has() -> None:
    """Rule, table and rows have the same columns."""
    row = Result("node", "gpu-count", "n", True).row("s", "2026-11-21T00:00:00Z")
    assert list(row) == list(REPORT_COLUMNS)
    inputs = made().inputs
    table = inputs["gate-table"]
    assert (table["workspaceName"], table["resourceGroupName"]) == ("w", "logs")
    assert table["tableName"] == table["schema"]["name"] == TABLE
    in_table = {column["name"]: column["type"] for column in table["schema"]["columns"]}
    rule = inputs["gate-rule"]
    in_rule = {column["name"]: column["type"] for column in rule["streamDeclarations"][STREAM]["columns"]}
    assert in_rule == dict(REPORT_COLUMNS)
    assert in_table == in_rule | {"TimeGenerated": "dateTime"}
    assert f"Custom-{TABLE}" == STREAM
    assert rule["dataFlows"] == [
        {
            "streams": [STREAM],
            "destinations": ["workspace"],
            "outputStream": STREAM,
            "transformKql": "source",
        }
    ]


def test_what_is_made() -> None:
    registered = made()
    assert registered.azure == [
        ("authorization:RoleAssignment", "gate-nodes-access"),
        ("monitor:DataCollectionEndpoint", "gate-collection-endpoint"),
        ("monitor:DataCollectionRule", "gate-rule"),
        ("monitor:PrivateLinkScopedResource", "gate-endpoint-member"),
        ("operationalinsights:Table", "gate-table"),
    ]
    assert "gate-table" in registered.dependencies["gate-rule"]
    assert registered.inputs["gate-nodes-access"]["scope"] == "/gate-rule"


@pytest.mark.parametrize(("ingestion", "access"), [("private", "Disabled"), ("public", "Enabled")])
def test_the_way_in(ingestion: str, access: str) -> None:
    endpoint = made(ingestion=ingestion).inputs["gate-collection-endpoint"]
    assert endpoint["networkAcls"] == {"publicNetworkAccess": access}


def test_a_hubs_scope_gets_a_member() -> None:
    member = made().inputs["gate-endpoint-member"]
    assert (member["scopeName"], member["resourceGroupName"]) == ("ampls", "hub")
    assert member["linkedResourceId"] == "/gate-collection-endpoint"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"kept_days": 3}, "kept_days: must be at least 4, got 3"),
        (
            {"private_link_scope_resource_id": None},
            "private_link_scope_resource_id: missing, and required with `ingestion` private: no result would "
            "come in",
        ),
    ],
)
def test_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError) as raised:
        made(**changes)
    assert str(raised.value).splitlines()[1:] == [f"  {sentence}"]
