"""A service in detail: how it is started, scaled, reached and fed."""

import re
from dataclasses import replace
from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.machines.gpu_quota import GpuQuota
from azure_ai_landing_zone.workloads.gateway_authentication import NoAuthentication
from azure_ai_landing_zone.workloads.gateway_certificate import CertificateSecret
from azure_ai_landing_zone.workloads.inference_gateway import (
    ExistingGatewayClass,
    InferenceGatewayArgs,
    inference_gateway,
    route_parent,
)
from azure_ai_landing_zone.workloads.kueue import KueueQueue, KueueQueuesArgs, kueue_queues
from azure_ai_landing_zone.workloads.namespaces import GpuNamespace, gpu_limits
from azure_ai_landing_zone.workloads.serving.access import CollectorPlace
from azure_ai_landing_zone.workloads.serving.scaling import MetricsSource
from azure_ai_landing_zone.workloads.serving.service import (
    InferenceService,
    InferenceServiceArgs,
    inference_service,
)
from helpers.inference_settings import MIXED, SPOT, T4, TRAIN, WEIGHTS
from helpers.registered import register

Json = dict[str, Any]

GATEWAY = InferenceGatewayArgs(authentication=NoAuthentication(mode="none"), route_namespaces=["models"])
METRICS = MetricsSource(query_endpoint="https://metrics", keda_client_id="keda")
BLOB = {
    "mode": "blob",
    "storage_account_name": "stweights",
    "container_name": "weights",
    "storage_resource_group_name": "rg",
    "path": "chat/1",
}


def given(*pools: GpuPool, **changes: Any) -> InferenceServiceArgs:
    pools = pools or (T4,)
    values: Json = {
        "service_name": "chat",
        "namespace": "models",
        "gpu_pools": [GpuPoolFacts.of(pool) for pool in pools],
        "pool_names": [pool.name for pool in pools],
        "weights": WEIGHTS,
    }
    return InferenceServiceArgs(**(values | changes))


def made(*pools: GpuPool, **changes: Any) -> dict[str, Json]:
    return inference_service(given(*pools, **changes))


def container(objects: dict[str, Json]) -> Json:
    found: Json = objects["server"]["spec"]["template"]["spec"]["containers"][0]
    return found


def test_vllm_is_started_on_all_gpus_of_a_replica() -> None:
    big = GpuPool(name="big", size="Standard_NC96ads_A100_v4")
    engine = {"mode": "vllm", "tensor_parallel": 2, "max_model_len": 8192, "arguments": ["--enforce-eager"]}
    server = container(made(big, gpus=4, engine=engine))
    assert server["command"] == ["vllm", "serve", "meta-llama/Llama-3.2-3B"]
    assert server["args"] == [
        f"--revision={'0' * 40}",
        "--served-model-name=chat",
        "--port=8000",
        "--tensor-parallel-size=2",
        "--shutdown-timeout=900",
        "--data-parallel-size=2",
        "--max-model-len=8192",
        "--enforce-eager",
    ]
    assert server["resources"]["limits"]["nvidia.com/gpu"] == "4"
    assert server["env"] == [
        {"name": "VLLM_NO_USAGE_STATS", "value": "1"},
        {"name": "HOME", "value": "/home/vllm"},
        {"name": "HF_HOME", "value": "/weights"},
    ]


def test_probes_wait_for_weights_to_load() -> None:
    server = container(made(load_minutes=45))
    started = server["startupProbe"]
    assert started["periodSeconds"] * started["failureThreshold"] == 45 * 60
    assert started["httpGet"] == {"path": "/health", "port": "http"}
    assert server["livenessProbe"]["httpGet"] == server["readinessProbe"]["httpGet"] == started["httpGet"]


def test_instances_are_asked_for_by_name_and_tolerated_by_key() -> None:
    objects = made(MIXED)
    assert container(objects)["resources"]["limits"]["nvidia.com/mig-1g.12gb"] == "1"
    assert objects["server"]["spec"]["template"]["spec"]["tolerations"] == [
        {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}
    ]


