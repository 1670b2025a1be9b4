"""What runs inside a cluster: every pod can be scheduled, every GPU node is usable and seen, and every
object is what its schema says."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone.inference_workloads import InferenceWorkloads
from azure_ai_landing_zone.inference_workloads_settings import InferenceWorkloadsSettings
from azure_ai_landing_zone.planning.gpu_pods import DAEMONS
from azure_ai_landing_zone.planning.gpu_pools import GpuPool
from azure_simulator.kubernetes import custom_kinds, manifests
from inference_settings import POOLS, settings
from kube_scheduler import SYSTEM_NODE, Node, node_of, reasons_against, requests
from offline import ROOT
from registered import Registered, register

Json = dict[str, Any]
CRDS = ROOT.parent / "shared" / "crds"


@pytest.fixture(scope="module")
def plan() -> Registered:
    """The whole plan."""
    return register(
        lambda: InferenceWorkloads("inside", InferenceWorkloadsSettings(**settings())), stack="inside"
    )


def objects(plan: Registered) -> dict[str, Json]:
    """The manifests by logical name."""
    return {
        name: inputs
        for name, inputs in plan.inputs.items()
        if plan.types[name].startswith("kubernetes:") and "helm.sh" not in plan.types[name]
    }


def pod_specs(plan: Registered) -> Iterator[tuple[str, str, Json]]:
    """Logical name, kind and spec of all pods."""
    for name, manifest in objects(plan).items():
        kind, spec = manifest["kind"], manifest.get("spec", {})
        if kind in ("DaemonSet", "Deployment"):
            yield name, kind, spec["template"]["spec"]
        for cluster in (spec, spec.get("rayClusterSpec", {}), spec.get("rayClusterConfig", {})):
            if "headGroupSpec" in cluster:
                yield f"{name}-head", "Head", cluster["headGroupSpec"]["template"]["spec"]
                for group in cluster["workerGroupSpecs"]:
                    yield f"{name}-worker", "Worker", group["template"]["spec"]


NODES = [node_of(pool) for pool in POOLS]


def asks_for_gpus(spec: Json) -> bool:
    return any(name.startswith("nvidia.com/") for name in requests(spec))


def test_every_gpu_pod_fits_the_nodes_that_it_is_for_and_no_other(plan: Registered) -> None:
    fits = {
        name: [node.name for node in [*NODES, SYSTEM_NODE] if not reasons_against(spec, node)]
        for name, kind, spec in pod_specs(plan)
        if kind != "DaemonSet"
    }
    assert fits == {
        "inside-ray-job-tune-job-head": ["system"],
        "inside-ray-job-tune-job-worker": ["train-node"],
        "inside-ray-notebooks-cluster-head": ["system"],
        "inside-ray-notebooks-cluster-worker": ["train-node"],
        "inside-ray-service-rank-service-head": ["system"],
        "inside-ray-service-rank-service-worker": ["spot-node"],
        "inside-service-cheap-server": ["t4-node", "spot-node"],
        "inside-service-slice-server": ["h100mig-node"],
        "inside-service-small-server": ["t4-node"],
        "inside-warm-h100mig": ["h100mig-node"],
        "inside-warm-t4": ["t4-node"],
    }


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.name)
def test_gpu_pods_tolerate_the_taints_of_every_node_that_has_what_they_ask_for(
    plan: Registered, node: Node
) -> None:
    """Whatever else they say: a pod that is meant for a node by its affinity is not kept off by a taint."""
    for name, _, spec in pod_specs(plan):
        against = reasons_against(spec, node)
        if asks_for_gpus(spec) and "node affinity" not in against:
            assert against == [], name


def test_every_gpu_node_gets_one_device_plugin_and_one_exporter(plan: Registered) -> None:
    daemons = {name: spec for name, kind, spec in pod_specs(plan) if kind == "DaemonSet"}
    placed = {
        node.name: sorted(name for name, spec in daemons.items() if not reasons_against(spec, node))
        for node in [*NODES, SYSTEM_NODE]
    }
    assert placed == {
        "t4-node": ["inside-dcgm-exporter", "inside-gpu-plugin"],
        "h100mig-node": ["inside-dcgm-exporter", "inside-gpu-plugin-mixed"],
        "a100mig-node": ["inside-dcgm-exporter", "inside-gpu-plugin-single"],
        "spot-node": ["inside-dcgm-exporter", "inside-gpu-plugin"],
        "train-node": ["inside-dcgm-exporter", "inside-gpu-plugin"],
        "system": [],
    }


def test_a_pool_that_comes_later_is_usable_and_seen_too(plan: Registered) -> None:
    later = node_of(GpuPool(name="later", size="Standard_NV36ads_A10_v5"))
    names = [
        name
        for name, kind, spec in pod_specs(plan)
        if kind == "DaemonSet" and not reasons_against(spec, later)
    ]
    assert sorted(names) == ["inside-dcgm-exporter", "inside-gpu-plugin"]


def test_gpu_pods_leave_room_for_what_runs_on_every_node(plan: Registered) -> None:
    """A node full of them still has what DaemonSets ask for."""
    daemons = [requests(spec) for _, kind, spec in pod_specs(plan) if kind == "DaemonSet"]
    own = {name: sum(one.get(name, 0) for one in daemons) for name in ("cpu", "memory")}
    assert own["cpu"] * 1000 < DAEMONS.cpu_millicores
    assert own["memory"] < DAEMONS.memory_mib * 2**20
    for pool, node in zip(POOLS, NODES, strict=True):
        for name, kind, spec in pod_specs(plan):
            if kind == "DaemonSet" or not asks_for_gpus(spec) or reasons_against(spec, node):
                continue
            asked = requests(spec)
            pods = pool.resources[pool.gpu_resource] // asked[pool.gpu_resource]
            for resource in ("cpu", "memory"):
                assert asked[resource] * pods + own[resource] <= node.allocatable[resource], name


def test_every_built_in_object_passes_the_published_schema(plan: Registered) -> None:
    found = {}
    for name, manifest in objects(plan).items():
        problems = manifests.problems(manifest, None)
        if problems is None:
            assert (manifest["apiVersion"], manifest["kind"]) in custom_kinds.CUSTOM_KINDS
            problems = custom_kinds.problems_of(
                custom_kinds.CUSTOM_KINDS[manifest["apiVersion"], manifest["kind"]], manifest
            )
        found[name] = [f"{problem.path}: {problem.text}" for problem in problems]
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.skipif(
    not CRDS.exists(), reason="Kueue's and KubeRay's definitions do not lie beside this checkout"
)
def test_every_object_of_kueue_and_kuberay_passes_its_definition(plan: Registered) -> None:
    definitions = {}
    for file in CRDS.glob("*/*.yaml"):
        content = yaml.safe_load(file.read_text(encoding="utf-8"))
        definitions[content["spec"]["group"], content["spec"]["names"]["kind"]] = content
    checked = []
    for manifest in objects(plan).values():
        definition = definitions.get((manifest["apiVersion"].rpartition("/")[0], manifest["kind"]))
        if definition is not None:
            problems = manifests.problems(manifest, definition)
            assert problems is not None
            assert [f"{problem.path}: {problem.text}" for problem in problems] == []
            checked.append(manifest["kind"])
    assert sorted(checked) == [
        "ClusterQueue",
        "Cohort",
        "LocalQueue",
        "RayCluster",
        "RayJob",
        "RayService",
        "ResourceFlavor",
    ]


def test_the_example_of_the_guide_runs() -> None:
    guide = (ROOT / "docs" / "inference-workloads.md").read_text(encoding="utf-8")
    code = guide.split("```python\n")[1].split("```")[0]
    made = register(lambda: exec(code, {}))  # noqa: S102 (our own guide)
    assert "models-service-chat-server" in made.inputs
    assert made.inputs["models-service-chat-autoscaler"]["kind"] == "HorizontalPodAutoscaler"
