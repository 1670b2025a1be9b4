"""ModelGateway: API Management in front of model services, with limits for each team."""

from typing import Literal

import pulumi
from pulumi_azure_native import apimanagement
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsManaged, DiagnosticsOff
from azure_ai_landing_zone.core.model import Input, PrivateEndpointPlace, Protection, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.gateway.api import (
    GatewayTelemetry,
    make_api,
    make_prompt_log,
    make_telemetry,
)
from azure_ai_landing_zone.gateway.audit import AUDIT_NAMES, GatewayAudit, make_audit_logger
from azure_ai_landing_zone.gateway.backends import (
    CONTENT_SAFETY,
    POOL,
    GatewayBackend,
    make_backends,
    make_content_safety,
    make_own_models,
)
from azure_ai_landing_zone.gateway.money import (
    GatewayTokenPrice,
    cluster_prices,
    price_problems,
    token_quotas,
)
from azure_ai_landing_zone.gateway.named_values import make_named_values, named
from azure_ai_landing_zone.gateway.network import open_network
from azure_ai_landing_zone.gateway.policy import models_policy
from azure_ai_landing_zone.gateway.settings import (
    MOST_BACKENDS,
    ModelGatewaySettings,
    cluster_problems,
    gateway_warnings,
    model_problems,
    own_models,
    screening_problems,
    team_problems,
)
from azure_ai_landing_zone.models.deployment import DeploymentName

RESOURCE_TYPE = "Microsoft.ApiManagement/service"


class ModelGatewayArgs(ComponentArgs, ModelGatewaySettings):
    """What a ModelGateway is made of."""

    backends: list[GatewayBackend] = Field(min_length=1, max_length=MOST_BACKENDS)
    """Asked in the order of their priorities."""
    deployment_names: list[DeploymentName] = Field(min_length=1)
    """Those that callers may name. Each has to be in all accounts of `backends`."""
    caller_client_ids: dict[str, list[Input[str]]] = Field(default={})
    """Client ids of the identities of each team's applications, by team; those that aren't known before a
    deployment. What is known stands in `application_ids` of the team."""
    model_prices: list[GatewayTokenPrice] = Field(default=[])
    """Of every model that a team with `cost_quota_usd` may name; a cluster's cost nothing by the token where
    nothing else is said."""
    identity_resource_id: Input[str]
    """The identity as which the gateway asks models: Cognitive Services OpenAI User on their accounts."""
    client_id: Input[str]
    """Of that identity."""
    subnet_resource_id: Input[str]
    """Its own, delegated to Microsoft.Web/hostingEnvironments for PremiumV2 and to Microsoft.Web/serverFarms
    for StandardV2."""
    virtual_network_resource_id: Input[str] | None = None
    """With PremiumV2: the network that finds its name. Left out: someone else's DNS has it."""
    hub_virtual_network_resource_id: Input[str] | None = None
    """With that: the hub's network, whose resolver answers spokes and on-premises."""
    private_endpoint: PrivateEndpointPlace | None = None
    """With StandardV2: the way in; its zone is privatelink.azure-api.net."""
    content_safety_endpoint: Input[str] | None = None
    """Of a Content Safety account on which the identity is Cognitive Services User, for teams with
    `prompt_screening`."""
    gateway_telemetry: GatewayTelemetry | None = None
    """Left out: tokens are limited, and not counted by team."""
    gateway_audit: GatewayAudit | None = None
    """What calls are written down for. Left out: they aren't."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace it; its name stays taken for 48 hours after a delete."""

    @model_validator(mode="after")
    def _check_args(self) -> "ModelGatewayArgs":
        problems = list(team_problems("caller_client_ids", self.teams, self.caller_client_ids))
        problems += cluster_problems(self.model_clusters, self.deployment_names)
        named = self._named()
        problems += model_problems("teams", self.teams, named)
        problems += price_problems("model_prices", self.teams, named, self._every_price(), {})
        problems += screening_problems(
            "teams",
            "content_safety_endpoint",
            self.teams,
            has_account=self.content_safety_endpoint is not None,
        )
        names = [one.name for one in self.backends]
        for number, name in enumerate(names):
            if name in (*names[:number], POOL, CONTENT_SAFETY):
                text = f"{name} is the name of another backend: take another"
                problems.append(Problem(("backends", number, "name"), text))
        for number, name in enumerate(self.deployment_names):
            if name.lower() in [other.lower() for other in self.deployment_names[:number]]:
                problems.append(Problem(("deployment_names", number), f"{name} is given twice"))
        if self.api_management_tier == "StandardV2" and self.private_endpoint is None:
            problems.append(Problem(("private_endpoint",), "missing: StandardV2 has no other private way in"))
        if self.api_management_tier == "PremiumV2" and self.private_endpoint is not None:
            text = "goes with StandardV2: PremiumV2 has an address in its subnet, leave this out"
            problems.append(Problem(("private_endpoint",), text))
        if self.prompt_log == "messages" and not isinstance(self.diagnostics, DiagnosticsManaged):
            text = "needs `diagnostics` with a workspace: without it prompts would be logged nowhere"
            problems.append(Problem(("prompt_log",), text))
        refuse(ModelGatewayArgs, problems)
        return self

    def _named(self) -> list[str]:
        """Every model that callers may name."""
        return [*self.deployment_names, *own_models(self.model_clusters)]

    def _every_price(self) -> list[GatewayTokenPrice]:
        return cluster_prices(self.model_clusters, self.model_prices)

    def quotas(self) -> dict[str, int]:
        """Tokens in a period, by team."""
        return token_quotas(self.teams, self._named(), self._every_price())


