"""Observability and cost governance on the real engine: they come up, stay as they are, and Azure would take
them."""

import json

import pytest

from helpers.offline import Program, program
from helpers.published_types import refusals

pytestmark = [pytest.mark.engine, pytest.mark.xdist_group("observability")]

MAKING = """
import pulumi
from pulumi_azure_native import network, operationalinsights, resources, storage
from azure_ai_landing_zone.operations.action_group import AlertRecipients
from azure_ai_landing_zone.operations.alert_rules import AlertRules, AlertRulesArgs, AlertTarget
from azure_ai_landing_zone.operations.telemetry import TelemetrySampling
from azure_ai_landing_zone.operations.budgets import Budget
from azure_ai_landing_zone.operations.budgets import CostGovernance, CostGovernanceArgs
from azure_ai_landing_zone.core.diagnostics import DiagnosticsManaged
from azure_ai_landing_zone.operations.grafana import Grafana, GrafanaArgs
from azure_ai_landing_zone.core.model import AccessGrant, PrivateEndpointPlace, Tags
from azure_ai_landing_zone.operations.private_link import MonitorPrivateLinkCreate
from azure_ai_landing_zone.operations.logs import TableRetention
from azure_ai_landing_zone.operations.metrics import MonitorWorkspace, MonitorWorkspaceArgs
from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.operations.observability import Observability, ObservabilityArgs
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.training.scheduled_scaling import ScheduledScaling, ScheduledScalingArgs

SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000001"
PEOPLE = "00000000-0000-0000-0000-000000000003"

group = resources.ResourceGroup("group", resource_group_name="rg-zone", location="swedencentral")
common = {
    "location": "swedencentral", "resource_group_name": group.name, "naming": Naming(suffix="x1"),
    "tags": Tags(owner="team@example.com", cost_center="42", environment="dev"),
}
made = {"resource_group_name": group.name, "location": "swedencentral"}
spoke = network.VirtualNetwork(
    "spoke", **made, virtual_network_name="vnet",
    address_space=network.AddressSpaceArgs(address_prefixes=["10.0.0.0/24"]),
)
subnet = network.Subnet(
    "subnet", resource_group_name=group.name, virtual_network_name=spoke.name, subnet_name="endpoints",
    address_prefix="10.0.0.0/25", default_outbound_access=False,
)
logs = operationalinsights.Workspace("logs", **made, workspace_name="logs")
store = storage.StorageAccount(
    "store", **made, account_name="stobserved", kind="StorageV2", sku=storage.SkuArgs(name="Standard_ZRS")
)
place = PrivateEndpointPlace(subnet_resource_id=subnet.id)
diagnostics = DiagnosticsManaged(mode="managed", workspace_resource_id=logs.id)
metrics = MonitorWorkspace("metrics", MonitorWorkspaceArgs(**common, private_endpoint=place))
zone = Observability("zone", ObservabilityArgs(
    **common,
    workspace_resource_id=logs.id,
    recipients=AlertRecipients(short_name="ai zone", emails=["ops@example.com"]),
    tables=[TableRetention(table="StorageBlobLogs", plan="Basic", total_days=365)],
    telemetry=TelemetrySampling(),
    monitor_private_link=MonitorPrivateLinkCreate(mode="create"),
    activity_log="managed",
    private_endpoint=place,
    members={"prometheus": metrics.data_collection_endpoint_resource_id},
))
boards = Grafana("boards", GrafanaArgs(
    **common,
    monitor_workspace_resource_id=metrics.workspace_resource_id,
    private_endpoint=place,
    access=[AccessGrant(
        key="admins", principal_id=PEOPLE, role=BuiltInRole.GRAFANA_ADMIN, principal_type="Group"
    )],
    diagnostics=diagnostics,
))
AlertRules("alerts", AlertRulesArgs(
    **common,
    workspace_resource_id=logs.id,
    action_group_resource_ids=[zone.action_group_resource_id],
    targets=[
        AlertTarget(
            key="store", resource_type="Microsoft.Storage/storageAccounts", target_resource_id=store.id,
            planned={"checkpoint-store-capacity": 4e12, "checkpoint-store-growth": 1.4e12},
        ),
        AlertTarget(
            key="subscription", resource_type="Microsoft.Resources/subscriptions",
            target_resource_id=SUBSCRIPTION,
        ),
    ],
))
ScheduledScaling("nights", ScheduledScalingArgs(
    **common, scale_set_resource_id=store.id, node_count=2, diagnostics=diagnostics
))
CostGovernance("cost", CostGovernanceArgs(
    **common,
    budgets=[
        Budget(key="zone", amount=5000),
        Budget(
            key="team", amount=900, counts="subscription", resource_groups=["rg-zone"],
            tag_values={"owner": ["team@example.com"]},
        ),
    ],
    action_group_resource_ids=[zone.action_group_resource_id],
))
pulumi.export("grafana", boards.grafana_url)
pulumi.export("prometheus", metrics.query_endpoint)
"""