def test_a_spot_pool_comes_first_and_another_one_after_it() -> None:
    spec = made(SPOT, T4)["server"]["spec"]["template"]["spec"]
    affinity = spec["affinity"]["nodeAffinity"]
    assert affinity["preferredDuringSchedulingIgnoredDuringExecution"][0]["preference"] == {
        "matchExpressions": [{"key": "gpu-pool", "operator": "In", "values": ["spot"]}]
    }
    assert [one["key"] for one in spec["tolerations"]] == [
        "nvidia.com/gpu",
        "kubernetes.azure.com/scalesetpriority",
    ]


def test_weights_in_a_blob_container_are_mounted_as_the_services_identity() -> None:
    objects = made(weights=BLOB, workload_client_id="client")
    csi = objects["volume"]["spec"]["csi"]
    assert csi == {
        "driver": "blob.csi.azure.com",
        "readOnly": True,
        "volumeHandle": "stweights_weights_models-chat",
        "volumeAttributes": {
            "protocol": "fuse2",
            "resourceGroup": "rg",
            "storageAccount": "stweights",
            "containerName": "weights",
            "clientID": "client",
            "mountWithWorkloadIdentityToken": "true",
        },
    }
    assert objects["claim"]["spec"]["volumeName"] == objects["volume"]["metadata"]["name"]
    assert container(objects)["command"] == ["vllm", "serve", "/weights/chat/1"]
    assert objects["account"]["metadata"]["annotations"] == {"azure.workload.identity/client-id": "client"}
    pod = objects["server"]["spec"]["template"]
    assert pod["metadata"]["labels"]["azure.workload.identity/use"] == "true"
    assert pod["spec"]["serviceAccountName"] == "chat"


def test_weights_on_lustre_and_in_a_claim() -> None:
    lustre = made(weights={"mode": "lustre", "mgs_ip_address": "10.0.0.4", "path": "m"})
    assert lustre["volume"]["spec"]["csi"]["volumeAttributes"] == {
        "fs-name": "lustrefs",
        "mgs-ip-address": "10.0.0.4",
    }
    claim = made(weights={"mode": "claim", "claim_name": "there"})
    assert "volume" not in claim
    volumes = claim["server"]["spec"]["template"]["spec"]["volumes"]
    assert volumes[1]["persistentVolumeClaim"] == {"claimName": "there", "readOnly": True}


@pytest.mark.parametrize(
    ("scaling", "triggers"),
    [
        (
            {"mode": "queue", "max_replicas": 3, "waiting_requests": 7},
            [
                {
                    "type": "prometheus",
                    "metricType": "AverageValue",
                    "metadata": {
                        "serverAddress": "https://metrics",
                        "query": 'sum(vllm:num_requests_waiting{namespace="models", model_name="chat"})',
                        "threshold": "7",
                    },
                    "authenticationRef": {"name": "chat"},
                },
                {
                    "type": "prometheus",
                    "metricType": "Value",
                    "metadata": {
                        "serverAddress": "https://metrics",
                        "query": '100 * avg(vllm:kv_cache_usage_perc{namespace="models", model_name="chat"})',
                        "threshold": "80",
                    },
                    "authenticationRef": {"name": "chat"},
                },
            ],
        ),
        (
            {"mode": "gpu", "max_replicas": 3, "cpu_percent": 90},
            [
                {
                    "type": "prometheus",
                    "metricType": "Value",
                    "metadata": {
                        "serverAddress": "https://metrics",
                        "query": 'avg(gpu:utilization:percent{namespace="models", '
                        'pod=~"chat-[a-z0-9]+-[a-z0-9]+"})',
                        "threshold": "80",
                    },
                    "authenticationRef": {"name": "chat"},
                },
                {"type": "cpu", "metricType": "Utilization", "metadata": {"value": "90"}},
            ],
        ),
    ],
    ids=["queue", "gpu and cpu"],
)
def test_keda_asks_azures_prometheus(scaling: Json, triggers: list[Json]) -> None:
    objects = made(scaling=scaling, metrics_source=METRICS)
    assert objects["autoscaler"]["spec"]["triggers"] == triggers
    assert objects["metrics-access"]["spec"] == {
        "podIdentity": {"provider": "azure-workload", "identityId": "keda"}
    }
    assert "replicas" not in objects["server"]["spec"]


