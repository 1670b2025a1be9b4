"""Which tiers of API Management Azure offers in which regions.

Rows are in gateway_tiers.csv. Azure's table changes every few weeks: a region that isn't here is unknown, and
one that is closed goes on with the instances it has.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from azure_ai_landing_zone.catalog.regions import by_distance
from azure_ai_landing_zone.catalog.table import data_file, records

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


def load(text: str, file: str = "gateway_tiers.csv") -> Mapping[tuple[str, str], GatewayTier]:
    """By tier and region. Raises CatalogError with every problem in the file."""
    found: dict[tuple[str, str], GatewayTier] = {}
    for row, one in records(GatewayTier, file, text):
        if (one.tier, one.region) in found:
            row.problem("region", f"given once for {one.tier}")
        found[one.tier, one.region] = one
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
