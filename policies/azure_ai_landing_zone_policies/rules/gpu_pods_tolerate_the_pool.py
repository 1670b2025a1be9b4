"""Rule gpu-pods-tolerate-the-pool."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import gpu_deployment
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.gpu_pools import gpu_pools
from azure_ai_landing_zone_policies.readers.pods import TYPES, pods_of


def _program(taint: str) -> dict[str, object]:
    return {
        "gpu": {
            "type": "azure-native:containerservice:AgentPool",
            "properties": {"vmSize": "Standard_NC24ads_A100_v4", "nodeTaints": [taint]},
        },
        "serve": gpu_deployment(),
    }


@stack_rule(
    on=TYPES,
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/use-nvidia-gpu",),
    passes=_program("nvidia.com/gpu=present:NoSchedule"),
    fails=_program("sku=gpu:NoSchedule"),
)
def gpu_pods_tolerate_the_pool(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Pods that ask for GPUs may run on a GPU pool

    A pod that tolerates the taints of none of the pools waits for ever, while the autoscaler sees no reason
    to add nodes or, with a node that is already there, lets it idle. Pods tolerate by themselves only the
    taint whose key is the resource that they ask for. Add a toleration, or use nvidia.com/gpu as the key.
    """
    pod, pools = pods_of(props), gpu_pools(stack)
    if not pools or not pod.gpus():
        return
    missing = {pool.name: [taint for taint in pool.taints() if not pod.tolerates(taint)] for pool in pools}
    if all(missing.values()):
        shown = "; ".join(f"{name} has {', '.join(map(str, each))}" for name, each in missing.items())
        yield (
            f"{pod.spec}.tolerations lets its pods on no GPU pool of the program ({shown}); add a toleration"
        )
