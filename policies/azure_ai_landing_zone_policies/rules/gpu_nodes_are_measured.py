"""Rule gpu-nodes-are-measured."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import gpu_deployment
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.pods import TYPES as POD_TYPES
from azure_ai_landing_zone_policies.readers.pods import gpu_pods, has_image, helm_releases


@stack_rule(
    on=POD_TYPES,
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Operational Excellence",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/monitor-gpu-metrics",),
    baseline="advisory",
    strict="advisory",
    passes={
        "serve": gpu_deployment(),
        "exporter": {
            "type": "kubernetes:helm.sh/v3:Release",
            "properties": {"chart": "dcgm-exporter", "version": "4.8.2"},
        },
    },
    fails={"serve": gpu_deployment()},
)
def gpu_nodes_are_measured(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """GPU nodes have a DCGM exporter

    Without it nobody sees that GPUs idle, throttle at 83 degrees or report XID errors; a pod that waits for
    data looks as busy to Kubernetes as one that computes. Add the DaemonSet dcgm-exporter or the GPU
    Operator to the program; if another program runs it, waive or disable this rule.
    """
    asking = gpu_pods(stack)
    if not asking or not asking[0].object.is_same(props):
        return  # said once, of the first
    if not has_image(stack, "dcgm-exporter") and not helm_releases(stack, "dcgm-exporter", "gpu-operator"):
        yield (
            "its pods use GPUs, and nothing in the program measures them; "
            "add the DaemonSet dcgm-exporter, or the GPU Operator"
        )
