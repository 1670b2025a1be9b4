"""Rule gpu-request-fits-the-node."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog.sizes import VM_SIZES
from azure_ai_landing_zone_policies.engine.examples import gpu_deployment
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.gpu_pools import gpu_pools
from azure_ai_landing_zone_policies.readers.pods import NVIDIA_GPU, TYPES, pods_of


def _program(gpus: int) -> dict[str, object]:
    return {
        "gpu": {
            "type": "azure-native:containerservice:AgentPool",
            "properties": {
                "vmSize": "Standard_NC48ads_A100_v4",
                "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
            },
        },
        "serve": gpu_deployment(gpus),
    }


@stack_rule(
    on=TYPES,
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/use-nvidia-gpu",),
    passes=_program(2),
    fails=_program(4),
)
def gpu_request_fits_the_node(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """No pod asks for more GPUs than a node has

    A pod runs on one node: one that asks for more GPUs than any node has waits for ever, and the autoscaler
    adds nothing. Ask for less, take a larger size, or spread the work over several pods.
    """
    pod = pods_of(props)
    asked = pod.gpus().get(NVIDIA_GPU, 0)
    sizes = [pool for pool in gpu_pools(stack) if pool.gpus is not None]
    largest = max(sizes, key=lambda pool: pool.gpus or 0, default=None)
    if largest is not None and asked > (largest.gpus or 0):
        yield (
            f"its pods ask for {asked} {NVIDIA_GPU}, and the largest node of the program has {largest.gpus} "
            f"({largest.size} in {largest.name}); ask for less, or take a larger size"
        )
    elif largest is None and asked > (most := max(int(size.gpus or 0) for size in VM_SIZES.values())):
        yield f"its pods ask for {asked} {NVIDIA_GPU}, and no VM size has more than {most}; ask for less"
