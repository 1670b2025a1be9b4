"""A cluster of one's own behind the gateway of the stack models: who reaches its way in."""

from typing import Any

import pytest
import yaml

import reachability_docs
from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from azure_ai_landing_zone_policies.reachability.ask import ask
from azure_ai_landing_zone_policies.reachability.land import Land
from azure_ai_landing_zone_policies.reachability.matrix import origins
from azure_ai_landing_zone_policies.reachability.read import read
from azure_simulator.testing import mocks as kit
from helpers.registered import Identified
from helpers.settings import HUB_OUTPUTS, STACKS, stack

WAY_IN = "10.48.1.30"
TOGETHER = ("hub", "models", "clients")


def joined() -> dict[str, Any]:
    """The stack inference with what the page says of a cluster's zone."""
    page = (STACKS.parent / "docs" / "gateway.md").read_text(encoding="utf-8")
    example = page.partition("What joins the\ncluster's zone")[2].partition("```yaml")[2].partition("```")[0]
    return stack("inference") | dict(yaml.safe_load(example))


@pytest.fixture(scope="module")
def land() -> Land:
    resources = reachability_docs.resources_of(TOGETHER)
    (hub,) = (one["id"] for one in resources if one["urn"].endswith("::hub-hub-virtual-network"))
    outputs = HUB_OUTPUTS["hub"] | {"virtualNetworkResourceId": hub}

    def program() -> None:
        LandingZone("inference", LandingZoneSettings.load(joined(), "settings"))

    made = kit.run(
        Identified(id_format=None, stack_outputs=HUB_OUTPUTS | {"hub": outputs}),
        program,
        project="azure-ai-landing-zone",
        stack="inference",
    )
    return read([*resources, *made.resources()])


def test_the_gateway_reaches_it_and_nobody_else_does(land: Land) -> None:
    reached = {
        one.name.removeprefix("snet-ai-").rpartition("-")[0]: found.way
        for one in origins(land)
        if one.name.startswith("snet-") and (found := ask(land, one, WAY_IN, 443)).verdict == "reached"
    }
    assert reached == {
        "models-front": "firewall to a private network",
        "inference-serving": "same network",
    }
