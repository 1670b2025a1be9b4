"""Rule gpu-daemon-sets-reach-every-pool."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.gpu_pools import gpu_pools
from azure_ai_landing_zone_policies.readers.pods import pods_of


def _program(tolerations: list[dict[str, str]]) -> dict[str, object]:
    return {
        "gpu": {
            "type": "azure-native:containerservice:AgentPool",
            "properties": {
                "vmSize": "Standard_NC24ads_A100_v4",
                "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
            },
        },
        "exporter": {
            "type": "kubernetes:apps/v1:DaemonSet",
            "properties": {
                "spec": {
                    "template": {
                        "spec": {
                            "tolerations": tolerations,
                            "containers": [
                                {
                                    "name": "dcgm",
                                    "image": "nvcr.io/nvidia/k8s/dcgm-exporter:4.5.3-4.8.2-distroless",
                                }
                            ],
                        }
                    }
                }
            },
        },
    }


@stack_rule(
    on=("kubernetes/apps:DaemonSet",),
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/use-nvidia-gpu",),
    passes=_program([{"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"}]),
    fails=_program([]),
)
def gpu_daemon_sets_reach_every_pool(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """The device plugin and the exporter tolerate the taints of every GPU pool

    Without the device plugin a node has no GPU for Kubernetes, without the DCGM exporter nobody sees what its
    GPUs do. Both come as DaemonSets, which ask for no GPU and so tolerate no taint by themselves; NVIDIA's
    exporter tolerates none, and no chart knows sku=gpu or the spot taint. Add a toleration for each.
    """
    pod = pods_of(props)
    if not pod.is_gpu_runtime():
        return
    for pool in gpu_pools(stack):
        missing = [str(taint) for taint in pool.taints() if not pod.tolerates(taint)]
        if missing:
            yield (
                f"{pod.spec}.tolerations keeps it off the pool {pool.name}, which has {', '.join(missing)}; "
                "add a toleration"
            )
