"""What would wait for ever, idle or not start is refused before anything is made, in one sentence."""

from dataclasses import replace
from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts
from azure_ai_landing_zone.core.stack_file import load_settings
from azure_ai_landing_zone.workloads.cluster_reference import OUTPUT, read_cluster
from azure_ai_landing_zone.workloads.gpu_daemons import DcgmExporterArgs
from azure_ai_landing_zone.workloads.serving.service import InferenceServiceArgs
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from helpers.inference_settings import MIXED, POOLS, SPOT, T4, TRAIN, WEIGHTS, Json, settings

SERVICE: Json = {"name": "m", "namespace": "chat", "pool_names": ["t4"], "weights": WEIGHTS}
BIG = GpuPool(name="big", size="Standard_ND96isr_H100_v5", max_nodes=2)


def facts(*pools: GpuPool) -> list[Json]:
    return [GpuPoolFacts.of(pool).model_dump() for pool in pools]


def service(*, pools: tuple[GpuPool, ...] = POOLS, **changes: Any) -> Json:
    return settings(gpu_pools=facts(*pools), services=[SERVICE | changes], **_ALONE)


_ALONE: Json = {
    "gpu_quota": None,
    "kueue": None,
    "ray_clusters": [],
    "ray_jobs": [],
    "ray_services": [],
    "warm_capacity": [],
}

RAY: Json = {
    "name": "r",
    "namespace": "research",
    "pool_names": ["train"],
    "workers": 2,
    "gpus": 8,
    "rdma_adapters": 1,
}


def ray(**changes: Any) -> Json:
    return settings(ray_clusters=[RAY | changes], ray_jobs=[])


