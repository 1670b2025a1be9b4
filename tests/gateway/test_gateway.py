"""ModelGateway: what it registers, what it refuses, and how its backends take over from each other."""

import contextlib
import re
from typing import Any

import pulumi
import pytest
from pulumi_azure_native import apimanagement

from azure_ai_landing_zone import (
    GatewayBackend,
    GatewayTeam,
    ModelGateway,
    ModelGatewayArgs,
    Naming,
    PrivateEndpointPlace,
    PromptScreening,
    SettingsError,
)
from azure_ai_landing_zone.core.diagnostics import DiagnosticsManaged
from azure_ai_landing_zone.gateway.audit import GatewayAudit
from azure_ai_landing_zone.gateway.settings import ModelGatewaySettings, gateway_warnings
from helpers.registered import Registered, register

COMMON: dict[str, Any] = {
    "location": "swedencentral",
    "resource_group_name": "rg",
    "naming": Naming(suffix="x1"),
    "publisher_name": "ml",
    "publisher_email": "ml@example.com",
    "teams": [GatewayTeam(name="support", tokens_per_minute=1000)],
    "caller_client_ids": {"support": ["app"]},
    "identity_resource_id": "/identities/gateway",
    "client_id": "gateway-client",
    "subnet_resource_id": "/subnets/gateway",
    "deployment_names": ["chat"],
    "backends": [
        GatewayBackend(name="ptu", endpoint="https://ptu.openai.azure.com/", priority=1),
        GatewayBackend(name="paygo", endpoint="https://paygo.openai.azure.com/", priority=2),
    ],
}
SETTINGS = {name: COMMON[name] for name in ("publisher_name", "publisher_email")}
SCREENED = GatewayTeam(name="support", tokens_per_minute=1000, prompt_screening=PromptScreening())
PROVIDERS = "/subscriptions/s/resourceGroups/r/providers/Microsoft.OperationalInsights"
PLACE = PrivateEndpointPlace(subnet_resource_id="/subnets/endpoints", private_dns_zone_resource_ids=["/zone"])


def made(**more: Any) -> Registered:
    return register(lambda: ModelGateway("front", ModelGatewayArgs(**COMMON | more)))


def deployed(found: Registered, name: str) -> dict[str, Any]:
    """The one resource of a deployment's template."""
    none: dict[str, Any] = {"properties": {"template": {"resources": [{}]}}}
    [one] = found.inputs.get(name, none)["properties"]["template"]["resources"]
    return dict(one)


def refused(**more: Any) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        ModelGatewayArgs(**COMMON | more)
    return str(raised.value).split("\n  ")[1:]


def test_an_injected_gateway_is_private_from_the_start() -> None:
    found = made(virtual_network_resource_id="/networks/spoke")
    assert found.azure == [
        ("apimanagement:Api", "front-api"),
        ("apimanagement:ApiManagementService", "front-service"),
        ("apimanagement:ApiOperation", "front-chat-completions"),
        ("apimanagement:ApiOperation", "front-deployment-chat-completions"),
        ("apimanagement:ApiOperation", "front-deployment-embeddings"),
        ("apimanagement:ApiOperation", "front-embeddings"),
        ("apimanagement:ApiOperation", "front-models"),
        ("apimanagement:ApiOperation", "front-responses"),
        ("apimanagement:ApiPolicy", "front-policy"),
        ("apimanagement:Backend", "front-chat-pool"),
        ("apimanagement:Backend", "front-paygo-chat"),
        ("apimanagement:Backend", "front-ptu-chat"),
        ("apimanagement:NamedValue", "front-caller-support-1"),
        ("apimanagement:NamedValue", "front-gateway-client-id"),
        ("privatedns:PrivateRecordSet", "front-address"),
        ("privatedns:PrivateZone", "front-zone"),
        ("privatedns:VirtualNetworkLink", "front-link"),
    ]
    service = found.inputs["front-service"]
    assert service["sku"] == {"name": "PremiumV2", "capacity": 1}
    assert service["virtualNetworkType"] == "Internal"
    assert "publicNetworkAccess" not in service
    assert service["customProperties"] == {
        "Microsoft.WindowsAzure.ApiManagement.Gateway.ManagedIdentity.DisableOverPrivilegedAccess": "True"
    }
    assert found.protected == {"front-service"}


@pytest.mark.parametrize(("public_access", "sent"), [("open", None), ("closed", "Disabled")])
def test_standard_v2_is_closed_once_it_has_an_endpoint(public_access: str, sent: str | None) -> None:
    found = made(api_management_tier="StandardV2", public_access=public_access, private_endpoint=PLACE)
    assert found.inputs["front-service"].get("publicNetworkAccess") == sent
    assert found.inputs["front-service"]["virtualNetworkType"] == "External"
    connection = found.inputs["front-private-endpoint"]["privateLinkServiceConnections"][0]
    assert connection["groupIds"] == ["Gateway"]


