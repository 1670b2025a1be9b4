"""How rows get into tables of a landing zone's own."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import pulumi

from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.operations.observability import Observability
from azure_ai_landing_zone.operations.private_link import MonitorPrivateLinkExisting
from azure_ai_landing_zone.operations.section import LogAnalyticsItem, ObservabilityItem
from azure_ai_landing_zone.sections.made import Made
from azure_ai_landing_zone.sections.needs import Needs
from azure_ai_landing_zone.sections.others import Others

Ingestion = Literal["private", "public"]


@dataclass(frozen=True, slots=True)
class ScopeMember:
    """What has put its endpoint into the zone's monitor private link scope."""

    component: pulumi.Resource


def ingestion_problems(ingestion: Ingestion, others: Others, *, row: str) -> Iterator[Problem]:
    """What a part with such a table lacks of the zone. `row`: what wouldn't come in, such as record."""
    if not others.has(LogAnalyticsItem):
        yield Problem((), "needs `log_analytics`: its table is in that workspace")
    seen = others.only(ObservabilityItem)
    if ingestion == "public" or (seen is None and others.has(ObservabilityItem)):
        return  # what is wrong in itself is reported already
    if seen is not None and seen.joins_hub_s_scope and others.hub_subscription_id is None:
        return
    if seen is not None and isinstance(seen.monitor_private_link, MonitorPrivateLinkExisting):
        text = "the scope is the hub's: its team has to add the data collection endpoint, so take public"
        yield Problem(("ingestion",), text)
    elif seen is None or not seen.has_scope:
        text = f"needs `observability.monitor_private_link` of mode create: no {row} would come in"
        yield Problem(("ingestion",), text)


def table_problems(part: Needs, others: Others, *, table: str, have: str) -> Iterator[Problem]:
    """A workspace has one table of a name, and so a zone one part that makes it; `have`: what it is given."""
    path, first = next(others.each(type(part)))
    if first is not part:
        text = f"[{path[-1]}] makes the table {table} of the zone's workspace already: have one, with {have}"
        yield Problem((), text)


def ingestion_scope(ingestion: Ingestion, made: Made) -> pulumi.Output[str] | None:
    """The monitor private link scope that rows come in through, where they come in privately."""
    observability = made.only(Observability)
    if ingestion == "public" or observability is None:
        return None
    return observability.private_link_scope_resource_id.apply(str)


def scope_member(ingestion: Ingestion, component: pulumi.Resource) -> list[ScopeMember]:
    """What a part with such a table leaves for `before_ingestion` to find."""
    return [ScopeMember(component)] if ingestion == "private" else []


def before_ingestion(made: Made) -> list[pulumi.Resource]:
    """What a part with such a table waits for: a scope changes one member at a time."""
    members = [one for _, part in made.parts() for one in part.further if isinstance(one, ScopeMember)]
    return [*made.present(Observability), *(member.component for member in members)]
