"""Teams with a limit by money: how many tokens it becomes, and that these never cost more."""

import re
from decimal import Decimal
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import (
    GatewayCluster,
    GatewayTeam,
    GatewayTokenPrice,
    LandingZone,
    LandingZoneSettings,
    SettingsError,
)
from azure_ai_landing_zone.catalog.deployment_types import all_types
from azure_ai_landing_zone.catalog.models import MODELS
from azure_ai_landing_zone.catalog.price_meters import all_meters
from azure_ai_landing_zone.gateway.money import token_quotas
from gateway.gateways import answers, chat, claims, made
from helpers.policy_gateway import send
from helpers.registered import register
from helpers.settings import HUB_OUTPUTS, STACKS, problems_of, stack

CHAT = GatewayTokenPrice(name="chat", usd=82.5)
EMBEDDINGS = GatewayTokenPrice(name="embeddings", usd=0.143, embeddings=True)
AGREED = {"chat": 40, "chat-strict": 60.5, "embeddings": 0.13}


def team(**more: Any) -> GatewayTeam:
    told: dict[str, Any] = {"name": "support", "cost_quota_usd": 1000, "quota_period": "Monthly"}
    return GatewayTeam(**told | more)


def limited(**more: Any) -> dict[str, Any]:
    """Settings in which the team legal has dollars for all models, and nobody has said a price."""
    settings = stack("models")
    gateway = settings["modelGateways"][0]
    gateway["teams"][1] |= {"costQuotaUsd": 1000, "models": []}
    del gateway["tokenPrices"]
    gateway |= more
    return settings


@pytest.mark.parametrize(
    ("models", "prices", "tokens"),
    [
        ([], [CHAT, EMBEDDINGS], 12_100_238),
        (["chat"], [CHAT, EMBEDDINGS], 12_121_212),
        (["embeddings"], [CHAT, EMBEDDINGS], 6_993_006_993),
        (["chat", "phi"], [CHAT, EMBEDDINGS], 12_121_212),
        (["chat", "phi"], [CHAT, GatewayTokenPrice(name="phi", usd=100)], 10_000_000),
    ],
)
def test_money_is_as_many_tokens_as_the_dearest_of_each_kind_allows(
    models: list[str], prices: list[GatewayTokenPrice], tokens: int
) -> None:
    one = team(models=models)
    found = token_quotas([one], ["chat", "embeddings", "phi"], prices)
    assert found == {"support": tokens}
    asked = [price for price in prices if price.name in (models or ["chat", "embeddings", "phi"])]
    most = sum(
        max((Decimal(str(price.usd)) for price in asked if price.embeddings is kind), default=Decimal(0))
        for kind in (True, False)
    )
    assert 999 < tokens * most / 1_000_000 <= 1000


def test_tokens_stay_tokens() -> None:
    teams = [
        GatewayTeam(name="a", token_quota=5, quota_period="Daily"),
        GatewayTeam(name="b", tokens_per_minute=5),
    ]
    assert token_quotas(teams, ["chat"], []) == {"a": 5}


def test_the_pages_example_is_right() -> None:
    page = (STACKS.parent / "docs" / "gateway.md").read_text(encoding="utf-8")
    example = page.partition("## Limits by money")[2].partition("```yaml")[2].partition("```")[0]
    callers = {"teamCallers": {"analysts": ["legal"]}, "contentSafetyAccount": None}
    settings = limited(**yaml.safe_load(example), **callers)
    zone = LandingZoneSettings.load(settings, "the page's example")
    price = GatewayTokenPrice(name="chat", usd=zone.model_gateways[0].token_prices["chat"])
    assert token_quotas(zone.model_gateways[0].teams, ["chat"], [price]) == {"analysts": 33_333_333}
    assert "33,333,333 tokens" in page


@pytest.mark.programs
def test_the_policy_holds_it_and_says_when_it_is_nearly_used() -> None:
    """Both counters have the number; 12,100,238 tokens, of which a fifth is 2,420,048."""
    gateway = made(
        teams=[team(), GatewayTeam(name="legal", tokens_per_minute=1)],
        caller_client_ids={"support": ["support-app"], "legal": ["legal-app"]},
        content_safety_endpoint=None,
        model_prices=[CHAT, EMBEDDINGS],
    )
    policy = gateway.inputs["front-policy"]["value"]
    assert policy.count('token-quota="12100238" token-quota-period="Monthly"') == 2
    asked = [
        chat("support", at, answers("chat")) | {"left": left}
        for at, left in enumerate((2_420_048, 2_420_047))
    ]
    vectors = {
        "at": 2,
        "path": "/v1/embeddings",
        "claims": claims("support"),
        "body": {"model": "embeddings", "input": "x"},
        "answers": answers("embeddings"),
        "left": 0,
    }
    told = send(gateway, [*asked, vectors])
    notice = ["quota-nearly-used Team=support"]
    assert [(one["status"], one["limits"], one.get("notices", [])) for one in told] == [
        (200, ["support"], []),
        (200, ["support"], notice),
        (200, ["support-embeddings"], notice),
    ]