def test_fixed_and_cpu_scaling_need_no_adapter() -> None:
    fixed = made(scaling={"mode": "fixed", "replicas": 2})
    assert (fixed["server"]["spec"]["replicas"], "autoscaler" in fixed) == (2, False)
    cpu = made(scaling={"mode": "cpu", "max_replicas": 3})
    assert cpu["autoscaler"]["kind"] == "HorizontalPodAutoscaler"
    assert cpu["autoscaler"]["spec"]["metrics"] == [
        {
            "type": "Resource",
            "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 70}},
        }
    ]
    with pytest.raises(
        SettingsError, match=r"scaling\.max_replicas: must be at least `min_replicas`, which is 4"
    ):
        made(scaling={"mode": "cpu", "min_replicas": 4, "max_replicas": 3})


def test_a_gateway_leads_to_the_service_and_only_its_proxies_come_in() -> None:
    objects = made(
        route_parent=route_parent(GATEWAY),
        collector=CollectorPlace(name="otel-collector", namespace="telemetry"),
        engine={"mode": "container", "image": "a:1"},
        weights={"mode": "claim", "claim_name": "w"},
    )
    route = objects["route"]["spec"]
    assert route["parentRefs"] == [{"name": "inference", "namespace": "gateway"}]
    assert route["rules"][0]["matches"] == [{"path": {"type": "PathPrefix", "value": "/chat"}}]
    policy = objects["network"]["spec"]
    sources = [one["namespaceSelector"]["matchLabels"] for one in policy["ingress"][0]["from"]]
    assert [one["kubernetes.io/metadata.name"] for one in sources] == [
        "models",
        "kube-system",
        "envoy-gateway-system",
    ]
    assert [one["ports"][0]["port"] for one in policy["egress"]] == [53, 4317]
    named = made(route_parent=route_parent(GATEWAY), host_names=["chat.example.com"])["route"]["spec"]
    assert named["hostnames"] == ["chat.example.com"]
    assert "filters" not in named["rules"][0]


def test_traces_go_to_the_collector() -> None:
    server = container(made(collector=CollectorPlace(name="otel-collector", namespace="telemetry")))
    host = "otel-collector.telemetry.svc.cluster.local:4317"
    assert f"--otlp-traces-endpoint=grpc://{host}" in server["args"]
    assert {"name": "OTEL_EXPORTER_OTLP_ENDPOINT", "value": f"http://{host}"} in server["env"]


def test_a_gateway_is_internal_whoever_implements_it() -> None:
    internal = {
        "service.beta.kubernetes.io/azure-load-balancer-internal": "true",
        "service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout": "30",
    }
    envoy = inference_gateway(GATEWAY)
    provider = envoy["proxies"]["spec"]["provider"]["kubernetes"]
    assert provider["envoyService"]["annotations"] == internal
    existing = ExistingGatewayClass(
        mode="existing", gateway_class="approuting-istio", proxy_namespace="gateway"
    )
    args = InferenceGatewayArgs(
        route_namespaces=["models"],
        implementation=existing,
        authentication=NoAuthentication(mode="none"),
        certificate=CertificateSecret(mode="secret", secret_name="certificate"),
    )
    gateway = inference_gateway(args)["gateway"]["spec"]
    assert gateway["infrastructure"]["annotations"] == internal
    assert gateway["listeners"][0]["tls"]["certificateRefs"] == [{"name": "certificate"}]
    assert route_parent(args).proxy_namespace == "gateway"


QUOTA = GpuQuota(projects={"chat": {"NCasT4_v3": 4, "NCads_H100_v5": 2}, "research": {"ND_H100_v5": 32}})


def test_a_namespace_has_its_projects_share_and_no_other() -> None:
    limits = gpu_limits(GpuNamespace(namespace="chat", project="chat"), QUOTA, [T4, MIXED])
    assert limits["quota"]["spec"] == {
        "hard": {"requests.nvidia.com/gpu": "4", "requests.nvidia.com/mig-1g.12gb": "14"}
    }
    nothing = gpu_limits(GpuNamespace(namespace="web"), QUOTA, [T4, MIXED])
    assert nothing["quota"]["spec"] == {
        "hard": {"requests.nvidia.com/gpu": "0", "requests.nvidia.com/mig-1g.12gb": "0"}
    }
    assert "quota" not in gpu_limits(GpuNamespace(namespace="web"), None, [T4])


