"""How many provisioned throughput units a deployment of a model has, at least and in which steps.

Rows are in models_provisioned.csv. A model that isn't here is unknown; a row without a minimum says that
Azure doesn't offer it. Fireworks models, a preview with units of their own, are left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Literal

from azure_ai_landing_zone.catalog.table import data_file, records

Processing = Literal["global", "dataZone", "regional"]
"""Where prompts are processed: anywhere, in the US or the EU, or in the account's region."""

LARGEST = 100_000
"""Units of one deployment. Source: learn.microsoft.com/azure/foundry/openai/quotas-limits, 2026-02-17."""


@dataclass(frozen=True, slots=True)
class ProvisionedUnits:
    """The sizes of one model's deployments."""

    model: str
    processing: Processing
    minimum: int | None
    """None: not offered."""
    step: int | None
    """From the minimum on; None where it isn't offered."""
    source: str
    as_of: date

    def has_size(self, units: int) -> bool:
        """Whether a deployment may have that many units."""
        if self.minimum is None or self.step is None:
            return False
        return units >= self.minimum and (units - self.minimum) % self.step == 0


def load(
    text: str, file: str = "models_provisioned.csv"
) -> Mapping[tuple[str, Processing], ProvisionedUnits]:
    """Sizes by the model's name in lower case and processing. Raises CatalogError with every problem."""
    found: dict[tuple[str, Processing], ProvisionedUnits] = {}
    for row, one in records(ProvisionedUnits, file, text):
        if (one.minimum is None) != (one.step is None) or one.minimum == 0 or one.step == 0:
            row.problem("step", "given where the minimum is, both from 1")
        key = (one.model.lower(), one.processing)
        if key in found:
            row.problem("processing", f"given once for {one.model}")
        found[key] = one
    return MappingProxyType(found)


UNITS = load(data_file("models_provisioned.csv"))


def find(model: str, processing: Processing) -> ProvisionedUnits | None:
    """The sizes of a model's deployments. None if the catalogue doesn't have the model."""
    return UNITS.get((model.lower(), processing))
