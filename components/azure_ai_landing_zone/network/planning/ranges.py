"""Address ranges of virtual networks: which ones Azure takes, and whom they must not overlap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, collapse_addresses
from typing import Literal

from azure_ai_landing_zone.core.problem import Problem

SMALLEST_PREFIX = 29
"""The smallest subnet that Azure takes.
Source: learn.microsoft.com/azure/virtual-network/virtual-networks-faq."""

RDMA_RANGE = IPv4Network("172.16.0.0/16")
"""Used by InfiniBand on the hosts; a network that overlaps it breaks RDMA.
Source: learn.microsoft.com/azure/virtual-machines/setup-infiniband, 2026-09-25."""

FORBIDDEN_RANGES: Mapping[IPv4Network, str] = {
    RDMA_RANGE: "which InfiniBand uses on the hosts",
    IPv4Network("224.0.0.0/4"): "which is for multicast",
    IPv4Network("255.255.255.255/32"): "which is for broadcast",
    IPv4Network("127.0.0.0/8"): "which is for loopback",
    IPv4Network("169.254.0.0/16"): "which is link-local",
    IPv4Network("168.63.129.16/32"): "which is Azure's own DNS and health address",
}
"""Besides RDMA_RANGE: what virtual networks can't have,
learn.microsoft.com/azure/virtual-network/virtual-networks-faq."""

Purpose = Literal[
    "nodes",
    "machines",
    "schedulers",
    "kubernetes",
    "machineLearning",
    "lustre",
    "privateEndpoints",
    "delegated",
]
"""What lives in a subnet: GPU nodes that talk to each other, single machines, Slurm with its login node, AKS,
Azure ML compute, a Managed Lustre file system, private endpoints, or a service that the subnet is delegated
to."""

_KUBERNETES = "which AKS keeps for itself"
_CONTAINER_APPS = "which Azure Container Apps, and with it Foundry's agents, keeps for itself"

FORBIDDEN_FOR: Mapping[str, Mapping[IPv4Network, str]] = {
    "machineLearning": {IPv4Network("172.17.0.0/16"): "which Docker uses on Azure ML compute"},
    "kubernetes": {
        IPv4Network(text): _KUBERNETES for text in ("172.30.0.0/16", "172.31.0.0/16", "192.0.2.0/24")
    },
    "Microsoft.App/environments": {
        IPv4Network(text): _CONTAINER_APPS
        for text in ("172.30.0.0/16", "172.31.0.0/16", "192.0.2.0/24", "100.64.0.0/11")
    },
}
"""What the address space of a network can't have when a subnet is for that purpose or delegated so.
Sources: learn.microsoft.com/azure/machine-learning/how-to-secure-workspace-vnet 2024-07-08,
learn.microsoft.com/azure/aks/azure-cni-overlay 2026-07-31, and
microsoft-foundry/foundry-samples 15-private-network-standard-agent-setup 2026-01-28."""

LARGEST_PREFIX = 8


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A range that is in use where the network's traffic may go."""

    range: str
    used_by: str
    """In words: the hub, on-premises network hq, pods of serving."""


def parse(text: str) -> IPv4Network | None:
    """The range, or None where `text` is no IPv4 range in CIDR notation without host bits."""
    try:
        return IPv4Network(text)
    except ValueError:
        return None


def collapsed(texts: Sequence[str]) -> tuple[str, ...]:
    """The same addresses in as few ranges as possible: a security rule takes none twice."""
    return tuple(str(range_) for range_ in collapse_addresses(IPv4Network(text) for text in texts))


def address_space_problems(address_spaces: str | Sequence[str]) -> list[Problem]:
    """What is wrong with a network's address spaces in CIDR notation; an empty list if nothing is."""
    texts = [address_spaces] if isinstance(address_spaces, str) else address_spaces
    problems: list[Problem] = []
    for number, text in enumerate(texts):
        problems += [Problem(_path(number), message) for message in _space_problems(text)]
        before = [other for other in texts[:number] if _overlap(other, text)]
        if before:
            problems.append(
                Problem(_path(number), f"{text} overlaps {before[0]} of the same network: take another")
            )
    return problems


def purpose_problems(address_spaces: Sequence[str], purposes: Sequence[str]) -> list[Problem]:
    """Where an address space has what its subnets can't live with; delegations are purposes too."""
    return [
        Problem(_path(number), f"{text} overlaps {forbidden}, {why}: take another range")
        for number, text in enumerate(address_spaces)
        for forbidden, why in {
            range_: why for purpose in purposes for range_, why in FORBIDDEN_FOR.get(purpose, {}).items()
        }.items()
        if _overlap(text, str(forbidden))
    ]


def neighbour_problems(address_spaces: Sequence[str], neighbours: Sequence[Neighbour]) -> list[Problem]:
    """Where an address space is in use already. Ranges that are none are reported where they are given."""
    return [
        Problem(
            _path(number),
            f"{text} overlaps {neighbour.range}, used by {neighbour.used_by}: take another range",
        )
        for number, text in enumerate(address_spaces)
        for neighbour in neighbours
        if _overlap(text, neighbour.range)
    ]


def _path(number: int) -> tuple[str | int, ...]:
    return ("additional_address_spaces", number - 1) if number else ("address_space",)


def _overlap(one: str, other: str) -> bool:
    first, second = parse(one), parse(other)
    return first is not None and second is not None and first.overlaps(second)


def _space_problems(text: str) -> list[str]:
    try:
        space = IPv4Network(text)
    except ValueError as error:
        return [f"must be an IPv4 range such as 10.40.0.0/16, got {text!r} ({error}): correct it"]
    if not LARGEST_PREFIX <= space.prefixlen <= SMALLEST_PREFIX:
        return [
            f"must be from /{LARGEST_PREFIX} to /{SMALLEST_PREFIX} in size, got {text}: take another range"
        ]
    return [
        f"{space} overlaps {forbidden}, {why}: take another range"
        for forbidden, why in FORBIDDEN_RANGES.items()
        if space.overlaps(forbidden)
    ]
