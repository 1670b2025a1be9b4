"""What of a program takes addresses of a subnet."""

from azure_ai_landing_zone_policies.program.arm_ids import written_in
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import View

PLACES = {
    "azurefleet:Fleet": ("computeProfile",),
    "batch:Pool": ("networkConfiguration",),
    "compute:VirtualMachine": ("networkProfile",),
    "compute:VirtualMachineScaleSet": ("virtualMachineProfile",),
    "containerservice:AgentPool": ("vnetSubnetID", "podSubnetID"),
    "containerservice:ManagedCluster": ("agentPoolProfiles", "apiServerAccessProfile"),
    "machinelearningservices:Compute": ("properties",),
    "network:ApplicationGateway": ("gatewayIPConfigurations",),
    "network:AzureFirewall": ("ipConfigurations",),
    "network:LoadBalancer": ("frontendIPConfigurations",),
    "network:NetworkInterface": ("ipConfigurations",),
    "network:PrivateEndpoint": ("subnet",),
    "storagecache:AmlFilesystem": ("filesystemSubnet",),
}
"""The inputs in which a subnet's id stands."""


def users(subnet: View, stack: Stack) -> list[str]:
    """The names of the resources whose addresses are of a subnet, in the order of their types. What may be in
    one of several, as before deployment, is in none."""
    return [
        view.resource.name
        for type_, inputs in PLACES.items()
        for view in stack.of(type_)
        if any(list(stack.made_from(view, name, "network:Subnet")) == [subnet] for name in inputs)
    ]


def users_by_id(id_: str, stack: Stack) -> list[str]:
    """The same of a subnet that another program makes, by its id."""
    return [
        view.resource.name
        for type_, inputs in PLACES.items()
        for view in stack.of(type_)
        if any(id_.lower() in written_in(view.plain(name)) for name in inputs if view.known(name))
    ]


def used(stack: Stack) -> set[str]:
    """The ids of all subnets that something takes addresses of, as far as they are written."""
    return {
        id_
        for type_, inputs in PLACES.items()
        for view in stack.of(type_)
        for name in inputs
        if view.known(name)
        for id_ in written_in(view.plain(name))
        if id_.split("/")[-2] == "subnets"
    }
