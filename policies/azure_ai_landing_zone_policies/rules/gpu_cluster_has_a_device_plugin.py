"""Rule gpu-cluster-has-a-device-plugin."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import gpu_deployment
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.pods import TYPES as POD_TYPES
from azure_ai_landing_zone_policies.readers.pods import gpu_pods, has_image, helm_releases, pods_of


@stack_rule(
    on=POD_TYPES,
    area="kubernetes",
    severity="medium",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/aks/use-nvidia-gpu",),
    baseline="advisory",
    strict="advisory",
    passes={
        "serve": gpu_deployment(),
        "plugin": {
            "type": "kubernetes:apps/v1:DaemonSet",
            "properties": {
                "spec": {
                    "template": {
                        "spec": {
                            "containers": [
                                {"name": "plugin", "image": "nvcr.io/nvidia/k8s-device-plugin:v0.18.0"}
                            ]
                        }
                    }
                }
            },
        },
    },
    fails={"serve": gpu_deployment()},
)
def gpu_cluster_has_a_device_plugin(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Something tells Kubernetes of the GPUs

    AKS installs the driver and nothing else: without NVIDIA's device plugin no node has the resource
    nvidia.com/gpu, and pods that ask for it wait for ever. Add its DaemonSet or the GPU Operator to the
    program; if another program runs it, waive or disable this rule.
    """
    asking = gpu_pods(stack)
    if not asking or not asking[0].object.is_same(props) or not pods_of(props).gpus():
        return  # said once, of the first
    if has_image(stack, "k8s-device-plugin", "amdgpu-device-plugin"):
        return
    if not helm_releases(stack, "nvidia-device-plugin", "gpu-operator"):
        yield (
            "its pods ask for GPUs, and nothing in the program is a device plugin; "
            "add NVIDIA's DaemonSet, or the GPU Operator"
        )
