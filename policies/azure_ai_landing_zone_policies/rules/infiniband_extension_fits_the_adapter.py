"""Rule infiniband-extension-fits-the-adapter."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.extensions import extensions
from azure_ai_landing_zone_policies.readers.machines import has_connectx_7, machine

_SCALE_SET = {
    "type": "azure-native:compute:VirtualMachineScaleSet",
    "properties": {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 2}},
}


def _extension(type_: str) -> dict[str, object]:
    return {
        "type": "azure-native:compute:VirtualMachineScaleSetExtension",
        "properties": {
            "vmScaleSetName": "${nodes.name}",
            "publisher": "Microsoft.HpcCompute",
            "type": type_,
        },
    }


@stack_rule(
    on=("compute:VirtualMachineScaleSet", "compute:VirtualMachine"),
    area="compute",
    severity="high",
    since="2026.4",
    pillar="Performance Efficiency",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/extensions/hpc-compute-infiniband-linux",),
    passes={"nodes": _SCALE_SET},
    fails={"nodes": _SCALE_SET, "infiniband": _extension("InfiniBandDriverLinux")},
)
def infiniband_extension_fits_the_adapter(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """The InfiniBand extension is for adapters that it knows

    InfiniBandDriverLinux knows adapters up to ConnectX-6. H100, H200, MI300X and newer sizes, HBv4 and HX
    have ConnectX-7: there it installs drivers that don't fit, over those of the HPC image. Remove the
    extension and start from an HPC image.
    """
    for extension in extensions(props, stack):
        if extension.text("type") == "InfiniBandDriverLinux" and has_connectx_7(size := machine(props).size):
            yield (
                f"{extension.seen_from(props, 'type')} is InfiniBandDriverLinux, which doesn't know "
                f"the ConnectX-7 adapters of {size.name if size else ''}; remove it and use an HPC image"
            )
