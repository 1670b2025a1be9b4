"""Advice: every size of the catalogue, either as a proposal or with the reason why not."""

from datetime import date

from azure_ai_landing_zone.advisor.planning.needs import (
    Advice,
    Place,
    Proposal,
    ServingNeed,
    TrainingNeed,
    TrainingProposal,
)
from azure_ai_landing_zone.advisor.planning.serving import serving_proposal
from azure_ai_landing_zone.advisor.planning.training import training_proposal
from azure_ai_landing_zone.catalog.sizes import VM_SIZES


def advise(need: TrainingNeed | ServingNeed, place: Place, today: date) -> Advice:
    """Proposals in order of cost: of the run where its hours are known, then by the hour; those without a
    price come last."""
    proposals: list[Proposal] = []
    left_out: dict[str, str] = {}
    asked = {name.lower() for name in place.sizes}
    for name, size in VM_SIZES.items():
        if size.traits.gpu_vendor == "none" or (asked and name.lower() not in asked):
            continue
        found: Proposal | str
        if isinstance(need, TrainingNeed):
            found = training_proposal(need, place, size, today)
        else:
            found = serving_proposal(need, place, size, today)
        if isinstance(found, str):
            left_out[name] = found
        else:
            proposals.append(found)
    return Advice(tuple(sorted(proposals, key=_order)), left_out)


def _order(proposal: Proposal) -> tuple[int, float, int, str]:
    of_run = proposal.usd if isinstance(proposal, TrainingProposal) else None
    if of_run is not None:
        return 0, float(of_run), proposal.nodes, proposal.size.size
    if proposal.usd_per_hour is not None:
        return 1, float(proposal.usd_per_hour), proposal.nodes, proposal.size.size
    return 2, 0, proposal.nodes, proposal.size.size
