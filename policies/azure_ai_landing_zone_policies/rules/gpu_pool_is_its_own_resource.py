"""Rule gpu-pool-is-its-own-resource."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.gpu_pools import gpu_pools_of

_SYSTEM = {"name": "system", "mode": "System", "vmSize": "Standard_D4ds_v5", "count": 3}


@rule(
    on=("containerservice:ManagedCluster",),
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Operational Excellence",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/create-node-pools",),
    baseline="advisory",
    passes={"agentPoolProfiles": [_SYSTEM]},
    fails={
        "agentPoolProfiles": [
            _SYSTEM,
            {
                "name": "gpu",
                "mode": "User",
                "vmSize": "Standard_NC24ads_A100_v4",
                "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
            },
        ]
    },
)
def gpu_pool_is_its_own_resource(props: View) -> Iterator[str | CantTell]:
    """GPU pools are AgentPools, not entries in the cluster

    Size, taints and most of what matters in a GPU pool can't be changed: a new pool is made beside the old
    one. As an entry in agentPoolProfiles that is a change of the cluster, Azure answers with all pools that
    it has, and pools that were added elsewhere look like drift. Declare the pool as a containerservice
    AgentPool.
    """
    for pool in gpu_pools_of(props):
        yield (
            f"{pool.view.path('vmSize')} is {pool.size}, in the cluster itself; declare the pool as a "
            "containerservice AgentPool"
        )
