"""Clusters of Ray: what they cost while nobody asks, and who calls what they serve."""

from typing import Any

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.workloads.ray.ray import RayServiceArgs, ray_service
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from helpers.inference_settings import SPOT, settings

WAITS = {"name": "notebooks", "namespace": "chat", "pool_names": ["spot"], "workers": 2, "gpus": 1}


def problems(**cluster: Any) -> list[str]:
    """What is wrong with a cluster."""
    try:
        InferenceWorkloadsSettings(**settings(ray_clusters=[WAITS | cluster]))
    except SettingsError as refused:
        return [line.strip() for line in str(refused).splitlines()[1:]]
    return []


def test_a_cluster_may_wait_without_workers() -> None:
    assert problems(min_workers=0) == []


def served() -> dict[str, Any]:
    """The spec of a service's cluster."""
    args = RayServiceArgs(
        ray_name="rank",
        namespace="chat",
        pool_names=["spot"],
        workers=2,
        gpus=1,
        gpu_pools=[GpuPoolFacts.of(SPOT)],
        applications=[{"name": "rank", "import_path": "rank:app"}],
    )
    spec: dict[str, Any] = ray_service(args)["spec"]["rayClusterConfig"]
    return spec


def test_kuberay_finds_where_applications_answer() -> None:
    """Without a port of that name in the head it refuses to make the Service that callers use. Source:
    github.com/ray-project/kuberay v1.6.1, ray-operator/controllers/ray/common/service.go."""
    (head,) = served()["headGroupSpec"]["template"]["spec"]["containers"]
    assert {"name": "serve", "containerPort": 8000} in head["ports"]
