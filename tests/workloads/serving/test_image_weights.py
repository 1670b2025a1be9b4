"""Weights in a container image, which nodes pull and mount."""

from typing import Any

import pytest

from azure_ai_landing_zone import InferenceWorkloads, InferenceWorkloadsSettings, SettingsError
from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_simulator.kubernetes import manifests
from helpers.inference_settings import settings
from helpers.pulled_images import images_of
from helpers.registered import Registered, register

SERVER = "crcompany.azurecr.io"
OURS = f"{SERVER}/models/qwen@sha256:{'0' * 64}"
BIG = GpuPool(name="big", size="Standard_NC24ads_A100_v4", max_nodes=2, os_disk_size_gib=512)
WEIGHTS = {"mode": "image", "image": OURS, "size_gib": 7, "path": "qwen"}
ALONE: dict[str, Any] = {
    "gpu_quota": None,
    "kueue": None,
    "ray_clusters": [],
    "ray_jobs": [],
    "ray_services": [],
    "warm_capacity": [],
}


def given(image_registry: str | None = SERVER, engine: dict[str, Any] | None = None, **weights: Any) -> Any:
    service = {"name": "chat", "namespace": "chat", "pool_names": ["big"], "weights": WEIGHTS | weights}
    changes = {"engine": engine} if engine is not None else {}
    return settings(
        gpu_pools=[GpuPoolFacts.of(BIG).model_dump()],
        services=[service | changes],
        image_registry={"login_server": image_registry} if image_registry is not None else None,
        **ALONE,
    )


def made(**weights: Any) -> Registered:
    return register(lambda: InferenceWorkloads("ai", InferenceWorkloadsSettings(**given(**weights))))


def refusals(*args: Any, **weights: Any) -> list[str]:
    with pytest.raises(SettingsError) as refused:
        InferenceWorkloadsSettings(**given(*args, **weights))
    return [line.strip() for line in str(refused.value).splitlines()[1:]]


def test_nodes_pull_them_and_the_server_reads_them() -> None:
    server = made().inputs["ai-service-chat-server"]
    pod = server["spec"]["template"]["spec"]
    assert [one for one in pod["volumes"] if one["name"] == "weights"] == [
        {"name": "weights", "image": {"reference": OURS, "pullPolicy": "IfNotPresent"}}
    ]
    (container,) = pod["containers"]
    assert {"name": "weights", "mountPath": "/weights", "readOnly": True} in container["volumeMounts"]
    assert container["command"] == ["vllm", "serve", "/weights/qwen"]
    found = manifests.problems(server, None)
    assert found is not None
    assert list(found) == []


def test_a_copy_of_somebody_elses_comes_from_the_registry_as_well() -> None:
    found = made(image="ghcr.io/company/model:1")
    assert f"{SERVER}/ghcr.io/company/model:1" in images_of({"inputs": one} for one in found.inputs.values())


def test_without_a_way_out_they_are_there() -> None:
    problems = InferenceWorkloadsSettings(**given()).outward_problems()
    assert [one.path for one in problems] == [("gateway", "authentication", "mode")]


@pytest.mark.parametrize(
    ("weights", "engine", "sentence"),
    [
        (
            {"image": f"{SERVER}/models/qwen:latest"},
            None,
            "services[0].weights.image: must name a version or a digest, got "
            f"'{SERVER}/models/qwen:latest': nodes would pull whatever is there",
        ),
        (
            {"image": "harbor.example.com/models/qwen:1"},
            None,
            "services[0].weights.image: harbor.example.com/models/qwen:1 comes from harbor.example.com, and "
            f"all images from `image_registry`, {SERVER}, which keeps copies of docker.io, gcr.io, ghcr.io, "
            "mcr.microsoft.com, nvcr.io, public.ecr.aws, quay.io, registry.k8s.io only: import it there (az "
            "acr import), and name that one",
        ),
        (
            {"size_gib": 206},
            None,
            "services[0].weights.size_gib: a node of big keeps 206 GiB twice, pulled and unpacked, and its "
            "disk of 512 GiB has 410 for pods: raise `os_disk_size_gib` of the pool, or take weights of a "
            "blob container",
        ),
        (
            {"size_gib": 14},
            {"mode": "vllm", "model_parameters": 8_000_000_000},
            "services[0].weights.size_gib: 14.9 GiB are the weights of its model alone (bf16), got 14: raise "
            "it, or correct what `engine` says",
        ),
    ],
    ids=["latest", "no copy", "twice on the disk", "smaller than its model"],
)
def test_refuses(weights: dict[str, Any], engine: dict[str, Any] | None, sentence: str) -> None:
    assert refusals(engine=engine, **weights) == [sentence]


@pytest.mark.parametrize(
    ("weights", "engine"),
    [
        ({"size_gib": 205}, None),
        ({"size_gib": 15}, {"mode": "vllm", "model_parameters": 8_000_000_000}),
        (
            {"size_gib": 8},
            {"mode": "vllm", "model_parameters": 8_000_000_000, "weight_format": "fp8"},
        ),
    ],
)
def test_takes_what_fits(weights: dict[str, Any], engine: dict[str, Any] | None) -> None:
    InferenceWorkloadsSettings(**given(engine=engine, **weights))
