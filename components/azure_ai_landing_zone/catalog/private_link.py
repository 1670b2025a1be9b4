"""What each service needs to be reached through private endpoints: group ids, and zones in each cloud.

Rows are in private_link.csv. A service has one row for each set of group ids that share their zones. An
empty cell of a cloud says that Azure publishes no zone for the service there.
"""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from types import MappingProxyType
from typing import Literal, get_args

from azure_ai_landing_zone.catalog.table import CatalogError, data_file, rows

Cloud = Literal["public", "government", "china"]
"""Azure's clouds: public, Azure Government, and Azure operated by 21Vianet."""

PLACEHOLDERS = ("region", "subzone")
"""Of zone names: the target's region, and the part that a private AKS cluster's own zone begins with."""


@dataclass(frozen=True, slots=True)
class PrivateLink:
    """A set of group ids of one service, all with the same zones."""

    service: str
    """Our key, such as aiSearch."""
    resource_type: str
    """The ARM type of the target."""
    group_ids: tuple[str, ...]
    """Subresources, in Azure's own casing: Cosmos DB refuses `sql`."""
    addresses: int
    """What an endpoint takes of its subnet; more if the target has several regions."""
    needs: str | None
    """A group id whose endpoint has to be there as well."""
    zones: Mapping[Cloud, tuple[str, ...]]
    """All of them go into one zone group. May have {region} and {subzone}."""
    uncertain: frozenset[Cloud]
    """Clouds for which the page of zone names has none, or pages differ."""
    after_children: bool
    """Azure refuses the endpoint while something is being made on the target, such as a deployment."""
    note: str | None
    source: str
    as_of: date


COLUMNS = (
    *("service", "resource_type", "group_ids", "addresses", "needs"),
    *get_args(Cloud),
    *("uncertain", "after_children", "note", "source", "as_of"),
)


def load(text: str, file: str = "private_link.csv") -> tuple[PrivateLink, ...]:
    """The rows in order. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    links: list[PrivateLink] = []
    seen: set[tuple[str, str]] = set()
    clouds: tuple[Cloud, ...] = get_args(Cloud)
    for row in rows(file, text, COLUMNS, problems):
        service, groups = row.text("service"), row.words("group_ids")
        zones = {cloud: row.words(cloud) for cloud in clouds}
        uncertain = row.words("uncertain")
        for cloud, names in zones.items():
            if not all(_is_zone(name) for name in names):
                row.problem(cloud, "zone names in lower case, with {region} and {subzone} at most")
        if not groups:
            row.problem("group_ids", "at least one group id")
        if any((service, group) in seen for group in groups):
            row.problem("group_ids", f"group ids that {service} has on no other line")
        if not zones["public"] or any(not zones[cloud] for cloud in clouds if cloud in uncertain):
            row.problem("uncertain", "clouds with zones, of which the public one is never without")
        if not set(uncertain) <= set(clouds):
            row.problem("uncertain", "one or more of " + ", ".join(clouds))
        seen.update((service, group) for group in groups)
        addresses, as_of = row.whole("addresses"), row.day("as_of")
        after_children = row.optional_flag("after_children")
        if addresses is not None and as_of is not None:
            links.append(
                PrivateLink(
                    service=service,
                    resource_type=row.text("resource_type"),
                    group_ids=groups,
                    addresses=addresses,
                    needs=row.optional_text("needs"),
                    zones=MappingProxyType(zones),
                    uncertain=frozenset(cloud for cloud in clouds if cloud in uncertain),
                    after_children=after_children is True,
                    note=row.optional_text("note"),
                    source=row.text("source"),
                    as_of=as_of,
                )
            )
    if problems:
        raise CatalogError(problems)
    return tuple(links)


def _is_zone(name: str) -> bool:
    plain = re.sub(r"\{(\w+)\}", lambda match: "x" if match[1] in PLACEHOLDERS else "{", name)
    return re.fullmatch(r"([a-z0-9-]+\.)+[a-z]{2,}", plain) is not None and "privatelink." in name


@cache
def _links() -> tuple[PrivateLink, ...]:
    return load(data_file("private_link.csv"))


def services() -> tuple[str, ...]:
    """Every service's key, in the order of the file."""
    return tuple(dict.fromkeys(link.service for link in _links()))


def of_service(service: str) -> tuple[PrivateLink, ...]:
    """The rows of a service; empty if the catalogue doesn't have it."""
    return tuple(link for link in _links() if link.service == service)


def find(service: str, group_id: str) -> PrivateLink | None:
    """The row of a group id, in Azure's own casing."""
    return next((link for link in of_service(service) if group_id in link.group_ids), None)


def did_you_mean(service: str) -> list[str]:
    """Up to three keys that are close to `service`, the closest first."""
    keys = {key.lower(): key for key in services()}
    return [keys[found] for found in difflib.get_close_matches(service.lower(), keys, n=3)]


def is_zone_name(name: str) -> bool:
    """Whether any service has a zone of that name in any cloud."""
    return any(re.fullmatch(pattern, name) for pattern in _patterns())


@cache
def _patterns() -> frozenset[str]:
    names = {name for link in _links() for names in link.zones.values() for name in names}
    return frozenset(re.sub(r"\\\{\w+\\\}", "[a-z0-9-]+", re.escape(name)) for name in names)
