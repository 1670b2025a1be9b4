"""Who may call the models behind a cluster's gateway."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from azure_ai_landing_zone.core.entra import ApplicationId, AppRole, Audience, TenantId
from azure_ai_landing_zone.core.model import Model, ObjectName, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.workloads.component import Manifest, NamespaceName

RequestsPerMinute = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
"""Of one proxy."""

_MOST_CALLERS = 15
"""Of 16 rules (envoyproxy/gateway v1.9.0, api/v1alpha1/ratelimit_types.go) one is for all others."""

_CALLER = "x-calling-application"
"""The header that Envoy writes a token's application into, after it has taken away what callers wrote there
(envoyproxy/envoy, source/extensions/filters/http/jwt_authn/extractor.cc, sanitizeHeaders, 2026-11)."""

_APPLICATION_CLAIMS = {"entra-v1": "appid", "entra-v2": "azp"}
"""Source: learn.microsoft.com/entra/identity-platform/access-token-claims-reference, 2026-11."""


class RequestLimits(Model):
    """How many requests callers may make of each service in a minute; more are answered with 429. They are
    requests and no tokens of a model, and each of the gateway's two proxies counts for itself, so that a
    caller who reaches both has twice as many. Limits of tokens are API Management's."""

    per_minute: dict[ApplicationId, RequestsPerMinute] = Field(default={})
    """By the client id of the application, or of the managed identity, that calls."""
    others_per_minute: RequestsPerMinute
    """Of all others together."""

    @model_validator(mode="after")
    def _check_callers(self) -> "RequestLimits":
        problems, seen = [], set[str]()
        if len(self.per_minute) > _MOST_CALLERS:
            text = (
                f"{len(self.per_minute)} applications, and Envoy Gateway takes {_MOST_CALLERS} beside all "
                "others: leave some to `others_per_minute`"
            )
            problems.append(Problem(("per_minute",), text))
        for caller in self.per_minute:
            if caller.lower() in seen:
                problems.append(Problem(("per_minute", caller), "is there in another casing: leave one out"))
            seen.add(caller.lower())
        refuse(RequestLimits, problems)
        return self


class EntraAuthentication(Model):
    """Whoever has a token of Microsoft Entra ID for an application that stands for the models."""

    mode: Literal["entra"]
    """Envoy looks at every request's token; no key is anywhere."""
    tenant_id: TenantId
    """Whose tokens count."""
    audiences: list[Audience] = Field(min_length=1, max_length=8)
    """Of the application: its client id, which tokens of version 2.0 are for, and its URI, which those of
    version 1.0 are for."""
    app_roles: list[AppRole] = Field(default=[])
    """App roles, of which a caller needs one. Left out: everybody whom the application gives a token."""
    request_limits: RequestLimits | None = None
    """How often callers may ask. Left out: as often as they like."""


class NoAuthentication(Model):
    """Whoever reaches the address. There should be something in front that knows who calls, such as API
    Management."""

    mode: Literal["none"]
    """Nobody is asked who he is."""


AuthenticationChoice = Annotated[EntraAuthentication | NoAuthentication, Field(discriminator="mode")]


def security_policy(
    authentication: EntraAuthentication, gateway: ObjectName, namespace: NamespaceName
) -> Manifest:
    """What Envoy Gateway asks of every request. Sources: gateway.envoyproxy.io/docs/tasks/security/
    jwt-claim-authorization and its definition of SecurityPolicy, v1.9.1, and learn.microsoft.com/entra/
    identity-platform/access-tokens (issuers of versions 1.0 and 2.0, claim roles), 2026-11-22."""
    login = f"https://login.microsoftonline.com/{authentication.tenant_id}"
    issuers = {
        "entra-v1": f"https://sts.windows.net/{authentication.tenant_id}/",
        "entra-v2": f"{login}/v2.0",
    }
    spec: Manifest = {
        "targetRefs": [{"group": "gateway.networking.k8s.io", "kind": "Gateway", "name": gateway}],
        "jwt": {
            "providers": [
                {
                    "name": name,
                    "issuer": issuer,
                    "audiences": authentication.audiences,
                    "remoteJWKS": {"uri": f"{login}/discovery/v2.0/keys"},
                    # Without it, tokens count in addresses too, which logs keep.
                    "extractFrom": {"headers": [{"name": "Authorization", "valuePrefix": "Bearer "}]},
                    **_caller(authentication, _APPLICATION_CLAIMS[name]),
                }
                for name, issuer in issuers.items()
            ]
        },
    }
    if authentication.app_roles:
        claims = [{"name": "roles", "valueType": "StringArray", "values": authentication.app_roles}]
        rules = [
            {"name": name, "action": "Allow", "principal": {"jwt": {"provider": name, "claims": claims}}}
            for name in issuers
        ]
        spec["authorization"] = {"defaultAction": "Deny", "rules": rules}
    return {
        "apiVersion": "gateway.envoyproxy.io/v1alpha1",
        "kind": "SecurityPolicy",
        "metadata": {"name": gateway, "namespace": namespace},
        "spec": spec,
    }


def _caller(authentication: EntraAuthentication, claim: str) -> Manifest:
    if authentication.request_limits is None:
        return {}
    return {"claimToHeaders": [{"header": _CALLER, "claim": claim}]}


def traffic_policy(limits: RequestLimits, gateway: ObjectName, namespace: NamespaceName) -> Manifest:
    """What Envoy's proxies count, after they have looked at tokens. Rules name callers one by one: of callers
    that they tell apart themselves they know the last 20 only (envoyproxy/gateway#9973, 2026-09-08). Sources:
    gateway.envoyproxy.io/docs/tasks/traffic/local-rate-limit; envoyproxy/gateway v1.9.0, internal/xds/
    translator/httpfilters.go (the order) and internal/gatewayapi/backendtrafficpolicy.go
    (buildLocalRateLimit: the rule without selectors is for requests that no other one is for)."""
    rules: list[Manifest] = [
        {
            # As tokens have it.
            "clientSelectors": [{"headers": [{"name": _CALLER, "type": "Exact", "value": caller.lower()}]}],
            "limit": {"requests": requests, "unit": "Minute"},
        }
        for caller, requests in limits.per_minute.items()
    ]
    rules.append({"limit": {"requests": limits.others_per_minute, "unit": "Minute"}})
    return {
        "apiVersion": "gateway.envoyproxy.io/v1alpha1",
        "kind": "BackendTrafficPolicy",
        "metadata": {"name": gateway, "namespace": namespace},
        "spec": {
            "targetRefs": [{"group": "gateway.networking.k8s.io", "kind": "Gateway", "name": gateway}],
            "rateLimit": {"local": {"rules": rules}},
        },
    }
