"""Alerts: each has a runbook, watches something that exists, and becomes the right rule."""

import re
from pathlib import Path
from typing import Any

import pulumi
import pytest

import recorded
from azure_ai_landing_zone import Naming, SettingsError
from azure_ai_landing_zone.operations.alert_definitions import ActivityLogAlert, LogAlert, MetricAlert, alerts
from azure_ai_landing_zone.operations.alert_rules import AlertRules, AlertRulesArgs, AlertTarget
from azure_ai_landing_zone.operations.prometheus import prometheus_rules
from helpers.registered import Registered, register

ROOT = Path(__file__).parents[2]
RUNBOOKS = ROOT / "docs" / "runbooks"
STORAGE = "Microsoft.Storage/storageAccounts"


def test_every_alert_has_a_runbook_and_every_runbook_an_alert() -> None:
    of_metrics = [name for name, rule in prometheus_rules().items() if rule.kind == "alert"]
    assert sorted(page.stem for page in RUNBOOKS.glob("*.md")) == sorted([*alerts(), *of_metrics])


@pytest.mark.parametrize("name", list(alerts()))
def test_a_runbook_says_where_to_look_what_to_do_and_when_it_is_wrong(name: str) -> None:
    page = (RUNBOOKS / f"{name}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {name}\n")
    for part in ("**Look first.**", "**What to do**", "**When it is wrong.**"):
        assert part in page
    for other in re.findall(r"\]\(([\w-]+)\.md\)", page):
        assert other in alerts()


@pytest.mark.parametrize(("name", "alert"), alerts().items())
def test_an_alert_is_one_sentence_with_a_source(
    name: str, alert: MetricAlert | LogAlert | ActivityLogAlert
) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", name)
    assert re.fullmatch(r"[A-Z].*[^.]\.", alert.summary)
    assert alert.source.startswith(("learn.microsoft.com/azure/", "Azure/azure-monitor-baseline-alerts@"))


def rules(*targets: AlertTarget, **changes: Any) -> Registered:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "workspace_resource_id": "/logs",
        "action_group_resource_ids": ["/people"],
        "targets": list(targets),
    }
    return register(lambda: AlertRules("zone", AlertRulesArgs(**(values | changes))))


def target(resource_type: str, **planned: float) -> AlertTarget:
    return AlertTarget(
        key="it",
        resource_type=resource_type,
        target_resource_id="/Subscriptions/S/It",
        planned={name.replace("_", "-"): value for name, value in planned.items()},
    )


@pytest.mark.parametrize(
    ("resource_type", "expected"),
    [
        (
            STORAGE,
            [
                ("monitor:MetricAlert", "zone-it-storage-availability"),
                ("monitor:MetricAlert", "zone-it-storage-throttled"),
            ],
        ),
        (
            "Microsoft.ApiManagement/service",
            [
                ("monitor:MetricAlert", "zone-it-gateway-busy"),
                ("monitor:MetricAlert", "zone-it-gateway-errors"),
            ],
        ),
        (
            "Microsoft.EventHub/namespaces",
            [
                ("monitor:MetricAlert", "zone-it-event-hub-capture-behind"),
                ("monitor:MetricAlert", "zone-it-event-hub-throttled"),
                ("monitor:ScheduledQueryRule", "zone-it-inference-audit-silent"),
            ],
        ),
        ("Microsoft.Compute/virtualMachineScaleSets", [("monitor:MetricAlert", "zone-it-node-unavailable")]),
        (
            "Microsoft.ContainerService/managedClusters",
            [("monitor:ScheduledQueryRule", "zone-it-cluster-scale-up-refused")],
        ),
        (
            "Microsoft.KeyVault/vaults",
            [
                ("monitor:MetricAlert", "zone-it-key-vault-availability"),
                ("monitor:MetricAlert", "zone-it-key-vault-saturation"),
            ],
        ),
        (
            "Microsoft.Network/natGateways",
            [
                ("monitor:MetricAlert", "zone-it-nat-gateway-connections-failed"),
                ("monitor:MetricAlert", "zone-it-nat-gateway-datapath"),
            ],
        ),
        (
            "Microsoft.Network/azureFirewalls",
            [
                ("monitor:MetricAlert", "zone-it-firewall-health"),
                ("monitor:MetricAlert", "zone-it-firewall-ports"),
                ("monitor:ScheduledQueryRule", "zone-it-firewall-denials"),
            ],
        ),
        (
            "Microsoft.Network/virtualNetworks",
            [("monitor:ScheduledQueryRule", "zone-it-network-flows-denied")],
        ),
        (
            "Microsoft.OperationalInsights/workspaces",
            [("monitor:ScheduledQueryRule", "zone-it-log-ingestion-stopped")],
        ),
        ("Microsoft.Resources/subscriptions", [("monitor:ActivityLogAlert", "zone-it-service-health")]),
        (
            "Microsoft.StorageCache/amlFilesystems",
            [
                ("monitor:MetricAlert", "zone-it-lustre-files-full"),
                ("monitor:MetricAlert", "zone-it-lustre-full"),
            ],
        ),
        (
            "Microsoft.Resources/resourceGroups",
            [
                ("monitor:ActivityLogAlert", "zone-it-protected-resource-deleted"),
                ("monitor:ActivityLogAlert", "zone-it-resource-health"),
                ("monitor:ActivityLogAlert", "zone-it-rights-changed"),
                ("monitor:ActivityLogAlert", "zone-it-scale-set-refused"),
            ],
        ),
    ],
)
def test_each_type_has_its_rules(resource_type: str, expected: list[tuple[str, str]]) -> None:
    assert rules(target(resource_type)).azure == expected


