"""Ports that services take calls on behind a private endpoint, where that isn't 443 alone.

Rows are in endpoint_ports.csv; services and group ids are those of private_link.csv.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.catalog.table import data_file, records

HTTPS = "443"


@dataclass(frozen=True, slots=True)
class EndpointPorts:
    """Of one subresource."""

    service: str
    group_id: str
    ports: tuple[str, ...]
    """TCP; single ones and spans such as 8500-8599."""
    source: str
    as_of: date


def load(text: str, file: str = "endpoint_ports.csv") -> Mapping[tuple[str, str], EndpointPorts]:
    """By service and group id. Raises CatalogError with every problem in the file."""
    found: dict[tuple[str, str], EndpointPorts] = {}
    for row, one in records(EndpointPorts, file, text):
        key = one.service, one.group_id
        if private_link.find(*key) is None or key in found:
            row.problem("group_id", "one that private_link.csv has of the service, on no other line")
        if not one.ports or not all(re.fullmatch(r"\d+(-\d+)?", port) for port in one.ports):
            row.problem("ports", "ports such as 443|8500-8599")
        found[key] = one
    return found


@cache
def _table() -> Mapping[tuple[str, str], EndpointPorts]:
    return load(data_file("endpoint_ports.csv"))


def ports_of(service: str, group_id: str) -> tuple[str, ...]:
    """What clients call a service's subresource on."""
    row = _table().get((service, group_id))
    return row.ports if row else (HTTPS,)
