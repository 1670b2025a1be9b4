"""Extensions of machines, inside them or declared apart."""

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import View


def extensions(machine: View, stack: Stack) -> list[View]:
    """The extensions of a virtual machine or scale set. Raises CantTell if one may be and can't be told."""
    inline = machine.items("virtualMachineProfile.extensionProfile.extensions")
    if machine.resource.type == "compute:VirtualMachineScaleSet":
        type_, path, name = "compute:VirtualMachineScaleSetExtension", "vmScaleSetName", "vmScaleSetName"
    else:
        type_, path, name = "compute:VirtualMachineExtension", "vmName", "vmName"
    return inline + stack.which_refer(machine, type_, path, name)
