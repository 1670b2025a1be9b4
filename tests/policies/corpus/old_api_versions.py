"""The same mistakes under API versions of their own, as other SDKs and `pulumi package add` write them."""

# mypy: ignore-errors
import pulumi

for index, token in enumerate(
    (
        "azure-native:compute/v20240301:VirtualMachineScaleSet",
        "azure-native_compute_v20250401:compute:VirtualMachineScaleSet",
    )
):
    pulumi.CustomResource(
        token,
        f"nodes-{index}",
        {
            "sku": {"name": "Standard_ND24rs", "capacity": 1.0},
            "overprovision": False,
            "tags": {"owner": "a", "costCenter": "b"},
        },
    )
pulumi.CustomResource(
    "azure-native:machinelearningservices/v20210101:MachineLearningCompute",
    "cluster",
    {"properties": {"computeType": "AmlCompute", "properties": {"vmPriority": "LowPriority"}}},
)
