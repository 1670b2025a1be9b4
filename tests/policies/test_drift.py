"""Who changed what Azure has, told from the preview of a refresh."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from azure_ai_landing_zone.cli import application
from azure_ai_landing_zone_policies.preview.read import PlanError, read_plan
from azure_ai_landing_zone_policies.reports.drift import drift, text

SETS = "compute:VirtualMachineScaleSet"
POOL = "containerservice:AgentPool"
CLUSTER = "containerservice:ManagedCluster"
MODEL = "cognitiveservices:Deployment"

Inputs = dict[str, Any]


def step(
    kind: str, was: Inputs, now: Inputs | None, name: str = "one", operation: str = ""
) -> dict[str, Any]:
    urn = f"urn:pulumi:dev::zone::azure-native:{kind}::{name}"
    state = {"urn": urn, "type": f"azure-native:{kind}", "id": f"/ids/{name}"}
    done = operation or ("delete" if now is None else "refresh" if was == now else "update")
    found = {"op": done, "urn": urn, "oldState": state | {"inputs": was}}
    return found if now is None else found | {"newState": state | {"inputs": now}}


def preview(*steps: dict[str, Any]) -> str:
    operations = [one["op"] for one in steps]
    summary = {one: operations.count(one) for one in operations if one != "refresh"}
    return json.dumps({"steps": steps, "changeSummary": {"same": operations.count("refresh") + 1} | summary})


def told(*steps: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(each.who, each.path, each.why) for each in drift(read_plan(preview(*steps)))]


def capacity(count: int, **profile: str) -> Inputs:
    return {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": count}, "virtualMachineProfile": profile}


AUTOSCALE = step("monitor:AutoscaleSetting", same := {"targetResourceUri": "/IDS/ONE"}, same, "autoscale")
PATCH = {"autoUpgradeProfile": {"upgradeChannel": "patch"}}
CHANNEL = "the upgrade channel moves it"
SCALES = {"enableAutoScaling": True}


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([step(SETS, capacity(4), capacity(4))], []),
        ([step(SETS, capacity(4), capacity(6))], [("people", "sku.capacity", "")]),
        (
            [AUTOSCALE, step(SETS, capacity(4), capacity(6))],
            [("autoscaler", "sku.capacity", "an autoscale setting decides it")],
        ),
        (
            [step(SETS, capacity(4, priority="Spot"), capacity(3, priority="Spot"))],
            [("platform", "sku.capacity", "Azure took spot machines")],
        ),
        (
            [step(SETS, capacity(3, priority="Spot"), capacity(4, priority="Spot"))],
            [("people", "sku.capacity", "")],
        ),
        (
            [step(POOL, SCALES | {"count": 1}, SCALES | {"count": 3})],
            [("autoscaler", "count", "the cluster autoscaler decides it")],
        ),
        ([step(POOL, {"count": 1}, {"count": 3})], [("people", "count", "")]),
        (
            [step(POOL, SCALES | {"maxCount": 1}, SCALES | {"maxCount": 3})],
            [("people", "maxCount", "")],
        ),
        (
            [
                step(CLUSTER, PATCH, PATCH, "cluster"),
                step(POOL, {"orchestratorVersion": "1.36.1"}, {"orchestratorVersion": "1.36.2"}),
            ],
            [("platform", "orchestratorVersion", CHANNEL)],
        ),
        (
            [step(CLUSTER, PATCH | {"kubernetesVersion": "1.36.1"}, PATCH | {"kubernetesVersion": "1.36.2"})],
            [("platform", "kubernetesVersion", CHANNEL)],
        ),
        (
            [step(CLUSTER, {"kubernetesVersion": "1.36"}, {"kubernetesVersion": "1.37"})],
            [("people", "kubernetesVersion", "")],
        ),
        (
            [
                step(
                    CLUSTER,
                    {"agentPoolProfiles": [{"name": "system"}]},
                    {"agentPoolProfiles": [{"name": "system"}, {"name": "t4"}]},
                )
            ],
            [("platform", "agentPoolProfiles", "a cluster lists pools that are resources of their own")],
        ),
        (
            [
                step(
                    CLUSTER,
                    {"agentPoolProfiles": [SCALES | {"name": "system", "count": 2}]},
                    {"agentPoolProfiles": [SCALES | {"name": "system", "count": 3}]},
                )
            ],
            [("autoscaler", "agentPoolProfiles[0].count", "the cluster autoscaler decides it")],
        ),
        (
            [
                step(
                    MODEL,
                    {"properties": {"versionUpgradeOption": option, "model": {"version": "1"}}},
                    {"properties": {"versionUpgradeOption": option, "model": {"version": "2"}}},
                    option,
                )
                for option in ("NoAutoUpgrade", "OnceCurrentVersionExpired")
            ],
            [
                ("people", "properties.model.version", ""),
                (
                    "platform",
                    "properties.model.version",
                    "versionUpgradeOption is OnceCurrentVersionExpired",
                ),
            ],
        ),
        ([step(SETS, capacity(4), None)], [("people", "", "")]),
    ],
)
def test_each_difference_is_somebody_s(steps: list[dict[str, Any]], expected: list[Any]) -> None:
    assert told(*steps) == expected


def test_it_is_told_in_lines() -> None:
    found = drift(
        read_plan(
            preview(
                AUTOSCALE,
                step(SETS, capacity(4), capacity(6)),
                step("network:VirtualNetwork", {"tags": {"a": "b"}}, {"tags": {"a": "c", "d": "e"}}, "net"),
                step("storage:ManagementPolicy", {"a": 1}, None, "lifecycle"),
            )
        )
    )
    assert text(found).splitlines() == [
        "People changed: 3",
        "  lifecycle is gone",
        '  net tags.a: "b" → "c"',
        '  net tags.d: nothing → "e"',
        "Azure itself changed: nothing",
        "Autoscalers changed: 1",
        "  one sku.capacity: 4 → 6 (an autoscale setting decides it)",
        "`pulumi up --refresh` undoes what people changed; what is to stay goes into the stack file.",
    ]
    assert text([]) == "Azure is as the state says.\n"


def test_the_preview_of_changes_is_no_refresh() -> None:
    with pytest.raises(PlanError) as raised:
        told(step(SETS, capacity(4), capacity(4), operation="same"))
    assert str(raised.value) == (
        "this is a preview of changes (one: same), not of a refresh; give what 'pulumi refresh "
        "--preview-only --json' wrote"
    )


@pytest.mark.parametrize(
    ("steps", "status"),
    [
        ([step(SETS, capacity(4), capacity(4))], 0),
        ([AUTOSCALE, step(SETS, capacity(4), capacity(6))], 0),
        ([step(SETS, capacity(4), capacity(6))], 1),
        ([step(SETS, capacity(4), capacity(4), operation="same")], 2),
    ],
)
def test_the_verb_ends_by_who_it_was(steps: list[dict[str, Any]], status: int) -> None:
    done = CliRunner().invoke(application(), ["drift", "--json"], input=preview(*steps))
    assert done.exit_code == status
    if status == 1:
        assert json.loads(done.stdout)[0]["who"] == "people"
