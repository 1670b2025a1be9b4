"""Who is of which team, and what it may call: the policy compiled and run."""

from typing import Any

import pytest

from azure_ai_landing_zone import GatewayTeam, SettingsError
from gateway.gateways import answers, chat, made
from helpers.policy_gateway import send

APP, CHAT_UI = "11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222"
GROUP = "3333aaaa-3333-3333-3333-333333333333"
AUDIENCE = "api://models.example.com"

TEAMS = [
    GatewayTeam(name="support", tokens_per_minute=1, models=["chat"]),
    GatewayTeam(name="foreign", tokens_per_minute=1, application_ids=[APP]),
    GatewayTeam(name="analysts", tokens_per_minute=1, group_ids=[GROUP.upper()]),
    GatewayTeam(name="testers", tokens_per_minute=1, app_roles=["Models.Use"], stored_responses=True),
]
TOGETHER: dict[str, Any] = {
    "teams": TEAMS,
    "caller_client_ids": {"support": ["support-app"]},
    "people_application_ids": [CHAT_UI],
    "audiences": [AUDIENCE],
    "content_safety_endpoint": None,
}


def said(*requests: dict[str, Any]) -> list[tuple[int, str]]:
    """Status, and the team or the reason."""
    return [
        (
            told["status"],
            told["headers"].get("x-team") or told["body"].partition('"code": "')[2].partition('"')[0],
        )
        for told in send(made(**TOGETHER), requests)
    ]


def asks(model: str = "chat", **claims: Any) -> dict[str, Any]:
    told = {"aud": AUDIENCE, "oid": "o", "tid": "t", **claims}
    return chat("nobody", 0, answers("chat"), model) | {"claims": told}


@pytest.mark.programs
def test_who_is_of_which_team() -> None:
    assert said(
        asks(azp="support-app"),
        asks(azp=APP),
        asks(azp=CHAT_UI, groups=["other", GROUP]),
        asks(azp=CHAT_UI, roles=["Models.Use"]),
        asks(azp=CHAT_UI),
        asks(azp=CHAT_UI, groups=["other"], roles=["Models"]),
        asks(azp="stranger", groups=[GROUP]),
        asks(azp="support-app", groups=[GROUP]),
    ) == [
        (200, "support"),
        (200, "foreign"),
        (200, "analysts"),
        (200, "testers"),
        (403, "no_team"),
        (403, "no_team"),
        (401, "TokenInvalid"),
        (200, "support"),
    ]


@pytest.mark.programs
def test_a_team_has_its_models() -> None:
    """Azure would answer: another team has the deployment."""
    assert said(asks("embeddings", azp="support-app"), asks("embeddings", azp=APP)) == [
        (404, "model_not_found"),
        (200, "foreign"),
    ]
    listed = {"path": "/v1/models", "method": "GET", "body": None}
    mine, all_ = send(made(**TOGETHER), [asks(azp="support-app") | listed, asks(azp=APP) | listed])
    assert ['"embeddings"' in one["body"] for one in (mine, all_)] == [False, True]


@pytest.mark.programs
def test_a_team_may_have_its_responses_kept() -> None:
    request = {"path": "/v1/responses", "body": {"model": "chat", "input": "x", "store": True}}
    kept, refused = send(
        made(**TOGETHER), [asks(azp=CHAT_UI, roles=["Models.Use"]) | request, asks(azp=APP) | request]
    )
    assert (kept["status"], kept["sent"]) == (200, '{"model":"chat","input":"x","store":true}')
    assert (refused["status"], refused.get("sent")) == (400, None)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (
            {"people_application_ids": []},
            [
                "teams[2].group_ids: needs `people_application_ids`: nobody could sign in by them",
                "teams[3].app_roles: needs `people_application_ids`: nobody could sign in by them",
            ],
        ),
        (
            {"audiences": ["https://ai.azure.com"]},
            [
                "teams[2].group_ids: needs an app registration of your own in `audiences`: tokens for Azure "
                "have none",
                "teams[3].app_roles: needs an app registration of your own in `audiences`: tokens for Azure "
                "have none",
            ],
        ),
        (
            {"deployment_names": ["embeddings"]},
            ["teams[0].models[0]: no deployment is called chat: there are embeddings"],
        ),
        (
            {"caller_client_ids": {"support": [APP]}},
            [
                "teams[1].application_ids[0]: signs in for support already, whose limits it would have: give "
                "each team its own"
            ],
        ),
        (
            {"caller_client_ids": {}},
            ["caller_client_ids.support: missing: nobody could sign in for this team"],
        ),
    ],
)
def test_what_is_refused(more: dict[str, Any], says: list[str]) -> None:
    with pytest.raises(SettingsError) as raised:
        made(**TOGETHER | more)
    assert str(raised.value).split("\n  ")[1:] == says


def test_an_application_has_an_id() -> None:
    with pytest.raises(SettingsError, match="the client id of an application, such as"):
        GatewayTeam(name="a", tokens_per_minute=1, application_ids=["my-app"])


def test_a_role_is_no_code() -> None:
    with pytest.raises(SettingsError, match="the value of an app role, such as "):
        GatewayTeam(name="a", tokens_per_minute=1, app_roles=['"}).Any()'])
