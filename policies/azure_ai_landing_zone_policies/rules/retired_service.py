"""Rule retired-service."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.services import TYPES, retirement, shown


def _program(type_: str) -> dict[str, object]:
    return {"nodes": H100_NODES, "cache": {"type": f"azure-native:storagecache:{type_}", "properties": {}}}


@stack_rule(
    on=TYPES,
    area="models",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=(
        "https://learn.microsoft.com/azure/advisor/advisor-how-to-plan-migration-workloads-service-retirement",
    ),
    only_with_ai=True,
    passes=_program("AmlFilesystem"),
    fails=_program("Cache"),
)
def retired_service(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Services are ones that Azure still runs

    A service that has ended answers nothing and can't be created any more, however many samples still
    name it. Use what the message names.
    """
    known = retirement(props)
    if known and known.retires <= props.resource.today:
        yield (
            f"{shown(props, known)}, and Azure ended {known.service} on {known.retires}; use {known.instead}"
        )