REFUSED: dict[str, tuple[Json, str]] = {
    "request larger than the node": (
        service(gpus=2, engine={"mode": "container", "image": "a:1"}),
        "services[0].gpus: 2 × nvidia.com/gpu is more than a node of t4 has, which is 1 "
        "(Standard_NC8as_T4_v3): a pod runs on one node, so ask for less or take a pool of a larger size",
    ),
    "an image that is whatever is there": (
        service(engine={"mode": "container", "image": "contoso.azurecr.io/serve:latest"}),
        "services[0].engine.image: must name a version or a digest, got 'contoso.azurecr.io/serve:latest': "
        "nodes would pull whatever is there",
    ),
    "a digest that is cut off": (
        service(engine={"mode": "container", "image": "contoso.azurecr.io/serve:1.4@sha256:0a1b"}),
        "services[0].engine.image: a digest is sha256: and 64 hexadecimal digits, got "
        "'contoso.azurecr.io/serve:1.4@sha256:0a1b': nodes would never find that image",
    ),
    "GPUs left over on every node": (
        service(pools=(BIG,), pool_names=["big"], gpus=3),
        "services[0].gpus: 3 does not divide the 8 × nvidia.com/gpu of a node of big: 2 of them would idle "
        "on every node, so take a divisor of 8",
    ),
    "tensor parallelism that does not divide": (
        service(pools=(BIG,), pool_names=["big"], gpus=4, engine={"mode": "vllm", "tensor_parallel": 3}),
        "services[0].engine.tensorParallel: 3 does not divide the 4 GPUs of a replica, so that 1 would "
        "idle: take a divisor of 4",
    ),
    "tensor parallelism that does not divide the model": (
        service(
            pools=(BIG,),
            pool_names=["big"],
            gpus=8,
            engine={"mode": "vllm", "tensor_parallel": 8, "attention_heads": 28},
        ),
        "services[0].engine.tensorParallel: 8 does not divide the model's 28 attention heads, and vLLM "
        "doesn't start: take a divisor of 28",
    ),
    "several instances for one process": (
        service(pool_names=["h100mig"], gpus=7),
        "services[0].gpus: a process uses one MIG instance at most, got 7 on h100mig (MIG1g): ask for 1, or "
        "take a pool without `migProfile`",
    ),
    "limits of whole GPUs on instances": (
        service(pools=(MIXED,), pool_names=["h100mig"], limits={"nvidia.com/gpu": 1}),
        "services[0].limits.nvidia.com/gpu: nodes of h100mig have nvidia.com/mig-1g.12gb (MIG1g, shown as "
        "mixed) and no nvidia.com/gpu: ask for that",
    ),
    "limits of instances on whole GPUs": (
        service(limits={"nvidia.com/mig-1g.12gb": 1}),
        "services[0].limits.nvidia.com/mig-1g.12gb: nodes of t4 have nvidia.com/gpu (whole GPUs) and no "
        "nvidia.com/mig-1g.12gb: ask for that",
    ),
    "adapters that nodes lack": (
        service(limits={"rdma/ib": 1}),
        "services[0].limits.rdma/ib: nodes of t4 have no RDMA resource, and no rdma/ib: ask for what they "
        "have",
    ),
    "pools of two kinds": (
        service(pools=(replace(T4, min_nodes=4), MIXED), pool_names=["t4", "h100mig"]),
        "services[0].poolNames[1]: nodes of h100mig have nvidia.com/mig-1g.12gb, and those of t4 "
        "nvidia.com/gpu: a pod asks for one of them, so name pools of one kind",
    ),
    "a pool that isn't there": (
        service(pool_names=["a10"]),
        "services[0].poolNames[0]: there is no GPU pool a10: pools are t4, h100mig, a100mig, spot, train",
    ),
    "more replicas than nodes": (
        service(scaling={"mode": "fixed", "replicas": 5}),
        "services[0].scaling.replicas: 5 replicas of 1 × nvidia.com/gpu are more than t4 hold with all "
        "their nodes, which is 4: raise `maxNodes` of a pool, or lower it",
    ),
    "no identity for a blob container": (
        service(
            weights={
                "mode": "blob",
                "storage_account_name": "stweights",
                "container_name": "weights",
                "storage_resource_group_name": "rg",
            }
        ),
        "services[0].weights: a blob container is mounted as an identity, and the service has none: give it "
        "one",
    ),
    "no metrics to scale by": (
        service(scaling={"mode": "queue", "max_replicas": 2}),
        "services[0].scaling: queue needs `metrics`, an Azure Monitor workspace to ask: give it, or take cpu",
    ),
    "a namespace that isn't there": (
        service(namespace="web"),
        "services[0].namespace: there is no namespace web: namespaces are chat, research",
    ),
    "another size than there is": (
        settings(gpu_pools=facts(T4, GpuPool(name="x", size="Standard_NC24ads_A100"))),
        "gpuPools[1].size: Standard_NC24ads_A100 is not a size of the catalogue: did you mean "
        "Standard_NC24ads_A100_v4 or Standard_NC48ads_A100_v4 or Standard_NC32ads_A10_v4?",
    ),
    "instances of GPUs that can't be cut": (
        settings(gpu_pools=facts(GpuPool(name="x", size="Standard_NC8as_T4_v3", mig_profile="MIG1g"))),
        "gpuPools[0].migProfile: AKS cuts A100, H100 and H200 GPUs into instances, and Standard_NC8as_T4_v3 "
        "has T4: leave it out, or take another size",
    ),
    "instances by name in a cluster that is scaled": (
        settings(gpu_pools=facts(T4, MIXED)),
        "gpuPools[1].migStrategy: with mixed nodes of h100mig have nvidia.com/mig-1g.12gb and no "
        "nvidia.com/gpu: the cluster autoscaler brings none from zero, and one that is there stops it for "
        "all pools of the cluster: take single, or leave nothing in the cluster to the autoscaler",
    ),
    "adapters from no node on": (
        settings(gpu_pools=facts(T4, replace(TRAIN, min_nodes=0))),
        "gpuPools[1].minNodes: from no node on the cluster autoscaler doesn't know that nodes have "
        "rdma/shared_ib, and brings none for pods that ask for it: keep at least 1, or as many as `maxNodes`",
    ),
    "two owners of drivers": (
        settings(gpu_pools=facts(T4, GpuPool(name="x", size=SPOT.size, driver="gpuOperator"))),
        "gpuPools[1].driver: gpuOperator would install GPU drivers here, and aks does on t4: a cluster has "
        "one owner of drivers, so give all its pools the same",
    ),
    "two taints": (
        settings(gpu_pools=facts(T4, GpuPool(name="x", size=SPOT.size, taint="sku=gpu:NoSchedule"))),
        "gpuPools[1].taint: sku=gpu:NoSchedule differs from the taint of t4, "
        "nvidia.com/gpu=present:NoSchedule: DaemonSets and pods would miss one of them, so give all pools "
        "of a cluster the same",
    ),
    "more than the project's share": (
        settings(gpu_quota={"projects": {"chat": {"NCasT4_v3": 4}, "research": {"ND_H100_v5": 16}}}),
        "rayJobs[0].gpus: tune may take 32 × nvidia.com/gpu, and the share of research is 16: raise "
        "`gpuQuota` of its project, or have fewer",
    ),
    "a namespace without a share": (
        settings(namespaces=[{"namespace": "chat"}, {"namespace": "research", "pod_security": "privileged"}]),
        "services[0].gpus: small may take 1 × nvidia.com/gpu, and the share of chat is 0: raise "
        "`gpuQuota` of its project, or have fewer",
    ),
    "placeholders for more than there is": (
        settings(warm_capacity=[{"pool_name": "t4", "replicas": 9}]),
        "warmCapacity[0].replicas: 9 × 1 is more than the 4 × nvidia.com/gpu that t4 has with its 4 nodes: "
        "nothing else would ever run there",
    ),
    "Ethernet between workers": (
        ray(rdma_adapters=0),
        "rayClusters[0].rdmaAdapters: train has rdma/shared_ib, and workers that ask for none talk over "
        "Ethernet without a word: ask for it",
    ),
    "InfiniBand in a namespace that forbids it": (
        ray(namespace="chat"),
        "rayClusters[0].namespace: chat is baseline, and pods with InfiniBand lock memory (IPC_LOCK): set "
        "its `podSecurity` to privileged, or take another namespace",
    ),
    "more workers than nodes": (
        ray(workers=5),
        "rayClusters[0].workers: 5 workers of 8 × nvidia.com/gpu are more than train hold with all their "
        "nodes, which is 4: raise `maxNodes` of a pool, or have fewer",
    ),
    "pools in two orders": (
        settings(
            services=[
                SERVICE | {"name": "first", "pool_names": ["spot", "t4"]},
                SERVICE | {"name": "second", "pool_names": ["t4", "spot"]},
            ]
        ),
        "services[1].poolNames: t4 comes before spot here, and after it in services first: the autoscaler "
        "has one order of pools for all of the cluster, so turn one of them round, or name one pool",
    ),
    "a queue that isn't there": (
        ray(queue_name="vision"),
        "rayClusters[0].queueName: research has no queue vision: its queues are research",
    ),
    "a project without quota": (
        settings(
            kueue={"pool_names": ["train"], "queues": [{"quota_project": "vision", "namespace": "chat"}]}
        ),
        "kueue.queues[0].quotaProject: vision has no GPU quota to give out: projects with one are chat, "
        "research",
    ),
    "a pod that may be root where none may": (
        settings(
            namespaces=[
                {"namespace": "chat", "project": "chat", "pod_security": "restricted"},
                {"namespace": "research", "project": "research", "pod_security": "privileged"},
            ]
        ),
        "services[2].engine.runAsUser: chat is restricted, and starts no pod that may be root: give a user "
        "above 0, or set its `podSecurity` to baseline",
    ),
    "two pools of a family in the queues": (
        settings(
            gpu_pools=facts(*POOLS, GpuPool(name="more", size=TRAIN.size)),
            kueue={
                "pool_names": ["train", "more"],
                "queues": [{"quota_project": "research", "namespace": "research"}],
            },
        ),
        "kueue.poolNames[1]: more is of ND_H100_v5 as train is, and the quota of a project is by family: "
        "leave one of them out",
    ),
}