def test_queues_give_out_what_the_table_says() -> None:
    fixed = [replace(pool, min_nodes=pool.max_nodes) for pool in (T4, MIXED, TRAIN)]
    args = KueueQueuesArgs(
        gpu_quota=QUOTA,
        gpu_pools=[GpuPoolFacts.of(pool) for pool in fixed],
        pool_names=["train", "h100mig"],
        queues=[
            KueueQueue(quota_project="research", namespace="research"),
            KueueQueue(quota_project="chat", namespace="chat"),
        ],
    )
    objects = kueue_queues(args)
    given = {
        project: {
            flavor["name"]: flavor["resources"][0]
            for group in objects[f"{project}-cluster-queue"]["spec"]["resourceGroups"]
            for flavor in group["flavors"]
        }
        for project in ("research", "chat")
    }
    assert given == {
        "research": {
            "train": {"name": "nvidia.com/gpu", "nominalQuota": "32"},
            "h100mig": {"name": "nvidia.com/mig-1g.12gb", "nominalQuota": "0"},
        },
        "chat": {
            "train": {"name": "nvidia.com/gpu", "nominalQuota": "0"},
            "h100mig": {"name": "nvidia.com/mig-1g.12gb", "nominalQuota": "14"},
        },
    }
    assert {objects[f"{project}-cluster-queue"]["spec"]["cohortName"] for project in given} == {"gpus"}


@pytest.mark.parametrize(("replicas", "said"), [(1, True), (2, False)])
def test_an_outage_at_every_upgrade_is_said(
    monkeypatch: pytest.MonkeyPatch, replicas: int, said: bool
) -> None:
    warnings: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_: warnings.append(text))
    args = given(scaling={"mode": "fixed", "replicas": replicas}, load_minutes=25)
    register(lambda: InferenceService("chat", args))
    sentence = (
        "chat may have 1 replica: whenever its node is upgraded, every week with new node images, nothing "
        "answers until another one has loaded, up to 25 minutes after its node is there: have 2 where that "
        "matters"
    )
    assert warnings == ([sentence] if said else [])


def test_queues_never_give_out_more_than_a_pool_has() -> None:
    pool = GpuPool(name="spot", size="Standard_NC8as_T4_v3", spot=True, max_nodes=4)
    quota = GpuQuota(projects={"a": {"NCasT4_v3": 10}, "b": {"NCasT4_v3": 5}})
    args = KueueQueuesArgs(
        gpu_quota=quota,
        gpu_pools=[GpuPoolFacts.of(pool)],
        pool_names=["spot"],
        queues=[KueueQueue(quota_project=one, namespace=one) for one in ("a", "b")],
    )
    given_out = {
        project: objects["resourceGroups"][0]["flavors"][0]["resources"][0]["nominalQuota"]
        for project in ("a", "b")
        for objects in [kueue_queues(args)[f"{project}-cluster-queue"]["spec"]]
    }
    assert given_out == {"a": "3", "b": "1"}


def queries(**scaling: Any) -> list[tuple[str, str, str]]:
    objects = made(scaling={"max_replicas": 3} | scaling, metrics_source=METRICS)
    return [
        (one["metricType"], one["metadata"]["query"], one["metadata"]["threshold"])
        for one in objects["autoscaler"]["spec"]["triggers"]
    ]


def test_replicas_come_before_requests_wait() -> None:
    """vLLM lets requests wait only when its cache is full, and a node takes ten minutes."""
    assert queries(mode="queue") == [
        ("AverageValue", 'sum(vllm:num_requests_waiting{namespace="models", model_name="chat"})', "5"),
        ("Value", '100 * avg(vllm:kv_cache_usage_perc{namespace="models", model_name="chat"})', "80"),
    ]


@pytest.mark.parametrize(
    ("pod", "ours"),
    [
        ("chat-7d9f8b6c5-x2k4j", True),
        ("chat-large-7d9f8b6c5-x2k4j", False),
        ("chat-7d9f8b6c5-x2k4j-debug", False),
        ("chatty-7d9f8b6c5-x2k4j", False),
    ],
)
def test_another_services_gpus_don_t_count(pod: str, ours: bool) -> None:
    [(_, query, _)] = queries(mode="gpu")
    pattern = query.partition('pod=~"')[2].partition('"')[0]
    # Prometheus' patterns are anchored on both sides.
    assert (re.fullmatch(pattern, pod) is not None) is ours
