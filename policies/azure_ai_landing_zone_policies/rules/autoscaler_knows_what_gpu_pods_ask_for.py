"""Rule autoscaler-knows-what-gpu-pods-ask-for."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.gpu_pools import GpuPool, gpu_pools
from azure_ai_landing_zone_policies.readers.node_pools import node_pools
from azure_ai_landing_zone_policies.readers.pods import TYPES, pods_of


def _program(resource: str) -> dict[str, object]:
    container = {
        "name": "serve",
        "image": "contoso.azurecr.io/serve:1.4",
        "resources": {"limits": {resource: 1}},
    }
    return {
        "gpu": {
            "type": "azure-native:containerservice:AgentPool",
            "properties": {
                "vmSize": "Standard_NC40ads_H100_v5",
                "gpuInstanceProfile": "MIG1g",
                "enableAutoScaling": True,
                "minCount": 0,
                "maxCount": 2,
                "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
            },
        },
        "serve": {
            "type": "kubernetes:apps/v1:Deployment",
            "properties": {
                "spec": {
                    "template": {
                        "spec": {
                            "containers": [container],
                            "tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists"}],
                        }
                    }
                }
            },
        },
    }


@stack_rule(
    on=TYPES,
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=(
        "https://learn.microsoft.com/azure/aks/cluster-autoscaler",
        "https://learn.microsoft.com/azure/aks/gpu-multi-instance",
    ),
    passes=_program("nvidia.com/gpu"),
    fails=_program("nvidia.com/mig-1g.12gb"),
)
def autoscaler_knows_what_gpu_pods_ask_for(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """No pod asks an autoscaled cluster for what its autoscaler doesn't know

    For an empty pool the cluster autoscaler plans with whole GPUs alone. MIG instances by name (strategy
    mixed) are none: their nodes are never brought, and one that is there counts as broken and ends every
    scale-up of the cluster, of pools without GPUs too. Show instances as nvidia.com/gpu (strategy single).
    InfiniBand adapters (rdma/…) it learns from a node that is there, and forgets with each of its restarts:
    keep one node, or turn autoscaling off.
    """
    asked = [
        name
        for container in pods_of(props).containers()
        for part in ("limits", "requests")
        for name in container.keys(f"resources.{part}")
    ]
    named = next((name for name in asked if name.startswith("nvidia.com/mig-")), None)
    if named is not None and (scaled := _scaled(stack)):
        yield (
            f"its pods ask for {named}, and {scaled} is autoscaled: the cluster autoscaler never brings such "
            "a node, and one that is there stops it for all pools; show instances as nvidia.com/gpu "
            "(strategy single)"
        )
    adapters = next((name for name in asked if name.startswith("rdma/")), None)
    empty = next((pool.name for pool in gpu_pools(stack) if _begins_with_adapters(pool)), None)
    if adapters is not None and empty is not None:
        yield (
            f"its pods ask for {adapters}, and {empty} is scaled from no node on, of which the cluster "
            "autoscaler doesn't know that it has any; set minCount to 1"
        )


def _scaled(stack: Stack) -> str | None:
    """The first pool of the program that is autoscaled."""
    for view in stack.of("containerservice:AgentPool", "containerservice:ManagedCluster"):
        for pool in node_pools(view):
            if pool.size_in.flag("enableAutoScaling"):
                return pool.size_in.resource.name
    return None


def _begins_with_adapters(pool: GpuPool) -> bool:
    size = pool.pool.size()
    return (
        size is not None
        and size.has_infiniband
        and pool.view.flag("enableAutoScaling") is True
        and not pool.view.number("minCount")
    )
