"""Rule infiniband-pool-offers-rdma."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, has_infiniband, node_pools
from azure_ai_landing_zone_policies.readers.pods import gpu_pods, has_image, helm_releases


def _program(**limits: int) -> dict[str, object]:
    return {
        "gpu": {
            "type": "azure-native:containerservice:AgentPool",
            "properties": {
                "vmSize": "Standard_ND96isr_H100_v5",
                "count": 4,
                "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
                "tags": {"workload": "training"},
            },
        },
        "train": {
            "type": "kubernetes:batch/v1:Job",
            "properties": {
                "spec": {
                    "template": {
                        "spec": {
                            "containers": [
                                {
                                    "name": "train",
                                    "image": "contoso.azurecr.io/train:1.4",
                                    "resources": {"limits": {"nvidia.com/gpu": 8, **limits}},
                                }
                            ]
                        }
                    }
                }
            },
        },
    }


@stack_rule(
    on=("containerservice:AgentPool", "containerservice:ManagedCluster"),
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Performance Efficiency",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/use-nvidia-gpu",),
    baseline="advisory",
    passes=_program(**{"rdma/ib": 1}),
    fails=_program(),
)
def infiniband_pool_offers_rdma(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Training pods on an InfiniBand pool reach InfiniBand

    AKS nodes bring no InfiniBand drivers and no RDMA resource: pods without one talk over Ethernet, at a
    fraction of the speed, and nothing says so. Install NVIDIA's network operator (or another RDMA device
    plugin) and let the pods ask for rdma/ib or rdma/shared_ib. Said only where the program has GPU pods.
    """

    def check(pool: NodePool) -> Iterator[str]:
        trains = all_of(
            lambda: has_infiniband(pool.size()),
            lambda: pool.nodes() > 1,
            lambda: pool.workload().kind == "training",
        )
        if trains and gpu_pods(stack) and not _offered(stack):
            size = pool.size()
            yield (
                f"its nodes ({size.name if size else ''}) have InfiniBand, and no pod of the program asks "
                "for an rdma/ resource; install NVIDIA's network operator and add rdma/ib to the limits"
            )

    yield from each(node_pools(props), check)


def _offered(stack: Stack) -> bool:
    asked = any(
        name.startswith("rdma/")
        for pod in gpu_pods(stack)
        for container in pod.containers()
        for name in container.keys("resources.limits")
    )
    return (
        asked
        or bool(helm_releases(stack, "network-operator"))
        or has_image(stack, "rdma-shared-device-plugin")
    )
