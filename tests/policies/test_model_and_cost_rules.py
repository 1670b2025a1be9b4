"""Rules on model services and cost: what tips the verdict."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone.cost.estimate import Estimate
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, judge_program, unsure
from azure_ai_landing_zone_policies.readers.bills import estimate_of
from azure_ai_landing_zone_policies.rules import cost_is_within_the_budget

TODAY = date(2026, 11, 21)
DEPLOYMENT = "cognitiveservices:Deployment"


def native(type_: str, **properties: Any) -> dict[str, Any]:
    return {"type": f"azure-native:{type_}", "properties": properties}


def model(name: Any, version: Any = None) -> dict[str, Any]:
    return {"properties": {"model": {"format": "OpenAI", "name": name, "version": version}}}


@pytest.mark.parametrize(
    ("inputs", "verdict"),
    [
        (model("gpt-4o", "2024-11-20"), PASSES),
        (model("gpt-4o"), PASSES),
        (model("gpt-99", "1"), PASSES),
        (
            model("o1", "2024-12-17"),
            fails(
                "properties.model.version is 2024-12-17 of o1, which Azure retired on 2026-10-21; "
                "use gpt-5.6-sol"
            ),
        ),
        (
            model("O4-mini"),
            fails("properties.model.name is O4-mini, which Azure retired on 2026-10-16; use a current model"),
        ),
        (model(UNKNOWN_STRING_VALUE, "1"), unsure("properties.model.name isn't known before deployment")),
    ],
)
def test_retired_models(inputs: dict[str, Any], verdict: Verdict) -> None:
    assert judge("retired-model", DEPLOYMENT, inputs, TODAY) == verdict


@pytest.mark.parametrize(
    ("name", "told"), [("gpt-5.5", True), ("text-embedding-3-large", False), ("whisper", False)]
)
def test_what_answers_people_names_a_filter(name: str, *, told: bool) -> None:
    assert bool(judge("deployment-shields-prompts", DEPLOYMENT, model(name, "1"), TODAY).problems) is told


@pytest.mark.parametrize(
    ("type_", "properties", "blocked"),
    [
        ("cognitiveservices:Account", {"properties": {"publicNetworkAccess": "Disabled"}}, False),
        ("cognitiveservices:Account", {"properties": {"networkAcls": {"defaultAction": "Deny"}}}, False),
        ("cognitiveservices:Account", {}, True),
        ("machinelearningservices:Workspace", {"publicNetworkAccess": "Disabled"}, False),
        ("machinelearningservices:Workspace", {}, True),
        (
            "machinelearningservices:OnlineEndpoint",
            {"onlineEndpointProperties": {"publicNetworkAccess": "disabled"}},
            False,
        ),
        ("machinelearningservices:OnlineEndpoint", {"onlineEndpointProperties": {}}, True),
        ("search:Service", {"publicNetworkAccess": "disabled"}, False),
    ],
)
def test_services_are_private(type_: str, properties: dict[str, Any], *, blocked: bool) -> None:
    found = judge_program("ai-service-is-private", {"service": native(type_, **properties)}, TODAY)
    assert bool(found) is blocked


ENDPOINT = native(
    "network:PrivateEndpoint", privateLinkServiceConnections=[{"name": "c", "groupIds": ["amlworkspace"]}]
)


@pytest.mark.parametrize(("zones", "blocked"), [(0, True), (1, True), (2, False), (3, False)])
def test_zones_of_an_endpoint(zones: int, *, blocked: bool) -> None:
    configs = [{"name": str(zone), "privateDnsZoneId": "${zone.id}"} for zone in range(zones)]
    group = native(
        "network:PrivateDnsZoneGroup", privateEndpointName="${endpoint.name}", privateDnsZoneConfigs=configs
    )
    found = judge_program("endpoint-zones-are-complete", {"endpoint": ENDPOINT, "group": group}, TODAY)
    assert bool(found) is blocked


@pytest.mark.parametrize(("kind", "blocked"), [("AIServices", True), ("ContentSafety", False)])
def test_zones_of_an_account_go_by_its_kind(kind: str, *, blocked: bool) -> None:
    connection = {"name": "c", "groupIds": ["account"], "privateLinkServiceId": "${account.id}"}
    program = {
        "account": native("cognitiveservices:Account", kind=kind, properties={}),
        "endpoint": native("network:PrivateEndpoint", privateLinkServiceConnections=[connection]),
        "group": native(
            "network:PrivateDnsZoneGroup",
            privateEndpointName="${endpoint.name}",
            privateDnsZoneConfigs=[{"name": "z", "privateDnsZoneId": "${zone.id}"}],
        ),
    }
    assert bool(judge_program("endpoint-zones-are-complete", program, TODAY)) is blocked


def test_an_endpoint_without_a_group_may_get_its_records_from_azure_policy() -> None:
    assert judge_program("endpoint-zones-are-complete", {"endpoint": ENDPOINT}, TODAY) == {}


PROGRAM = {"program": {"type": "pulumi:pulumi:Stack"}}


def nodes(capacity: Any, **properties: Any) -> dict[str, Any]:
    sku = {"name": "Standard_ND96isr_H100_v5", "capacity": capacity}
    return native("compute:VirtualMachineScaleSet", sku=sku, **properties)


GROUP = native("resources:ResourceGroup", location="East US")


@pytest.mark.parametrize(
    ("resources", "said"),
    [
        ({"nodes": nodes(5, location="eastus")}, None),
        ({"nodes": nodes(0)}, None),
        (
            {"nodes": nodes(6, location="eastus")},
            fails(
                "its machines cost 589.92 dollars an hour, and 500 are allowed "
                "(nodes 6 × Standard_ND96isr_H100_v5 589.92); take fewer or smaller "
                "ones, or raise maxHourlyUsd"
            ),
        ),
        (
            {
                "group": GROUP,
                "nodes": nodes(6, location="${group.location}", resourceGroupName="${group.name}"),
            },
            fails(
                "its machines cost 589.92 dollars an hour, and 500 are allowed "
                "(nodes 6 × Standard_ND96isr_H100_v5 589.92); take fewer or smaller "
                "ones, or raise maxHourlyUsd"
            ),
        ),
        (
            {"group": GROUP, "nodes": nodes(1, resourceGroupName="${group.name}"), "more": nodes("${x.y}")},
            unsure(
                "its machines cost at least 98.32 dollars an hour, without more: "
                "sku.capacity isn't known before deployment"
            ),
        ),
        (
            {
                "cluster": native("containerservice:ManagedCluster", location="eastus"),
                "gpu": native(
                    "containerservice:AgentPool",
                    resourceName="${cluster.name}",
                    vmSize="Standard_ND96isr_H100_v5",
                    enableAutoScaling=True,
                    minCount=0,
                    maxCount=100,
                ),
                "cpu": native(
                    "containerservice:AgentPool",
                    resourceName="${cluster.name}",
                    vmSize="Standard_E8s_v5",
                    count=3,
                ),
            },
            unsure(
                "its machines cost at least 0.00 dollars an hour, without cpu: "
                "there is no price for Standard_E8s_v5 in eastus"
            ),
        ),
        (
            {"nodes": nodes(1, location="eastus", virtualMachineProfile={"priority": "Spot"})},
            unsure(
                "its machines cost at least 0.00 dollars an hour, without nodes: "
                "spot prices change by the hour, and none of Standard_ND96isr_H100_v5 in eastus is given"
            ),
        ),
    ],
)
def test_the_ceiling(resources: dict[str, Any], said: Verdict | None) -> None:
    rule = "hourly-cost-is-within-the-ceiling"
    found = judge_program(rule, PROGRAM | resources, TODAY, maxHourlyUsd=500)
    assert found == ({"program": said} if said else {})
    assert judge_program(rule, PROGRAM | resources, TODAY) == {}


def budget(**properties: Any) -> dict[str, Any]:
    told = {"forecast": {"enabled": True, "threshold": 80}}
    inputs = {"amount": 1500000, "timeGrain": "Monthly", "category": "Cost", "notifications": told}
    return native("consumption:Budget", **(inputs | properties))


TAGS = {"owner": "o", "costCenter": "4711", "environment": "prod"}
LARGE = nodes(22, location="eastus", tags=TAGS)


def test_a_budget_that_the_plan_itself_breaks_is_a_problem() -> None:
    said = [
        problem
        for rule in all_rules()
        if rule.facts.area == "cost"
        for verdict in judge_program(rule.name, PROGRAM | {"nodes": LARGE, "all": budget()}, TODAY).values()
        for problem in verdict.problems
    ]
    assert said == [
        "1500000 a month are planned, and what it is for costs at least 1579019 as soon as it is deployed "
        "(nodes 1579019); take less of it, or plan more"
    ]


DISKS = {"storageProfile": {"osDisk": {"diffDiskSettings": {"option": "Local"}}}}


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({}, None),
        (
            {"amount": 71000},
            fails(
                "71000 a month are planned, and what it is for costs 71774 as soon as it is deployed "
                "(nodes 71774); take less of it, or plan more"
            ),
        ),
        ({"amount": 216000, "timeGrain": "Quarterly"}, None),
        (
            {"amount": 852000, "timeGrain": "Annually"},
            fails(
                "71000 a month are planned, and what it is for costs 71774 as soon as it is deployed "
                "(nodes 71774); take less of it, or plan more"
            ),
        ),
        ({"amount": 1, "filter": {"tags": {"name": "costCenter", "values": ["4712"]}}}, None),
        (
            {"amount": 1, "filter": {"tags": {"name": "costCenter", "values": ["4711"]}}},
            fails(
                "1 a month are planned, and what it is for costs 71774 as soon as it is deployed "
                "(nodes 71774); take less of it, or plan more"
            ),
        ),
        (
            {"amount": 1, "filter": {"and": [
                {"dimensions": {"name": "ResourceGroupName", "values": ["rg"]}},
                {"tags": {"name": "costCenter", "values": ["4712"]}},
            ]}},
            None,
        ),
        (
            {"amount": 1, "filter": {"dimensions": {"name": "ServiceName", "values": ["x"]}}},
            unsure("it is for ServiceName, which a plan doesn't tell"),
        ),
        ({"amount": 1, "category": "Usage"}, unsure("category is Usage, which isn't what things cost")),
        ({"amount": "${group.x}"}, unsure("amount isn't known before deployment")),
    ],
)  # fmt: skip
def test_the_budget(inputs: dict[str, Any], said: Verdict | None) -> None:
    machines = nodes(1, location="eastus", tags=TAGS, virtualMachineProfile=DISKS)
    program = {"group": GROUP, "nodes": machines, "all": budget(**inputs)}
    found = judge_program("cost-is-within-the-budget", program, TODAY)
    assert found == ({"all": said} if said else {})


def test_what_has_no_price_is_no_reason_to_speak() -> None:
    machines = nodes(1, location="eastus")
    assert judge_program("cost-is-within-the-budget", {"nodes": machines, "all": budget()}, TODAY) == {}
    program = {"nodes": machines, "all": budget(amount=71000)}
    assert judge_program("cost-is-within-the-budget", program, TODAY) == {
        "all": fails(
            "71000 a month are planned, and what it is for costs at least 71774 as soon as it is deployed "
            "(nodes 71774); take less of it, or plan more"
        )
    }


def test_a_project_s_own_prices_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Pulumi.yaml").touch()
    (tmp_path / "cost.yaml").write_text("discounts: [{percent: 10, meter: machine, source: EA}]")
    program = {
        "nodes": nodes(1, location="eastus", virtualMachineProfile=DISKS),
        "all": budget(amount=71000),
    }
    assert list(judge_program("cost-is-within-the-budget", program, TODAY)) == ["all"]
    monkeypatch.chdir(tmp_path)
    assert judge_program("cost-is-within-the-budget", program, TODAY) == {}
    (tmp_path / "cost.yaml").write_text("discount: 10")
    assert list(judge_program("cost-is-within-the-budget", program, TODAY)["all"].unsure) == [
        "cost.yaml, discount: must be one of currency, exchangeRate, discounts, prices, assumptions"
    ]


@pytest.mark.parametrize(
    ("resources", "said"),
    [
        ({"nodes": nodes(1, location="East US")}, {}),
        (
            {"nodes": nodes(1, location="westus")},
            {"nodes": fails("location is westus; allowed are eastus")},
        ),
        ({"group": GROUP, "nodes": nodes(1, location="${group.location}")}, {}),
        (
            {"nodes": nodes(1, location="${settings.region}")},
            {"nodes": unsure("location isn't known before deployment")},
        ),
        ({"nodes": nodes(1)}, {}),
    ],
)
def test_regions(resources: dict[str, Any], said: dict[str, Verdict]) -> None:
    assert judge_program("region-is-allowed", resources, TODAY, allowed=["eastus"]) == said
    assert judge_program("region-is-allowed", resources, TODAY) == {}


@pytest.mark.parametrize(
    ("resource", "reported"),
    [
        ({}, True),
        ({"options": {"protect": True}}, False),
    ],
)
def test_what_holds_data_is_protected(resource: dict[str, Any], *, reported: bool) -> None:
    files = native("storagecache:AmlFilesystem", storageCapacityTiB=16) | resource
    assert bool(judge_program("stateful-resources-are-protected", {"files": files}, TODAY)) is reported
    lock = native("authorization:ManagementLockByScope", scope="${files.id}", level="CanNotDelete")
    assert judge_program("stateful-resources-are-protected", {"files": files, "lock": lock}, TODAY) == {}


@pytest.mark.parametrize(
    ("inputs", "verdict"),
    [
        ({"sku": {"name": "Standard_D4s_v5"}}, PASSES),
        ({"sku": {"name": "Standard_NC4as_T4_v3"}, "tags": {"Team": UNKNOWN_STRING_VALUE}}, PASSES),
        ({"sku": {"name": "Standard_NC4as_T4_v3"}}, fails("tags has no team; add it")),
        (
            {"sku": {"name": "Standard_NC4as_T4_v3"}, "tags": UNKNOWN_STRING_VALUE},
            unsure("tags isn't known before deployment"),
        ),
    ],
)
def test_tags(inputs: dict[str, Any], verdict: Verdict) -> None:
    type_ = "compute:VirtualMachineScaleSet"
    assert judge("expensive-resources-carry-tags", type_, inputs, TODAY, tags=["team"]) == verdict


@pytest.mark.parametrize(
    ("idle", "verdict"),
    [
        ("PT60M", PASSES),
        ("PT1H", PASSES),
        ("P1D", "is P1D, and 60 minutes are allowed; lower it, for instance to PT15M"),
        ("soon", None),
    ],
)
def test_idle_times(idle: str, verdict: Any) -> None:
    path = "properties.properties.scaleSettings.nodeIdleTimeBeforeScaleDown"
    scale = {"scaleSettings": {"nodeIdleTimeBeforeScaleDown": idle}}
    inputs = {"properties": {"computeType": "AmlCompute", "properties": scale}}
    found = judge("azure-ml-compute-stops-when-idle", "machinelearningservices:Compute", inputs, TODAY)
    if verdict is None:
        assert found == unsure(f"{path} is soon, which is no duration such as PT15M")
    else:
        assert found == (verdict if verdict == PASSES else fails(f"{path} {verdict}"))


@pytest.mark.parametrize(
    ("days", "minimum", "says"),
    [
        (365, {}, None),
        (364, {}, "immutabilityPeriodSinceCreationInDays of its policy is 364; set it to at least 365"),
        (30, {"minDays": 30}, None),
        (
            1,
            {"minDays": 30},
            "immutabilityPeriodSinceCreationInDays of its policy is 1; set it to at least 30",
        ),
    ],
)
def test_audit_records_are_kept_long_enough(days: int, minimum: dict[str, int], says: str | None) -> None:
    program = {
        "models": native("cognitiveservices:Account", kind="AIServices"),
        "audit": native("storage:BlobContainer", accountName="a", containerName="inference-audit"),
        "keep": native(
            "storage:BlobContainerImmutabilityPolicy",
            containerName="${audit.name}",
            immutabilityPeriodSinceCreationInDays=days,
        ),
    }
    found = judge_program("audit-records-are-immutable", program, TODAY, **minimum)
    assert found == ({} if says is None else {"audit": fails(says)})


def test_a_plan_is_priced_once_for_all_its_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    priced = []

    def count(*given: Any) -> Estimate:
        priced.append(given)
        return estimate_of(*given)

    monkeypatch.setattr(cost_is_within_the_budget, "estimate_of", count)
    program = {"nodes": LARGE, **{f"budget-{number}": budget(amount=71000) for number in range(3)}}
    assert len(judge_program("cost-is-within-the-budget", program, TODAY)) == 3
    assert len(priced) == 1
