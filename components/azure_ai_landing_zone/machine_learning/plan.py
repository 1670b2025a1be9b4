"""Azure Machine Learning: which sizes it takes, and which outbound rules its managed network does."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from azure_ai_landing_zone.catalog import single_facts, sizes
from azure_ai_landing_zone.catalog.size_families import all_families
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.training.planning.placement import size_problem

IsolationMode = Literal["AllowInternetOutbound", "AllowOnlyApprovedOutbound"]
RuleKind = Literal["fqdn", "privateEndpoint", "serviceTag"]

_STORAGE_HOST = re.compile(r".*\.(blob|dfs|file|queue|table)\.core\.windows\.net")
_HOST = re.compile(r"(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}", re.IGNORECASE)
_PORTS = re.compile(r"\d+(-\d+)?(, ?\d+(-\d+)?)*")


def machine_problem(name: str, today: date) -> str | None:
    """Why Azure ML has no machines of that size, or None."""
    series = single_facts.words("machineLearningCpuSizes")
    if any(re.fullmatch(f"Standard_{pattern}", name) for pattern in series):
        return None
    size = sizes.find(name)
    if size is not None and not size.traits.machine_learning and not size.retired_on(today):
        families = sorted(family.family for family in all_families().values() if family.machine_learning)
        return (
            f"{name} is no size that Azure ML takes: GPUs are of {', '.join(families)}, others such as "
            "Standard_D4ds_v4"
        )
    return size_problem(name, today)


@dataclass(frozen=True, slots=True)
class OutboundRequest:
    """One rule, as far as plain values say."""

    kind: RuleKind
    destination: str | None
    """Host name or service tag; None: the id of a resource that may not be known yet."""
    ports: str | None = None


def outbound_problems(
    mode: IsolationMode, rules: Mapping[str, OutboundRequest], firewall_sku: str | None
) -> Iterator[Problem]:
    """What a managed network of that mode doesn't take.

    Source: learn.microsoft.com/azure/machine-learning/how-to-managed-network (2025-05-23).
    """
    hosts = [rule for rule in rules.values() if rule.kind == "fqdn"]
    if firewall_sku is not None and not hosts:
        text = "goes with rules for host names, which bring the firewall: leave it out"
        yield Problem(("firewall_sku",), text)
    for name, rule in rules.items():
        path = ("outbound_rules", name)
        if mode == "AllowInternetOutbound" and rule.kind != "privateEndpoint":
            text = (
                "has no effect with AllowInternetOutbound, which lets everything out: leave it out, or take "
                "AllowOnlyApprovedOutbound"
            )
            yield Problem(path, text)
        elif rule.kind == "fqdn":
            yield from _host_problems((*path, "host_name"), rule.destination or "")
        elif rule.kind == "serviceTag" and rule.ports is not None and not _PORTS.fullmatch(rule.ports):
            text = f"must be ports and ranges such as 443 or 80, 8080-8089, got {rule.ports!r}"
            yield Problem((*path, "port_ranges"), text)


def _host_problems(path: tuple[str | int, ...], host: str) -> Iterator[Problem]:
    if not _HOST.fullmatch(host):
        text = f"must be a host name such as pypi.org or *.pytorch.org, without scheme and path, got {host!r}"
        yield Problem(path, text)
    elif _STORAGE_HOST.fullmatch(host.lower()):
        text = f"{host} is a storage account: give it a private endpoint instead, which needs no firewall"
        yield Problem(path, text)
