"""Rule one-owner-of-gpu-drivers."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.gpu_pools import GpuPool, gpu_pools_of
from azure_ai_landing_zone_policies.readers.pods import helm_releases


def _program(profile: dict[str, object]) -> dict[str, object]:
    return {
        "gpu": {
            "type": "azure-native:containerservice:AgentPool",
            "properties": {
                "vmSize": "Standard_NC24ads_A100_v4",
                "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
                **profile,
            },
        },
        "operator": {
            "type": "kubernetes:helm.sh/v3:Release",
            "properties": {"chart": "gpu-operator", "version": "v26.3.3"},
        },
    }


@stack_rule(
    on=("containerservice:AgentPool", "containerservice:ManagedCluster"),
    area="kubernetes",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/nvidia-gpu-operator",),
    passes=_program({"gpuProfile": {"driver": "None"}}),
    fails=_program({}),
)
def one_owner_of_gpu_drivers(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Either AKS or the GPU Operator installs the drivers

    AKS installs NVIDIA's driver on GPU pools unless gpuProfile.driver is None. With the GPU Operator in the
    cluster two drivers are installed on one node, and its GPUs don't come up. Set gpuProfile.driver to None,
    or leave the operator out; pools that exist have to be made anew.
    """
    operators = helm_releases(stack, "gpu-operator")
    if not operators or all(_leaves_drivers(operator) for operator in operators):
        return

    def check(pool: GpuPool) -> Iterator[str]:
        if (pool.view.text("gpuProfile.driver") or "Install") == "Install":
            yield (
                f"{pool.view.path('gpuProfile.driver')} isn't None, so that AKS installs a driver where the "
                f"GPU Operator ({operators[0].resource.name}) does too; set it to None"
            )

    yield from each(gpu_pools_of(props), check)


def _leaves_drivers(operator: View) -> bool:
    return operator.flag("values.driver.enabled") is False
