"""What Azure refuses of alerts, telemetry and dashboards."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.samples import ACCOUNT_ID, PROVIDERS

MONITOR = "azure-native:monitor"
WORKSPACE_ID = f"{PROVIDERS}/Microsoft.OperationalInsights/workspaces/logs"


@pytest.fixture
def workspace(client: Any, group: str) -> str:
    token = "azure-native:operationalinsights:Workspace"
    client.create(token, "logs", resourceGroupName=group, workspaceName="logs", location="eastus")
    return group


def metric(**changes: Any) -> dict[str, Any]:
    criterion = {
        "criterionType": "StaticThresholdCriterion",
        "name": "c",
        "metricName": "UsedCapacity",
        "operator": "GreaterThan",
        "threshold": 1,
        "timeAggregation": "Average",
    }
    odata = "Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria"
    return {
        "ruleName": "r",
        "location": "global",
        "enabled": True,
        "severity": 2,
        "scopes": [WORKSPACE_ID],
        "windowSize": "PT5M",
        "evaluationFrequency": "PT1M",
        "criteria": {"odataType": odata, "allOf": [criterion]},
        **changes,
    }


def query(**condition: Any) -> dict[str, Any]:
    return {
        "ruleName": "r",
        "location": "eastus",
        "scopes": [WORKSPACE_ID],
        "windowSize": "PT5M",
        "evaluationFrequency": "PT5M",
        "severity": 2,
        "criteria": {"allOf": [{"query": "T", "operator": "GreaterThan", "threshold": 0, **condition}]},
    }


def activity(conditions: list[dict[str, Any]], scopes: list[str] | None = None) -> dict[str, Any]:
    return {
        "activityLogAlertName": "r",
        "location": "global",
        "scopes": scopes or ["/subscriptions/00000000-0000-0000-0000-000000000001"],
        "condition": {"allOf": conditions},
        "actions": {"actionGroups": []},
    }


CATEGORY = {"field": "category", "equals": "ServiceHealth"}


def profile(name: str = "p", **capacity: str) -> dict[str, Any]:
    counts = {"minimum": "0", "maximum": "2", "default": "1", **capacity}
    return {"name": name, "capacity": counts, "rules": []}


def autoscale(*profiles: dict[str, Any], name: str = "a") -> dict[str, Any]:
    return {
        "autoscaleSettingName": name,
        "location": "eastus",
        "targetResourceUri": WORKSPACE_ID,
        "profiles": list(profiles),
    }


def people(**receivers: Any) -> dict[str, Any]:
    return {
        "actionGroupName": "g", "location": "Global", "enabled": True, "groupShortName": "g", **receivers
    }  # fmt: skip


def tables(**properties: Any) -> dict[str, Any]:
    table = {
        "type": "Microsoft.OperationalInsights/workspaces/tables",
        "apiVersion": "2023-09-01",
        "name": "logs/T",
        "properties": properties,
    }
    return {
        "deploymentName": "d",
        "properties": {"mode": "Incremental", "template": {"resources": [table]}},
    }


@pytest.mark.parametrize(
    ("token", "inputs", "text"),
    [
        (
            f"{MONITOR}:ActionGroup",
            people(groupShortName="thirteen-long"),
            "groupShortName: 'thirteen-long' has 13 characters; the short name has 1 to 12",
        ),
        (
            f"{MONITOR}:ActionGroup",
            people(
                emailReceivers=[{"name": "a", "emailAddress": "a@b"}, {"name": "A", "emailAddress": "c@d"}]
            ),
            "emailReceivers[1].name: another receiver is called 'a'",
        ),
        (
            f"{MONITOR}:ActionGroup",
            people(
                webhookReceivers=[
                    {"name": "w", "serviceUri": "https://x", "useAadAuth": True, "objectId": "o"}
                ]
            ),
            "webhookReceivers[0].identifierUri: a webhook with useAadAuth needs it",
        ),
        (f"{MONITOR}:MetricAlert", metric(severity=5), "severity: 5 is outside 0 to 4"),
        (
            f"{MONITOR}:MetricAlert",
            metric(windowSize="PT10M"),
            "windowSize: 'PT10M' is none of PT1M, PT5M, PT15M, PT30M, PT1H, PT6H, PT12H, P1D",
        ),
        (
            f"{MONITOR}:MetricAlert",
            metric(evaluationFrequency="PT15M"),
            "evaluationFrequency: 'PT15M' is longer than the window, 'PT5M'",
        ),
        (
            f"{MONITOR}:MetricAlert",
            metric(location="eastus"),
            "location: a metric alert is in 'global', not in 'eastus'",
        ),
        (f"{MONITOR}:MetricAlert", metric(scopes=[]), "scopes: an alert rule needs a scope"),
        (
            f"{MONITOR}:ScheduledQueryRule",
            query(timeAggregation="Total"),
            "criteria.allOf[0].metricMeasureColumn: 'Total' needs the column that it is made of",
        ),
        (
            f"{MONITOR}:ActivityLogAlert",
            activity([{"field": "status", "equals": "Failed"}]),
            "condition.allOf: one of the conditions must be on the field 'category'",
        ),
        (
            f"{MONITOR}:ActivityLogAlert",
            activity([CATEGORY, {"field": "status"}]),
            "condition.allOf[1]: a condition needs equals, containsAny or anyOf",
        ),
        (
            f"{MONITOR}:ActivityLogAlert",
            activity([CATEGORY, {"anyOf": [{"field": "status", "equals": "Failed"}]}]),
            "condition.allOf[1].anyOf: anyOf needs at least two conditions",
        ),
        (
            f"{MONITOR}:ActivityLogAlert",
            activity([CATEGORY], ["/subscriptions/a", "/subscriptions/b"]),
            "scopes: all scopes of a rule must be in one subscription",
        ),
        (
            f"{MONITOR}:AutoscaleSetting",
            autoscale(profile(default="3")),
            "profiles[0].capacity: minimum 0 ≤ default 3 ≤ maximum 2 doesn't hold",
        ),
        (
            f"{MONITOR}:AutoscaleSetting",
            autoscale(profile(), profile()),
            "profiles[1].name: another profile is called 'p'",
        ),
        (
            f"{MONITOR}:PrivateLinkScopedResource",
            {"scopeName": "scope", "name": "m", "linkedResourceId": ACCOUNT_ID},
            "linkedResourceId: a Microsoft.Storage/storageAccounts can't be in a private link scope",
        ),
        (
            "azure-native:applicationinsights:Component",
            {"resourceName": "a", "kind": "web", "applicationType": "web", "location": "eastus"},
            "workspaceResourceId: classic Application Insights is retired: a workspace is needed",
        ),
        (
            "azure-native:dashboard:Grafana",
            {"workspaceName": "g1", "location": "eastus", "sku": {"name": "Essential"}},
            "identity: Grafana needs an identity to read what it shows; sku.name: 'Essential' takes no new "
            "instances: Standard",
        ),
        (
            "azure-native:dashboard:Grafana",
            {
                "workspaceName": "a-name-of-over-23-letters",
                "location": "eastus",
                "identity": {"type": "SystemAssigned"},
            },
            "workspaceName: 'a-name-of-over-23-letters' is not a valid name for Microsoft.Dashboard/grafana: "
            "2-23 letters, digits and hyphens, starting with a letter and not ending with a hyphen",
        ),
        (
            "azure-native:resources:Deployment",
            tables(totalRetentionInDays=800),
            "properties.template.resources[0].properties.totalRetentionInDays: 800 is not allowed",
        ),
        (
            "azure-native:resources:Deployment",
            tables(plan="Basic", retentionInDays=30),
            "properties.template.resources[0].properties.retentionInDays: 30 is not allowed: 4 to 730, and "
            "none for Basic",
        ),
    ],
)
def test_refused_whatever_exists(
    client: Any, workspace: str, token: str, inputs: dict[str, Any], text: str
) -> None:
    _, failures = client.check(token, "x", {"resourceGroupName": workspace, **inputs})
    assert "; ".join(f"{path}: {reason}" for path, reason in failures) == text


def test_a_resource_has_one_autoscale_setting(client: Any, workspace: str) -> None:
    token = f"{MONITOR}:AutoscaleSetting"
    client.create(token, "a", resourceGroupName=workspace, **autoscale(profile()))
    with pytest.raises(Exception, match=r"has the autoscale setting .* already"):
        client.create(token, "b", resourceGroupName=workspace, **autoscale(profile(), name="b"))


def test_tables_need_their_workspace(client: Any, group: str) -> None:
    with pytest.raises(Exception, match="ParentResourceNotFound"):
        client.create("azure-native:resources:Deployment", "d", resourceGroupName=group, **tables())


def test_what_azure_adds(client: Any, workspace: str) -> None:
    common = {"resourceGroupName": workspace, "location": "eastus"}
    insights = client.create(
        "azure-native:applicationinsights:Component",
        "a",
        **common,
        resourceName="a",
        kind="web",
        applicationType="web",
        workspaceResourceId=WORKSPACE_ID,
    )
    assert insights.outputs["connectionString"].startswith("InstrumentationKey=")
    metrics = client.create(
        f"{MONITOR}:AzureMonitorWorkspace", "m", **common, azureMonitorWorkspaceName="metrics"
    )
    assert metrics.outputs["metrics"]["prometheusQueryEndpoint"].endswith(".prometheus.monitor.azure.com")
    grafana = client.create(
        "azure-native:dashboard:Grafana",
        "g",
        **common,
        workspaceName="boards",
        sku={"name": "Standard"},
        identity={"type": "SystemAssigned"},
    )
    assert grafana.outputs["identity"]["principalId"]
    assert grafana.outputs["properties"]["endpoint"].endswith(".grafana.azure.com")
