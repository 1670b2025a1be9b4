"""Settings of what runs inside a cluster with everything, in the names of Python."""

from typing import Any

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.pool_facts import GpuPoolFacts

Json = dict[str, Any]

T4 = GpuPool(name="t4", size="Standard_NC8as_T4_v3", max_nodes=4)
CUT = GpuPool(
    name="h100mig",
    size="Standard_NC40ads_H100_v5",
    mig_profile="MIG1g",
    max_nodes=2,
    os_disk_size_gib=512,
)
MIXED = GpuPool(
    name="h100mig",
    size="Standard_NC40ads_H100_v5",
    mig_profile="MIG1g",
    mig_strategy="mixed",
    min_nodes=2,
    max_nodes=2,
    os_disk_size_gib=512,
)
"""In a cluster in which nothing is scaled: others can't have it."""
SINGLE = GpuPool(name="a100mig", size="Standard_NC24ads_A100_v4", mig_profile="MIG3g", max_nodes=2)
SPOT = GpuPool(name="spot", size="Standard_NC24ads_A100_v4", spot=True, max_nodes=4)
TRAIN = GpuPool(
    name="train",
    size="Standard_ND96isr_H100_v5",
    rdma="rdma/shared_ib",
    min_nodes=1,
    max_nodes=4,
    workload="training",
)
POOLS = (T4, CUT, SINGLE, SPOT, TRAIN)

TENANT = "0b1c7f2e-3f0d-4a51-9c39-2f3d5f6f8a11"
MODELS = "7d0c9a40-6a1b-4a0c-9d53-1f0f2f5f6c21"
"""The client id of an application."""

WEIGHTS = {"mode": "download", "repository": "meta-llama/Llama-3.2-3B", "revision": "0" * 40, "size_gib": 17}


def settings(**changes: Any) -> Json:
    """Of a cluster with everything, in the names of Python."""
    values: Json = {
        "runs_on": {"mode": "kubeconfig"},
        "gpu_pools": [GpuPoolFacts.of(pool).model_dump() for pool in POOLS],
        "gpu_quota": {
            "projects": {"chat": {"NCasT4_v3": 4, "NCads_H100_v5": 2}, "research": {"ND_H100_v5": 32}}
        },
        "namespaces": [
            {"namespace": "chat", "project": "chat"},
            {"namespace": "research", "project": "research", "pod_security": "privileged"},
        ],
        "warm_capacity": [
            {"pool_name": "t4", "replicas": 2},
            {"pool_name": "h100mig", "replicas": 3},
        ],
        "gateway": {
            "authentication": {"mode": "entra", "tenant_id": TENANT, "audiences": [MODELS, "api://models"]},
            "certificate": {"mode": "secret", "secret_name": "models-tls"},
        },
        "services": [
            {"name": "small", "namespace": "chat", "pool_names": ["t4"], "weights": WEIGHTS},
            {
                "name": "slice",
                "namespace": "chat",
                "pool_names": ["h100mig"],
                "weights": WEIGHTS,
                "scaling": {"mode": "cpu", "max_replicas": 4},
            },
            {
                "name": "cheap",
                "namespace": "chat",
                "pool_names": ["spot", "t4"],
                "weights": {"mode": "claim", "claim_name": "weights"},
                "engine": {"mode": "container", "image": "contoso.azurecr.io/serve:1.4"},
            },
        ],
        "kueue": {
            "pool_names": ["train"],
            "queues": [{"quota_project": "research", "namespace": "research"}],
        },
        "ray_clusters": [
            {
                "name": "notebooks",
                "namespace": "research",
                "queue_name": "research",
                "pool_names": ["train"],
                "workers": 2,
                "gpus": 8,
                "rdma_adapters": 1,
            }
        ],
        "ray_jobs": [
            {
                "name": "tune",
                "namespace": "research",
                "queue_name": "research",
                "pool_names": ["train"],
                "workers": 4,
                "gpus": 8,
                "rdma_adapters": 1,
                "entrypoint": "python tune.py",
            }
        ],
        "ray_services": [
            {
                "name": "rank",
                "namespace": "chat",
                "pool_names": ["spot"],
                "workers": 2,
                "gpus": 1,
                "applications": [{"name": "rank", "import_path": "rank:app"}],
            }
        ],
    }
    return values | changes
