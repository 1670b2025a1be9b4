"""A Machine Learning workspace as a section of a stack file: what it takes from the zone, what it lacks."""

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZone, LandingZoneSettings, ManagedNetwork
from helpers.offline import ROOT
from helpers.registered import Registered, register
from helpers.settings import SUBJECT, problems_of, stack

PARTS = ("location", "tags", "protection", "network", "people", "logAnalytics", "checkpointStores")
Change = Callable[[dict[str, Any]], object]


def settings() -> dict[str, Any]:
    """The stack research, as far as its workspace and stores go."""
    whole = copy.deepcopy(stack("research"))
    return {name: whole[name] for name in (*PARTS, "machineLearningWorkspaces")}


def ml(**changes: Any) -> Change:
    return lambda settings: settings["machineLearningWorkspaces"][0].update(changes)


def machine(section: str, **changes: Any) -> Change:
    return lambda settings: settings["machineLearningWorkspaces"][0][section][0].update(changes)


CORPUS = {
    "datastoreName": "corpus",
    "accountResourceId": "/subscriptions/s/resourceGroups/data/providers/Microsoft.Storage/storageAccounts/c",
    "containerName": "texts",
}

SEARCH = "/subscriptions/s/resourceGroups/data/providers/Microsoft.Search/searchServices/features"

LIMITS: dict[str, tuple[Change, list[str]]] = {
    "a store that isn't there": (
        ml(checkpointDatastores=["chekpoints"]),
        [
            "machineLearningWorkspaces[0].checkpointDatastores[0]: no checkpoint store is called chekpoints: "
            "did you mean checkpoints?"
        ],
    ),
    "a store twice": (
        ml(checkpointDatastores=["checkpoints", "checkpoints"]),
        ["machineLearningWorkspaces[0].checkpointDatastores[1]: checkpoints is there twice"],
    ),
    "a datastore that isn't an account": (
        ml(otherDatastores=[CORPUS | {"accountResourceId": "corpus"}]),
        [
            "machineLearningWorkspaces[0].otherDatastores[0].accountResourceId: must be a full resource id "
            "like /subscriptions/<id>/resourceGroups/<name>/providers/Microsoft.Storage/storageAccounts/"
            "<name>, got 'corpus'"
        ],
    ),
    "two datastores of a name": (
        ml(otherDatastores=[CORPUS | {"datastoreName": "checkpoints"}]),
        [
            "machineLearningWorkspaces[0].otherDatastores[0].datastoreName: checkpoints is the name of "
            "another datastore: give each its own"
        ],
    ),
    "two datastores of an account": (
        ml(otherDatastores=[CORPUS, CORPUS | {"datastoreName": "more", "containerName": "images"}]),
        [
            "machineLearningWorkspaces[0].otherDatastores[1].accountResourceId: is that of [0] already, and "
            "the managed network takes one endpoint to it: leave one of them out"
        ],
    ),
    "an outbound rule with the name of a datastore's": (
        lambda settings: settings["machineLearningWorkspaces"][0]["managedNetwork"]["outboundRules"].update(
            {"checkpoints-dfs": {"mode": "fqdn", "hostName": "example.com"}}
        ),
        [
            "machineLearningWorkspaces[0].managedNetwork.outboundRules.checkpoints-dfs: is the name of a "
            "rule that the datastore checkpoints brings: give it another"
        ],
    ),
    "nowhere for telemetry": (
        lambda settings: settings.pop("logAnalytics"),
        [
            "machineLearningWorkspaces[0].applicationInsights: is made here and keeps its data in "
            "`logAnalytics`: add that, or take an existing one"
        ],
    ),
    "a project without a quota": (
        machine("computeClusters", project="vision"),
        [
            "machineLearningWorkspaces[0].computeClusters[0].project: goes with `gpuQuota`: add that, or "
            "leave this out"
        ],
    ),
    "GPUs of no project": (
        lambda settings: settings.update(gpuQuota={"projects": {"vision": {"NC_A100_v4": 4}}}),
        [
            f"machineLearningWorkspaces[0].computeClusters[{number}].project: missing: `gpuQuota` gives GPUs "
            "to projects only, which are vision"
            for number in (0, 1)
        ],
    ),
    "a machine of nobody": (
        machine("computeInstances", userObjectId="me@example.com"),
        [
            "machineLearningWorkspaces[0].computeInstances[0].userObjectId: must be the object id of an "
            "Entra user, such as 00000000-0000-0000-0000-000000000000, got 'me@example.com'"
        ],
    ),
    "a stop at no time": (
        machine("computeInstances", stop={"time": "7 pm"}),
        [
            "machineLearningWorkspaces[0].computeInstances[0].stop.time: must match "
            r'^([01]\d|2[0-3]):[0-5]\d$, got "7 pm": Of the day'
        ],
    ),
    "a name that is too long": (
        ml(name="machine-learning"),
        [
            'machineLearningWorkspaces[0].name: must match ^[a-z][a-z0-9-]{0,14}$, got "machine-learning": '
            "Unique within its list"
        ],
    ),
    "tags in folders": (
        lambda settings: settings["checkpointStores"][0].update(markedBy="tags"),
        [
            "checkpointStores[0].markedBy: a hierarchical namespace has no blob index tags: take prefixes, "
            "which a job changes by renaming, or leave `hierarchicalNamespace` out"
        ],
    ),
}
"""What a stack file can get wrong of a workspace and its stores beside it, with the sentences."""


