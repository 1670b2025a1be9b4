"""A gateway in front of two accounts, and what those answer."""

from typing import Any

from azure_ai_landing_zone import (
    GatewayBackend,
    GatewayTeam,
    HarmThresholds,
    ModelGateway,
    ModelGatewayArgs,
    Naming,
    PromptScreening,
)
from azure_ai_landing_zone.gateway.api import GatewayTelemetry
from azure_ai_landing_zone.gateway.audit import GatewayAudit
from helpers.registered import Registered, register

ACCOUNTS = ("sweden", "germany")
DEPLOYMENTS = ("chat", "embeddings")

TOLD: dict[str, Any] = {
    "location": "swedencentral",
    "resource_group_name": "rg",
    "naming": Naming(suffix="x1"),
    "publisher_name": "ml",
    "publisher_email": "ml@example.com",
    "teams": [
        GatewayTeam(name="support", tokens_per_minute=60_000),
        GatewayTeam(
            name="legal",
            tokens_per_minute=20_000,
            prompt_screening=PromptScreening(harm_thresholds=HarmThresholds(hate="Low")),
        ),
        GatewayTeam(name="research", token_quota=1_000_000, quota_period="Monthly"),
    ],
    "caller_client_ids": {one: [f"{one}-app"] for one in ("support", "legal", "research")},
    "identity_resource_id": "/identities/gateway",
    "client_id": "gateway-client",
    "subnet_resource_id": "/subnets/gateway",
    "content_safety_endpoint": "https://cs.cognitiveservices.azure.com/",
    "gateway_telemetry": GatewayTelemetry(application_insights_resource_id="/ai", connection_string="c"),
    "gateway_audit": GatewayAudit(
        event_hub_name="h",
        event_hub_host="n.servicebus.windows.net",
        ingestion_url="https://in",
        bodies="hash",
    ),
    "deployment_names": [*DEPLOYMENTS],
    "backends": [
        GatewayBackend(name="sweden", endpoint="https://sweden.openai.azure.com/", priority=1),
        GatewayBackend(name="germany", endpoint="https://germany.openai.azure.com/", priority=2),
    ],
}


def made(**more: Any) -> Registered:
    return register(lambda: ModelGateway("front", ModelGatewayArgs(**TOLD | more)))


_USAGE = {"prompt_tokens": 9, "completion_tokens": 12, "total_tokens": 21}
_SAFE = {"hate": {"filtered": False, "severity": "safe"}}
_HATE = {"hate": {"filtered": True, "severity": "high"}}
_REGION = {"x-ms-region": "Sweden Central"}
_CHAT = {
    "status": 200,
    "headers": _REGION,
    "body": {
        "model": "gpt-5.5-2026-04-24",
        "choices": [{"message": {"content": "hi"}, "content_filter_results": _SAFE}],
        "prompt_filter_results": [{"prompt_index": 0, "content_filter_results": _SAFE}],
        "usage": _USAGE,
    },
}
_SPILLED = _CHAT | {"headers": _REGION | {"x-ms-spillover-from-deployment": "chat"}}
_RESPONSE = {
    "status": 200,
    "body": {
        "model": "gpt-5.5-2026-04-24",
        "output": [{"type": "message"}],
        "content_filters": [
            {"blocked": False, "source_type": "prompt", "content_filter_results": _SAFE},
        ],
        "usage": {"input_tokens": 9, "output_tokens": 12, "total_tokens": 21},
    },
}
_STREAM = {
    "status": 200,
    "headers": {"Content-Type": "text/event-stream"},
    "body": 'data: {"choices":[{"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n',
}
_EMBEDDINGS = {
    "status": 200,
    "body": {"model": "text-embedding-3-large", "usage": {"prompt_tokens": 4, "total_tokens": 4}},
}
_MODELS = {"status": 200, "body": {"data": [{"id": "gpt-9"}]}}
_REFUSED = {"status": 400, "body": {"error": {"code": "invalid_request_error", "message": "no"}}}
_FILTERED = {
    "status": 400,
    "body": {"error": {"code": "content_filter", "innererror": {"content_filter_result": _HATE}}},
}
_BUSY = {"status": 429, "headers": {"Retry-After": "30"}, "body": {"error": {"code": "429"}}}
_BROKEN = {"status": 500, "body": {"error": {"code": "500"}}}

ANSWERS: dict[str, dict[str, Any]] = {
    **{
        name: dict.fromkeys(ACCOUNTS, answer)
        for name, answer in {
            "chat": _CHAT,
            "spilled": _SPILLED,
            "response": _RESPONSE,
            "stream": _STREAM,
            "embeddings": _EMBEDDINGS,
            "models": _MODELS,
            "refused": _REFUSED,
            "filtered": _FILTERED,
            "busy": _BUSY,
            "broken": _BROKEN,
            "silent": None,
        }.items()
    },
    "busy first": {"sweden": _BUSY, "germany": _CHAT},
    "broken first": {"sweden": _BROKEN, "germany": _CHAT},
    "silent first": {"sweden": None, "germany": _CHAT},
}
"""By account; None is no connection."""


def answers(name: str) -> dict[str, Any]:
    """By backend."""
    return {f"{one}-{model}": answer for one, answer in ANSWERS[name].items() for model in DEPLOYMENTS}


def claims(team: str) -> dict[str, str]:
    """Of an application's token."""
    audience = "https://cognitiveservices.azure.com"
    return {"azp": f"{team}-app", "aud": audience, "oid": f"{team}-object", "tid": "tenant"}


def chat(team: str, at: float, said: dict[str, Any], model: str = "chat") -> dict[str, Any]:
    """A request `at` a second, and what backends say to it."""
    return {
        "at": at,
        "path": "/v1/chat/completions",
        "claims": claims(team),
        "body": {"model": model, "messages": []},
        "answers": said,
    }
