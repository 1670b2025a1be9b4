"""Microsoft.Compute/virtualMachines"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator import arm
from azure_simulator.machine_profile import os_defaults, os_disk_defaults, profile_problems
from azure_simulator.resource_type import NameRule, Put, ResourceType
from azure_simulator.sizes import size_problem
from azure_simulator.values import dig


class VirtualMachine(ResourceType):
    pulumi_type = "azure-native:compute:VirtualMachine"
    path = "…/Microsoft.Compute/virtualMachines/{vmName}"
    source = "learn.microsoft.com/rest/api/compute/virtual-machines/create-or-update (2024-11-01)"
    fixed = ("zones", "osProfile.adminUsername", "osProfile.computerName", "priority")
    name_rule = NameRule(
        r"[A-Za-z0-9]([\w.-]{0,62}[\w-])?", "1-64 letters, digits, underscores, periods and hyphens"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if problem := size_problem(dig(props, "hardwareProfile.vmSize"), dig(props, "location")):
            yield "hardwareProfile.vmSize", problem
        if "networkProfile" not in props and "virtualMachineScaleSet" not in props:
            yield "networkProfile", "Required parameter 'networkProfile' is missing (null)."
        yield from profile_problems(props, "")

    def create(self, put: Put) -> Mapping[str, Any]:
        answer: dict[str, Any] = {
            "vmId": arm.stable_guid(put.id, "vm"),
        }
        if isinstance(put.props.get("osProfile"), Mapping):
            answer["osProfile"] = {"requireGuestProvisionSignal": True, **os_defaults(put.props["osProfile"])}
        if isinstance(put.props.get("storageProfile"), Mapping):
            answer["storageProfile"] = os_disk_defaults(put.props["storageProfile"])
        return answer