def test_it_says_what_screening_refuses() -> None:
    teams = [GatewayTeam(name="legal", tokens_per_minute=1), SCREENED]
    assert list(gateway_warnings(ModelGatewaySettings(**SETTINGS | {"teams": teams}), "swedencentral")) == [
        "team support: Content Safety answers prompts of more than 10,000 characters with 403; leave "
        "`prompt_screening` out where prompts may be longer"
    ]


AUDIT = GatewayAudit(event_hub_name="h", event_hub_host="n", ingestion_url="https://in", bodies="hash")
LOGS = DiagnosticsManaged(mode="managed", workspace_resource_id=f"{PROVIDERS}/workspaces/log")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, None),
        ({"diagnostics": LOGS}, {"logs": "disabled"}),
        ({"gateway_audit": AUDIT}, None),
        ({"gateway_audit": AUDIT, "diagnostics": LOGS}, {"logs": "enabled"}),
        (
            {"prompt_log": "messages", "diagnostics": LOGS},
            {
                "logs": "enabled",
                "requests": {"messages": "all", "maxSizeInBytes": 262_144},
                "responses": {"messages": "all", "maxSizeInBytes": 262_144},
            },
        ),
    ],
)
def test_tokens_of_streams_are_logged_where_calls_are_written_down(
    more: dict[str, Any], said: dict[str, Any] | None
) -> None:
    log = deployed(made(**more), "front-prompt-log")
    assert log.get("properties", {}).get("largeLanguageModel") == said


@pytest.mark.parametrize(
    ("region", "tier", "says"),
    [
        ("swedencentral", "PremiumV2", []),
        ("eastus", "StandardV2", []),
        (
            "eastus",
            "PremiumV2",
            [
                "Azure's list of 2026-04-24 doesn't have PremiumV2 in eastus: the nearest that take new ones "
                "are canadacentral, centralus, uksouth"
            ],
        ),
        (
            "eastus2",
            "PremiumV2",
            [
                "eastus2 takes no new PremiumV2 for now (as of 2026-04-24), what is there goes on: the "
                "nearest that take new ones are canadacentral, centralus, uksouth"
            ],
        ),
    ],
)
def test_it_is_said_where_azure_may_refuse_a_tier(
    region: str, tier: str, says: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_, **__: heard.append(text))
    made(location=region, api_management_tier=tier, private_endpoint=PLACE if tier == "StandardV2" else None)
    assert heard == says


def test_a_gateway_whose_address_azure_does_not_tell_is_made_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_, **__: heard.append(text))
    nothing = property(lambda _: pulumi.Output.from_input(None))
    monkeypatch.setattr(apimanagement.ApiManagementService, "private_ip_addresses", nothing)
    with contextlib.suppress(TypeError):
        made(virtual_network_resource_id="/networks/spoke")
    assert heard == [
        "Azure tells no private address of the gateway: put the one that the portal shows into the record @ "
        "of its zone"
    ]


def test_what_azure_does_not_tell_lets_nobody_in_by_another_name() -> None:
    """It would stand in the policy as an application called None."""
    with pytest.raises(ValueError, match="Azure tells no gateway-client-id for the gateway's policy"):
        made(client_id=pulumi.Output.from_input(None))


def test_a_preview_sees_all_of_the_policy() -> None:
    """What is told later is a value with a name, which is there before the policy."""
    teams = [GatewayTeam(name=name, tokens_per_minute=1) for name in ("support", "legal")]
    callers = {"support": ["a", "b"], "legal": ["c"]}
    found = made(teams=teams, caller_client_ids=callers, gateway_audit=AUDIT)
    values = {one["displayName"]: one["value"] for one in found.inputs.values() if "namedValueId" in one}
    assert values == {
        "gateway-client-id": "gateway-client",
        "caller-support-1": "a",
        "caller-support-2": "b",
        "caller-legal-1": "c",
        "audit-ingestion-url": "https://in",
        "audit-bodies": "hash",
    }
    said = set(re.findall(r"{{(.+?)}}", found.inputs["front-policy"]["value"]))
    assert said == set(values)
    assert found.dependencies["front-policy"] >= {f"front-{name}" for name in values}


def test_no_key_opens_it() -> None:
    assert made().inputs["front-api"]["subscriptionRequired"] is False


def test_content_safety_is_asked_with_the_gateways_identity() -> None:
    found = made(content_safety_endpoint="https://cs.cognitiveservices.azure.com/", teams=[SCREENED])
    backend = deployed(found, "front-content-safety")
    assert backend["name"] == "apim-ai-front-x1/content-safety"
    assert backend["properties"] == {
        "description": "Content Safety, asked before any model",
        "url": "https://cs.cognitiveservices.azure.com",
        "protocol": "http",
        "credentials": {
            "managedIdentity": {
                "resource": "https://cognitiveservices.azure.com",
                "clientId": "gateway-client",
            }
        },
    }
    assert found.dependencies["front-policy"] >= {"front-content-safety", "front-chat-pool"}


