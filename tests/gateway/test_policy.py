"""The policy of a gateway's API: what it says for which settings, and that Azure has these elements there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from azure_ai_landing_zone.gateway.audit import add_audit
from azure_ai_landing_zone.gateway.policy import models_policy
from azure_ai_landing_zone.gateway.settings import GatewayTeam, ModelGatewaySettings, PromptScreening
from azure_ai_landing_zone.models.content_filter import HarmThresholds

ELEMENTS: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "elements.yaml").read_text(encoding="utf-8")
)
SECTIONS = ["inbound", "backend", "outbound", "on-error"]


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314 (our own)


def plan(**more: Any) -> ModelGatewaySettings:
    teams = [
        GatewayTeam(name="support", tokens_per_minute=60_000),
        GatewayTeam(
            name="legal",
            token_quota=1_000_000,
            quota_period="Monthly",
            prompt_screening=PromptScreening(
                shield_prompts=False, harm_thresholds=HarmThresholds(hate="Low", violence="High")
            ),
        ),
    ]
    told = {"publisher_name": "ml", "publisher_email": "ml@example.com", "teams": teams}
    return ModelGatewaySettings(**told | more)


def policy(*, telemetry: bool = True, backends: int = 2, **more: Any) -> ElementTree.Element:
    text = models_policy(
        plan(**more),
        tenant_id="tenant",
        gateway_client_id="gateway",
        callers={"support": ["s1", "s2"], "legal": ["l1"]},
        backend_names=["sweden", "germany", "norway"][:backends],
        deployments=["chat", "embeddings"],
        quotas={"legal": 1_000_000},
        has_telemetry=telemetry,
    )
    return parsed(text)


def texts(root: ElementTree.Element, path: str) -> list[str | None]:
    return [one.text for one in root.findall(path)]


def test_who_gets_in() -> None:
    root = policy(audiences=["api://models"])
    token = root.find("inbound/validate-azure-ad-token")
    assert token is not None
    assert token.get("tenant-id") == "tenant"
    assert texts(token, "client-application-ids/application-id") == ["s1", "s2", "l1"]
    assert texts(token, "audiences/audience") == ["api://models"]


def test_each_team_has_its_limits() -> None:
    whens = policy().findall("inbound/choose[1]/when")
    assert [one.get("condition") for one in whens] == [
        '@(new [] { "s1", "s2" }.Contains((string)context.Variables["caller"]))',
        '@(new [] { "l1" }.Contains((string)context.Variables["caller"]))',
    ]
    limits = [dict(one.attrib) for when in whens for one in when.iter("llm-token-limit")]
    embeddings = [one.get("counter-key") for when in whens for one in when.iter("azure-openai-token-limit")]
    assert embeddings == ["support-embeddings", "legal-embeddings"]
    same = {
        "estimate-prompt-tokens": "true",
        "remaining-tokens-header-name": "x-ratelimit-remaining-tokens",
        "tokens-consumed-header-name": "x-tokens-consumed",
    }
    assert limits == [
        {"counter-key": "support", "tokens-per-minute": "60000", **same},
        {
            "counter-key": "legal",
            "token-quota": "1000000",
            "token-quota-period": "Monthly",
            "remaining-quota-tokens-variable-name": "quota-left",
            **same,
        },
    ]


def test_each_team_has_its_safety() -> None:
    found = policy().findall("inbound/choose/when/choose/otherwise/llm-content-safety")
    assert [one.get("shield-prompt") for one in found] == ["false"]
    levels = [{one.get("name"): one.get("threshold") for one in team.iter("category")} for team in found]
    assert levels == [{"Hate": "2", "SelfHarm": "4", "Sexual": "4", "Violence": "6"}]


def test_limits_come_before_what_costs() -> None:
    _, rest = policy().findall("inbound/choose/when/choose/otherwise")
    assert [one.tag for one in rest] == [
        "llm-token-limit",
        "choose",
        "llm-content-safety",
        "llm-emit-token-metric",
    ]
    inbound = policy().find("inbound")
    assert inbound is not None
    assert [one.tag for one in inbound] == [
        "base",
        "validate-azure-ad-token",
        "set-variable",
        "set-header",
        "set-variable",
        "choose",
        "choose",
        "choose",
        "set-backend-service",
        "authentication-managed-identity",
    ]


def test_what_is_not_there_is_not_asked() -> None:
    root = policy(telemetry=False, teams=[GatewayTeam(name="support", tokens_per_minute=1)])
    assert [
        one.tag for one in root.iter() if one.tag in ("llm-content-safety", "llm-emit-token-metric")
    ] == []


def test_what_fails_is_sent_to_each_of_the_others() -> None:
    """And to the first once more: with equal priorities, any of them may have answered first."""
    retry = policy(backends=3).find("backend/retry")
    assert retry is not None
    assert retry.get("count") == "3"
    chosen = [one.get("backend-id") for one in retry.iter("set-backend-service")]
    assert chosen == [
        '@("models-" + (string)context.Variables["deployment"])',
        '@((new [] { "germany", "norway", "sweden" })[(int)context.Variables["tries"] - 2] + "-" + '
        '(string)context.Variables["deployment"])',
    ]


def test_a_single_backends_answer_is_the_callers() -> None:
    """A second try would meet the breaker that the first one tripped, and hide 429 and its Retry-After."""
    backend = policy(backends=1).find("backend")
    assert backend is not None
    assert [one.tag for one in backend] == ["forward-request"]


def test_a_pool_that_rests_is_not_asked_again() -> None:
    retry = policy(backends=2).find("backend/retry")
    assert retry is not None
    assert retry.get("condition") == (
        '@(context.Response == null || context.Response.StatusCode == 429 && (int)context.Variables["tries"]'
        ' < 2 || context.Response.StatusCode >= 500 && !(context.Response.StatusReason ?? "").Contains('
        '"Backend pool"))'
    )


def test_the_gateway_asks_as_itself_and_passes_on_no_key() -> None:
    root = policy()
    identity = root.find("inbound/authentication-managed-identity")
    assert identity is not None
    assert dict(identity.attrib) == {
        "resource": "https://cognitiveservices.azure.com",
        "client-id": "gateway",
    }
    key = root.find("inbound/set-header")
    assert key is not None
    assert dict(key.attrib) == {"name": "api-key", "exists-action": "delete"}


def walk(
    element: ElementTree.Element, above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], ElementTree.Element]]:
    for child in element:
        yield above, child
        if child.tag != "set-body":
            yield from walk(child, (*above, child.tag))


def documented_problems(root: ElementTree.Element) -> list[str]:
    """What the documented elements, their places and attributes have against a policy."""
    found = [f"{section.tag} is no section" for section in root if section.tag not in SECTIONS]
    for section in root:
        for above, element in walk(section, (section.tag,)):
            owner = next((ELEMENTS[tag] for tag in reversed(above) if tag in ELEMENTS), {})
            if element.tag in owner.get("children", {}) or any(
                element.tag in inner for inner in owner.get("children", {}).values()
            ):
                continue
            known = ELEMENTS.get(element.tag)
            if known is None:
                found.append(f"{element.tag} is not documented")
                continue
            if section.tag not in known["sections"] and not set(above) & set(known.get("within", [])):
                found.append(f"{element.tag} may not stand in {section.tag}")
            found += [
                f"{element.tag} has no {name}" for name in element.attrib if name not in known["attributes"]
            ]
            found += [
                f"{element.tag} lacks {name}" for name in known.get("required", []) if not element.get(name)
            ]
    return found


@pytest.mark.parametrize("telemetry", [True, False])
def test_only_documented_elements_in_their_places(*, telemetry: bool) -> None:
    assert documented_problems(policy(telemetry=telemetry)) == []


def test_what_writes_calls_down_stands_where_it_may() -> None:
    root = policy()
    add_audit(root, bodies="hash", ingestion_url="https://in", client_id="gateway")
    assert documented_problems(root) == []


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            "<policies><inbound><forward-request /></inbound></policies>",
            ["forward-request may not stand in inbound"],
        ),
        (
            '<policies><outbound><llm-token-limit counter-key="a" estimate-prompt-tokens="true" /></outbound>'
            "</policies>",
            ["llm-token-limit may not stand in outbound"],
        ),
        ("<policies><inbound><llm-limit /></inbound></policies>", ["llm-limit is not documented"]),
        ("<policies><inbound><set-body /></inbound><middle /></policies>", ["middle is no section"]),
        ('<policies><inbound><retry count="2" every="1" /></inbound></policies>',
         ["retry has no every", "retry lacks condition", "retry lacks interval"]),
    ],
)  # fmt: skip
def test_the_check_finds_what_is_wrong(text: str, problems: list[str]) -> None:
    assert documented_problems(parsed(text)) == problems
