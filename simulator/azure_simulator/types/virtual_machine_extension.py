"""Microsoft.Compute/virtualMachines/extensions"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig

EXTENSION_NAME = NameRule(
    r"[A-Za-z0-9][\w.-]{0,79}", "1-80 letters, digits, underscores, periods and hyphens"
)

_EXIT_CODES = "learn.microsoft.com/azure/virtual-machines/extensions/hpccompute-gpu-linux, exit codes"


class VirtualMachineExtension(ResourceType):
    pulumi_type = "azure-native:compute:VirtualMachineExtension"
    path = "…/Microsoft.Compute/virtualMachines/{vmName}/extensions/{vmExtensionName}"
    source = "learn.microsoft.com/rest/api/compute/virtual-machine-extensions (2024-11-01)"
    fixed = ("publisher", "type")
    name_rule = EXTENSION_NAME
    defaults = given({"autoUpgradeMinorVersion": False})

    def create(self, put: Put) -> Mapping[str, Any]:
        machine = put.cloud.store.get(arm.parent_of(put.id) or "")
        if machine is not None:
            _check_driver(put, machine.body)
        return {}


def _check_driver(put: Put, machine: Mapping[str, Any]) -> None:
    """What the extensions with GPU drivers end with on machines that they don't support."""
    kind = put.props.get("type")
    if kind not in ("NvidiaGpuDriverLinux", "AmdGpuDriverLinux"):
        return
    size = str(dig(machine, "hardwareProfile.vmSize") or "").lower()
    nvidia = kind == "NvidiaGpuDriverLinux"
    if nvidia and (size.startswith("standard_nd") or "h100" in size):
        raise _failed(put, "13: VM size not supported")
    if not nvidia and not size.startswith(("standard_nv", "standard_ng")):
        raise _failed(put, "11: AMD GPU not found on this VM size")
    if dig(machine, "securityProfile.uefiSettings.secureBootEnabled") is True:
        raise _failed(put, "14: operation unsuccessful, Secure Boot is not supported")


def _failed(put: Put, exit_code: str) -> ArmError:
    return ArmError(
        409,
        "VMExtensionProvisioningError",
        f"VM has reported a failure when processing extension '{arm.name_of(put.id)}'. "
        f"Exit code {exit_code}.",
        seen=f"{_EXIT_CODES}; the words are ours",
    )
