"""In which regions Azure deploys a version of a model, by deployment type.

Rows are in model_regions.csv, of the Americas and Europe. Azure's list changes every few weeks, and says
nothing of what is left there: what isn't here is unknown, and what is here may be denied for want of capacity
or quota.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from azure_ai_landing_zone.catalog.regions import by_distance
from azure_ai_landing_zone.catalog.table import data_file, records

PAGE = (
    "https://learn.microsoft.com/azure/foundry/foundry-models/concepts/"
    "models-sold-directly-by-azure-region-availability"
)


@dataclass(frozen=True, slots=True)
class ModelRegions:
    """A version of a model as one deployment type."""

    model: str
    version: str
    deployment_type: str
    regions: tuple[str, ...]
    source: str
    as_of: date


def load(text: str, file: str = "model_regions.csv") -> Mapping[tuple[str, str, str], ModelRegions]:
    """By model, version and deployment type. Raises CatalogError with every problem in the file."""
    found: dict[tuple[str, str, str], ModelRegions] = {}
    for row, one in records(ModelRegions, file, text):
        key = (one.model, one.version, one.deployment_type)
        if key in found:
            row.problem("deployment_type", f"given once for {one.model} {one.version}")
        found[key] = one
    return found


@cache
def all_models() -> Mapping[tuple[str, str, str], ModelRegions]:
    """Every row by model, version and deployment type."""
    return load(data_file("model_regions.csv"))


def doubt(model: str, version: str, deployment_type: str, region: str) -> str | None:
    """Why Azure may refuse a deployment there, as one sentence; None where its list has it."""
    known = all_models()
    what = f"{model} {version} as {deployment_type}"
    if not any(region in row.regions for row in known.values()):
        return f"where Azure has {what} is known of the Americas and Europe only: {PAGE} says it of {region}"
    one = known.get((model.lower(), version.lower(), deployment_type))
    if one is None:
        as_of = max(row.as_of for row in known.values())
        return f"Azure's list of {as_of} doesn't have {what}: see {PAGE}"
    if region in one.regions:
        return None
    near = ", ".join(by_distance(list(one.regions), region)[:3])
    return f"Azure's list of {one.as_of} doesn't have {what} in {region}, but in {near}: see {PAGE}"
