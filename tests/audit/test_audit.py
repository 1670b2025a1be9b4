"""What an audit is made of, what its policy says, and that records stay within Azure's limits."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pulumi
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pulumi_azure_native import storage

from azure_ai_landing_zone import LandingZoneSettings, Naming, SettingsError
from azure_ai_landing_zone.audit.audit import InferenceAudit, InferenceAuditArgs
from azure_ai_landing_zone.audit.plan import BODY_CHARACTERS, CALL_BYTES, EVENT_BYTES, FIELD_BYTES, RECORD
from azure_ai_landing_zone.gateway.audit import add_audit
from helpers.registered import Registered, register
from helpers.settings import problems_of

WORKSPACE = "/subscriptions/s/resourceGroups/logs/providers/Microsoft.OperationalInsights/workspaces/log"
SCOPE = "/subscriptions/s/resourceGroups/logs/providers/Microsoft.Insights/privateLinkScopes/scope"
RIGHT: dict[str, Any] = {
    "location": "swedencentral",
    "resource_group_name": "rg",
    "naming": Naming(suffix="x1"),
    "record_bodies": "hash",
    "workspace_resource_id": WORKSPACE,
    "private_link_scope_resource_id": SCOPE,
}
PAGE = Path(__file__).parents[2] / "docs" / "audit.md"
PLACE = {"subnet_resource_id": "/subnets/s"}
RESERVED = {"_ResourceId", "id", "_SubscriptionId", "TenantId", "Type", "UniqueId", "Title"}
"""Source: learn.microsoft.com/azure/azure-monitor/logs/ingest-logs-event-hub, 2026-08-11."""


UNLOCKED = (
    "the container inference-audit isn't locked: an administrator could take its records away. Run "
    "`lockCommand`, then `pulumi refresh`"
)


def audit(**more: Any) -> Registered:
    return register(lambda: InferenceAudit("calls", InferenceAuditArgs(**RIGHT | more)))


def test_an_audit() -> None:
    made = audit(
        private_endpoint=PLACE,
        store_private_endpoint=PLACE,
        record_senders=[{"key": "gateway", "principal_id": "g"}],
        record_readers=[{"key": "auditors", "principal_id": "a", "principal_type": "Group"}],
    )
    assert made.azure == [
        ("authorization:RoleAssignment", "calls-hub-gateway-access"),
        ("authorization:RoleAssignment", "calls-namespace-self-access"),
        ("authorization:RoleAssignment", "calls-rule-gateway-access"),
        ("authorization:RoleAssignment", "calls-store-auditors-access"),
        ("authorization:RoleAssignment", "calls-table-auditors-access"),
        ("eventhub:EventHub", "calls-hub"),
        ("eventhub:Namespace", "calls-namespace"),
        ("monitor:DataCollectionEndpoint", "calls-collection-endpoint"),
        ("monitor:DataCollectionRule", "calls-rule"),
        ("monitor:PrivateLinkScopedResource", "calls-member"),
        ("network:PrivateEndpoint", "calls-private-endpoint"),
        ("network:PrivateEndpoint", "calls-store-blob-private-endpoint"),
        ("operationalinsights:Table", "calls-table"),
        ("storage:BlobContainer", "calls-container"),
        ("storage:BlobContainerImmutabilityPolicy", "calls-immutability"),
        ("storage:BlobServiceProperties", "calls-store-blob-service"),
        ("storage:ManagementPolicy", "calls-lifecycle"),
        ("storage:StorageAccount", "calls-store-account"),
    ]
    assert made.protected == {
        "calls-container",
        "calls-hub",
        "calls-namespace",
        "calls-store-account",
        "calls-table",
    }


def test_the_store_takes_no_changes_and_deletes_what_may_go() -> None:
    made = audit(store_days=2556)
    policy = made.inputs["calls-immutability"]
    assert policy["immutabilityPeriodSinceCreationInDays"] == 2556
    assert policy["allowProtectedAppendWritesAll"] is True
    (rule,) = made.inputs["calls-lifecycle"]["policy"]["rules"]
    assert rule["definition"] == {
        "actions": {"baseBlob": {"delete": {"daysAfterCreationGreaterThan": 2556}}},
        "filters": {"blobTypes": ["blockBlob"], "prefixMatch": ["inference-audit/"]},
    }
    assert made.inputs["calls-store-account"]["networkRuleSet"]["bypass"] == "AzureServices"


@pytest.mark.parametrize(("state", "said"), [("Unlocked", [UNLOCKED]), ("Locked", [])])
def test_it_is_said_until_the_store_is_locked(
    state: str, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_, **__: heard.append(text))
    monkeypatch.setattr(
        storage.BlobContainerImmutabilityPolicy, "state", property(lambda _: pulumi.Output.from_input(state))
    )
    audit()
    assert heard == said


def test_the_hub_stores_with_its_own_identity_and_takes_no_keys() -> None:
    made = audit(waiting_days=3)
    namespace, hub = made.inputs["calls-namespace"], made.inputs["calls-hub"]
    assert namespace["disableLocalAuth"] is True
    assert namespace["publicNetworkAccess"] == "Disabled"
    assert (namespace["isAutoInflateEnabled"], namespace["maximumThroughputUnits"]) == (True, 10)
    assert hub["messageRetentionInDays"] == 3
    assert hub["captureDescription"]["destination"]["identity"] == {"type": "SystemAssigned"}
    assert "calls-namespace-self-access" in made.dependencies["calls-hub"]


def test_the_hub_waits_until_azure_knows_that_it_may_store() -> None:
    assert list(audit().hooks) == ["calls-hub"]


def test_a_namespace_that_does_not_grow() -> None:
    namespace = audit(throughput_units=2, most_throughput_units=2).inputs["calls-namespace"]
    assert (namespace["isAutoInflateEnabled"], namespace["maximumThroughputUnits"]) == (False, 0)


def test_the_table_and_its_rule_have_the_records_columns() -> None:
    made = audit(query_days=30, table_days=4383)
    table, rule = made.inputs["calls-table"], made.inputs["calls-rule"]
    assert (table["retentionInDays"], table["totalRetentionInDays"]) == (30, 4383)
    assert table["resourceGroupName"] == "logs"
    assert [one["name"] for one in table["schema"]["columns"]] == list(RECORD)
    assert table["schema"]["columns"][0] == {"name": "TimeGenerated", "type": "dateTime"}
    (columns,) = (one["columns"] for one in rule["streamDeclarations"].values())
    assert columns == [{"name": name, "type": one.column_type} for name, one in RECORD.items()]
    assert made.inputs["calls-collection-endpoint"]["networkAcls"] == {"publicNetworkAccess": "Disabled"}


def test_public_ingestion_needs_no_scope() -> None:
    made = audit(ingestion="public", private_link_scope_resource_id=None)
    assert made.inputs["calls-collection-endpoint"]["networkAcls"] == {"publicNetworkAccess": "Enabled"}
    assert "calls-member" not in made.inputs


LIMITS: dict[str, tuple[dict[str, Any], str]] = {
    "What is kept is nobody's default": (
        {"record_bodies": None},
        "record_bodies: must be 'hash' or 'full', got null",
    ),
    "The table keeps twelve years at most": (
        {"table_days": 4384},
        "table_days: must be 4 to 730, or one of 1095, 1460, 1826, 2191, 2556, 2922, 3288, 3653, 4018, 4383, "
        "got 4384",
    ),
    "Queries see no more than is kept": (
        {"table_days": 30},
        "table_days: 30 days in all are fewer than the 90 that queries see",
    ),
    "Queries see two years at most": ({"query_days": 731}, "query_days: must be at most 730, got 731"),
    "The store keeps at least a day": ({"store_days": 0}, "store_days: must be at least 1, got 0"),
    "The store keeps 400 years at most": (
        {"store_days": 146_001},
        "store_days: must be at most 146000, got 146001",
    ),
    "Records wait a week at most": ({"waiting_days": 8}, "waiting_days: must be at most 7, got 8"),
    "A namespace has 40 units at most": (
        {"throughput_units": 41},
        "throughput_units: must be at most 40, got 41",
    ),
    "A namespace doesn't shrink by itself": (
        {"throughput_units": 4, "most_throughput_units": 2},
        "most_throughput_units: 2 are fewer than the 4 to start with",
    ),
    "Event Hubs stores into no Premium account": (
        {"store_sku": "Premium_LRS"},
        "store_sku: Event Hubs stores nothing into Premium_LRS: take a Standard one",
    ),
    "Private ingestion needs a scope": (
        {"private_link_scope_resource_id": None},
        "private_link_scope_resource_id: missing, and required with private ingestion: no record would come "
        "in",
    ),
}
"""Every limit of an audit that a user can violate, with the sentence it gets."""


@pytest.mark.parametrize(("change", "sentence"), LIMITS.values(), ids=LIMITS)
def test_limits(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SettingsError) as raised:
        InferenceAuditArgs(**RIGHT | change)
    assert str(raised.value).split("\n") == [
        "1 problem in the arguments of InferenceAuditArgs:",
        f"  {sentence}",
    ]


def zone(**audit: Any) -> dict[str, Any]:
    text = (Path(__file__).parent / "zone.yaml").read_text(encoding="utf-8")
    settings: dict[str, Any] = yaml.safe_load(text)
    settings["inferenceAudits"][0].update(audit)
    return settings


EXISTING = {
    "mode": "existing",
    "scopeResourceId": "/subscriptions/s/resourceGroups/r/providers/Microsoft.Insights/privateLinkScopes/x",
}
ZONE_LIMITS: dict[str, tuple[dict[str, Any], str]] = {
    "A choice is missing": (
        {name: value for name, value in zone().items() if name != "inferenceAudits"}
        | {"inferenceAudits": [{"name": "calls", "senderNames": ["front-gateway"]}]},
        "inferenceAudits[0].recordBodies: missing, and required: hash or full: full keeps personal data "
        "where nobody can delete it, so there is no default",
    ),
    "A sender twice": (
        zone(senderNames=["front-gateway"] * 2),
        "inferenceAudits[0].senderNames[1]: front-gateway is given twice",
    ),
    "No private link": (
        {name: value for name, value in zone().items() if name != "observability"},
        "inferenceAudits[0].ingestion: needs `observability.monitorPrivateLink` of mode create: no record "
        "would come in",
    ),
    "The hub's private link": (
        zone() | {"observability": zone()["observability"] | {"monitorPrivateLink": EXISTING}},
        "inferenceAudits[0].ingestion: the scope is the hub's: its team has to add the data collection "
        "endpoint, so take public",
    ),
    "A gateway that may not write": (
        zone(senderNames=["support"]),
        "modelGateways[0].inferenceAudit: doesn't know the gateway: add front-gateway to the `senderNames` "
        "of calls",
    ),
    "An audit that isn't there": (
        zone(name="other"),
        "modelGateways[0].inferenceAudit: no audit is called calls: there are other",
    ),
    "A second audit": (
        zone() | {"inferenceAudits": [*zone()["inferenceAudits"], *zone(name="more")["inferenceAudits"]]},
        "inferenceAudits[1]: [0] makes the table InferenceAudit_CL of the zone's workspace already: have "
        "one, with all gateways' identities in its `senderNames`",
    ),
}


def test_the_zone_is_right() -> None:
    LandingZoneSettings.load(zone(), "settings")


@pytest.mark.parametrize(("settings", "sentence"), ZONE_LIMITS.values(), ids=ZONE_LIMITS)
def test_limits_in_a_zone(settings: dict[str, Any], sentence: str) -> None:
    assert problems_of(settings) == [sentence]


def test_the_page_has_the_record_and_the_limits() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = [
        f"| `{name}` | {one.column_type} | {one.meaning} | {'yes' if one.is_personal else ''} |"
        for name, one in RECORD.items()
    ]
    said = [sentence for _, sentence in (*LIMITS.values(), *ZONE_LIMITS.values())]
    assert [row for row in rows if row not in page] == []
    assert [sentence for sentence in said if sentence not in page] == []


def test_columns_are_names_that_azure_takes() -> None:
    assert [name for name in RECORD if not re.fullmatch(r"[A-Za-z]\w{0,44}", name) or name in RESERVED] == []
    assert [name for name, one in RECORD.items() if one.is_personal] == [
        "CallerObjectId",
        "Prompt",
        "Completion",
    ]


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=100)


@given(TEXTS, TEXTS, st.integers(1, 400))
def test_records_stay_within_what_azure_takes(prompt: str, completion: str, times: int) -> None:
    bodies = {
        "Prompt": (prompt * times)[:BODY_CHARACTERS],
        "Completion": (completion * times)[:BODY_CHARACTERS],
    }
    rest = {name: "x" * 500 for name in RECORD if name not in bodies}
    record = json.dumps(rest | bodies, ensure_ascii=False).encode()
    assert len(record) < EVENT_BYTES < CALL_BYTES
    assert all(len(body.encode()) < FIELD_BYTES for body in bodies.values())


def test_the_longest_record_there_is_fits() -> None:
    worst = dict.fromkeys(("Prompt", "Completion"), "\u0001" * BODY_CHARACTERS)
    rest = {name: "x" * 500 for name in RECORD if name not in worst}
    assert len(json.dumps(rest | worst).encode()) < EVENT_BYTES


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314 (our own)


def policy(bodies: str = "hash") -> ElementTree.Element:
    root = parsed(
        "<policies><inbound><base /><choose /></inbound><outbound />"
        "<on-error><return-response /></on-error></policies>"
    )
    add_audit(root, bodies=bodies, ingestion_url="https://in?api-version=1", client_id="gateway")
    return root


def tags(root: ElementTree.Element, section: str) -> list[str]:
    return [one.tag for one in root.findall(f"{section}/*")]


def test_where_a_policy_writes_calls_down() -> None:
    root = policy()
    kept = ["set-variable", "set-variable", "authentication-managed-identity"]
    written = ["set-variable", "log-to-eventhub", "send-one-way-request"]
    assert tags(root, "inbound") == ["base", *kept, "choose"]
    assert tags(root, "outbound") == written
    assert tags(root, "on-error") == [*written, "return-response"]
    assert [one.text for one in root.iter("set-url")] == ["https://in?api-version=1"] * 2
    token = root.find("inbound/authentication-managed-identity")
    assert token is not None
    assert dict(token.attrib) == {
        "resource": "https://monitor.azure.com",
        "client-id": "gateway",
        "output-token-variable-name": "audit-token",
        # A call is answered although nothing can be written down.
        "ignore-error": "true",
    }


@pytest.mark.parametrize("bodies", ["hash", "full"])
def test_what_is_kept_of_prompts_is_said_once(bodies: str) -> None:
    values = {one.get("name"): one.get("value") for one in policy(bodies).findall("inbound/set-variable")}
    assert values["audit-bodies"] == bodies


def test_a_record_says_what_the_table_has_columns_for() -> None:
    record = policy().find("outbound/set-variable[@name='audit-record']")
    assert record is not None
    expression = str(record.get("value"))
    whole, _, failed = expression.partition("catch (Exception problem)")
    names = re.findall(r'new JProperty\("([A-Z]\w+)"', whole)
    assert names == list(RECORD)
    assert set(re.findall(r'new JProperty\("([A-Z]\w+)"', failed)) <= set(RECORD)
    assert f"var most = {BODY_CHARACTERS};" in expression
    assert expression.count("{") == expression.count("}")
    assert expression.count("(") == expression.count(")")


def test_the_policy_is_in_the_package() -> None:
    folder = files("azure_ai_landing_zone.gateway") / "policies"
    assert {"audit.xml", "audit_record.cs"} <= {file.name for file in folder.iterdir()}


def test_a_policy_without_the_sections_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no outbound in policies"):
        add_audit(
            parsed("<policies><inbound /></policies>"),
            bodies="hash",
            ingestion_url="u",
            client_id="c",
        )