def test_every_alert_is_reached_by_some_type() -> None:
    reached = {
        name
        for alert in alerts().values()
        for name in target(alert.resource_type, **_planned(alert.resource_type)).watched()
    }
    assert reached == set(alerts())


def _planned(resource_type: str) -> dict[str, float]:
    planned = {"checkpoint_store_capacity": 1.0, "checkpoint_store_growth": 1.0}
    return planned if resource_type == STORAGE else {}


def test_the_plan_of_a_checkpoint_store_is_the_threshold() -> None:
    made = rules(target(STORAGE, checkpoint_store_capacity=4e12, checkpoint_store_growth=1.4e12))
    capacity = made.inputs["zone-it-checkpoint-store-capacity"]
    assert capacity["criteria"]["allOf"] == [
        {
            "criterionType": "StaticThresholdCriterion",
            "dimensions": [],
            "metricName": "UsedCapacity",
            "metricNamespace": STORAGE,
            "name": "criterion",
            "operator": "GreaterThan",
            "threshold": 4e12,
            "timeAggregation": "Average",
        }
    ]
    assert capacity["ruleName"] == "ar-ai-zone-it-checkpoint-store-capacity-x1"
    assert capacity["actions"] == [{"actionGroupId": "/people"}]
    assert capacity["location"] == "global"
    assert capacity["description"].endswith(" Runbook: docs/runbooks/checkpoint-store-capacity.md")
    growth = made.inputs["zone-it-checkpoint-store-growth"]
    [condition] = growth["criteria"]["allOf"]
    assert '_ResourceId startswith "/subscriptions/s/it"' in condition["query"]
    assert (condition["threshold"], condition["timeAggregation"]) == (1.4e12, "Total")
    assert condition["metricMeasureColumn"] == "WrittenBytes"
    assert growth["scopes"] == ["/logs"]


def test_targets_of_two_types_may_have_one_name() -> None:
    """Such as a checkpoint store and a Lustre file system that are both called data."""
    lustre = "Microsoft.StorageCache/amlFilesystems"
    assert len(rules(target(STORAGE), target(lustre)).azure) == 4


