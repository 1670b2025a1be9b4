"""Every identity of every stack may do what works as it needs it for, and has little else."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

import recorded
from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from azure_ai_landing_zone.access.deployer_rights import ROLL
from azure_simulator.access import needs
from azure_simulator.access.estate import Estate, read
from azure_simulator.access.evaluation import Assignment
from azure_simulator.access.needs import NEEDS, Needed
from azure_simulator.cloud import arm
from azure_simulator.cloud.answers import principal_id
from azure_simulator.cloud.values import texts
from azure_simulator.testing import mocks as kit
from helpers.registered import Identified
from helpers.settings import stack

COMPONENTS = "/providers/Microsoft.Insights/components/"

NOT_NAMED = {
    "brownfield-registry-tune-access": "jobs name the image",
    "keys-ml-storage-blob-endpoint-workspace-access": "studio looks for it itself",
    "keys-ml-storage-file-endpoint-workspace-access": "studio looks for it itself",
    "keys-registry-pods-nodes-access": "pods of no stack run there",
    "models-knowledge-search-legal-access": "an application of the team's",
    "models-knowledge-search-support-access": "an application of the team's",
    "prod-observability-telemetry-pretrain-access": "jobs send what they measure",
    "prod-registry-images-access": "a pipeline that builds images",
    "prod-registry-pretrain-access": "jobs name the image",
    "research-data-cache-account-access": "Azure's own principal, which moves data",
    "research-data-cache-blobs-access": "Azure's own principal, which moves data",
    "research-ml-checkpoints-blob-endpoint-workspace-access": "studio looks for it itself",
    "research-ml-checkpoints-dfs-endpoint-workspace-access": "studio looks for it itself",
    "research-ml-storage-blob-endpoint-workspace-access": "studio looks for it itself",
    "research-ml-storage-file-endpoint-workspace-access": "studio looks for it itself",
}
"""What no resource of a stack says that it is for. Pipelines of bootstrap are test_deployers.py's."""


def with_keys() -> Sequence[dict[str, Any]]:
    """A zone with keys of the customer's own for what can have one, which no stack has."""
    settings = {key: stack("prod")[key] for key in ("location", "tags", "checkpointStores")}
    settings["naming"] = {"suffix": "x1"}
    settings["network"] = {"mode": "create", "addressSpace": "10.4.0.0/20", "egress": "natGateway"}
    settings["keyVault"] = {"mode": "create", "keys": ["data"], "trustedServices": True}
    settings["containerRegistry"] = {"mode": "create", "encryptionKeyName": "data"}
    store = {**settings["checkpointStores"][0], "encryptionKeyName": "data"}
    settings["checkpointStores"] = [store]
    settings["devMachines"] = [{**stack("dev")["devMachines"][0], "encryptionKeyName": "data"}]
    settings["logAnalytics"] = {"mode": "create"}
    jobs = {"name": "jobs", "size": "Standard_D4ds_v4", "maxNodeCount": 1}
    settings["machineLearningWorkspaces"] = [
        {"name": "ml", "encryptionKeyName": "data", "computeClusters": [jobs]}
    ]
    pool = {"name": "t4", "size": "Standard_NC4as_T4_v3", "maxNodes": 1}
    cluster = {"mode": "create", "kubernetesVersion": "1.36", "keda": False}
    settings["people"] = {"administrators": "00000000-0000-0000-0000-00000000000a"}
    settings["inferenceClusters"] = [
        {"name": "pods", "encryptionKeyName": "data", "managedCluster": cluster, "pools": [pool]}
    ]
    asked = LandingZoneSettings.load(settings, "keys")
    made = kit.run(
        Identified(id_format=None),
        lambda: LandingZone("keys", asked),
        project="azure-ai-landing-zone",
        stack="keys",
    )
    return made.resources()


@cache
def parts() -> Sequence[Sequence[dict[str, Any]]]:
    """All stacks together, since pods are of another one than their cluster, and the zone with keys."""
    return [one for name in recorded.stacks() for one in recorded.resources(name)], with_keys()