def test_a_zone_takes_prices_of_the_catalogue_and_agreed_ones_first() -> None:
    """All of Sweden's are known: a provisioned deployment's are those of what it spills over to."""
    settings = limited(
        backendServices=[{"name": "sweden", "priority": 1}], tokenPrices={"chat": 90}, inferenceAudit=None
    )
    del settings["inferenceAudits"]
    found = register(
        lambda: LandingZone("models", LandingZoneSettings.load(settings, "settings")),
        stack="models",
        stack_outputs=HUB_OUTPUTS,
    )
    policy = found.inputs["models-front-gateway-policy"]["value"]
    assert re.findall(r'key="legal.*" token-quota="(\d+)"', policy) == ["11093484", "11093484"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (
            {},
            [
                "modelGateways[0].teams[1].costQuotaUsd: the catalogue has no price of gpt-5.5 2026-04-24 as "
                "DataZoneStandard in germanywestcentral; the catalogue has no price of "
                "text-embedding-3-large 1 as DataZoneStandard in germanywestcentral: give "
                "`tokenPrices` of chat, chat-strict, embeddings, or the team a `tokenQuota` instead"
            ],
        ),
        (
            {"tokenPrices": AGREED | {"chta": 5}},
            ["modelGateways[0].tokenPrices.chta: no model is called chta: did you mean chat?"],
        ),
        (
            {"tokenPrices": {"chat": 0, "embeddings": "cheap"}},
            [
                "modelGateways[0].tokenPrices.chat: input should be greater than 0, got 0",
                'modelGateways[0].tokenPrices.embeddings: must be a number, got "cheap"',
            ],
        ),
    ],
)
def test_money_that_is_no_number_of_tokens_is_refused(more: dict[str, Any], says: list[str]) -> None:
    assert problems_of(limited(**more)) == says


def test_prices_that_nobody_needs_are_refused() -> None:
    settings = limited(
        teams=[{"name": one, "tokensPerMinute": 5} for one in ("support", "legal", "research")]
    )
    settings["modelGateways"][0] |= {"tokenPrices": AGREED, "contentSafetyAccount": None}
    assert problems_of(settings) == [
        "modelGateways[0].tokenPrices: no team has `costQuotaUsd`: give it to one, or leave this out"
    ]


def test_an_account_whose_region_nobody_knows_has_no_price() -> None:
    settings = limited()
    settings["modelGateways"][0]["teams"][1]["models"] = ["chat-strict"]
    account = (
        "/subscriptions/0b1c7f2e-3f0d-4a51-9c39-2f3d5f6f8a11/resourceGroups/rg/providers/"
        "Microsoft.CognitiveServices/accounts/a"
    )
    settings["modelServices"][1]["foundryAccount"] = {"mode": "existing", "accountResourceId": account}
    assert problems_of(settings) == [
        "modelGateways[0].teams[1].costQuotaUsd: the region of germany, and so the price of chat-strict, "
        "isn't known: give `tokenPrices` of chat-strict, or the team a `tokenQuota` instead"
    ]


def test_what_is_paid_by_the_hour_alone_is_no_money() -> None:
    settings = limited()
    settings["modelGateways"][0]["teams"][1]["models"] = ["chat"]
    for service in settings["modelServices"]:
        chat, spillover, *rest = service["deployments"]
        service["deployments"] = [chat | {"spillover": None}, spillover | {"name": "other"}, *rest]
    assert problems_of(settings) == [
        "modelGateways[0].teams[1].costQuotaUsd: nothing that the team may name is paid by the token: give "
        "it a `tokenQuota` instead"
    ]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (
            {"model_prices": [CHAT]},
            "teams[0].cost_quota_usd: embeddings has no price: give `model_prices` of embeddings, or the "
            "team a `token_quota` instead",
        ),
        (
            {
                "teams": [team(models=["phi"])],
                "model_clusters": [
                    GatewayCluster(host_name="m.example.com", audience="api://m", model_names=["phi"])
                ],
            },
            "teams[0].cost_quota_usd: nothing that the team may name is paid by the token: give it a "
            "`token_quota` instead",
        ),
    ],
)
def test_a_component_refuses_the_same(more: dict[str, Any], says: str) -> None:
    told = {
        "teams": [team()],
        "caller_client_ids": {"support": ["support-app"]},
        "content_safety_endpoint": None,
    }
    with pytest.raises(SettingsError) as raised:
        made(**told | more)
    assert str(raised.value).split("\n  ")[1:] == [says]


def test_every_price_is_of_a_model_and_a_type_that_is_paid_by_the_token() -> None:
    skus = [sku.split(" ") for meter, sku in all_meters() if meter == "dearestToken"]
    assert len(skus) == 68
    wrong = [
        sku
        for sku in skus
        if (sku[0], sku[1]) not in MODELS or all_types()[sku[2]].provisioned  # type: ignore[index]
    ]
    assert wrong == []
