"""Clusters of Ray: what they cost while nobody asks, and who calls what they serve."""

from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.workloads.ray.ray import RayServiceArgs, ray_service
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from azure_ai_landing_zone.workloads.workloads import InferenceWorkloads
from helpers.inference_settings import SPOT, settings
from helpers.registered import register

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


@pytest.mark.parametrize(
    ("cluster", "expected"),
    [
        (
            {"min_workers": 3},
            ["ray_clusters[0].min_workers: must be at most `workers`, which is 2, got 3"],
        ),
        (
            {"min_workers": 0, "namespace": "research", "pool_names": ["train"], "queue_name": "research"}
            | {"gpus": 8, "rdma_adapters": 1},
            [
                "ray_clusters[0].min_workers: Kueue starts all workers of what is in a queue or none: leave "
                "it out, or `queue_name`"
            ],
        ),
    ],
    ids=["more than there are", "in a queue"],
)
def test_refuses(cluster: dict[str, Any], expected: list[str]) -> None:
    assert problems(**cluster) == expected


def test_workers_come_when_tasks_need_them() -> None:
    spec = served(min_workers=0)
    (group,) = spec["workerGroupSpecs"]
    assert (group["replicas"], group["minReplicas"], group["maxReplicas"]) == (0, 0, 2)
    assert (spec["enableInTreeAutoscaling"], spec["autoscalerOptions"]["idleTimeoutSeconds"]) == (True, 600)
    stay = served()
    assert [stay["workerGroupSpecs"][0][one] for one in ("replicas", "minReplicas")] == [2, 2]
    assert not stay["enableInTreeAutoscaling"]


def served(**changes: Any) -> dict[str, Any]:
    """The spec of a service's cluster."""
    args = RayServiceArgs(
        ray_name="rank",
        namespace="chat",
        pool_names=["spot"],
        workers=2,
        gpus=1,
        gpu_pools=[GpuPoolFacts.of(SPOT)],
        applications=[{"name": "rank", "import_path": "rank:app"}],
        **changes,
    )
    spec: dict[str, Any] = ray_service(args)["service"]["spec"]["rayClusterConfig"]
    return spec


def test_kuberay_finds_where_applications_answer() -> None:
    """Without a port of that name in the head it refuses to make the Service that callers use. Source:
    github.com/ray-project/kuberay v1.6.1, ray-operator/controllers/ray/common/service.go."""
    (head,) = served()["headGroupSpec"]["template"]["spec"]["containers"]
    assert {"name": "serve", "containerPort": 8000} in head["ports"]


def test_what_ray_serves_is_called_through_the_gateway() -> None:
    plan = register(lambda: InferenceWorkloads("inside", InferenceWorkloadsSettings(**settings())))
    (rule,) = plan.inputs["inside-ray-service-rank-route"]["spec"]["rules"]
    assert rule["matches"] == [{"path": {"type": "PathPrefix", "value": "/rank"}}]
    assert rule["backendRefs"] == [{"name": "rank-serve-svc", "port": 8000}]
    callers = plan.inputs["inside-ray-service-rank-callers"]["spec"]
    assert callers["podSelector"] == {"matchLabels": {"ray.io/serve": "true"}}
    (opening,) = callers["ingress"]
    (proxies,) = opening["from"]
    assert proxies["namespaceSelector"]["matchLabels"] == {
        "kubernetes.io/metadata.name": "envoy-gateway-system"
    }
    assert opening["ports"] == [{"protocol": "TCP", "port": 8000}]
