"""Who sits outside of Azure finds the names in it by a resolver that it is told of, and by nothing else."""

from azure_ai_landing_zone_policies.reachability.ask import ask
from helpers.networks import NAME, NETWORK, ON_PREMISES, whole


def test_private_names_are_not_found_by_themselves() -> None:
    state = whole()
    state.inputs["link"]["virtualNetwork"]["id"] = f"{NETWORK}/virtualNetworks/hub"
    found = ask(state.land(), ON_PREMISES, NAME, 443)
    assert (found.verdict, found.steps[0]) == (
        "refused",
        "servers of on-premises: no resolver of these resources",
    )
