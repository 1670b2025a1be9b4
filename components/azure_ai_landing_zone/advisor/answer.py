"""What the advisor answers: a request's advice, and the stack file's part of each proposal."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from azure_ai_landing_zone.advisor.planning import advice
from azure_ai_landing_zone.advisor.planning.needs import (
    Advice,
    Proposal,
    ServingNeed,
    ServingProposal,
    StackPart,
    TrainingNeed,
    TrainingProposal,
)
from azure_ai_landing_zone.advisor.planning.stack_part import serving_part, training_part
from azure_ai_landing_zone.advisor.settings import AdviceRequest


@dataclass(frozen=True, slots=True)
class Answer:
    """To one request."""

    request: AdviceRequest
    need: TrainingNeed | ServingNeed
    advice: Advice
    day: date

    def stack_part(self, proposal: Proposal) -> StackPart:
        """What makes it, below landingZone. Raises TypeError for a proposal to another request."""
        if isinstance(proposal, TrainingProposal) and isinstance(self.need, TrainingNeed):
            return training_part(proposal, self.need, self.request.ssh_public_key, self.request.zone)
        if isinstance(proposal, ServingProposal) and isinstance(self.need, ServingNeed):
            return serving_part(proposal, self.day)
        raise TypeError("the proposal answers another request")


def advise(request: AdviceRequest, today: date | None = None) -> Answer:
    """Sizes that fit in order of cost, and for every other size why not. Asks nobody and makes nothing."""
    day = today or datetime.now(UTC).date()
    need = request.need()
    return Answer(request, need, advice.advise(need, request.place(), day), day)
