"""Rule service-retires-soon."""

from collections.abc import Iterator
from datetime import timedelta

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.services import TYPES, retirement, shown


def _account(kind: str) -> dict[str, object]:
    return {"old": {"type": "azure-native:cognitiveservices:Account", "properties": {"kind": kind}}}


@stack_rule(
    on=TYPES,
    area="models",
    severity="medium",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=(
        "https://learn.microsoft.com/azure/advisor/advisor-how-to-plan-migration-workloads-service-retirement",
    ),
    baseline="advisory",
    strict="advisory",
    parameters=(
        Parameter("noticeDays", "whole number", 365, "how many days before its end a service is reported"),
    ),
    only_with_ai=True,
    passes=_account("ContentSafety"),
    fails=_account("ContentModerator"),
)
def service_retires_soon(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Services have time left

    Moving from one service to another means other calls, other answers and new evaluations, which takes
    months. Plan it before the date that the message names.
    """
    known = retirement(props)
    today = props.resource.today
    if known and today < known.retires <= today + timedelta(days=props.parameter("noticeDays")):
        yield (
            f"{shown(props, known)}, and Azure ends {known.service} on {known.retires}; plan the move to "
            f"{known.instead}"
        )
