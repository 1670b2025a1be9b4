"""Microsoft.Compute/virtualMachines/extensions"""

from __future__ import annotations

from azure_simulator.resource_type import NameRule, ResourceType, given

EXTENSION_NAME = NameRule(
    r"[A-Za-z0-9][\w.-]{0,79}", "1-80 letters, digits, underscores, periods and hyphens"
)


class VirtualMachineExtension(ResourceType):
    pulumi_type = "azure-native:compute:VirtualMachineExtension"
    path = "…/Microsoft.Compute/virtualMachines/{vmName}/extensions/{vmExtensionName}"
    source = "learn.microsoft.com/rest/api/compute/virtual-machine-extensions (2024-11-01)"
    fixed = ("publisher", "type")
    name_rule = EXTENSION_NAME
    defaults = given({"autoUpgradeMinorVersion": False})
