"""What runs inside a cluster: every pod can be scheduled, every GPU node is usable and seen, and every
object is what its schema says."""

import csv
import json
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.catalog import charts
from azure_ai_landing_zone.workloads.gpu_daemons import counters_csv
from azure_ai_landing_zone.workloads.operators import CHARTS
from azure_ai_landing_zone.workloads.plan import DAEMONS
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from azure_ai_landing_zone.workloads.telemetry_collector import (
    COLLECTOR,
    TelemetryCollector,
    TelemetryCollectorArgs,
    part_of,
    telemetry_collector,
)
from azure_ai_landing_zone.workloads.workloads import InferenceWorkloads
from azure_simulator.kubernetes import custom_kinds, manifests
from helpers.cluster_autoscaler import candidates, choose
from helpers.inference_settings import POOLS, TRAIN, settings
from helpers.kube_scheduler import SYSTEM_NODE, Node, node_of, reasons_against, requests, tolerated
from helpers.offline import ROOT
from helpers.pods import asks_for_gpus, objects, pod_specs
from helpers.registered import Registered, register

Json = dict[str, Any]
CRDS = ROOT.parent / "shared" / "crds"


@pytest.fixture(scope="module")
def plan() -> Registered:
    """The whole plan."""
    return register(
        lambda: InferenceWorkloads("inside", InferenceWorkloadsSettings(**settings())), stack="inside"
    )


CONNECTION = "InstrumentationKey=k;IngestionEndpoint=https://eastus-8.in.applicationinsights.azure.com/;A=b"
NODES = [node_of(pool) for pool in POOLS]


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
        "h100mig-node": ["inside-dcgm-exporter", "inside-gpu-plugin-single"],
        "a100mig-node": ["inside-dcgm-exporter", "inside-gpu-plugin-single"],
        "spot-node": ["inside-dcgm-exporter", "inside-gpu-plugin"],
        "train-node": ["inside-dcgm-exporter", "inside-gpu-plugin", "inside-operators-peer-memory"],
        "system": [],
    }


def test_the_exporter_can_read_its_counters() -> None:
    rows = list(csv.reader(counters_csv().splitlines()))
    assert {len(row) for row in rows} == {3}
    assert {row[1].strip() for row in rows} == {"counter", "gauge"}


@pytest.mark.parametrize(
    "changes",
    [
        {"taint": "sku=gpu:NoSchedule"},
        {"taint": "sku=gpu:NoSchedule", "spot": True},
        {"driver": "none"},
    ],
    ids=["another taint", "another taint and spot", "drivers of the image"],
)
def test_whatever_pools_are_like_their_pods_and_daemons_fit(changes: Json) -> None:
    pools = [replace(pool, **changes) for pool in POOLS]
    if changes.get("driver") == "none":  # AKS cuts GPUs with its own driver only
        pools = [replace(pool, mig_profile=None, max_nodes=4) for pool in pools]
    facts = [GpuPoolFacts.of(pool).model_dump() for pool in pools]
    made = register(
        lambda: InferenceWorkloads("inside", InferenceWorkloadsSettings(**settings(gpu_pools=facts)))
    )
    nodes = [node_of(pool) for pool in pools]
    for name, kind, spec in pod_specs(made):
        fits = [node.name for node in nodes if not reasons_against(spec, node)]
        assert bool(fits) == (kind == "DaemonSet" or asks_for_gpus(spec)), name
    for node in nodes:
        daemons = [spec for _, kind, spec in pod_specs(made) if kind == "DaemonSet"]
        images = [spec["containers"][0]["image"] for spec in daemons if not reasons_against(spec, node)]
        assert sum("k8s-device-plugin" in image for image in images) == 1
        assert sum("dcgm-exporter" in image for image in images) == 1


def test_with_the_gpu_operator_its_values_reach_every_pool() -> None:
    pools = [replace(pool, driver="gpuOperator", mig_profile=None, max_nodes=4) for pool in POOLS]
    facts = [GpuPoolFacts.of(pool).model_dump() for pool in pools]
    made = register(
        lambda: InferenceWorkloads("inside", InferenceWorkloadsSettings(**settings(gpu_pools=facts)))
    )
    assert [name for name, kind, _ in pod_specs(made) if kind == "DaemonSet"] == []
    values = made.inputs["inside-operators-gpuoperator"]["values"]
    for pool in pools:
        for taint in node_of(pool).taints:
            assert tolerated(taint, values["daemonsets"]["tolerations"])
            assert tolerated(taint, values["node-feature-discovery"]["worker"]["tolerations"])
    assert values["dcgmExporter"]["config"]["data"] == counters_csv()
    assert made.inputs["inside-operators-gpu-monitor"]["spec"]["selector"] == {
        "matchLabels": {"app": "nvidia-dcgm-exporter"}
    }


