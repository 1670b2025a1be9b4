"""All checks of a demand, and what becomes of them with the answers that there are."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from azure_ai_landing_zone.preflight.planning.answers import Answers, NoAnswer, NotAsked
from azure_ai_landing_zone.preflight.planning.demand import Demand
from azure_ai_landing_zone.preflight.planning.machines import quota_checks, size_checks
from azure_ai_landing_zone.preflight.planning.models import model_checks
from azure_ai_landing_zone.preflight.planning.names import name_checks
from azure_ai_landing_zone.preflight.planning.networks import network_checks
from azure_ai_landing_zone.preflight.planning.question import Question, Reply
from azure_ai_landing_zone.preflight.planning.registration import place_checks, registration_checks
from azure_ai_landing_zone.preflight.planning.rights import permission_checks
from azure_ai_landing_zone.preflight.planning.verdicts import TOPICS, Check, Finding, Judgement
from azure_ai_landing_zone.preflight.planning.versions import version_checks
from azure_ai_landing_zone.preflight.planning.virtual_hubs import virtual_hub_checks

_OF = (
    place_checks,
    size_checks,
    quota_checks,
    model_checks,
    registration_checks,
    name_checks,
    network_checks,
    virtual_hub_checks,
    permission_checks,
    version_checks,
)


def checks_of(demand: Demand) -> list[Check]:
    """In the order of TOPICS."""
    order = list(TOPICS)
    found = [*_untyped(demand), *(check for of in _OF for check in of(demand))]
    return sorted(found, key=lambda check: order.index(check.topic))


class Judged(NamedTuple):
    findings: list[Finding]
    """Of the checks whose answers are there."""
    missing: list[Question]
    """What has to be asked for the others."""


def judged(checks: Sequence[Check], known: Mapping[Question, Reply]) -> Judged:
    """A check whose answers failed, or can't be read, ends unknown: never passed."""
    findings: list[Finding] = []
    missing: dict[Question, None] = {}
    for check in checks:
        answers = Answers(known)
        try:
            judgement = check.judge(answers)
        except NotAsked as wanted:
            missing |= dict.fromkeys(wanted.questions)
            continue
        except NoAnswer as reason:
            judgement = Judgement("unknown", str(reason))
        findings.append(Finding(check.topic, check.subject, judgement, check.resources, tuple(answers.read)))
    return Judged(findings, list(missing))


def _untyped(demand: Demand) -> Iterator[Check]:
    """What the catalogue doesn't know is said, never left out."""
    types: dict[str, list[str]] = {}
    for one in demand.resources:
        if not one.arm_type:
            types.setdefault(one.type, []).append(one.name)
    for type_, users in types.items():

        def judge(_: Answers, type_: str = type_) -> Judgement:
            raise NoAnswer(f"catalog/arm_types.csv has no {type_}, so nothing was asked about it")

        yield Check("offered", type_, judge, tuple(users))
