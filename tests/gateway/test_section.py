"""Gateways of a landing zone: how they fit what else is in it, and what the zone hands them."""

import re
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from helpers.registered import register
from helpers.settings import HUB_OUTPUTS, STACKS, problems_of, stack


def models(**gateway: Any) -> dict[str, Any]:
    settings = stack("models")
    settings["modelGateways"][0] |= gateway
    return settings


@pytest.mark.parametrize(
    ("gateway", "says"),
    [
        (
            {"backendServices": [{"name": "swedne", "priority": 1}]},
            [
                "modelGateways[0].backendServices[0].name: no model service is called swedne: did you "
                "mean sweden?"
            ],
        ),
        (
            {"contentSafetyAccount": "shield"},
            [
                "modelGateways[0].contentSafetyAccount: no Content Safety account is called shield: did "
                "you mean shields?"
            ],
        ),
        (
            {
                "teamCallers": {
                    "support": ["suport"],
                    "legal": ["legal"],
                    "research": ["research", "legal"],
                    "sales": [],
                }
            },
            [
                "modelGateways[0].teamCallers.research[1]: signs in for legal already, whose limits it would "
                "have: give each team its own",
                "modelGateways[0].teamCallers.sales: no team is called sales: there are support, legal, "
                "research",
                "modelGateways[0].teamCallers.support[0]: no identity of the zone is called suport: did "
                "you mean support?",
            ],
        ),
    ],
)
def test_a_gateway_fits_the_zone(gateway: dict[str, Any], says: list[str]) -> None:
    assert problems_of(models(**gateway)) == says


def test_a_service_has_to_know_the_gateway() -> None:
    settings = models()
    settings["modelServices"][1]["callers"] = ["support"]
    settings["contentSafetyAccounts"][0]["callers"] = ["support"]
    assert problems_of(settings) == [
        "modelGateways[0].backendServices[1].name: doesn't know the gateway: add front-gateway to the "
        "`callers` of germany",
        "modelGateways[0].contentSafetyAccount: doesn't know the gateway: add front-gateway to the `callers` "
        "of shields",
    ]


def test_a_gateway_needs_a_way_out() -> None:
    settings = models()
    settings["network"]["egress"] = "none"
    assert problems_of(settings) == [
        "modelGateways[0].apiManagementTier: needs a way out, to storage of Azure's and to Microsoft Entra "
        "ID: `network.egress` is none, take another"
    ]


def test_every_service_has_what_callers_name() -> None:
    settings = models()
    del settings["modelServices"][1]["deployments"][2:]
    assert problems_of(settings) == [
        "modelGateways[0].backendServices[1].name: germany has no deployment called chat-strict or "
        "embeddings, which another one has: callers would be told that there is none as soon as the other "
        "one rests"
    ]


def test_the_zone_hands_the_gateway_what_it_made() -> None:
    settings = models()
    del settings["inferenceAudits"], settings["modelGateways"][0]["inferenceAudit"]
    found = register(
        lambda: LandingZone("models", LandingZoneSettings.load(settings, "settings")),
        stack="models",
        stack_outputs=HUB_OUTPUTS,
    )
    assert found.inputs["models-front-gateway-service"]["virtualNetworkConfiguration"] == {
        "subnetResourceId": "/models-network-front-subnet"
    }
    # Its key is opened as soon as it is made.
    assert list(found.hooks) == ["models-sweden-models-account"]
    for team in ("support", "legal", "research"):
        client = found.outputs[f"models-{team}-identity"]["clientId"]
        assert found.inputs[f"models-front-gateway-caller-{team}-1"]["value"] == client


def test_the_pages_example_is_right() -> None:
    page = (STACKS.parent / "docs" / "gateway.md").read_text(encoding="utf-8")
    found = re.search(r"```yaml\n(.*?)```", page, re.S)
    assert found is not None
    LandingZoneSettings.load(stack("models") | yaml.safe_load(found[1]), "the page's example")
