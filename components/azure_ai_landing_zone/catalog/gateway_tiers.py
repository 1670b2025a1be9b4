"""Which tiers of API Management Azure offers in which regions.

Rows are in gateway_tiers.csv. Azure's table changes every few weeks: a region that isn't here is unknown, and
one that is closed goes on with the instances it has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal, get_args

from azure_ai_landing_zone.catalog.regions import by_distance
from azure_ai_landing_zone.catalog.table import CatalogError, data_file, rows

Offered = Literal["open", "closed"]
"""closed: no new instances for now."""


@dataclass(frozen=True, slots=True)
class GatewayTier:
    """A tier in a region."""

    tier: str
    """Such as PremiumV2."""
    region: str
    offered: Offered
    source: str
    as_of: date


COLUMNS = ("tier", "region", "offered", "source", "as_of")


def load(text: str, file: str = "gateway_tiers.csv") -> Mapping[tuple[str, str], GatewayTier]:
    """By tier and region. Raises CatalogError with every problem in the file."""
    problems: list[str] = []
    found: dict[tuple[str, str], GatewayTier] = {}
    for row in rows(file, text, COLUMNS, problems):
        key = row.text("tier"), row.text("region")
        offered, source = row.one_of("offered", get_args(Offered)), row.text("source")
        as_of = row.day("as_of") or date.min
        if key in found:
            row.problem("region", f"given once for {key[0]}")
        found[key] = GatewayTier(*key, offered or "closed", source, as_of)
    if problems:
        raise CatalogError(problems)
    return found


@cache
def all_tiers() -> Mapping[tuple[str, str], GatewayTier]:
    """Every row by tier and region."""
    return load(data_file("gateway_tiers.csv"))


def doubt(tier: str, region: str) -> str | None:
    """Why Azure may refuse a new instance there, as one sentence; None where it takes them."""
    known = all_tiers()
    of_tier = {one.region: one for (name, _), one in known.items() if name == tier}
    if not of_tier:
        return None
    as_of = max(one.as_of for one in of_tier.values())
    there = of_tier.get(region)
    if there is not None and there.offered == "open":
        return None
    open_ = by_distance([one.region for one in of_tier.values() if one.offered == "open"], region)
    near = f"the nearest that take new ones are {', '.join(open_[:3])}"
    if there is not None:
        return f"{region} takes no new {tier} for now (as of {as_of}), what is there goes on: {near}"
    return f"Azure's list of {as_of} doesn't have {tier} in {region}: {near}"
