"""What was wrong once: each found by the model, in what the stacks make."""

import reachability_docs
from azure_ai_landing_zone_policies.reachability.ask import ask
from azure_ai_landing_zone_policies.reachability.land import Land, Subnet

PROD = ("hub", "prod")


def subnet(land: Land, beginning: str) -> Subnet:
    return next(one for one in land.subnets.values() if one.name.startswith(f"snet-ai-{beginning}"))


def test_a_range_that_others_use_opens_nothing() -> None:
    """Both stack files say that on-premises has it, and none that anything goes there."""
    land = reachability_docs.land_of(PROD)
    for port in (22, 443, 3389):
        found = ask(land, subnet(land, "prod-pretrain"), str(reachability_docs.ON_PREMISES), port)
        assert found.verdict == "refused", found.steps


def test_services_behind_endpoints_are_reached_on_their_ports() -> None:
    """The gateway sends records to the event hub with AMQP; Azure ML keeps notebooks on a file share."""
    land = reachability_docs.land_of(["models"])
    front = subnet(land, "models-front")
    events = next(name for one in land.endpoints for name in one.names if ".servicebus." in name)
    for port in (443, 5671, 5672, 9093):
        found = ask(land, front, events, port)
        assert (found.verdict, found.way) == ("reached", "endpoint"), found.steps


def test_no_service_is_reached_on_ports_that_it_has_not() -> None:
    """File shares where there are none."""
    land = reachability_docs.land_of(PROD)
    registry = next(name for one in land.endpoints for name in one.names if ".azurecr.io" in name)
    found = ask(land, subnet(land, "prod-pretrain"), registry, 445)
    assert found.verdict == "refused", found.steps
