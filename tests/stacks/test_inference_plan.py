"""The pools of the stack inference and the pods of inference-workloads, held against each other as
kube-scheduler would."""

from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import InferenceWorkloads, InferenceWorkloadsSettings, LandingZoneSettings
from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from helpers.cluster_autoscaler import candidates, stops_everything
from helpers.kube_scheduler import SYSTEM_NODE, node_of, reasons_against
from helpers.offline import ROOT
from helpers.pods import asks_for_gpus, pod_specs
from helpers.registered import Registered, register

Json = dict[str, Any]


def stack_file(stack: str, key: str) -> Json:
    content = yaml.safe_load((ROOT / "stacks" / f"Pulumi.{stack}.yaml").read_text(encoding="utf-8"))
    found: Json = content["config"][f"azure-ai-landing-zone:{key}"]
    return found


@pytest.fixture(scope="module")
def pools() -> list[GpuPool]:
    """As the stack inference makes them."""
    zone = LandingZoneSettings.load(stack_file("inference", "landingZone"), "inference")
    return [shape.gpu_pool(name) for _, shape, name, _ in zone.inference_clusters[0].all_pools()]


@pytest.fixture(scope="module")
def plan(pools: list[GpuPool]) -> Registered:
    """What inference-workloads registers when it reads that."""
    data = stack_file("inference-workloads", "inferenceWorkloads")
    settings = InferenceWorkloadsSettings.model_validate(data, by_alias=True, by_name=False)
    cluster = {
        "clusterName": "aks",
        "resourceGroupName": "rg",
        "pools": [GpuPoolFacts.of(pool).model_dump(by_alias=True) for pool in pools],
        "workloadIdentities": dict.fromkeys(("chat", "traces", "way-in", "weights"), "client"),
        "prometheusQueryEndpoint": "https://metrics",
        "kedaClientId": "client",
    }
    outputs = {
        "inferenceClusters": {"serving": cluster},
        "telemetryConnectionString": "InstrumentationKey=x;IngestionEndpoint=https://ingestion.example.com/",
    }
    return register(
        lambda: InferenceWorkloads("inside", settings), stack="inference-workloads", stack_outputs=outputs
    )


def test_every_pod_has_a_node_and_every_gpu_node_its_daemons(pools: list[GpuPool], plan: Registered) -> None:
    nodes = [*(node_of(pool) for pool in pools), SYSTEM_NODE]
    fits = {
        name: [node.name for node in nodes if not reasons_against(spec, node)]
        for name, _, spec in pod_specs(plan)
    }
    assert fits == {
        "inside-dcgm-exporter": ["t4-node", "h100-node", "spot-node"],
        "inside-gateway-certificate-keeper": ["system"],
        "inside-gpu-plugin": ["t4-node", "spot-node"],
        "inside-gpu-plugin-single": ["h100-node"],
        "inside-ray-batch-cluster-head": ["system"],
        "inside-ray-batch-cluster-worker": ["spot-node"],
        "inside-service-chat-server": ["h100-node"],
        "inside-telemetry-collector": ["system"],
        "inside-warm-h100": ["h100-node"],
        "inside-weights-qwen-job": ["system"],
    }


def test_a_gpu_pod_that_is_meant_for_a_node_tolerates_its_taints(
    pools: list[GpuPool], plan: Registered
) -> None:
    for node in map(node_of, pools):
        for name, _, spec in pod_specs(plan):
            against = reasons_against(spec, node)
            if asks_for_gpus(spec) and "node affinity" not in against:
                assert against == [], name


def test_the_autoscaler_brings_a_node_for_every_gpu_pod(pools: list[GpuPool], plan: Registered) -> None:
    brought = {
        name: candidates(spec, pools)
        for name, kind, spec in pod_specs(plan)
        if kind != "DaemonSet" and asks_for_gpus(spec)
    }
    assert brought == {
        "inside-ray-batch-cluster-worker": ["spot"],
        "inside-service-chat-server": ["h100"],
        "inside-warm-h100": ["h100"],
    }


def test_no_node_of_ours_stops_the_autoscaler(pools: list[GpuPool]) -> None:
    assert stops_everything([node_of(pool) for pool in pools]) == []
