"""Rule gpu-pool-keeps-other-pods-out."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.gpu_pools import GpuPool, gpu_pools_of


@rule(
    on=("containerservice:AgentPool", "containerservice:ManagedCluster"),
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Cost Optimization",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/use-nvidia-gpu",),
    baseline="advisory",
    passes={
        "vmSize": "Standard_NC24ads_A100_v4",
        "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
    },
    fails={"vmSize": "Standard_NC24ads_A100_v4"},
)
def gpu_pool_keeps_other_pods_out(props: View) -> Iterator[str | CantTell]:
    """GPU pools have a taint

    AKS puts no taint on GPU pools by itself, but on spot pools, where it keeps pods out as well. Pods without
    GPU fill the nodes then, those that need one wait, and the autoscaler can't remove nodes on which
    anything runs. Set nodeTaints to nvidia.com/gpu=present:NoSchedule: pods that ask for nvidia.com/gpu
    tolerate that key by themselves.
    """

    def check(pool: GpuPool) -> Iterator[str]:
        if not pool.taints():
            yield (
                f"{pool.view.path('nodeTaints')} has no taint for {pool.size}, so that any pod lands on its "
                "GPUs; add nvidia.com/gpu=present:NoSchedule"
            )

    yield from each(gpu_pools_of(props), check)