class ModelGateway(Component):
    """An API with the paths of OpenAI's SDKs under /openai. Callers sign in with Microsoft Entra ID and have
    no keys; the gateway asks models as its own identity. A deployment that answers 429 rests for as long as
    it says; whatever fails, the request goes on to the same deployment of the next account.

    The trusted-service bypass of other services, which ended on 2026-03-15, is off: what the gateway needs it
    reaches over the network. Source: learn.microsoft.com/azure/api-management/breaking-changes, 2026-11-21.
    """

    gateway_url: pulumi.Output[str]
    """Base URL for OpenAI's SDKs, ending with /openai/v1; resolves inside the network."""
    service_name: pulumi.Output[str]
    service_resource_id: pulumi.Output[str]
    policy: pulumi.Output[str]
    """Of the API, as XML."""

    def __init__(self, name: str, args: ModelGatewayArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        for warning in gateway_warnings(args, args.location):
            self.warn(warning)
        service = _make_service(making, args)
        open_network(
            making,
            service,
            virtual_network_resource_id=args.virtual_network_resource_id,
            hub_virtual_network_resource_id=args.hub_virtual_network_resource_id,
            endpoint=args.private_endpoint,
        )
        asked = make_backends(
            making, service, args.backends, args.deployment_names, breaker_seconds=args.breaker_seconds
        )
        asked += make_own_models(making, service, args.model_clusters)
        if args.content_safety_endpoint is not None:
            safety = make_content_safety(making, service, args.content_safety_endpoint, args.client_id)
            asked.append(safety)
        if args.gateway_audit is not None:
            asked.append(make_audit_logger(making, service, args.gateway_audit, args.client_id))
        asked += make_named_values(making, service, _told_later(args))
        api = make_api(making, service)
        policy = self._policy(args)
        self.policy = pulumi.Output.from_input(policy)
        apimanagement.ApiPolicy(
            f"{name}-policy",
            service_name=service.name,
            api_id=api.name,
            policy_id="policy",
            format=apimanagement.PolicyContentFormat.XML,
            value=policy,
            opts=making.child(depends_on=asked),
            **making.group,
        )
        if args.gateway_telemetry is not None:
            make_telemetry(making, service, api, args.gateway_telemetry, args.client_id)
        if isinstance(args.diagnostics, DiagnosticsManaged):
            # What an audit can't say of streams without holding them back: their model and tokens.
            tokens: Literal["tokens", "nothing"] = "tokens" if args.gateway_audit is not None else "nothing"
            kept = "messages" if args.prompt_log == "messages" else tokens
            make_prompt_log(making, service, api, kept=kept)
        making.watch(service.id, RESOURCE_TYPE)
        self.service_name = service.name
        self.service_resource_id = service.id
        self.gateway_url = service.gateway_url.apply(lambda url: f"{url.rstrip('/')}/openai/v1")
        self._end()

    def _policy(self, args: ModelGatewayArgs) -> str:
        """A preview knows all of it: what Azure has yet to tell stands there by name."""
        told = _told_later(args)
        return models_policy(
            args,
            tenant_id=self._client_config().tenant_id,
            gateway_client_id=named(_CLIENT_ID),
            callers={team: [named(name) for name in names] for team, names in _caller_names(args).items()},
            backend_names=[one.name for one in sorted(args.backends, key=lambda one: one.priority)],
            deployments=args.deployment_names,
            audit={field: named(name) for field, name in AUDIT_NAMES.items() if name in told},
            quotas=args.quotas(),
            has_telemetry=args.gateway_telemetry is not None,
        )


_CLIENT_ID = "gateway-client-id"


def _caller_names(args: ModelGatewayArgs) -> dict[str, list[str]]:
    """What the policy calls callers of each team."""
    return {
        team: [f"caller-{team}-{number}" for number, _ in enumerate(callers, start=1)]
        for team, callers in args.caller_client_ids.items()
    }


def _told_later(args: ModelGatewayArgs) -> dict[str, Input[str]]:
    """What the policy says by name."""
    found: dict[str, Input[str]] = {_CLIENT_ID: args.client_id}
    for team, names in _caller_names(args).items():
        found |= zip(names, args.caller_client_ids[team], strict=True)
    if args.gateway_audit is not None:
        found |= {name: getattr(args.gateway_audit, field) for field, name in AUDIT_NAMES.items()}
    return found


def _make_service(making: Making, args: ModelGatewayArgs) -> "apimanagement.ApiManagementService":
    injected = args.api_management_tier == "PremiumV2"
    return apimanagement.ApiManagementService(
        f"{making.name}-service",
        service_name=making.azure_name("apiManagement"),
        sku=apimanagement.ApiManagementServiceSkuPropertiesArgs(
            name=args.api_management_tier, capacity=args.units
        ),
        publisher_name=args.publisher_name,
        publisher_email=args.publisher_email,
        identity=apimanagement.ApiManagementServiceIdentityArgs(
            type="UserAssigned",
            user_assigned_identities=pulumi.Output.from_input(args.identity_resource_id).apply(
                lambda id_: {id_: apimanagement.UserIdentityPropertiesArgs()}
            ),
        ),
        virtual_network_type="Internal" if injected else "External",
        virtual_network_configuration=apimanagement.VirtualNetworkConfigurationArgs(
            subnet_resource_id=args.subnet_resource_id
        ),
        # Injected, it has no public endpoint to close, and Azure refuses `Disabled` without an endpoint.
        public_network_access="Disabled" if not injected and args.public_access == "closed" else None,
        developer_portal_status="Disabled",
        custom_properties={
            "Microsoft.WindowsAzure.ApiManagement.Gateway.ManagedIdentity.DisableOverPrivilegedAccess": "True"
        },
        opts=making.keeper(),
        **making.place,
    )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a ModelGateway called so names."""
    return [
        ("apiManagement", label),
        ("privateEndpoint", f"{label}-gateway"),
        ("virtualNetworkLink", f"{label}-gateway-hub"),
    ]