def resources() -> list[dict[str, Any]]:
    return [one for part in parts() for one in part]


@cache
def asked() -> list[Needed]:
    keys = {
        arm.stable_guid(one["id"], "key"): one["id"]
        for one in resources()
        if COMPONENTS in (one.get("id") or "")
    }
    return [
        one
        for part in parts()
        for one in needs.needed(part, read(part, principal_id), principal_id, texts, keys)
    ]


@cache
def estate() -> Estate:
    return read(resources(), principal_id)


def lets(assignment: Assignment, one: Needed) -> bool:
    return (
        assignment.principal_id in one.principals
        and assignment.holds_at(one.scope)
        and assignment.allows(one.row.action, data=one.row.data)
    )


def given() -> dict[str, tuple[str, Assignment]]:
    """Kinds of principals and what they are given, by what the assignment is called."""
    made = [one for one in resources() if ":authorization:RoleAssignment::" in one["urn"]]
    return {
        one["urn"].rpartition("::")[2]: (one["inputs"]["principalType"], assignment)
        for one, assignment in zip(made, estate().assignments, strict=True)
    }


def test_every_identity_may_do_what_its_resource_works_for() -> None:
    refused = [
        f"{arm.name_of(one.by)}: {one.row.action} on {arm.name_of(one.scope)}"
        for one in asked()
        if not any(lets(assignment, one) for assignment in estate().assignments)
    ]
    assert refused == []


def test_no_identity_has_a_role_that_nothing_needs() -> None:
    idle = [
        name
        for name, (kind, assignment) in given().items()
        if kind == "ServicePrincipal" and not name.startswith("bootstrap-")
        if not any(lets(assignment, one) for one in asked())
    ]
    assert sorted(idle) == sorted(NOT_NAMED)


def test_each_row_is_for_something_and_each_that_works_has_a_row() -> None:
    rows = {one.row for one in asked()}
    assert [row for row in NEEDS if row not in rows] == []
    idle = sorted(arm.name_of(id_) for id_ in estate().workers.keys() - {one.by for one in asked()})
    assert idle == [
        "aif-ai-germany-259edf",
        "cs-ai-shields-259edf",
        "docker-hub",  # who answers for its vault lets it read: docs/inference.md
        "vm-ai-assistant-43e53e",
        "vm-ai-workbench-76dc31",
        "vm-ai-workbench-x1",
    ]


KEY = ["vaults/keys/read", "vaults/keys/unwrap/action", "vaults/keys/wrap/action"]
READ, WRITE = "containers/blobs/read", "containers/blobs/write"


@pytest.mark.parametrize(
    ("without", "refused"),
    [
        (
            "prod-key-vault-slurm-access",
            ["vaults/secrets/getSecret/action", "vaults/secrets/setSecret/action"],
        ),
        ("inference-registry-serving-nodes-access", ["registries/pull/read"]),
        ("inference-serving-metrics-keda-access", ["accounts/data/metrics/read"]),
        ("models-calls-audit-namespace-self-access", [WRITE]),
        ("models-shields-safety-front-gateway-access", ["accounts/ContentSafety/text:shieldprompt/action"]),
        ("research-ml-checkpoints-jobs-access", [READ, WRITE]),
        ("keys-key-vault-checkpoints-key-access", KEY),
        ("keys-key-vault-ml-access", KEY),
    ],
)
def test_a_role_that_is_missed_is_told_of(without: str, refused: list[str]) -> None:
    left = [assignment for name, (_, assignment) in given().items() if name != without]
    lost = {one.row.action for one in asked() if not any(lets(assignment, one) for assignment in left)}
    assert sorted(action.partition("/")[2].rpartition("blobServices/")[2] for action in lost) == refused


def test_the_role_of_a_roll_has_what_a_scheduler_needs_and_no_more() -> None:
    assert {row.action for row in NEEDS if row.at == "scaleSets"} == set(ROLL)
