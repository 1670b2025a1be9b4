"""Checks of virtual hubs that others have, to which networks of the stack are connected."""

from collections.abc import Callable, Iterator

from azure_ai_landing_zone.preflight.planning import questions
from azure_ai_landing_zone.preflight.planning.answers import Answers
from azure_ai_landing_zone.preflight.planning.demand import Demand
from azure_ai_landing_zone.preflight.planning.networks import overlap, own_ranges
from azure_ai_landing_zone.preflight.planning.verdicts import Check, Judgement

_OWNER = "whoever has the Virtual WAN"


def virtual_hub_checks(demand: Demand) -> Iterator[Check]:
    """That each is there, has its routing, and addresses that don't overlap with the stack's."""
    found: dict[str, list[str]] = {}
    for one in demand.of("network:HubVirtualNetworkConnection"):
        if one.id is not None and not demand.makes(hub := one.id.rsplit("/", 2)[0]):
            found.setdefault(hub, []).append(one.name)
    for hub, users in found.items():
        yield Check("networks", f"virtual hub {hub}", _takes_connections(demand, hub), tuple(users))


def _takes_connections(demand: Demand, hub: str) -> Callable[[Answers], Judgement]:
    """Azure refuses connections while the hub's routing is being set up: Azure/azure-rest-api-specs#10391,
    2020-08-10. Addresses: learn.microsoft.com/azure/virtual-wan/expressroute-powershell, prerequisites,
    2026-11-23."""
    own = own_ranges(demand)

    def judge(answers: Answers) -> Judgement:
        found = answers.one(questions.virtual_hub(hub))
        if found is None:
            return Judgement("failed", f"there is no virtual hub {hub}", ask=_OWNER)
        theirs, state = found.text("properties.addressPrefix"), found.text("properties.routingState")
        if (overlaps := overlap(found, hub, theirs, own)) is not None:
            return overlaps
        if state != "Provisioned":
            return Judgement(
                "failed",
                f"the routing of {hub} is {state}, and Azure refuses connections meanwhile",
                got=state,
                needed="Provisioned",
                ask=f"{_OWNER}: wait while it is Provisioning, reset the hub where it is Failed",
            )
        text = f"{hub} takes connections, and addresses fit its own"
        return Judgement("passed", text, needed=", ".join(own))

    return judge
