"""Rules on model services, and on what they and others keep: what tips the verdict."""

from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, judge_program, unsure
from helpers.native import native

TODAY = date(2026, 11, 21)
DEPLOYMENT = "cognitiveservices:Deployment"


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