@pytest.fixture(scope="module")
def created(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program, created once; the tests of this file leave it as it is."""
    made = program(tmp_path_factory.mktemp("observability"), MAKING)
    assert "warning:" not in made.up()
    return made


def test_it_is_made_of_exactly_this_and_stays(created: Program) -> None:
    made = sorted(
        (resource["type"].removeprefix("azure-native:"), resource["urn"].split("::")[-1])
        for resource in created.resources()
        if "$" in resource["urn"] and resource["type"].startswith("azure-native:")
    )
    assert made == [
        ("authorization:RoleAssignment", "boards-admins-access"),
        ("authorization:RoleAssignment", "boards-metrics-self-access"),
        ("authorization:RoleAssignment", "boards-resources-self-access"),
        ("consumption:Budget", "cost-team-budget"),
        ("consumption:Budget", "cost-zone-budget"),
        ("dashboard:Grafana", "boards-grafana"),
        ("dashboard:ManagedPrivateEndpoint", "boards-prometheus-link"),
        ("monitor:ActionGroup", "zone-recipients-action-group"),
        ("monitor:ActivityLogAlert", "alerts-subscription-service-health"),
        ("monitor:AutoscaleSetting", "nights-autoscale"),
        ("monitor:AzureMonitorWorkspace", "metrics-monitor-workspace"),
        ("monitor:DataCollectionEndpoint", "metrics-collection-endpoint"),
        ("monitor:DiagnosticSetting", "boards-diagnostics"),
        ("monitor:DiagnosticSetting", "nights-diagnostics"),
        ("monitor:DiagnosticSetting", "zone-activity-log-diagnostics"),
        ("monitor:MetricAlert", "alerts-store-checkpoint-store-capacity"),
        ("monitor:MetricAlert", "alerts-store-storage-availability"),
        ("monitor:MetricAlert", "alerts-store-storage-throttled"),
        ("monitor:PrivateLinkScope", "zone-private-link-scope"),
        ("monitor:PrivateLinkScopedResource", "zone-private-link-prometheus-member"),
        ("monitor:PrivateLinkScopedResource", "zone-private-link-telemetry-member"),
        ("monitor:PrivateLinkScopedResource", "zone-private-link-workspace-member"),
        ("monitor:ScheduledQueryRule", "alerts-store-checkpoint-store-growth"),
        ("network:PrivateEndpoint", "boards-private-endpoint"),
        ("network:PrivateEndpoint", "metrics-private-endpoint"),
        ("network:PrivateEndpoint", "zone-private-link-private-endpoint"),
        ("resources:Deployment", "zone-tables"),
        ("resources:Resource", "zone-telemetry-application-insights"),
    ]
    outputs = created.outputs()
    assert outputs["grafana"].endswith(".swedencentral.grafana.azure.com")
    assert outputs["prometheus"].endswith(".swedencentral.prometheus.monitor.azure.com")
    created.up("--skip-preview", "--expect-no-changes")
    created.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")


def test_nothing_has_a_public_way_in_or_a_secret(created: Program) -> None:
    text = json.dumps([resource["inputs"] for resource in created.resources() if "inputs" in resource])
    assert '"publicNetworkAccess": "Enabled"' not in text
    for word in ("sig=", 'apiKey": "Enabled', "sharedKey"):
        assert word not in text


def test_azure_would_accept_every_resource(created: Program) -> None:
    assert refusals(created.resources()) == []


def test_a_preview_knows_of_application_insights_only_what_is_sent(created: Program) -> None:
    """Its workspace is known then, as on a first preview where somebody else made that; its address isn't."""
    code = created.offline.folder / "__main__.py"
    assert MAKING.count("TelemetrySampling()") == 1
    code.write_text(MAKING.replace("TelemetrySampling()", "TelemetrySampling(sampling_percent=20)"))
    try:
        shown = created.pulumi("preview", "--json").output
    finally:
        code.write_text(MAKING)
    steps = [step for step in json.loads(shown[shown.index("{") :])["steps"] if step["op"] != "same"]
    assert [(step["op"], step["urn"].split("::")[-1]) for step in steps] == [
        ("update", "zone-telemetry-application-insights")
    ]
