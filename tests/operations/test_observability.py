"""What a zone tells goes over no public way, and needs no secret."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import recorded
from azure_ai_landing_zone import AccessGrant, BuiltInRole, Naming, PrivateEndpointPlace, SettingsError
from azure_ai_landing_zone.operations.action_group import (
    ActionGroup,
    ActionGroupArgs,
    AlertRecipients,
    SecureWebhook,
)
from azure_ai_landing_zone.operations.grafana import GrafanaArgs
from azure_ai_landing_zone.operations.logs import TableRetention
from azure_ai_landing_zone.operations.observability import Observability, ObservabilityArgs
from azure_ai_landing_zone.operations.private_link import (
    MonitorPrivateLink,
    MonitorPrivateLinkArgs,
    MonitorPrivateLinkCreate,
    MonitorPrivateLinkExisting,
)
from azure_ai_landing_zone.operations.telemetry import TelemetrySampling
from helpers.registered import Registered, register

COMMON: dict[str, Any] = {
    "location": "eastus",
    "naming": Naming(suffix="x1"),
    "resource_group_name": "rg",
}
GROUP = "/subscriptions/s/resourceGroups"
WORKSPACE = f"{GROUP}/rg-logs/providers/Microsoft.OperationalInsights/workspaces/log-zone"
HUBS_SCOPE = f"{GROUP}/rg-hub/providers/Microsoft.Insights/privateLinkScopes/ampls-hub"
PLACE = PrivateEndpointPlace(subnet_resource_id="/subnet")
PEOPLE = AlertRecipients(short_name="ai zone", emails=["ops@example.com"])
PAGER = {
    "key": "pager",
    "url": "https://pager.example.com/azure",
    "application_object_id": "11111111-1111-1111-1111-111111111111",
    "application_id_uri": "api://pager",
}


def observed(**changes: Any) -> Registered:
    values = COMMON | {"workspace_resource_id": WORKSPACE, "recipients": PEOPLE} | changes
    return register(lambda: Observability("zone", ObservabilityArgs(**values)))


def said(make: Callable[[], object]) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        make()
    return [line.strip() for line in str(raised.value).splitlines()[1:]]


def test_at_the_least_there_is_somebody_to_tell() -> None:
    made = observed()
    assert made.azure == [("monitor:ActionGroup", "zone-recipients-action-group")]
    group = made.inputs["zone-recipients-action-group"]
    assert group["location"] == "Global"
    assert group["groupShortName"] == "ai zone"
    assert group["emailReceivers"] == [
        {"name": "ops@example.com", "emailAddress": "ops@example.com", "useCommonAlertSchema": True}
    ]


def test_telemetry_is_private_and_without_keys() -> None:
    made = observed(
        telemetry=TelemetrySampling(sampling_percent=20),
        access=[
            AccessGrant(key="app", principal_id="p", role=BuiltInRole.MONITORING_METRICS_PUBLISHER),
        ],
    )
    assert made.azure == [
        ("authorization:RoleAssignment", "zone-telemetry-app-access"),
        ("monitor:ActionGroup", "zone-recipients-action-group"),
        ("resources:Resource", "zone-telemetry-application-insights"),
    ]
    assert made.inputs["zone-telemetry-application-insights"]["properties"] == {
        "Application_Type": "web",
        "CustomMetricsOptedInType": "WithDimensions",
        "DisableIpMasking": False,
        "DisableLocalAuth": True,
        "Flow_Type": "Bluefield",
        "IngestionMode": "LogAnalytics",
        "Request_Source": "rest",
        "SamplingPercentage": 20.0,
        "WorkspaceResourceId": WORKSPACE,
        "publicNetworkAccessForIngestion": "Disabled",
        "publicNetworkAccessForQuery": "Disabled",
    }


def test_metrics_keep_their_dimensions() -> None:
    """Tokens of the gateway by team: without it Azure keeps the sum of all teams."""
    insights = observed(telemetry=TelemetrySampling()).inputs["zone-telemetry-application-insights"]
    assert insights["properties"]["CustomMetricsOptedInType"] == "WithDimensions"


def test_telemetry_is_asked_from_wherever_logs_are() -> None:
    """Of each stack with both: people in the portal ask the one by the other."""
    found = {}
    for stack in recorded.stacks():
        inputs = {
            one["urn"].rpartition("-")[2]: one.get("inputs", {})
            for one in recorded.resources(stack)
            if one["urn"].endswith(("-observability-telemetry-application-insights", "-logs-workspace"))
        }
        if len(inputs) == 2:
            asked = (inputs["workspace"], inputs["insights"]["properties"])
            found[stack] = tuple(one["publicNetworkAccessForQuery"] for one in asked)
    assert found == {
        "inference": ("Disabled", "Disabled"),
        "models": ("Enabled", "Enabled"),
        "prod": ("Disabled", "Disabled"),
    }


def test_a_scope_of_our_own_has_members_before_its_endpoint() -> None:
    made = observed(
        telemetry=TelemetrySampling(),
        monitor_private_link=MonitorPrivateLinkCreate(mode="create"),
        private_endpoint=PLACE,
        members={"prometheus": "/dce"},
    )
    assert [name for kind, name in made.azure if kind == "monitor:PrivateLinkScopedResource"] == [
        "zone-private-link-prometheus-member",
        "zone-private-link-telemetry-member",
        "zone-private-link-workspace-member",
    ]
    scope = made.inputs["zone-private-link-scope"]
    assert scope["accessModeSettings"] == {
        "ingestionAccessMode": "PrivateOnly",
        "queryAccessMode": "PrivateOnly",
    }
    assert "zone-private-link-telemetry-member" in made.dependencies["zone-private-link-private-endpoint"]
    assert "zone-private-link-workspace-member" in made.dependencies["zone-private-link-prometheus-member"]
    [connection] = made.inputs["zone-private-link-private-endpoint"]["privateLinkServiceConnections"]
    assert connection["groupIds"] == ["azuremonitor"]


def test_members_join_the_hubs_scope_under_names_of_their_own() -> None:
    made = observed(
        monitor_private_link=MonitorPrivateLinkExisting(mode="existing", scope_resource_id=HUBS_SCOPE)
    )
    assert [kind for kind, _ in made.azure] == ["monitor:ActionGroup", "monitor:PrivateLinkScopedResource"]
    member = made.inputs["zone-private-link-workspace-member"]
    assert (member["resourceGroupName"], member["scopeName"]) == ("rg-hub", "ampls-hub")
    assert member["name"] == "amplsr-ai-zone-workspace-x1"


def test_the_activity_log_is_sent_by_one_stack() -> None:
    made = observed(activity_log="managed")
    setting = made.inputs["zone-activity-log-diagnostics"]
    assert setting["resourceUri"] == "/subscriptions/00000000-0000-0000-0000-000000000001"
    assert [log["category"] for log in setting["logs"]][:3] == ["Administrative", "Security", "ServiceHealth"]


def test_tables_of_azure_are_set_by_a_deployment_in_the_workspaces_group() -> None:
    made = observed(
        tables=[
            TableRetention(table="AZKVAuditLogs", interactive_days=90, total_days=2556),
            TableRetention(table="StorageBlobLogs", plan="Basic", total_days=365),
        ]
    )
    sent = made.inputs["zone-tables"]
    assert (sent["resourceGroupName"], sent["deploymentName"]) == ("rg-logs", "tables-of-log-zone")
    assert sent["properties"]["mode"] == "Incremental"
    resources = sent["properties"]["template"]["resources"]
    assert [(one["name"], one["properties"]) for one in resources] == [
        (
            "log-zone/AZKVAuditLogs",
            {"plan": "Analytics", "retentionInDays": 90, "totalRetentionInDays": 2556},
        ),
        ("log-zone/StorageBlobLogs", {"plan": "Basic", "totalRetentionInDays": 365}),
    ]


def test_a_webhook_is_called_with_a_token_and_not_with_a_secret() -> None:
    args = ActionGroupArgs(**COMMON, short_name="ai", webhooks=[SecureWebhook(**PAGER)])
    made = register(lambda: ActionGroup("zone", args))
    assert made.inputs["zone-action-group"]["webhookReceivers"] == [
        {
            "name": "pager",
            "serviceUri": "https://pager.example.com/azure",
            "useAadAuth": True,
            "objectId": "11111111-1111-1111-1111-111111111111",
            "identifierUri": "api://pager",
            "useCommonAlertSchema": True,
        }
    ]


SECRET = (
    "url: must be an https address without user, query or fragment, got '{}': what follows them is a secret, "
    "and the webhook is called with a token of Microsoft Entra ID instead"
)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (
            lambda: AlertRecipients(short_name="ai"),
            ["emails: nobody would hear of an alert: give `emails` or `webhooks`"],
        ),
        (
            lambda: AlertRecipients(short_name="ai", emails=["a@example.com", "A@example.com"]),
            ["emails[1]: a@example.com is [0] already: take one of them out"],
        ),
        (
            lambda: AlertRecipients(short_name="a-name-too-long", emails=["a@example.com"]),
            [
                'short_name: must match ^[A-Za-z0-9 _-]{1,12}$, got "a-name-too-long": How messages begin: '
                "at most 12 characters"
            ],
        ),
        (
            lambda: AlertRecipients(short_name="ai", emails=["a@example.com"], logic_app_receivers=[]),  # type: ignore[call-arg]
            [
                "logic_app_receivers: its address carries a signature, which would lie in the state for "
                "everyone to use: give a webhook that accepts tokens of Microsoft Entra ID, under `webhooks`"
            ],
        ),
        (
            lambda: SecureWebhook(**PAGER | {"url": "https://pager.example.com/x?sig=abc"}),
            [SECRET.format("https://pager.example.com/x")],
        ),
        (
            lambda: SecureWebhook(**PAGER | {"url": "http://pager.example.com/x"}),
            [SECRET.format("http://pager.example.com/x")],
        ),
        (
            lambda: TableRetention(table="T", interactive_days=3),
            ["interactive_days: must be at least 4, got 3"],
        ),
        (
            lambda: TableRetention(table="T", total_days=800),
            [
                "total_days: must be 4 to 730, or one of 1095, 1460, 1826, 2191, 2556, 2922, 3288, 3653, "
                "4018, 4383, got 800"
            ],
        ),
        (
            lambda: TableRetention(table="T", interactive_days=90, total_days=60),
            ["total_days: 60 days in all are fewer than the 90 that queries see"],
        ),
        (
            lambda: TableRetention(table="AzureDiagnostics", plan="Basic", interactive_days=30),
            [
                "interactive_days: queries see a Basic table for 30 days, which can't be changed: leave it "
                "out",
                "plan: AzureDiagnostics has no Basic plan: write Analytics",
            ],
        ),
        (
            lambda: TableRetention(table="Audit_CL"),
            ["table: Audit_CL is a custom table: whoever makes it says how long it is kept"],
        ),
        (
            lambda: observed(tables=[TableRetention(table="A"), TableRetention(table="a")]),
            ["tables[1].table: a is [0] already"],
        ),
        (
            lambda: observed(monitor_private_link=MonitorPrivateLinkCreate(mode="create")),
            ["private_endpoint: missing, and required with a scope of our own: nothing could reach it"],
        ),
        (
            lambda: observed(private_endpoint=PLACE),
            [
                "private_endpoint: a network can be connected to one scope only, and this one isn't ours: "
                "leave it out"
            ],
        ),
        (
            lambda: observed(
                access=[AccessGrant(key="a", principal_id="p", role=BuiltInRole.MONITORING_METRICS_PUBLISHER)]
            ),
            ["access: there is nothing to grant access to: give `telemetry` as well"],
        ),
        (
            lambda: MonitorPrivateLinkExisting(mode="existing", scope_resource_id="ampls-hub"),
            [
                "scope_resource_id: must be a full resource id like "
                "/subscriptions/<id>/resourceGroups/<name>/providers/Microsoft.Insights/privateLinkScopes/<name>"
                ", got 'ampls-hub'"
            ],
        ),
        (
            lambda: GrafanaArgs(
                **COMMON,
                monitor_workspace_resource_id="/amw",
                private_endpoint=PLACE,
                access=[AccessGrant(key="all", principal_id="g", role=BuiltInRole.GRAFANA_VIEWER)],
            ),
            [
                "access: give one group the role Grafana Admin: nobody else could add data sources or people",
            ],
        ),
    ],
)
def test_what_is_wrong_is_said(make: Callable[[], object], expected: list[str]) -> None:
    assert said(make) == expected


def test_a_private_link_alone_needs_no_observability() -> None:
    args = MonitorPrivateLinkArgs(
        **COMMON,
        private_link_scope=MonitorPrivateLinkCreate(mode="create", ingestion_access="Open"),
        private_endpoint=PLACE,
        members={},
    )
    made = register(lambda: MonitorPrivateLink("hub", args))
    assert made.azure == [
        ("monitor:PrivateLinkScope", "hub-scope"),
        ("network:PrivateEndpoint", "hub-private-endpoint"),
    ]


def test_the_page_says_what_someone_has_to_do_before_grafana_shows_anything() -> None:
    page = (Path(__file__).parents[2] / "docs" / "inference.md").read_text(encoding="utf-8")
    told = page.partition("## What it tells")[2].partition("\n## ")[0]
    said = [word for word in ("approvalCommand", "private-endpoint-connection approve --id") if word in told]
    assert said == ["approvalCommand", "private-endpoint-connection approve --id"]
