"""What the cluster autoscaler can't plan with, so that nothing grows; pure.

It plans for an empty pool with a node made from the size alone: whole GPUs, no instances by name, no adapters
(kubernetes/autoscaler@55c37cd, cluster-autoscaler/cloudprovider/azure/azure_template.go, 2026-08-22).
"""

from collections.abc import Sequence

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.core.problem import Problem


def autoscaler_problems(pools: Sequence[GpuPool | None], *, others_scale: bool) -> list[Problem]:
    """Pools whose nodes stop the autoscaler of their cluster. `others_scale`: pools that aren't among these
    do, such as the system pool. Paths begin with a pool's position; None stands for one that can't be judged.

    Nodes with instances by name have no nvidia.com/gpu, and the autoscaler takes them for nodes whose GPUs
    aren't there yet; from 1.35 on one of them ends every scale-up, also where the pool itself isn't scaled.
    Sources: github.com/kubernetes/autoscaler/issues/8095 and 10301, github.com/Azure/AKS/issues/5161, all
    open 2026-09.
    """
    scaled = others_scale or any(pool is not None and pool.scales for pool in pools)
    return [
        Problem(
            (number, "mig", "strategy"),
            f"with mixed nodes of {pool.name} have {pool.gpu_resource} and no nvidia.com/gpu: the cluster "
            "autoscaler brings none from zero, and one that is there stops it for all pools of the cluster: "
            "take single, or leave nothing in the cluster to the autoscaler",
        )
        for number, pool in enumerate(pools)
        if scaled and pool is not None and pool.mig_profile is not None and pool.mig_strategy == "mixed"
    ]
