"""What network security groups let through, by what lives in the subnet: what is needed, and nothing else.

Azure's own default rules allow everything between a network, its peers and whatever its gateways lead to, and
everything to the internet. Each list here ends with a rule that stands before those. What Azure's hosts give
(DHCP, DNS, instance metadata, health probes' source) is not subject to rules:
learn.microsoft.com/azure/virtual-network/network-security-groups-overview.

Networks are named by their ranges. The tag VirtualNetwork holds the prefixes of a subnet's routes too:
behind a firewall (0.0.0.0/0) it means everybody.
learn.microsoft.com/azure/virtual-network/service-tags-overview.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from azure_ai_landing_zone.network.planning.ranges import Purpose

Direction = Literal["Inbound", "Outbound"]

LUSTRE_PORTS = ("988", "1019-1023")
"""Of the Lustre protocol, between file system and clients in both directions.
Source: learn.microsoft.com/azure/azure-managed-lustre/configure-network-security-group 2024-11-08."""

SCHEDULER_PORTS = ("6817", "60001-63000")
"""Of slurmctld, and of srun as slurm.conf says (SrunPortRange): nodes come back to it.
Source: slurm.schedmd.com/network.html."""

NODE_PORTS = ("6818",)
"""Of slurmd."""

LAST = 4096
"""The lowest priority there is."""


@dataclass(frozen=True, slots=True)
class SecurityRule:
    """One rule. Where a rule lets something in or out follows from its direction."""

    name: str
    direction: Direction
    priority: int
    allow: bool
    protocol: Literal["Tcp", "Udp", "*"]
    sources: tuple[str, ...]
    destinations: tuple[str, ...]
    ports: tuple[str, ...]
    """Of the destination."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What somebody outside calls, or is called on."""

    name: str
    protocol: Literal["Tcp", "Udp"]
    range: str
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Ranges of what a subnet may have to do with."""

    network: tuple[str, ...]
    """The network itself and its peers."""
    bastion: tuple[str, ...] = ()
    """Subnets of Bastions that lead to its machines."""
    lustre: tuple[str, ...] = ()
    """Subnets of Lustre file systems in the network."""
    lustre_clients: tuple[str, ...] = ()
    """Subnets of all that may mount those."""
    nodes: tuple[str, ...] = ()
    """Subnets of GPU nodes."""
    schedulers: tuple[str, ...] = ()
    """Subnets of what schedules those."""
    endpoint_ports: tuple[str, ...] = ("443",)
    """Of the services behind private endpoints."""
    internet: bool = True
    """Whether there is a way out."""
    inbound: tuple[Opening, ...] = ()
    """What comes in from outside of the network and its peers."""
    outbound: tuple[Opening, ...] = ()
    """What goes there."""


def subnet_rules(
    purpose: Purpose, prefix: str, around: Surroundings, *, pod_range: str | None = None
) -> list[SecurityRule]:
    """Of the security group of a subnet. `pod_range`: of AKS with Azure CNI overlay."""
    return [
        *_numbered("Inbound", _INBOUND[purpose](prefix, around, pod_range)),
        *_numbered("Outbound", _OUTBOUND[purpose](prefix, around, pod_range)),
    ]


def bastion_rules(allowed_ranges: tuple[str, ...] = ()) -> list[SecurityRule]:
    """Of AzureBastionSubnet: exactly what Azure asks for, or it refuses the group. People come from
    `allowed_ranges`, or from anywhere.

    Source: learn.microsoft.com/azure/bastion/bastion-nsg 2026-02-24.
    """
    network = ("VirtualNetwork",)
    inner = ("8080", "5701")
    return [
        *_numbered(
            "Inbound",
            [
                ("AllowHttpsInbound", "Tcp", allowed_ranges or ("Internet",), ("*",), ("443",)),
                ("AllowGatewayManagerInbound", "Tcp", ("GatewayManager",), ("*",), ("443",)),
                ("AllowAzureLoadBalancerInbound", "Tcp", ("AzureLoadBalancer",), ("*",), ("443",)),
                ("AllowBastionHostCommunication", "*", network, network, inner),
            ],
        ),
        *_numbered(
            "Outbound",
            [
                ("AllowSshRdp", "*", ("*",), network, ("22", "3389")),
                ("AllowAzureCloud", "Tcp", ("*",), ("AzureCloud",), ("443",)),
                ("AllowBastionCommunication", "*", network, network, inner),
                ("AllowHttp", "*", ("*",), ("Internet",), ("80",)),
            ],
        ),
    ]


def resolver_rules(prefix: str, asked_from: tuple[str, ...]) -> list[SecurityRule]:
    """Of a subnet with an endpoint of a DNS resolver: all of it takes questions, since Azure has addresses of
    its own in there beside the endpoint's. What Azure sends from there is published nowhere, so nothing is
    said of it. Source: github.com/MicrosoftDocs/azure-docs/issues/110796, 2023-06-13.
    """
    allowed: list[_Allowed] = [("AllowAzureLoadBalancer", "*", ("AzureLoadBalancer",), (prefix,), _ANY)]
    if asked_from:
        allowed.insert(0, ("AllowNames", "*", asked_from, (prefix,), ("53",)))
    return list(_numbered("Inbound", allowed))


_Allowed = tuple[str, Literal["Tcp", "Udp", "*"], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
_Rules = Callable[[str, Surroundings, str | None], Iterator[_Allowed]]
_ANY = ("*",)


def _numbered(direction: Direction, allowed: Iterator[_Allowed] | list[_Allowed]) -> Iterator[SecurityRule]:
    end = "Outbound" if direction == "Outbound" else ""  # a group has no two rules of a name
    for number, (name, protocol, sources, destinations, ports) in enumerate(allowed):
        priority = 100 + 10 * number
        yield SecurityRule(name + end, direction, priority, True, protocol, sources, destinations, ports)
    yield SecurityRule("DenyEverythingElse" + end, direction, LAST, False, "*", _ANY, _ANY, _ANY)


def _from_bastion(prefix: str, around: Surroundings) -> Iterator[_Allowed]:
    """With SSH: no machine of ours has a desktop."""
    if around.bastion:
        yield "AllowBastion", "Tcp", around.bastion, (prefix,), ("22",)


def _from_lustre(prefix: str, around: Surroundings) -> Iterator[_Allowed]:
    if around.lustre:
        yield "AllowLustre", "Tcp", around.lustre, (prefix,), LUSTRE_PORTS


def _meant_in(own: tuple[str, ...], around: Surroundings) -> Iterator[_Allowed]:
    for one in around.inbound:
        yield f"AllowFlow-{one.name}", one.protocol, (one.range,), own, one.ports


def _within(name: str, prefix: str) -> _Allowed:
    return name, "*", (prefix,), (prefix,), _ANY


def _into_machine_learning(prefix: str, around: Surroundings, _pods: str | None) -> Iterator[_Allowed]:
    yield _within("AllowNodesOfThisSubnet", prefix)
    yield from _from_bastion(prefix, around)
    yield from _from_lustre(prefix, around)
    yield from _meant_in((prefix,), around)


def _into_nodes(prefix: str, around: Surroundings, pods: str | None) -> Iterator[_Allowed]:
    yield from _into_machine_learning(prefix, around, pods)
    if around.schedulers:
        yield "AllowSchedulers", "Tcp", around.schedulers, (prefix,), NODE_PORTS


def _into_schedulers(prefix: str, around: Surroundings, _pods: str | None) -> Iterator[_Allowed]:
    yield _within("AllowMachinesOfThisSubnet", prefix)
    yield from _from_bastion(prefix, around)
    yield from _from_lustre(prefix, around)
    if around.nodes:
        yield "AllowNodes", "Tcp", around.nodes, (prefix,), SCHEDULER_PORTS
    yield from _meant_in((prefix,), around)


def _into_machines(prefix: str, around: Surroundings, _pods: str | None) -> Iterator[_Allowed]:
    yield from _from_bastion(prefix, around)
    yield from _from_lustre(prefix, around)
    yield from _meant_in((prefix,), around)


def _into_kubernetes(prefix: str, around: Surroundings, pods: str | None) -> Iterator[_Allowed]:
    """Nothing between nodes and pods may be closed. Source: learn.microsoft.com/azure/aks/azure-cni-overlay
    2026-07-31 and outbound-rules-control-egress."""
    own = (prefix, pods) if pods else (prefix,)
    yield "AllowNodesAndPods", "*", own, own, _ANY
    yield "AllowAzureLoadBalancer", "*", ("AzureLoadBalancer",), _ANY, _ANY
    yield "AllowWebFromTheNetwork", "Tcp", around.network, own, ("80", "443")
    yield from _from_bastion(prefix, around)
    yield from _from_lustre(prefix, around)
    yield from _meant_in(own, around)


def _into_lustre(prefix: str, around: Surroundings, _pods: str | None) -> Iterator[_Allowed]:
    yield _within("AllowServersOfTheFileSystem", prefix)
    if around.lustre_clients:
        yield "AllowLustreClients", "Tcp", around.lustre_clients, (prefix,), LUSTRE_PORTS
    yield "AllowAzureMonitor", "Tcp", ("AzureMonitor",), (prefix,), _ANY


def _into_endpoints(prefix: str, around: Surroundings, _pods: str | None) -> Iterator[_Allowed]:
    yield "AllowServicesFromTheNetwork", "Tcp", around.network, (prefix,), around.endpoint_ports
    yield from _meant_in((prefix,), around)


def _into_delegated(prefix: str, around: Surroundings, _pods: str | None) -> Iterator[_Allowed]:
    yield _within("AllowInstancesOfTheService", prefix)
    yield "AllowAzureLoadBalancer", "*", ("AzureLoadBalancer",), (prefix,), _ANY
    yield "AllowHttpsFromTheNetwork", "Tcp", around.network, (prefix,), ("443",)
    yield from _meant_in((prefix,), around)


def _out_to_all(prefix: str, around: Surroundings, pods: str | None) -> Iterator[_Allowed]:
    """To the network on every port: what is there has a group of its own. To the internet on the web's ports;
    where a firewall stands in between, it knows names and decides further."""
    own = (prefix, pods) if pods else (prefix,)
    yield "AllowTheNetwork", "*", own, (*around.network, pods) if pods else around.network, _ANY
    for one in around.outbound:
        yield f"AllowFlow-{one.name}", one.protocol, own, (one.range,), one.ports
    if around.internet:
        yield "AllowWeb", "Tcp", own, _ANY, ("80", "443")


def _out_of_machine_learning(prefix: str, around: Surroundings, pods: str | None) -> Iterator[_Allowed]:
    """Source: learn.microsoft.com/azure/machine-learning/how-to-access-azureml-behind-firewall 2026-03-19."""
    yield from _out_to_all(prefix, around, pods)
    if around.internet:
        service = ("AzureMachineLearning",)
        yield "AllowAzureMachineLearning", "Tcp", (prefix,), service, ("8787", "18881")
        yield "AllowAzureMachineLearningUdp", "Udp", (prefix,), service, ("5831",)


_LUSTRE_SERVICES = (
    "ApiManagement",
    "AzureActiveDirectory",
    "AzureDataLake",
    "AzureKeyVault",
    "AzureMonitor",
    "AzureResourceManager",
    "EventHub",
    "GuestAndHybridManagement",
    "Storage",
)


def _out_of_lustre(prefix: str, around: Surroundings, _pods: str | None) -> Iterator[_Allowed]:
    """Azure runs the servers, so these rules are its own, with tags that hold for every region. Source: as
    LUSTRE_PORTS, and learn.microsoft.com/azure/azure-managed-lustre/configure-firewall 2025-09-05."""
    own = (prefix,)
    yield _within("AllowServersOfTheFileSystem", prefix)
    if around.lustre_clients:
        yield "AllowLustreClients", "Tcp", own, around.lustre_clients, LUSTRE_PORTS
    for service in _LUSTRE_SERVICES:
        yield f"Allow{service}", "Tcp", own, (service,), ("443",)
    yield "AllowTelemetry", "Tcp", own, ("20.34.120.0/21",), ("443",)
    yield "AllowTimeServer", "Udp", own, ("168.61.215.74/32",), ("123",)
    yield "AllowEndpointsOfTheNetwork", "Tcp", own, around.network, ("443",)


def _out_of_endpoints(_prefix: str, _around: Surroundings, _pods: str | None) -> Iterator[_Allowed]:
    yield from ()


_INBOUND: Mapping[Purpose, _Rules] = {
    "nodes": _into_nodes,
    "machines": _into_machines,
    "schedulers": _into_schedulers,
    "kubernetes": _into_kubernetes,
    "machineLearning": _into_machine_learning,
    "lustre": _into_lustre,
    "privateEndpoints": _into_endpoints,
    "delegated": _into_delegated,
}

_OUTBOUND: Mapping[Purpose, _Rules] = {
    "nodes": _out_to_all,
    "machines": _out_to_all,
    "schedulers": _out_to_all,
    "kubernetes": _out_to_all,
    "machineLearning": _out_of_machine_learning,
    "lustre": _out_of_lustre,
    "privateEndpoints": _out_of_endpoints,
    "delegated": _out_to_all,
}
