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
