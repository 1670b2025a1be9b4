"""Weights that are fetched once: what the cluster is asked for, and what is refused."""

from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from azure_ai_landing_zone.workloads.staging.staged_weights import (
    StagedWeights,
    StagedWeightsArgs,
    staged_weights,
)
from azure_simulator.kubernetes import custom_kinds, manifests
from helpers.inference_settings import TENANT, settings
from helpers.kube_scheduler import SYSTEM_NODE, reasons_against
from helpers.registered import register

Json = dict[str, Any]

VAULT = {"vault_name": "kv-ai-zone", "tenant_id": TENANT, "secrets": {"HF_TOKEN": "hugging-face-token"}}
WHAT: Json = {
    "repository": "meta-llama/Llama-3.1-8B-Instruct",
    "revision": "0" * 40,
    "size_gib": 17,
    "storage_account_name": "stweights",
    "container_name": "weights",
    "storage_resource_group_name": "rg",
    "path": "llama/0e9e39f2",
}
ITEM: Json = {**WHAT, "name": "llama", "namespace": "chat", "acts_as": "weights"}


def arguments(**changes: Any) -> StagedWeightsArgs:
    values = WHAT | {"weights_name": "llama", "namespace": "models", "workload_client_id": "writer"}
    return StagedWeightsArgs(**(values | changes))


def made(**changes: Any) -> dict[str, Json]:
    return staged_weights(arguments(**changes))


def test_a_job_fetches_into_the_container_as_its_own_identity() -> None:
    objects = made(vault_secrets=VAULT)
    account = objects["account"]["metadata"]
    assert (account["name"], account["annotations"]) == (
        "llama",
        {"azure.workload.identity/client-id": "writer"},
    )
    volume = objects["volume"]["spec"]
    assert (volume["accessModes"], volume["csi"]["readOnly"]) == (["ReadWriteMany"], False)
    assert volume["csi"]["volumeAttributes"]["mountWithWorkloadIdentityToken"] == "true"
    pod = objects["job"]["spec"]["template"]["spec"]
    (fetch,) = pod["containers"]
    assert fetch["command"] == ["python3", "/script/fetch_weights.py"]
    assert "fetch_weights.py" in objects["script"]["data"]
    environment = {one["name"]: one.get("value") for one in fetch["env"]}
    assert environment == {
        "HUB": "https://huggingface.co",
        "REPOSITORY": "meta-llama/Llama-3.1-8B-Instruct",
        "REVISION": "0" * 40,
        "FOLDER": "/weights/llama/0e9e39f2",
        "LIMIT_GIB": "17",
        "LEFT_OUT": '["original/*"]',
        "HF_TOKEN": None,
    }
    assert [one["mountPath"] for one in fetch["volumeMounts"]] == ["/weights", "/script", "/mnt/secrets"]
    assert fetch["securityContext"]["runAsNonRoot"] is True
    assert reasons_against(pod, SYSTEM_NODE) == []


def test_never_two_at_once_and_no_try_that_makes_no_sense() -> None:
    job = made()["job"]["spec"]
    assert (job["podReplacementPolicy"], job["template"]["spec"]["restartPolicy"]) == ("Failed", "Never")
    (rule,) = job["podFailurePolicy"]["rules"]
    assert rule == {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [2]}}
    assert job["activeDeadlineSeconds"] == 240 * 60


def test_it_reaches_the_hub_and_nobody_reaches_it() -> None:
    objects = made()
    policy = objects["network"]["spec"]
    assert (policy["ingress"], policy["egress"]) == ([], [{"ports": [{"protocol": "TCP", "port": 443}]}])
    labels = objects["job"]["spec"]["template"]["metadata"]["labels"]
    assert policy["podSelector"]["matchLabels"] == labels


def test_every_object_passes_the_published_schema() -> None:
    plan = register(
        lambda: StagedWeights(
            "llama",
            arguments(vault_secrets=VAULT),
        )
    )
    found: dict[str, list[str]] = {}
    for name, manifest in plan.inputs.items():
        if "kind" in manifest:
            problems = manifests.problems(manifest, None)
            if problems is None:
                kind = custom_kinds.CUSTOM_KINDS[manifest["apiVersion"], manifest["kind"]]
                problems = custom_kinds.problems_of(kind, manifest)
            found[name] = [f"{problem.path}: {problem.text}" for problem in problems]
    assert found == {
        f"llama-{role}": [] for role in ("account", "script", "network", "volume", "claim", "secrets", "job")
    }
    assert plan.types["llama-job"] == "kubernetes:batch/v1:Job"
    assert {"llama-claim", "llama-script", "llama-account"} <= plan.dependencies["llama-job"]


@pytest.mark.parametrize(
    ("items", "sentence"),
    [
        (
            [ITEM | {"size_gib": 7}],
            "[0].size_gib: meta-llama/Llama-3.1-8B-Instruct has 7.5 GiB with 8 bits a parameter already, got "
            "7: raise it",
        ),
        (
            [ITEM, ITEM | {"name": "again", "path": "llama/0e9e39f2/"}],
            "[1].path: stweights/weights/llama/0e9e39f2 is another one's folder already: name "
            "another one, or stage it once",
        ),
        (
            [ITEM | {"name": "small"}],
            "[0].name: small is the name of a service in chat, whose account it would have: name it "
            "otherwise",
        ),
        (
            [ITEM, ITEM | {"namespace": "research", "path": "llama/of-research"}],
            "[1].name: llama is there twice",
        ),
        (
            [ITEM | {"namespace": "nowhere"}],
            "[0].namespace: there is no namespace nowhere: namespaces are chat, research",
        ),
        (
            [ITEM],
            "[0].acts_as: identities are of another stack, and `runs_on` names none: leave it out",
        ),
    ],
    ids=["too small", "one folder twice", "service's name", "twice", "no namespace", "no identities"],
)
def test_refuses(items: list[Json], sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        InferenceWorkloadsSettings(**settings(staged_weights=items))
    assert f"staged_weights{sentence}" in [line.strip() for line in str(refused.value).splitlines()]


def test_without_a_way_out_nothing_is_fetched() -> None:
    of_stack = {"mode": "stack", "stack": "organization/zone/inference", "cluster": "serving"}
    found = InferenceWorkloadsSettings(**settings(staged_weights=[ITEM], runs_on=of_stack))
    problems = [one for one in found.outward_problems() if one.path[0] == "staged_weights"]
    text = "nodes of that stack have no way out to Hugging Face: take weights of its network"
    assert problems == [Problem(("staged_weights", 0), text)]


def test_a_folder_in_another_casing_is_refused() -> None:
    reader = {"mode": "blob", "path": "Llama/0e9e39f2"} | {
        key: WHAT[key] for key in ("storage_account_name", "container_name", "storage_resource_group_name")
    }
    service = {"name": "small", "namespace": "chat", "pool_names": ["t4"], "weights": reader}
    with pytest.raises(SettingsError) as refused:
        InferenceWorkloadsSettings(**settings(staged_weights=[ITEM], services=[service]))
    sentence = (
        "services[0].weights.path: Llama/0e9e39f2 is staged as llama/0e9e39f2, and blobs' names differ by "
        "casing: write it like that"
    )
    assert sentence in [line.strip() for line in str(refused.value).splitlines()]
