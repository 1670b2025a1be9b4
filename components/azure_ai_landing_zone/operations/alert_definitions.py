"""Alerts: what is worth someone's attention, one file each in alerts/, with a runbook of the same name in
docs/runbooks/."""

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Duration = Annotated[str, Field(pattern=r"^(PT\d+[MH]|P1D)$")]
"""Such as PT5M."""


class _Alert(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    summary: str
    """What has happened and why it matters, in one sentence: it is what people read first."""
    severity: int = Field(ge=0, le=4)
    """0 critical, 1 error, 2 warning, 3 informational, 4 verbose."""
    resource_type: str
    """What it watches, such as Microsoft.Storage/storageAccounts."""
    source: str
    """Where the names of metrics, tables or operations are written down."""
    as_of: date


class MetricAlert(_Alert):
    """Fires when a metric of one resource crosses a threshold."""

    signal: Literal["metric"]
    metric_name: str
    """As in REST, which isn't what the portal shows."""
    aggregation: Literal["Average", "Count", "Maximum", "Minimum", "Total"]
    operator: Literal["GreaterThan", "LessThan"]
    threshold: float | None = None
    """None: it follows from the plan of each resource, and without one there is no alert."""
    dimensions: dict[str, list[str]] = {}
    """Values that count, by dimension; `*` watches each on its own."""
    window: Duration
    frequency: Duration


class LogAlert(_Alert):
    """Fires when a query finds more than a threshold."""

    signal: Literal["log"]
    query: str
    """In KQL, with `{resource_id}` in lower case where the resource's id belongs."""
    measure: str | None = None
    """The column that is added up. None: rows are counted."""
    threshold: float | None = None
    """As of a metric."""
    window: Duration
    frequency: Duration

    @property
    def table(self) -> str:
        """What the query asks, such as StorageBlobLogs."""
        return self.query.split()[0]


class ActivityLogAlert(_Alert):
    """Fires when Azure writes a certain event into the activity log."""

    signal: Literal["activityLog"]
    category: Literal["Administrative", "ResourceHealth", "ServiceHealth"]
    any_of: dict[str, list[str]]
    """Values of which an event has one, by field."""


Alert = MetricAlert | LogAlert | ActivityLogAlert

_FILE: TypeAdapter[Alert] = TypeAdapter(Annotated[Alert, Field(discriminator="signal")])


@cache
def alerts() -> Mapping[str, Alert]:
    """Every alert by name, sorted. Raises ValueError for a file that isn't one."""
    folder = files(__package__) / "alerts"
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    return MappingProxyType(
        {
            file.name.removesuffix(".toml"): _FILE.validate_python(
                tomllib.loads(file.read_text(encoding="utf-8"))
            )
            for file in found
        }
    )


def alerts_of(resource_type: str) -> dict[str, Alert]:
    """The alerts that watch resources of that type."""
    wanted = resource_type.lower()
    return {name: alert for name, alert in alerts().items() if alert.resource_type.lower() == wanted}