def test_activity_log_conditions_hold_together() -> None:
    made = rules(target("Microsoft.Resources/resourceGroups"), runbooks="https://wiki.example.com/run/")
    rule = made.inputs["zone-it-scale-set-refused"]
    assert rule["condition"]["allOf"] == [
        {"field": "category", "equals": "Administrative"},
        {"field": "operationName", "equals": "Microsoft.Compute/virtualMachineScaleSets/write"},
        {"field": "status", "equals": "Failed"},
    ]
    assert rule["description"].endswith(" Runbook: https://wiki.example.com/run/scale-set-refused.md")
    rights = made.inputs["zone-it-rights-changed"]["condition"]["allOf"][1]["anyOf"]
    assert [one["equals"].removeprefix("Microsoft.") for one in rights] == [
        "Authorization/roleAssignments/write",
        "Authorization/roleDefinitions/write",
        "ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write",
        "Authorization/locks/write",
        "Storage/storageAccounts/blobServices/containers/immutabilityPolicies/write",
        "Storage/storageAccounts/blobServices/containers/immutabilityPolicies/delete",
        "Storage/storageAccounts/listKeys/action",
        "CognitiveServices/accounts/listKeys/action",
    ]
    health = made.inputs["zone-it-resource-health"]["condition"]["allOf"]
    assert [sorted(condition) for condition in health] == [["equals", "field"], ["anyOf"], ["anyOf"]]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (
            lambda: target("Microsoft.Search/searchServices"),
            "resource_type: no alert watches Microsoft.Search/searchServices: there are some for "
            "Microsoft.ApiManagement/service, Microsoft.CognitiveServices/accounts, "
            "Microsoft.Compute/virtualMachineScaleSets, "
            "Microsoft.ContainerService/managedClusters, Microsoft.EventHub/namespaces, "
            "Microsoft.Insights/components, Microsoft.Insights/dataCollectionRules, "
            "Microsoft.KeyVault/vaults, Microsoft.Network/azureFirewalls, "
            "Microsoft.Network/natGateways, Microsoft.Network/virtualNetworks, "
            "Microsoft.OperationalInsights/workspaces, "
            "Microsoft.Resources/resourceGroups, Microsoft.Resources/subscriptions, "
            "Microsoft.Storage/storageAccounts, Microsoft.StorageCache/amlFilesystems",
        ),
        (
            lambda: target(STORAGE, storage_availability=90.0),
            "planned.storage-availability: storage-availability takes no threshold from the plan of a "
            "Microsoft.Storage/storageAccounts: allowed are checkpoint-store-capacity, "
            "checkpoint-store-growth",
        ),
        (
            lambda: rules(target(STORAGE), target(STORAGE)),
            "targets[1].key: it is the key of [0] already",
        ),
    ],
)
def test_what_is_wrong_is_said(make: Any, expected: str) -> None:
    with pytest.raises(SettingsError) as raised:
        make()
    assert [line.strip() for line in str(raised.value).splitlines()[1:]] == [expected]


def test_no_alert_of_a_stack_pays_for_its_questions() -> None:
    """Which a table with the Basic plan has by the GB, and this alert asks about a day every hour:
    learn.microsoft.com/azure/azure-monitor/logs/logs-table-plans, 2026."""
    made = recorded.resources("prod")
    tables = [
        table["name"].rpartition("/")[2]
        for one in made
        if "azure-native:resources:Deployment::" in one["urn"]
        for table in one["inputs"]["properties"]["template"]["resources"]
        if table["properties"].get("plan") == "Basic"
    ]
    asked = [
        one["inputs"]["criteria"]["allOf"][0]["query"].split()[0]
        for one in made
        if "azure-native:monitor:ScheduledQueryRule::" in one["urn"]
    ]
    assert (sorted(set(asked) & set(tables)), "StorageBlobLogs" in asked) == ([], True)


@pytest.mark.parametrize(
    ("basic_tables", "says"),
    [
        (
            ["StorageBlobLogs"],
            [
                "the alert checkpoint-store-growth asks StorageBlobLogs about P1D every PT1H, and each GB "
                "that it reads of a Basic table is paid for: give that table the plan Analytics"
            ],
        ),
        (["AZFWThreatIntel"], []),
    ],
)
def test_an_alert_that_asks_a_basic_table_is_said(
    monkeypatch: pytest.MonkeyPatch, basic_tables: list[str], says: list[str]
) -> None:
    warnings: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_: warnings.append(text))
    rules(target(STORAGE, **{"checkpoint-store-growth": 1.0}), basic_tables=basic_tables)
    assert warnings == says
