"""The page of who reaches whom is what the model says of the recorded states."""

import reachability_docs
from azure_ai_landing_zone_policies.reachability.ask import ask


def test_the_page_is_what_the_model_says() -> None:
    assert reachability_docs.FILE.read_text(encoding="utf-8") == reachability_docs.page(), "run `make docs`"


def test_every_stack_with_a_network_is_on_it() -> None:
    networks = {
        path.stem for path in reachability_docs.STATES.glob("*.yaml") if ":Subnet::" in path.read_text()
    }
    assert {stack for stacks in reachability_docs.TOGETHER for stack in stacks} == networks


def test_zones_reach_all_that_they_have_made_private() -> None:
    """From each subnet that has things of its own, to every endpoint, by the endpoint."""
    for stacks in reachability_docs.TOGETHER:
        land = reachability_docs.land_of(stacks)
        homes = {one.subnet for one in land.endpoints}
        for subnet in land.subnets.values():
            if subnet.id in homes or subnet.name.startswith("Azure"):
                continue
            for endpoint in land.endpoints:
                for name in endpoint.names:
                    found = ask(land, subnet, name, 443)
                    assert (found.verdict, found.way) == ("reached", "endpoint"), (
                        subnet.name,
                        name,
                        found.steps,
                    )
