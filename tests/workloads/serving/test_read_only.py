"""Servers write to folders that they say, and nowhere else."""

from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.workloads.serving.service import InferenceServiceArgs, inference_service
from helpers.inference_settings import T4, WEIGHTS

Json = dict[str, Any]

OTHER: Json = {"mode": "container", "image": "contoso.azurecr.io/serve:1.4"}


def given(engine: Json) -> InferenceServiceArgs:
    values: Json = {
        "service_name": "chat",
        "namespace": "models",
        "gpu_pools": [GpuPoolFacts.of(T4)],
        "pool_names": ["t4"],
        "weights": WEIGHTS,
        "engine": engine,
    }
    return InferenceServiceArgs(**values)


def written(engine: Json) -> tuple[bool, dict[str, str]]:
    """Whether all else can't be written to, and the folders that can, with their limits."""
    pod = inference_service(given(engine))["server"]["spec"]["template"]["spec"]
    (server,) = pod["containers"]
    limits = {one["name"]: one["emptyDir"]["sizeLimit"] for one in pod["volumes"] if "emptyDir" in one}
    folders = {
        one["mountPath"]: limits[one["name"]]
        for one in server["volumeMounts"]
        if one["name"] in limits and not one.get("readOnly")
    }
    return server["securityContext"].get("readOnlyRootFilesystem", False), folders


TMP, SHARED = "/tmp", "/dev/shm"  # noqa: S108
OURS = {SHARED: "13041Mi", "/weights": "17Gi"}


@pytest.mark.parametrize(
    ("engine", "read_only", "folders"),
    [
        ({"mode": "vllm"}, True, {"/home/vllm": "10Gi", TMP: "10Gi"}),
        (
            {"mode": "vllm", "writable_paths_gib": {"/home/vllm": 40, "/workspace/.cache": 1}},
            True,
            {"/home/vllm": "40Gi", TMP: "10Gi", "/workspace/.cache": "1Gi"},
        ),
        (OTHER, False, {}),
        (OTHER | {"writable_paths_gib": {}}, True, {}),
        (OTHER | {"writable_paths_gib": {TMP: 5}}, True, {TMP: "5Gi"}),
    ],
    ids=["vLLM", "vLLM with more", "any other", "nowhere", "where it says"],
)
def test_a_server_writes_to_its_folders_alone(engine: Json, read_only: bool, folders: dict[str, str]) -> None:
    assert written(engine) == (read_only, OURS | folders)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/weights/cache", "/weights/cache: /weights has the weights already: leave it out"),
        ("/mnt", "/mnt: /mnt/secrets has a vault's secrets already: leave it out"),
        (SHARED, f"{SHARED}: {SHARED} has memory that processes share already: leave it out"),
        (
            "tmp",
            "tmp: must be a folder from the top of the file system, such as /tmp, got 'tmp'",
        ),
        (
            "/run/../etc",
            "/run/../etc: must be a folder from the top of the file system, such as /tmp, got '/run/../etc'",
        ),
    ],
)
def test_refuses(path: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        given(OTHER | {"writable_paths_gib": {path: 1}})
    assert [line.strip() for line in str(refused.value).splitlines()[1:]] == [
        f"engine.writable_paths_gib.{sentence}"
    ]


def test_a_folder_larger_than_what_a_node_has_for_pods_is_refused() -> None:
    given(OTHER | {"writable_paths_gib": {"/cache": 65}})
    with pytest.raises(SettingsError) as refused:
        given(OTHER | {"writable_paths_gib": {"/cache": 66}})
    assert [line.strip() for line in str(refused.value).splitlines()[1:]] == [
        "engine.writable_paths_gib./cache: a node of t4 has 65 GiB for pods, on its disk of 128, got 66: "
        "lower it, or raise `os_disk_size_gib` of the pool"
    ]
