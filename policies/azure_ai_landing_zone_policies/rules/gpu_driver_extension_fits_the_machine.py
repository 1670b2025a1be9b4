"""Rule gpu-driver-extension-fits-the-machine."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog.sizes import find
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.extensions import extensions
from azure_ai_landing_zone_policies.readers.machines import Machine, machine
from azure_ai_landing_zone_policies.readers.node_pools import Size

_EXTENSION = {
    "type": "azure-native:compute:VirtualMachineExtension",
    "properties": {
        "vmName": "${dev.name}",
        "publisher": "Microsoft.HpcCompute",
        "type": "NvidiaGpuDriverLinux",
    },
}


def _machine(security_type: str) -> dict[str, object]:
    return {
        "type": "azure-native:compute:VirtualMachine",
        "properties": {
            "hardwareProfile": {"vmSize": "Standard_NC4as_T4_v3"},
            "securityProfile": {"securityType": security_type, "uefiSettings": {"secureBootEnabled": True}}
            if security_type == "TrustedLaunch"
            else {},
        },
    }


@stack_rule(
    on=("compute:VirtualMachineScaleSet", "compute:VirtualMachine"),
    area="compute",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-machines/extensions/hpccompute-gpu-linux",),
    passes={"dev": _machine("Standard"), "driver": _EXTENSION},
    fails={"dev": _machine("TrustedLaunch"), "driver": _EXTENSION},
)
def gpu_driver_extension_fits_the_machine(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """NVIDIA's driver extension is where it works

    NvidiaGpuDriverLinux builds an unsigned kernel module, which Secure Boot doesn't load; it has no drivers
    for ND sizes and for H100; and on an HPC image it puts a second driver over the one that is there. The
    machine comes up without GPUs and is billed all the same. Turn Secure Boot off, or leave the extension
    out and use an HPC image.
    """
    node = machine(props)
    drivers = [driver for driver in extensions(props, stack) if driver.text("type") == "NvidiaGpuDriverLinux"]
    if drivers:
        where = f"{drivers[0].seen_from(props, 'type')} is NvidiaGpuDriverLinux"
        yield from each((_secure_boot, _size, _image), lambda part: part(node, where))


def _secure_boot(node: Machine, where: str) -> Iterator[str]:
    if node.secure_boot():
        path = node.at("securityProfile.uefiSettings.secureBootEnabled")
        yield f"{where}, whose kernel module Secure Boot doesn't load; set {path} to false"


def _size(node: Machine, where: str) -> Iterator[str]:
    size = node.size
    if size and not _has_a_driver(size):
        yield f"{where}, which has no driver for {size.name}; remove it and use an HPC image"


def _has_a_driver(size: Size) -> bool:
    """By the catalogue; a size that it lacks has none if it is called like those for training."""
    known = find(size.name)
    if known is None:
        return not size.name.lower().startswith("standard_nd")
    return known.traits.gpu_driver != "cuda" or known.traits.driver_extension == "NvidiaGpuDriverLinux"


def _image(node: Machine, where: str) -> Iterator[str]:
    if node.uses_hpc_image():
        yield f"{where}, and the HPC image already has the driver; remove the extension"
