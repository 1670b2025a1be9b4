"""Rules on what a training job runs on, and on who gets in: tables of what tips the verdict."""

from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE as UNKNOWN

from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, judge_program, unsure

TODAY = date(2026, 11, 21)
H100 = {"name": "Standard_ND96isr_H100_v5", "capacity": 4.0}
VMSS = "compute:VirtualMachineScaleSet"


def nodes(job: str | None, workload: str = "training", size: str = H100["name"]) -> dict[str, Any]:  # type: ignore[assignment]
    tags = {"workload": workload} | ({"job": job} if job else {})
    return {"type": f"azure-native:{VMSS}", "properties": {"sku": {**H100, "name": size}, "tags": tags}}


@pytest.mark.parametrize(
    ("first", "second", "failing"),
    [
        (nodes("llama"), nodes("llama"), ["first", "second"]),
        (nodes("llama"), nodes("whisper"), []),
        (nodes("llama"), nodes(None), []),
        (nodes("llama"), nodes("llama", workload="inference"), []),
        (nodes("llama"), nodes("llama", size="Standard_NC96ads_A100_v4"), []),
        (nodes("llama"), nodes("llama", size="Standard_ND96amsr_A100_v4"), ["first", "second"]),
    ],
)
def test_a_job_over_two_scale_sets(first: Any, second: Any, failing: list[str]) -> None:
    said = judge_program("training-job-is-in-one-scale-set", {"first": first, "second": second}, TODAY)
    assert sorted(name for name, verdict in said.items() if verdict.problems) == failing


def test_a_job_that_isn_t_known_yet() -> None:
    said = judge_program(
        "training-job-is-in-one-scale-set", {"first": nodes("llama"), "second": nodes(UNKNOWN)}, TODAY
    )
    reason = "tags.job isn't known before deployment"
    assert said == {"first": unsure(reason), "second": unsure(reason)}


MODE = "upgradePolicy.mode is {}, which takes nodes from a running job; set it to Manual"
AUTOMATIC = {"automaticOSUpgradePolicy": {"enableAutomaticOSUpgrade": True}}


@pytest.mark.parametrize(
    ("inputs", "verdict"),
    [
        ({"sku": H100}, PASSES),
        ({"sku": H100, "upgradePolicy": {"mode": "Manual"}}, PASSES),
        ({"sku": H100, "upgradePolicy": {"mode": "rolling"}}, fails(MODE.format("rolling"))),
        (
            {"sku": H100, "upgradePolicy": {"mode": "Manual", **AUTOMATIC}},
            fails(
                "upgradePolicy.automaticOSUpgradePolicy.enableAutomaticOSUpgrade is true, so that a new "
                "image ends a running job; set it to false"
            ),
        ),
        ({"sku": {**H100, "capacity": 1.0}, "upgradePolicy": {"mode": "Automatic"}}, PASSES),
        ({"sku": H100, "upgradePolicy": {"mode": "Automatic"}, "tags": {"workload": "inference"}}, PASSES),
        ({"sku": {**H100, "name": "Standard_D4s_v5"}, "upgradePolicy": {"mode": "Automatic"}}, PASSES),
        ({"sku": UNKNOWN, "upgradePolicy": {"mode": "Manual"}}, PASSES),
        (
            {"sku": UNKNOWN, "upgradePolicy": {"mode": "Automatic"}},
            unsure("sku isn't known before deployment"),
        ),
        ({"sku": H100, "upgradePolicy": UNKNOWN}, unsure("upgradePolicy isn't known before deployment")),
    ],
)
def test_upgrades_under_a_job(inputs: dict[str, Any], verdict: Verdict) -> None:
    assert judge("training-nodes-stay-up-under-a-job", VMSS, inputs, TODAY) == verdict


