"""Addresses of machines on the internet, in every place where azure-native's types have one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, node_pools


@dataclass(frozen=True)
class Place:
    """Where machines may get a public address. What it says is read only when asked for."""

    given: Callable[[], bool]
    """Whether they get one."""
    text: str
    """The sentence about it."""
    machines: Callable[[], list[NodePool]]
    """Those that get it."""


def places(props: View, stack: Stack) -> Iterator[Place]:
    """The places of a resource of one of TYPES."""
    return _FINDERS[props.resource.type](props, stack)


def _machine(props: View, stack: Stack) -> Iterator[Place]:
    for interface in stack.made_from(props, "networkProfile", "network:NetworkInterface"):
        yield from _interface(props, interface, stack)
    yield from _inline("networkProfile")(props, stack)


def _inline(*profiles: str) -> Callable[[View, Stack], Iterator[Place]]:
    """Interfaces inside the network profiles at these paths."""

    def find(props: View, stack: Stack) -> Iterator[Place]:
        for profile in profiles:
            for interface in props.items(f"{profile}.networkInterfaceConfigurations"):
                yield from _interface(props, interface, stack)

    return find


def _interface(props: View, interface: View, stack: Stack) -> Iterator[Place]:
    for holder in ("", "properties."):  # the types of Compute Fleet keep ARM's `properties`
        for configuration in interface.items(f"{holder}ipConfigurations"):
            yield from _configuration(props, interface, configuration, stack)


def _configuration(props: View, interface: View, configuration: View, stack: Stack) -> Iterator[Place]:
    for name in (
        "publicIPAddress",
        "publicIPAddressConfiguration",
        "properties.publicIPAddressConfiguration",
    ):
        yield Place(
            lambda name=name: configuration.given(name),  # type: ignore[misc]
            f"{configuration.seen_from(props, name)} puts the machine on the internet; "
            "remove it, and use Bastion or a VPN to reach it",
            lambda: list(node_pools(props)),
        )
    for name in ("loadBalancerInboundNatRules", "loadBalancerInboundNatPools"):
        yield Place(
            lambda name=name: configuration.given(name) and _is_public(props, interface, stack),  # type: ignore[misc]
            f"{configuration.seen_from(props, name)} opens a port of the machine to the internet through a "
            "public load balancer; remove it, and use Bastion or a VPN to reach it",
            lambda: list(node_pools(props)),
        )


def _is_public(machine: View, interface: View, stack: Stack) -> bool:
    """Whether a load balancer of the program that an interface, in a machine or apart, refers to has a public
    address."""
    inside = interface.is_same(machine)
    balancers = [
        balancer
        for name in (machine.names() if inside else ["ipConfigurations"])
        for found in stack.made_from(interface, name, "network:LoadBalancer", "network:InboundNatRule")
        for balancer in (
            [found]
            if found.resource.type == "network:LoadBalancer"
            else stack.made_from(found, "loadBalancerName", "network:LoadBalancer")
        )
    ]
    return stack.some(balancers, _has_public_front)


def _has_public_front(balancer: View) -> bool:
    fronts = balancer.items("frontendIPConfigurations")
    return any(front.given("publicIPAddress") or front.given("publicIPPrefix") for front in fronts)


def _aks(props: View, _stack: Stack) -> Iterator[Place]:
    for pool in node_pools(props):
        yield _flag(pool.size_in, "enableNodePublicIP", lambda pool=pool: [pool])  # type: ignore[misc]


def _service_fabric(props: View, stack: Stack) -> Iterator[Place]:
    yield _flag(props, "enableNodePublicIP", lambda: list(node_pools(props)))
    for interface in props.items("additionalNetworkInterfaceConfigurations"):
        yield from _interface(props, interface, stack)


def _flag(holder: View, path: str, machines: Callable[[], list[NodePool]]) -> Place:
    shown = holder.path(path)
    return Place(
        lambda: holder.flag(path) is True,
        f"{shown} is true, which gives every node a public address; set it to false",
        machines,
    )


def _ml_compute(props: View, stack: Stack) -> Iterator[Place]:
    """Its nodes have one unless it is turned off, or the workspace's managed network has them. Source: the
    description of enableNodePublicIp in azure-native 3.29.0, and learn.microsoft.com/azure/machine-learning/
    how-to-managed-network, 2026-11."""
    path = "properties.properties.enableNodePublicIp"

    def given() -> bool:
        flag = props.flag(path)
        kind = props.text("properties.computeType")
        return flag if flag is not None else kind in _OF_NODES and not _managed_network(props, stack)

    verb = "is true" if props.known(path) else "isn't false"
    yield Place(
        given,
        f"{path} {verb}, which gives every node a public address; set it to false",
        lambda: list(node_pools(props)),
    )


_OF_NODES = ("AmlCompute", "ComputeInstance")


def _managed_network(props: View, stack: Stack) -> bool:
    for workspace in stack.of("machinelearningservices:Workspace"):
        if stack.refers(props, "workspaceName", workspace, "workspaceName"):
            mode = workspace.text("managedNetwork.isolationMode") or "Disabled"
            return mode != "Disabled"
    raise CantTell(
        "properties.properties.enableNodePublicIp isn't set, and its workspace isn't in the program: without "
        "a managed network its nodes get public addresses; set it to false"
    )


def _batch_pool(props: View, _stack: Stack) -> Iterator[Place]:
    """Nodes get one by default. Source: learn.microsoft.com/azure/batch/simplified-node-communication-pool-
    no-public-ip, 2026-11."""
    path = "networkConfiguration.publicIPAddressConfiguration.provision"
    yield Place(
        lambda: (props.text(path) or "").lower() != "nopublicipaddresses",
        f"{path} isn't NoPublicIPAddresses, so that every node gets a public address; set it",
        lambda: list(node_pools(props)),
    )


def _fleet(props: View, stack: Stack) -> Iterator[Place]:
    yield from _inline("computeProfile.baseVirtualMachineProfile.networkProfile")(props, stack)
    for location in props.items("additionalLocationsProfile.locationProfiles"):
        for interface in location.items(
            "virtualMachineProfileOverride.networkProfile.networkInterfaceConfigurations"
        ):
            yield from _interface(props, interface, stack)


_FINDERS: dict[str, Callable[[View, Stack], Iterator[Place]]] = {
    "compute:VirtualMachine": _machine,
    "compute:VirtualMachineScaleSet": _inline("virtualMachineProfile.networkProfile"),
    "compute:VirtualMachineScaleSetVM": _inline("networkProfile", "networkProfileConfiguration"),
    "azurefleet:Fleet": _fleet,
    "batch:Pool": _batch_pool,
    "computebulkactions:BulkAction": _inline(
        "properties.computeProfile.virtualMachineProfile.networkProfile"
    ),
    "containerservice:AgentPool": _aks,
    "containerservice:ManagedCluster": _aks,
    "machinelearningservices:Compute": _ml_compute,
    "servicefabric:NodeType": _service_fabric,
}

TYPES = tuple(_FINDERS)
"""The types whose machines may have public addresses, as `type_name` gives them."""