def test_a_breaker_is_for_429_alone() -> None:
    """Azure takes one rule for a backend."""
    for name in ("ptu", "paygo"):
        (rule,) = made(breaker_seconds=60).inputs[f"front-{name}-chat"]["circuitBreaker"]["rules"]
        assert rule == {
            "name": "busy",
            "acceptRetryAfter": True,
            "tripDuration": "PT60S",
            "failureCondition": {
                "count": 1,
                "interval": "PT10S",
                "statusCodeRanges": [{"min": 429, "max": 429}],
            },
        }


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (
            {"api_management_tier": "Consumption"},
            [
                "api_management_tier: Consumption has no private endpoint, no circuit breaker and no token "
                "limits: take PremiumV2, or StandardV2"
            ],
        ),
        (
            {"api_management_tier": "BasicV2"},
            [
                "api_management_tier: BasicV2 can never close its public endpoint: take PremiumV2, or "
                "StandardV2"
            ],
        ),
        (
            {"api_management_tier": "Developer"},
            [
                "api_management_tier: Developer has no service level, and its classic network injection is "
                "not made here: take PremiumV2, or StandardV2"
            ],
        ),
        (
            {"api_management_tier": "StandardV2"},
            ["private_endpoint: missing: StandardV2 has no other private way in"],
        ),
        (
            {"private_endpoint": PLACE},
            [
                "private_endpoint: goes with StandardV2: PremiumV2 has an address in its subnet, leave this "
                "out"
            ],
        ),
        (
            {"public_access": "open"},
            ["public_access: goes with StandardV2: PremiumV2 is closed when it is made, leave this out"],
        ),
        (
            {"api_management_tier": "StandardV2", "units": 11, "private_endpoint": PLACE},
            ["units: StandardV2 has at most 10, got 11: take PremiumV2"],
        ),
        ({"units": 31}, ["units: must be at most 30, got 31"]),
        (
            {"caller_client_ids": {}},
            ["caller_client_ids.support: missing: nobody could sign in for this team"],
        ),
        (
            {
                "teams": [GatewayTeam(name=name, tokens_per_minute=1) for name in ("support", "legal")],
                "caller_client_ids": {"support": ["app"], "legal": ["other", "app"]},
            },
            [
                "caller_client_ids.legal[1]: signs in for support already, whose limits it would have: give "
                "each team its own"
            ],
        ),
        (
            {
                "caller_client_ids": {"support": ["app"], "suport": ["app2"]},
            },
            ["caller_client_ids.suport: no team is called suport: there are support"],
        ),
        (
            {"prompt_log": "messages"},
            ["prompt_log: needs `diagnostics` with a workspace: without it prompts would be logged nowhere"],
        ),
        (
            {"backends": [GatewayBackend(name="models", endpoint="https://a/", priority=1)]},
            ["backends[0].name: models is the name of another backend: take another"],
        ),
        (
            {"teams": [GatewayTeam(name="support", tokens_per_minute=1)] * 2},
            ["teams[1].name: support is the name of [0] already: give each its own"],
        ),
        (
            {"teams": [SCREENED]},
            ["teams[0].prompt_screening: needs `content_safety_endpoint`: nothing would screen prompts"],
        ),
        (
            {"content_safety_endpoint": "https://cs/"},
            [
                "content_safety_endpoint: no team has `prompt_screening`: give it to one, or leave this out",
            ],
        ),
        ({"deployment_names": ["chat", "Chat"]}, ["deployment_names[1]: Chat is given twice"]),
        ({"breaker_seconds": 601}, ["breaker_seconds: must be at most 600, got 601"]),
    ],
)
def test_limits_of_a_gateway(more: dict[str, Any], says: list[str]) -> None:
    assert refused(**more) == says


@pytest.mark.parametrize(
    ("team", "says"),
    [
        (
            {},
            "tokens_per_minute: missing: one team's loop takes all throughput; give this, or `token_quota`, "
            "or both",
        ),
        (
            {"token_quota": 5},
            "quota_period: missing: a quota is a number of tokens and the period in which they may be used",
        ),
        (
            {"tokens_per_minute": 5, "quota_period": "Daily"},
            "token_quota: missing: a quota is a number of tokens and the period in which they may be used",
        ),
        ({"tokens_per_minute": 0}, "tokens_per_minute: must be at least 1, got 0"),
        (
            {"cost_quota_usd": 5},
            "quota_period: missing: a quota is a number of tokens and the period in which they may be used",
        ),
        (
            {"cost_quota_usd": 5, "token_quota": 5, "quota_period": "Daily"},
            "cost_quota_usd: goes without `token_quota`: it becomes a number of tokens itself, give one of "
            "the two",
        ),
        ({"cost_quota_usd": 2.5, "quota_period": "Daily"}, "cost_quota_usd: must be a whole number, got 2.5"),
    ],
)
def test_limits_of_a_team(team: dict[str, Any], says: str) -> None:
    with pytest.raises(SettingsError) as raised:
        GatewayTeam(name="support", **team)
    assert str(raised.value).split("\n  ")[1:] == [says]