@pytest.mark.parametrize("limit", LIMITS)
def test_each_limit_has_its_sentence(limit: str) -> None:
    change, expected = LIMITS[limit]
    changed = settings()
    change(changed)
    assert problems_of(changed) == expected


@pytest.fixture(scope="module")
def zone() -> Registered:
    changed = settings()
    ml(otherDatastores=[CORPUS])(changed)
    changed["machineLearningWorkspaces"][0]["managedNetwork"]["outboundRules"]["features"] = {
        "mode": "privateEndpoint",
        "targetResourceId": SEARCH,
        "subresource": "searchService",
    }
    return register(
        lambda: LandingZone("research", LandingZoneSettings.load(changed, SUBJECT)),
        id_format="/subscriptions/s/resourceGroups/rg/providers/p/t/{name}",
    )


def principal(zone: Registered, identity: str) -> Any:
    return zone.outputs[identity]["principalId"]


def test_jobs_write_to_the_store_and_the_workspace_approves_its_endpoint(zone: Registered) -> None:
    roles = {
        name: zone.inputs[f"research-ml-checkpoints-{name}-access"]
        for name in ("jobs", "notebooks", "workspace", "approver")
    }
    assert {name: one["roleDefinitionId"].rsplit("/", 1)[-1] for name, one in roles.items()} == {
        "jobs": "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
        "notebooks": "ba92f5b4-2d11-453d-a403-e96b0029c9fe",
        "workspace": "2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
        "approver": "b556d68e-0be0-4f35-a333-ad7ee1ce17ea",
    }
    assert [one["scope"].rsplit("/", 1)[-1] for one in roles.values()] == [
        "research-checkpoints-container",
        "research-checkpoints-container",
        "research-checkpoints-container",
        "research-checkpoints-account",
    ]
    assert {one["principalId"] for one in roles.values()} == {
        principal(zone, "research-ml-identity"),
        principal(zone, "research-ml-jobs-identity"),
        principal(zone, "research-ml-notebooks-identity"),
    }
    for user in ("research-ml-workspace", "research-ml-checkpoints-blob-rule"):
        assert "research-ml-checkpoints-approver-access" in zone.dependencies[user]
        assert user in zone.hooks


