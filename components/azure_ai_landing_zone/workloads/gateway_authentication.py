"""Who may call the models behind a cluster's gateway."""

from typing import Annotated, Literal

from pydantic import Field

from azure_ai_landing_zone.core.entra import AppRole, Audience, TenantId
from azure_ai_landing_zone.core.model import Model, ObjectName
from azure_ai_landing_zone.workloads.component import Manifest, NamespaceName


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
