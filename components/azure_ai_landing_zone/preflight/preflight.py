"""The preflight: what a stack asks, held against what Azure answers."""

from collections.abc import Mapping
from dataclasses import dataclass

from azure_ai_landing_zone.preflight.client import Asks
from azure_ai_landing_zone.preflight.planning.demand import Demand
from azure_ai_landing_zone.preflight.planning.judging import checks_of, judged
from azure_ai_landing_zone.preflight.planning.question import Question, Reply
from azure_ai_landing_zone.preflight.planning.verdicts import Finding, Verdict

_ROUNDS = 5
"""Some questions follow from answers; no check has more than three rounds of them."""


@dataclass(frozen=True, slots=True)
class Preflight:
    """What became of all checks, in the order they are looked at."""

    demand: Demand
    findings: tuple[Finding, ...]
    answers: Mapping[Question, Reply]

    def count(self, verdict: Verdict) -> int:
        return sum(one.verdict == verdict for one in self.findings)

    @property
    def ready(self) -> bool:
        """Whether nothing failed and nothing is unknown."""
        return not self.count("failed") and not self.count("unknown")


def run_preflight(demand: Demand, ask: Asks) -> Preflight:
    """Asks all questions that the demand leads to, those of a round at once, and judges.

    Nothing is changed in Azure. What can't be answered is unknown, and never passed."""
    checks = checks_of(demand)
    known: dict[Question, Reply] = {}
    for _ in range(_ROUNDS):
        found = judged(checks, known)
        if not found.missing:
            return Preflight(demand, tuple(found.findings), known)
        known |= ask(found.missing)
    raise AssertionError("a check goes on asking")
