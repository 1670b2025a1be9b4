"""Microsoft.Compute/virtualMachineScaleSets/extensions"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Put, ResourceType, given
from azure_simulator.types.virtual_machine_extension import EXTENSION_NAME


class VirtualMachineScaleSetExtension(ResourceType):
    pulumi_type = "azure-native:compute:VirtualMachineScaleSetExtension"
    path = "…/Microsoft.Compute/virtualMachineScaleSets/{vmScaleSetName}/extensions/{vmssExtensionName}"
    source = "learn.microsoft.com/rest/api/compute/virtual-machine-scale-set-extensions (2024-11-01)"
    fixed = ("publisher", "type")
    name_rule = EXTENSION_NAME
    defaults = given({"autoUpgradeMinorVersion": False})

    def create(self, put: Put) -> Mapping[str, Any]:
        return {"name": arm.name_of(put.id)}