def test_machines_have_an_identity_by_what_they_are_for(zone: Registered) -> None:
    """Jobs can't change the images that others run, and what a person does isn't called a job."""
    pull, push = "7f951dda-4ed3-4680-a7ca-43fe172d538d", "8311e382-0749-4cb8-b61a-304f252e45ec"
    for kind, machine, role in (
        ("jobs", "a100-cluster", pull),
        ("images", "images-cluster", push),
        ("notebooks", "notebook-instance", pull),
    ):
        (identity,) = zone.inputs[f"research-ml-{machine}"]["identity"]["userAssignedIdentities"]
        assert identity.endswith(f"research-ml-{kind}-identity")
        grant = zone.inputs[f"research-ml-container-registry-{kind}-access"]
        assert grant["roleDefinitionId"].endswith(role)
        assert grant["principalId"] == principal(zone, f"research-ml-{kind}-identity")
    assert "research-ml-checkpoints-images-access" not in zone.inputs


def test_a_store_with_folders_has_both_endpoints_and_is_reached_by_both(zone: Registered) -> None:
    assert {"research-checkpoints-blob-private-endpoint", "research-checkpoints-dfs-private-endpoint"} <= set(
        zone.inputs
    )
    rules = [name for name in zone.inputs if name.endswith("-rule") and "research-ml" in name]
    assert sorted(rules) == [
        "research-ml-checkpoints-blob-rule",
        "research-ml-checkpoints-dfs-rule",
        "research-ml-corpus-blob-rule",
        "research-ml-features-rule",
        "research-ml-pypi-files-rule",
        "research-ml-pypi-rule",
    ]


def test_jobs_read_the_data_of_others_and_change_none_of_it(zone: Registered) -> None:
    jobs = zone.inputs["research-ml-corpus-jobs-access"]
    assert jobs["scope"] == f"{CORPUS['accountResourceId']}/blobServices/default/containers/texts"
    assert jobs["roleDefinitionId"].endswith("/2a2b9908-6ea1-4ae2-8e65-a410df84e7d1")
    assert zone.inputs["research-ml-corpus-approver-access"]["scope"] == CORPUS["accountResourceId"]
    assert zone.inputs["research-ml-corpus-datastore"]["properties"]["resourceGroup"] == "data"


def test_the_workspace_may_approve_each_endpoint_of_its_rules(zone: Registered) -> None:
    """Azure refuses a rule without, so that the first `up` would end there."""
    approver = zone.inputs["research-ml-features-rule-approver-access"]
    assert approver["scope"] == SEARCH
    assert approver["principalId"] == principal(zone, "research-ml-identity")
    assert approver["roleDefinitionId"].endswith("/b556d68e-0be0-4f35-a333-ad7ee1ce17ea")
    for user in ("research-ml-workspace", "research-ml-features-rule"):
        assert "research-ml-features-rule-approver-access" in zone.dependencies[user]


def test_studio_reads_the_endpoints_through_which_it_shows_data(zone: Registered) -> None:
    reads = {
        name.removesuffix("-access"): inputs["scope"].rsplit("/", 1)[-1]
        for name, inputs in zone.inputs.items()
        if inputs.get("roleDefinitionId", "").endswith("/acdd72a7-3385-48ef-bd42-f606fba81ae7")
        and inputs["principalId"] == principal(zone, "research-ml-identity")
    }
    assert reads == {
        "research-ml-storage-blob-endpoint-workspace": "research-ml-storage-blob-private-endpoint",
        "research-ml-storage-file-endpoint-workspace": "research-ml-storage-file-private-endpoint",
        "research-ml-checkpoints-blob-endpoint-workspace": "research-checkpoints-blob-private-endpoint",
        "research-ml-checkpoints-dfs-endpoint-workspace": "research-checkpoints-dfs-private-endpoint",
    }


def test_the_rules_on_the_page_are_rules() -> None:
    page = (ROOT / "docs" / "machine-learning.md").read_text(encoding="utf-8")
    examples = [yaml.safe_load(code) for code in re.findall(r"```yaml\n(.*?)```", page, re.S)]
    networks = [ManagedNetwork.model_validate(one, by_alias=True, by_name=False) for one in examples]
    assert [sorted(network.outbound_rules) for network in networks] == [["features", "monitor", "pypi"]]