ACCOUNT = {"userAccountCredentials": {"adminUserName": "ada"}}
OPEN = (
    "properties.properties.remoteLoginPortPublicAccess isn't set, and without a subnet that opens SSH to the "
    "internet for the account in userAccountCredentials; set it to Disabled"
)


@pytest.mark.parametrize(
    ("type_", "inner", "verdict"),
    [
        ("AmlCompute", {}, PASSES),
        ("AmlCompute", ACCOUNT, fails(OPEN)),
        ("AmlCompute", {**ACCOUNT, "remoteLoginPortPublicAccess": "NotSpecified"}, fails(OPEN)),
        ("AmlCompute", {**ACCOUNT, "remoteLoginPortPublicAccess": "Disabled"}, PASSES),
        ("AmlCompute", {**ACCOUNT, "subnet": {"id": UNKNOWN}}, PASSES),
        ("ComputeInstance", ACCOUNT, PASSES),
        (
            "ComputeInstance",
            {"sshSettings": {"sshPublicAccess": "Enabled"}},
            fails(
                "properties.properties.sshSettings.sshPublicAccess is Enabled, which opens SSH to the "
                "internet; set it to Disabled"
            ),
        ),
        (
            "AmlCompute",
            {"remoteLoginPortPublicAccess": UNKNOWN},
            unsure("properties.properties.remoteLoginPortPublicAccess isn't known before deployment"),
        ),
    ],
)
def test_ssh_to_azure_ml(type_: str, inner: dict[str, Any], verdict: Verdict) -> None:
    inputs = {"properties": {"computeType": type_, "properties": inner}}
    said = judge("azure-ml-takes-no-ssh-from-the-internet", "machinelearningservices:Compute", inputs, TODAY)
    assert said == verdict


@pytest.mark.parametrize(
    ("inputs", "problems"),
    [
        ({}, 0),
        ({"adminUserEnabled": False, "anonymousPullEnabled": False}, 0),
        ({"adminUserEnabled": True}, 1),
        ({"adminUserEnabled": UNKNOWN, "anonymousPullEnabled": True}, 1),
    ],
)
@pytest.mark.parametrize("beside", [{"nodes": nodes(None)}, {}], ids=["with AI", "without"])
def test_registries_beside_ai(inputs: dict[str, Any], problems: int, beside: dict[str, Any]) -> None:
    registry = {"type": "azure-native:containerregistry:Registry", "properties": inputs}
    said = judge_program("registry-has-no-admin-user", {**beside, "images": registry}, TODAY)
    assert sum(len(verdict.problems) for verdict in said.values()) == (problems if beside else 0)


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("standard", PASSES),
        ("DataZoneProvisionedManaged", PASSES),
        ("GlobalBatch", fails("sku.name is GlobalBatch; allowed are DataZone*, Standard")),
        (UNKNOWN, unsure("sku.name isn't known before deployment")),
    ],
)
def test_deployment_types(name: str, verdict: Verdict) -> None:
    inputs = {"sku": {"name": name}}
    type_ = "cognitiveservices:Deployment"
    allowed = ["DataZone*", "Standard"]
    assert judge("deployment-type-is-allowed", type_, inputs, TODAY, allowed=allowed) == verdict
    assert judge("deployment-type-is-allowed", type_, inputs, TODAY) == PASSES


@pytest.mark.parametrize(
    ("kind", "properties"),
    [
        ("apimanagement:NamedValue", {"displayName": "caller", "value": UNKNOWN}),
        ("web:WebApp", {"siteConfig": {"appSettings": [{"name": "CALLER", "value": UNKNOWN}]}}),
    ],
)
def test_a_setting_that_isn_t_known_yet_is_judged_when_it_is(kind: str, properties: dict[str, Any]) -> None:
    """Most are what Azure says of something else, such as an identity's client id."""
    program = {"nodes": nodes("llama"), "it": {"type": f"azure-native:{kind}", "properties": properties}}
    assert judge_program("no-secrets-in-plain-settings", program, TODAY) == {}