def camel(value: Any) -> Any:
    """With the names of a stack file."""
    if isinstance(value, list):
        return [camel(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {_camel(key): camel(item) for key, item in value.items() if item is not None}


def _camel(key: str) -> str:
    first, *others = key.split("_")
    return key if "/" in key else first + "".join(other.capitalize() for other in others)


@pytest.mark.parametrize(("given", "sentence"), REFUSED.values(), ids=list(REFUSED))
def test_refused(given: Json, sentence: str) -> None:
    quota = given["gpu_quota"]
    given = camel(given) | {"gpuQuota": quota}
    with pytest.raises(SettingsError) as refused:
        load_settings(InferenceWorkloadsSettings, given, "the settings")
    assert sentence in [line.strip() for line in str(refused.value).splitlines()[1:]]


def test_a_component_alone_refuses_too() -> None:
    values = {key: value for key, value in SERVICE.items() if key != "name"}
    with pytest.raises(SettingsError, match=r"gpus: 2 × nvidia\.com/gpu is more than a node of t4 has"):
        InferenceServiceArgs(**values, service_name="m", gpu_pools=[GpuPoolFacts.of(T4)], gpus=2)
    operated = [GpuPoolFacts.of(GpuPool(name="x", size=SPOT.size, driver="gpuOperator"))]
    with pytest.raises(SettingsError, match=r"gpu_pools\[0\]\.driver: x leaves drivers to NVIDIA's GPU Op"):
        DcgmExporterArgs(gpu_pools=operated)


def cluster_output(*pools: GpuPool) -> Json:
    """As the zone's stack puts it out."""
    return {
        OUTPUT: {
            "serve": {
                "clusterName": "aks-serve",
                "resourceGroupName": "rg",
                "oidcIssuerUrl": "https://issuer",
                "pools": [GpuPoolFacts.of(pool).model_dump(by_alias=True) for pool in pools],
            }
        }
    }


@pytest.mark.parametrize(
    ("outputs", "sentence"),
    [
        (
            {},
            "stack organization/zone/inference has no output `inferenceClusters`: bring it up first; it is "
            "one with `inferenceClusters`",
        ),
        (
            {OUTPUT: {"other": {}}},
            "stack organization/zone/inference has no cluster serve: its clusters are other",
        ),
        (
            cluster_output(*POOLS, GpuPool(name="a10", size="Standard_NV36ads_A10_v5")),
            "gpuPools: stack organization/zone/inference has the GPU pool a10, and nothing here tolerates "
            "its taints, so that its nodes would get neither device plugin nor exporter: add it",
        ),
        (
            cluster_output(
                GpuPool(name="t4", size=T4.size, taint="sku=gpu:NoSchedule", max_nodes=4), *POOLS[1:]
            ),
            "gpuPools[0].taint: t4 has sku=gpu:NoSchedule in stack organization/zone/inference, got "
            "nvidia.com/gpu=present:NoSchedule: correct it",
        ),
        (
            cluster_output(*POOLS[1:]),
            "gpuPools[0]: stack organization/zone/inference has no GPU pool t4: leave it out",
        ),
    ],
    ids=["not up", "another cluster", "plugin misses a pool", "wrong taint", "no such pool"],
)
def test_what_the_clusters_stack_says_otherwise(outputs: Json, sentence: str) -> None:
    planned = InferenceWorkloadsSettings(**settings())
    with pytest.raises(SettingsError) as refused:
        read_cluster(
            outputs.get(OUTPUT), stack="organization/zone/inference", cluster="serve", planned=planned
        )
    assert sentence in str(refused.value)


def test_what_the_clusters_stack_says_as_planned() -> None:
    planned = InferenceWorkloadsSettings(**settings())
    found = cluster_output(*POOLS)[OUTPUT]
    found["serve"]["pools"][0]["maxNodes"] = 4.0  # as JSON has it
    read = read_cluster(found, stack="s", cluster="serve", planned=planned)
    assert (read.cluster_name, read.resource_group_name) == ("aks-serve", "rg")
    assert read.pools == planned.gpu_pools


def test_people_whom_the_cluster_lets_in_start_no_privileged_pods() -> None:
    """They would be root on its nodes, and so everybody on them."""
    planned = InferenceWorkloadsSettings(**settings())
    found = cluster_output(*POOLS)[OUTPUT]
    found["serve"]["peopleNamespaces"] = ["chat", "research"]
    try:
        read_cluster(found, stack="s", cluster="serve", planned=planned)
    except SettingsError as refused:
        said = str(refused)
    else:
        said = ""
    assert said == (
        "1 problem in the reference to the cluster:\n"
        "  namespaces[1].podSecurity: research is privileged, and stack s lets people start pods there, who "
        "would be root on nodes: take it out of its `peopleNamespaces`"
    )


LLAMA: Json = WEIGHTS | {"repository": "meta-llama/Llama-3.3-70B-Instruct", "size_gib": 60}


def refusals(given: Json) -> list[str]:
    """Without what else is refused."""
    try:
        InferenceWorkloadsSettings(**given)
    except SettingsError as refused:
        return [line.strip() for line in str(refused).splitlines()[1:]]
    return []


def test_a_model_that_its_gpu_never_holds_is_refused_with_the_numbers() -> None:
    engine = {"mode": "vllm", "max_model_len": 8192}
    assert refusals(service(weights=LLAMA, engine=engine)) == [
        "services[0].weights.size_gib: meta-llama/Llama-3.3-70B-Instruct has 65.7 GiB with 8 bits a "
        "parameter already, got 60: raise it",
        "services[0].gpus: on t4 one request of 8,192 tokens takes 135.2 GiB of a GPU (weights 131.4, keys "
        "and values 2.5, working 1.3), and programs get 14.4 of 16: have more of them for a replica, or "
        "larger ones, smaller weights (`engine.weight_format`) or a smaller `engine.max_model_len`",
    ]


def test_what_fits_a_gpu_or_is_not_known_is_let_through() -> None:
    engine = {"mode": "vllm", "max_model_len": 8192, "weight_format": "int4"}
    eight = LLAMA | {"repository": "meta-llama/Llama-3.1-8B-Instruct", "size_gib": 17}
    assert refusals(service(weights=eight, engine=engine)) == []
    unknown = LLAMA | {"repository": "contoso/own-model"}
    assert refusals(service(weights=unknown)) == []
    said = refusals(service(weights=unknown, engine=engine | {"model_parameters": 30_000_000_000}))
    assert [line.partition(" takes ")[0] for line in said] == [
        "services[0].gpus: on t4 one request of 8,192 tokens"
    ]
