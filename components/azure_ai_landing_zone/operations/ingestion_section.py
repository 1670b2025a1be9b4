"""How rows get into tables of a landing zone's own."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import pulumi

from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations.private_link import MonitorPrivateLinkExisting

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts

Ingestion = Literal["private", "public"]


def ingestion_problems(ingestion: Ingestion, parts: "Parts", *, row: str) -> Iterator[Problem]:
    """What a section with such a table lacks of the zone. `row`: what wouldn't come in, such as record."""
    if "log_analytics" not in parts.present:
        yield Problem((), "needs `log_analytics`: its table is in that workspace")
    plan = parts.observability
    if ingestion == "public" or (plan is None and "observability" in parts.present):
        return  # what is wrong in itself is reported already
    if plan is not None and isinstance(plan.monitor_private_link, MonitorPrivateLinkExisting):
        text = "the scope is the hub's: its team has to add the data collection endpoint, so take public"
        yield Problem(("ingestion",), text)
    elif not parts.has_scope():
        text = f"needs `observability.monitor_private_link` of mode create: no {row} would come in"
        yield Problem(("ingestion",), text)


def ingestion_scope(ingestion: Ingestion, made: "Made") -> pulumi.Output[str] | None:
    """The monitor private link scope that rows come in through, where they come in privately."""
    if ingestion == "public" or made.observability is None:
        return None
    return made.observability.private_link_scope_resource_id.apply(str)