@pytest.mark.parametrize("operator", ["inside-operators-networkoperator", "inside-operators-kueue"])
def test_operators_themselves_run_on_the_system_pool(plan: Registered, operator: str) -> None:
    values = plan.inputs[operator]["values"]
    tolerations = values.get("operator", values.get("controllerManager"))["tolerations"]
    assert all(tolerated(taint, tolerations) for taint in SYSTEM_NODE.taints)


def test_what_shows_adapters_reaches_every_infiniband_node(plan: Registered) -> None:
    policy = plan.inputs["inside-operators-infiniband"]["spec"]
    assert all(tolerated(taint, policy["tolerations"]) for taint in node_of(TRAIN).taints)
    assert (
        json.loads(policy["rdmaSharedDevicePlugin"]["config"])["configList"][0]["resourceName"] == "shared_ib"
    )
    worker = plan.inputs["inside-ray-notebooks-cluster"]["spec"]["workerGroupSpecs"][0]["template"]["spec"]
    container = worker["containers"][0]
    assert container["resources"]["limits"]["rdma/shared_ib"] == "1"
    assert container["securityContext"]["capabilities"] == {"add": ["IPC_LOCK"]}


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
        content = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
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


def spread(constraints: list[Json]) -> list[tuple[str, str]]:
    return [(one["topologyKey"], one["whenUnsatisfiable"]) for one in constraints]


def test_neither_a_node_nor_a_zone_takes_all_that_answers_go_through(plan: Registered) -> None:
    apart = [
        ("kubernetes.io/hostname", "DoNotSchedule"),
        ("topology.kubernetes.io/zone", "ScheduleAnyway"),
    ]
    kubernetes = plan.inputs["inside-gateway-proxies"]["spec"]["provider"]["kubernetes"]
    deployment = kubernetes["envoyDeployment"]
    assert spread(deployment["pod"].get("topologySpreadConstraints", [])) == apart
    assert kubernetes.get("envoyPDB") == {"minAvailable": 1}
    assert deployment["replicas"] == 2
    kueue = plan.inputs["inside-operators-kueue"]["values"]["controllerManager"]
    assert spread(kueue["topologySpreadConstraints"]) == apart
    assert kueue["podDisruptionBudget"] == {"enabled": True, "minAvailable": 1}
    gateway = plan.inputs["inside-operators-envoygateway"]["values"]
    assert spread(gateway["deployment"]["pod"]["topologySpreadConstraints"]) == apart
    assert gateway["podDisruptionBudget"] == {"minAvailable": 1}
    collector = telemetry_collector(TelemetryCollectorArgs(connection_string=CONNECTION, client_id="sender"))
    pods = collector["collector"]["spec"]["template"]["spec"]
    assert spread(pods["topologySpreadConstraints"]) == apart
    assert collector["disruptions"]["spec"]["maxUnavailable"] == 1


def test_collectors_have_an_identity_to_send_as() -> None:
    """Application Insights takes nothing without a token, and what it refuses nobody sees."""
    args = TelemetryCollectorArgs(connection_string=CONNECTION, client_id="sender")
    found = register(lambda: TelemetryCollector("telemetry", args)).inputs
    account = found["telemetry-account"]["metadata"]
    template = found["telemetry-collector"]["spec"]["template"]
    assert account["annotations"] == {"azure.workload.identity/client-id": "sender"}
    assert template["spec"]["serviceAccountName"] == account["name"] == COLLECTOR
    # Where the selector has it and the template not, as in the proxy's own sample, pods are nobody.
    assert template["metadata"]["labels"]["azure.workload.identity/use"] == "true"


def test_what_collectors_send_goes_through_what_signs_it() -> None:
    args = TelemetryCollectorArgs(connection_string=CONNECTION, client_id="sender")
    found = register(lambda: TelemetryCollector("telemetry", args)).inputs
    exporters = json.loads(found["telemetry-config"]["data"]["config.yaml"])["exporters"]
    assert exporters == {
        "azuremonitor": {
            "instrumentation_key": "${env:INSTRUMENTATION_KEY}",
            "endpoint": "http://localhost:8081/v2.1/track",
        }
    }
    collector, proxy = found["telemetry-collector"]["spec"]["template"]["spec"]["containers"]
    assert collector["env"] == [{"name": "INSTRUMENTATION_KEY", "value": "k"}]
    assert proxy["env"] == [
        {"name": "AUDIENCE", "value": "https://monitor.azure.com/.default"},
        {"name": "TARGET_HOST", "value": "https://eastus-8.in.applicationinsights.azure.com"},
        {"name": "LISTENING_PORT", "value": "8081"},
    ]
    assert proxy["readinessProbe"]["httpGet"] == {"path": "/ready", "port": 8081, "scheme": "HTTP"}
    # The token belongs to the user that all containers are; were it two, to root.
    assert collector["securityContext"] == proxy["securityContext"] | {"readOnlyRootFilesystem": True}


