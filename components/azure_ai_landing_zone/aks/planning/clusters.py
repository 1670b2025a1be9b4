"""AKS clusters: which Kubernetes version, which sizes for their own pods, which addresses for all pods."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from ipaddress import IPv4Network

from azure_ai_landing_zone.catalog import kubernetes_versions
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.planning.ranges import FORBIDDEN_FOR, FORBIDDEN_RANGES, parse

OLDEST_VERSION = "1.35"
"""What our manifests are checked against, and the first whose Ubuntu nodes are 24.04."""

SOON = timedelta(days=90)
"""How long before the end of a version's support there is a warning."""

SYSTEM_POOL_VCPUS = 4
"""Of a node for AKS's own pods, at least. Source: learn.microsoft.com/azure/aks/use-system-pools."""

_GENERATION = 5
"""Of CPU sizes, at least: older ones retire from 2028 on, learn.microsoft.com/azure/virtual-machines/sizes/
lifecycle/retired-sizes-list, 2026-09."""

_PODS_OF_A_NODE = 24
"""Prefix of the block that each node takes of the pods' range.
Source: learn.microsoft.com/azure/aks/azure-cni-overlay, 2026-07-31."""

_DNS_ADDRESS = 10
"""Of the cluster's DNS service, counted from the start of the services' range, as AKS has it by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressRequest:
    """The ranges of a cluster that nobody outside of it sees, and how many nodes share them."""

    pod_address_range: str
    service_address_range: str
    max_nodes: int
    """Of all pools together, upgrades included."""


def version_problem(version: str, today: date) -> str | None:
    """Why no cluster can be made of that version, given as 1.35, or None."""
    supported = [
        known for known in kubernetes_versions.supported_on(today) if _at_least(known, OLDEST_VERSION)
    ]
    instead = f"take {' or '.join(supported)}"
    known = kubernetes_versions.find(version)
    if known is not None and known.end_of_support < today:
        return f"Azure's support of {version} ended on {known.end_of_support}: {instead}"
    if kubernetes_versions.is_older_than_all(version):
        return f"Azure's support of {version} ended long ago: {instead}"
    if known is None:
        return f"{version} is no version that AKS is known to have: {instead}"
    if not _at_least(version, OLDEST_VERSION):
        return f"{version} is older than {OLDEST_VERSION}, which this library is made for: {instead}"
    return None


def version_warning(version: str, today: date) -> str | None:
    """That the support of a version which has no problem ends soon, or None."""
    known = kubernetes_versions.find(version)
    if known is None or known.end_of_support - today > SOON:
        return None
    return (
        f"Azure's support of Kubernetes {version} ends on {known.end_of_support}: raise `kubernetes_version` "
        "by then, one minor version at a time"
    )


def system_size_problem(name: str) -> str | None:
    """Why AKS's own pods can't run on nodes of that size, or None."""
    match = re.fullmatch(r"Standard_[A-Z]+?(\d+)(?:-\d+)?[a-z]*_v(\d+)", name)
    family = re.match(r"Standard_[DEF]\d", name)
    if match is None or family is None or int(match[2]) < _GENERATION:
        return (
            f"{name} is no CPU size of the series D, E or F in version {_GENERATION} or later, such as "
            "Standard_D4ds_v5: older ones retire, B sizes are too slow for a cluster's own pods, and GPUs "
            "are for `pools`"
        )
    if int(match[1]) < SYSTEM_POOL_VCPUS:
        return f"{name} has {match[1]} vCPUs, and a cluster's own pods need {SYSTEM_POOL_VCPUS}: take more"
    return None


def address_problems(request: AddressRequest, used: Sequence[tuple[str, str]]) -> list[Problem]:
    """What is wrong with a cluster's own ranges. `used` are ranges in use where its traffic may go, each with
    who uses it."""
    return list(_address_problems(request, used))


def dns_service_address(service_address_range: str) -> str:
    """Of the cluster's DNS service."""
    return str(IPv4Network(service_address_range)[_DNS_ADDRESS])


def _address_problems(request: AddressRequest, used: Sequence[tuple[str, str]]) -> Iterator[Problem]:
    ranges = {
        "pod_address_range": parse(request.pod_address_range),
        "service_address_range": parse(request.service_address_range),
    }
    taken = [(IPv4Network(text), f"which {who} has") for text, who in used if parse(text) is not None]
    taken += [*FORBIDDEN_RANGES.items(), *FORBIDDEN_FOR["kubernetes"].items()]
    for name, own in ranges.items():
        if own is None:
            text = f"must be an IPv4 range such as 10.244.0.0/16, got {getattr(request, name)!r}: correct it"
            yield Problem((name,), text)
            continue
        for range_, why in taken:
            if own.overlaps(range_):
                yield Problem((name,), f"{own} overlaps {range_}, {why}: take another")
    pods, services = ranges["pod_address_range"], ranges["service_address_range"]
    if pods is None or services is None:
        return
    if pods.overlaps(services):
        yield Problem(
            ("service_address_range",), f"{services} overlaps `pod_address_range`, {pods}: take another"
        )
    if services.prefixlen < 12 or services.prefixlen > 28:
        yield Problem(("service_address_range",), f"must be a /12 to /28, got {services}: correct it")
    nodes = 2 ** (_PODS_OF_A_NODE - pods.prefixlen) if pods.prefixlen <= _PODS_OF_A_NODE else 0
    if nodes < request.max_nodes:
        text = (
            f"{pods} has a /{_PODS_OF_A_NODE} for {nodes} of the {request.max_nodes} nodes that there may "
            "be, upgrades included: take a larger range, which can't be done later"
        )
        yield Problem(("pod_address_range",), text)


def _at_least(version: str, other: str) -> bool:
    return [int(part) for part in version.split(".")] >= [int(part) for part in other.split(".")]
