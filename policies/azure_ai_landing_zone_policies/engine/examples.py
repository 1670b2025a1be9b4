"""Resources that the examples of several rules have, as Pulumi's YAML writes them."""

from typing import Any

Resource = dict[str, Any]

H100_NODES: Resource = {
    "type": "azure-native:compute:VirtualMachineScaleSet",
    "properties": {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 2}},
}
"""Something of AI, for rules that hold only beside it."""


def storage_account(**properties: object) -> Resource:
    return {
        "type": "azure-native:storage:StorageAccount",
        "properties": {"kind": "StorageV2", **properties},
    }


def gpu_deployment(gpus: int = 1) -> Resource:
    """A Kubernetes Deployment whose pods ask for so many GPUs."""
    container = {
        "name": "serve",
        "image": "contoso.azurecr.io/serve:1.4",
        "resources": {"limits": {"nvidia.com/gpu": gpus}},
    }
    return {
        "type": "kubernetes:apps/v1:Deployment",
        "properties": {"spec": {"template": {"spec": {"containers": [container]}}}},
    }
