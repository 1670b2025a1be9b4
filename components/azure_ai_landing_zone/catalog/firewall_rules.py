"""What Azure's services need to reach on the internet, for a firewall that lets nothing else out.

Rows are in firewall_rules.csv, those of Azure's public cloud. `{region}` stands for the region's name;
`as_of` is the date of the page, or the day that code was read. Public API servers of AKS have no row: ours
are private.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from types import MappingProxyType
from typing import Literal, get_args

from azure_ai_landing_zone.catalog.table import CatalogError, Row, data_file, rows

Workload = Literal[
    "apiManagement",
    "devMachines",
    "dockerHub",
    "gitHub",
    "gpuImages",
    "hpcImages",
    "huggingFace",
    "kubernetes",
    "machineLearning",
    "managedLustre",
    "pythonPackages",
    "ubuntu",
]
"""What a firewall lets out: gateways in front of models, machines for development, images of Docker Hub,
packages and sources of GitHub, NVIDIA's images for GPU nodes of AKS, nodes on Azure HPC images, models of
Hugging Face, AKS nodes, Azure ML compute, Managed Lustre file systems, public Python packages, and updates of
Ubuntu."""

Kind = Literal["application", "network"]
"""Application rules know names and speak HTTP; network rules know addresses, and names by the firewall's DNS
proxy."""

DestinationKind = Literal["address", "fqdn", "fqdnTag", "serviceTag"]


@dataclass(frozen=True, slots=True)
class FirewallRule:
    """One rule of an Azure Firewall policy."""

    workload: Workload
    name: str
    kind: Kind
    destination_kind: DestinationKind
    protocols: tuple[tuple[str, int], ...]
    """Such as (https, 443) in application rules, (tcp, 443) in network rules."""
    destinations: tuple[str, ...]
    why: str
    source: str
    as_of: date


COLUMNS = tuple(field.name for field in fields(FirewallRule))


def load(text: str, file: str = "firewall_rules.csv") -> Mapping[Workload, Sequence[FirewallRule]]:
    """Rules by workload. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    rules: dict[Workload, list[FirewallRule]] = {workload: [] for workload in get_args(Workload)}
    for row in rows(file, text, COLUMNS, problems):
        rule = _rule(row)
        if rule is None:
            continue
        if any(other.name == rule.name for other in rules[rule.workload]):
            row.problem("name", "given once in a workload")
        rules[rule.workload].append(rule)
    if problems:
        raise CatalogError(problems)
    return MappingProxyType({workload: tuple(found) for workload, found in rules.items()})


def rules_of(workloads: Sequence[Workload], region: str) -> list[FirewallRule]:
    """The rules of some workloads in the order of the catalogue, for one region."""
    return [
        FirewallRule(
            rule.workload,
            rule.name,
            rule.kind,
            rule.destination_kind,
            rule.protocols,
            tuple(destination.format(region=region) for destination in rule.destinations),
            rule.why,
            rule.source,
            rule.as_of,
        )
        for workload in get_args(Workload)
        if workload in workloads
        for rule in RULES[workload]
    ]


_PROTOCOLS: Mapping[Kind, str] = {"application": "https?", "network": "tcp|udp"}
_DESTINATIONS: Mapping[Kind, tuple[DestinationKind, ...]] = {
    "application": ("fqdn", "fqdnTag"),
    "network": ("address", "fqdn", "serviceTag"),
}


def _rule(row: Row) -> FirewallRule | None:
    workload = row.one_of("workload", get_args(Workload))
    kind = row.one_of("kind", get_args(Kind))
    name, why, source = row.text("name"), row.text("why"), row.text("source")
    destinations = row.words("destinations")
    as_of = row.day("as_of")
    if not destinations:
        row.problem("destinations", "filled in")
    if kind is None:
        return None
    destination_kind = row.one_of("destination_kind", _DESTINATIONS[kind])
    protocols = [re.fullmatch(rf"({_PROTOCOLS[kind]}):(\d+)", word) for word in row.words("protocols")]
    if not protocols or not all(protocols):
        example = "http:80|https:443" if kind == "application" else "tcp:443|udp:123"
        row.problem("protocols", f"protocols and ports such as {example}")
    if workload is None or destination_kind is None or as_of is None:
        return None
    pairs = tuple((found[1], int(found[2])) for found in protocols if found)
    return FirewallRule(workload, name, kind, destination_kind, pairs, destinations, why, source, as_of)


RULES = load(data_file("firewall_rules.csv"))