@pytest.mark.parametrize(
    ("connection_string", "missing"),
    [
        ("a key", "InstrumentationKey"),
        ("InstrumentationKey=k", "IngestionEndpoint"),
        ("InstrumentationKey=k;IngestionEndpoint=", "IngestionEndpoint"),
    ],
)
def test_a_connection_string_that_leads_nowhere_is_refused(connection_string: str, missing: str) -> None:
    with pytest.raises(ValueError, match=missing) as refused:
        [part_of(connection_string, name) for name in ("InstrumentationKey", "IngestionEndpoint")]
    assert str(refused.value) == (
        f"`connection_string` has no {missing}: give that of Application Insights as Azure tells it, "
        "InstrumentationKey=…;IngestionEndpoint=https://…"
    )


def test_the_autoscaler_brings_nodes_for_workers_with_adapters(plan: Registered) -> None:
    brought = {
        name: candidates(spec, POOLS)
        for name, kind, spec in pod_specs(plan)
        if kind == "Worker" and "rdma/shared_ib" in requests(spec)
    }
    assert brought == {
        "inside-ray-job-tune-job-worker": ["train"],
        "inside-ray-notebooks-cluster-worker": ["train"],
    }


def test_a_job_without_nodes_holds_up_no_other_and_gives_up_in_the_end(plan: Registered) -> None:
    values = plan.inputs["inside-operators-kueue"]["values"]["managerConfig"]
    waits = json.loads(values["controllerManagerConfigYaml"])["waitForPodsReady"]
    assert waits == {
        "timeout": "30m",
        "recoveryTimeout": "10m",
        "blockAdmission": False,
        "requeuingStrategy": {
            "timestamp": "Eviction",
            "backoffLimitCount": 10,
            "backoffBaseSeconds": 60,
            "backoffMaxSeconds": 3600,
        },
    }


def test_the_pool_that_a_service_prefers_gets_the_node(plan: Registered) -> None:
    orders = [
        one
        for one in objects(plan).values()
        if one["metadata"]["name"] == "cluster-autoscaler-priority-expander"
    ]
    scale_sets = [f"aks-{pool}-12345678-vmss" for pool in ("t40c1d", "spot9f3a", "system", "spotty7e2b")]
    assert choose(scale_sets, orders[0] if orders else None) == ["aks-spot9f3a-12345678-vmss"]
    assert [one["metadata"]["namespace"] for one in orders] == ["kube-system"]
    rest = ["aks-system-12345678-vmss", "aks-train41d0-12345678-vmss"]
    assert choose(rest, orders[0]) == rest


def test_charts_have_fixes_and_were_tested_with_our_clusters() -> None:
    """Those whose makers say so."""
    known = [charts.find(one.chart, one.version) for one in CHARTS.values()]
    found = [one for one in known if one is not None]
    assert [one.chart for one in found] == ["gateway-helm"]
    for one in found:
        assert one.end_of_support > date(2026, 11, 22)
        assert "1.36" in one.kubernetes_versions


def test_what_serves_and_trains_is_not_root(plan: Registered) -> None:
    """But for pods with adapters: added capabilities, IPC_LOCK among them, reach root alone
    (github.com/kubernetes/kubernetes/issues/56374, open, 2026-11)."""
    users = {
        name: [one["securityContext"].get(key) for key in ("runAsUser", "runAsNonRoot")]
        for name, kind, spec in pod_specs(plan)
        for one in spec["containers"]
        if kind != "DaemonSet"
    }
    assert users == {
        "inside-ray-job-tune-job-head": [1000, True],
        "inside-ray-job-tune-job-worker": [0, None],
        "inside-ray-notebooks-cluster-head": [1000, True],
        "inside-ray-notebooks-cluster-worker": [0, None],
        "inside-ray-service-rank-service-head": [1000, True],
        "inside-ray-service-rank-service-worker": [1000, True],
        "inside-service-cheap-server": [None, None],  # as its image says
        "inside-service-slice-server": [2000, True],
        "inside-service-small-server": [2000, True],
        "inside-warm-h100mig": [65534, True],
        "inside-warm-t4": [65534, True],
    }
