"""Rule gpu-machine-has-no-public-address."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.machines import has_gpu_or_infiniband, machine
from azure_ai_landing_zone_policies.readers.node_pools import Size, node_pools


def _program(configuration: dict[str, object]) -> dict[str, object]:
    return {
        "interface": {
            "type": "azure-native:network:NetworkInterface",
            "properties": {"ipConfigurations": [{"name": "internal", **configuration}]},
        },
        "dev": {
            "type": "azure-native:compute:VirtualMachine",
            "properties": {
                "hardwareProfile": {"vmSize": "Standard_NC4as_T4_v3"},
                "networkProfile": {"networkInterfaces": [{"id": "${interface.id}"}]},
            },
        },
    }


@stack_rule(
    on=(
        "compute:VirtualMachine",
        "compute:VirtualMachineScaleSet",
        "containerservice:AgentPool",
        "containerservice:ManagedCluster",
        "machinelearningservices:Compute",
    ),
    area="compute",
    severity="critical",
    since="2026.4",
    pillar="Security",
    controls=("NS-1", "NS-2"),
    links=("https://learn.microsoft.com/azure/bastion/bastion-overview",),
    passes=_program({"subnet": {"id": "${subnet.id}"}}),
    fails=_program({"publicIPAddress": {"id": "${address.id}"}}),
)
def gpu_machine_has_no_public_address(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """GPU machines have no address of their own on the internet

    A GPU machine with a public address is scanned within minutes, and is worth more to thieves than any
    other: they mine on it or rent it out, at your price. Reach it through Bastion or a VPN, let it out
    through a NAT gateway, and remove the public address.
    """
    if props.resource.type.startswith("containerservice:"):
        yield from each([pool.size_in for pool in node_pools(props)], _pool)
    elif props.resource.type == "machinelearningservices:Compute":
        yield from _flag(props, "properties.properties.enableNodePublicIp")
    else:
        yield from each(_interfaces(props, stack), lambda interface: _address(props, interface))


def _flag(props: View, path: str) -> Iterator[str]:
    if props.flag(path) is True and any(has_gpu_or_infiniband(pool.size()) for pool in node_pools(props)):
        yield f"{path} is true, which gives every node a public address; set it to false"


def _pool(pool: View) -> Iterator[str]:
    if pool.flag("enableNodePublicIP") is True:
        size = pool.text("vmSize")
        if size and has_gpu_or_infiniband(Size("vmSize", size)):
            path = pool.path("enableNodePublicIP")
            yield f"{path} is true, which gives every node a public address; set it to false"


def _interfaces(props: View, stack: Stack) -> list[View]:
    if props.resource.type == "compute:VirtualMachineScaleSet":
        return props.items("virtualMachineProfile.networkProfile.networkInterfaceConfigurations")
    return stack.made_from(props, "networkProfile", "network:NetworkInterface")


def _address(props: View, interface: View) -> Iterator[str]:
    for configuration in interface.items("ipConfigurations"):
        for name in ("publicIPAddress", "publicIPAddressConfiguration"):
            if configuration.given(name) and has_gpu_or_infiniband(machine(props).size):
                yield (
                    f"{configuration.seen_from(props, name)} puts the machine on the internet; "
                    "remove it, and use Bastion or a VPN to reach it"
                )
