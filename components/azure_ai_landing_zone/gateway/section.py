"""Model gateways of a landing zone, in front of its model services."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

import pulumi
from pydantic import Field, StrictInt

from azure_ai_landing_zone.access.section import RolesOn
from azure_ai_landing_zone.audit.audit import InferenceAudit
from azure_ai_landing_zone.audit.section import InferenceAuditSettings
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import Key, Model
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.gateway import gateway as model_gateway
from azure_ai_landing_zone.gateway.api import GatewayTelemetry
from azure_ai_landing_zone.gateway.audit import GatewayAudit
from azure_ai_landing_zone.gateway.backends import GatewayBackend
from azure_ai_landing_zone.gateway.gateway import ModelGateway, ModelGatewayArgs
from azure_ai_landing_zone.gateway.settings import MOST_BACKENDS, ModelGatewayPlan, team_problems
from azure_ai_landing_zone.models.content_safety import ContentSafety
from azure_ai_landing_zone.models.section import (
    ContentSafetyAccountSettings,
    ModelServiceSettings,
    caller_problems,
)
from azure_ai_landing_zone.models.service import ModelService
from azure_ai_landing_zone.network.planning.addresses import DelegatedService, delegated_addresses
from azure_ai_landing_zone.network.section import NetworkCreate
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.sections.section import Part, Section, SectionEndpoint
from azure_ai_landing_zone.sections.site import fields_of

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts

_DELEGATIONS: dict[str, DelegatedService] = {
    "PremiumV2": "Microsoft.Web/hostingEnvironments",
    "StandardV2": "Microsoft.Web/serverFarms",
}


class GatewayModelService(Model):
    """One of the zone's model services behind a gateway. It has the gateway's identity among its callers."""

    name: Key
    """Of `modelServices`."""
    priority: StrictInt = Field(ge=1, le=100)
    """Asked only while all with a lower number rest."""
    weight: StrictInt = Field(default=1, ge=1, le=100)
    """Share among those of one priority."""


class ModelGatewaySettings(ModelGatewayPlan, Section):
    """A gateway of the zone. Its identity is called <name>-gateway: give that to `callers` of model services
    and of the Content Safety account."""

    backend_services: list[GatewayModelService] = Field(min_length=1, max_length=MOST_BACKENDS)
    """What it asks. The deployments that callers name have to be in all of them."""
    team_callers: dict[Key, list[Key]]
    """Identities of the zone that sign in for each team."""
    content_safety_account: Key | None = None
    """One of `contentSafetyAccounts`, which sees prompts before any model does."""
    inference_audit: Key | None = None
    """One of `inferenceAudits`, with the gateway's identity among its `senderNames`. Left out: nothing is
    written down of calls, unless applications do."""

    @property
    def identity(self) -> str:
        """As which it asks models."""
        return f"{self.name}-gateway"

    def subnets(self) -> list[NetworkSubnet]:
        delegation = _DELEGATIONS[self.api_management_tier]
        addresses = delegated_addresses(delegation)
        return [
            NetworkSubnet(name=self.name, purpose="delegated", addresses=addresses, delegation=delegation)
        ]

    def endpoints(self) -> list[SectionEndpoint]:
        if self.api_management_tier == "PremiumV2":
            return []
        return [SectionEndpoint(f"{self.name}-gateway", "apiManagement", "Gateway")]

    def identities(self) -> dict[str, RolesOn]:
        return {self.identity: {"telemetry": [BuiltInRole.MONITORING_METRICS_PUBLISHER]}}

    def azure_names(self) -> list[tuple[Kind, str]]:
        return model_gateway.azure_names(self.name)

    def problems(self, parts: "Parts") -> list[Problem]:
        return [
            *self._caller_problems(parts),
            *self._asked_problems(parts),
            *self._deployment_problems(parts),
            *self._network_problems(parts),
            *self._log_problems(parts),
            *self._audit_problems(parts),
        ]

    def _caller_problems(self, parts: "Parts") -> Iterator[Problem]:
        yield from team_problems("team_callers", self.teams, self.team_callers)
        for name, callers in self.team_callers.items():
            for problem in caller_problems(callers, parts):
                yield Problem(("team_callers", name, *problem.path[1:]), problem.message)

    def _asked_problems(self, parts: "Parts") -> Iterator[Problem]:
        services = {one.name: one for one in _all(parts, "model_services", ModelServiceSettings)}
        accounts = {
            one.name: one for one in _all(parts, "content_safety_accounts", ContentSafetyAccountSettings)
        }
        if None not in parts.lists.get("model_services", []):
            for number, one in enumerate(self.backend_services):
                path, service = ("backend_services", number, "name"), services.get(one.name)
                if service is None:
                    there = ", ".join(services) or "none"
                    yield Problem(path, f"no model service is called {one.name}: there are {there}")
                elif self.identity not in service.callers:
                    text = f"doesn't know the gateway: add {self.identity} to the `callers` of {one.name}"
                    yield Problem(path, text)
        wanted = self.content_safety_account
        if wanted is None or None in parts.lists.get("content_safety_accounts", []):
            return
        account = accounts.get(wanted)
        if account is None:
            text = f"no Content Safety account is called {wanted}: there are {', '.join(accounts) or 'none'}"
            yield Problem(("content_safety_account",), text)
        elif self.identity not in account.callers:
            text = f"doesn't know the gateway: add {self.identity} to the `callers` of {wanted}"
            yield Problem(("content_safety_account",), text)

    def _deployment_problems(self, parts: "Parts") -> Iterator[Problem]:
        """What one service answers and another doesn't know would fail as soon as the first one rests."""
        services = {one.name: one for one in _all(parts, "model_services", ModelServiceSettings)}
        asked = [(number, services.get(one.name)) for number, one in enumerate(self.backend_services)]
        every = {name: None for _, one in asked if one for name in _called(one)}
        for number, service in asked:
            missing = [name for name in every if service and name not in _called(service)]
            if service is not None and missing:
                text = (
                    f"{service.name} has no deployment called {' or '.join(missing)}, which another one has: "
                    "callers would be told that there is none as soon as the other one rests"
                )
                yield Problem(("backend_services", number, "name"), text)

    def _network_problems(self, parts: "Parts") -> Iterator[Problem]:
        """Source: learn.microsoft.com/azure/api-management/inject-vnet-v2 2025-10-08."""
        if isinstance(parts.network, NetworkCreate) and parts.network.egress == "none":
            text = (
                "needs a way out, to storage of Azure's and to Microsoft Entra ID: `network.egress` is none, "
                "take another"
            )
            yield Problem(("api_management_tier",), text)

    def _log_problems(self, parts: "Parts") -> Iterator[Problem]:
        if self.prompt_log == "messages" and "log_analytics" not in parts.present:
            text = "needs `log_analytics`: without a workspace prompts would be logged nowhere"
            yield Problem(("prompt_log",), text)

    def _audit_problems(self, parts: "Parts") -> Iterator[Problem]:
        wanted = self.inference_audit
        if wanted is None or None in parts.lists.get("inference_audits", []):
            return
        audits = {one.name: one for one in _all(parts, "inference_audits", InferenceAuditSettings)}
        audit = audits.get(wanted)
        if audit is None:
            text = f"no audit is called {wanted}: there are {', '.join(audits) or 'none'}"
            yield Problem(("inference_audit",), text)
        elif self.identity not in audit.sender_names:
            text = f"doesn't know the gateway: add {self.identity} to the `sender_names` of {wanted}"
            yield Problem(("inference_audit",), text)

    def make(self, made: "Made") -> Part:
        site, identity, after = made.site, made.identities[self.identity], list[pulumi.Resource]()
        backends = []
        for one in self.backend_services:
            service = made.parts["model_services"][one.name].component
            if isinstance(service, ModelService):
                backends.append(GatewayBackend(**one.model_dump(), endpoint=service.endpoint))
                after.append(service)
        safety = None
        if self.content_safety_account is not None:
            account = made.parts["content_safety_accounts"][self.content_safety_account].component
            if isinstance(account, ContentSafety):
                safety = account.endpoint
                after.append(account)
        audit = None
        if self.inference_audit is not None:
            kept = made.parts["inference_audits"][self.inference_audit].component
            if isinstance(kept, InferenceAudit):
                audit = GatewayAudit(
                    event_hub_name=kept.event_hub_name,
                    event_hub_host=kept.event_hub_host,
                    ingestion_url=kept.ingestion_url,
                    bodies=kept.record_bodies,
                )
                after.append(kept)
        network, injected = made.network, self.api_management_tier == "PremiumV2"
        if network is None:
            raise ValueError("a gateway without a network, which the settings' checks refuse")
        component = ModelGateway(
            f"{site.name}-{self.name}-gateway",
            ModelGatewayArgs(
                **site.common,
                **fields_of(self, ModelGatewayPlan),
                label=self.name,
                backends=backends,
                caller_client_ids={
                    team: [made.identities[caller].client_id for caller in callers]
                    for team, callers in self.team_callers.items()
                },
                identity_resource_id=identity.identity_resource_id,
                client_id=identity.client_id,
                subnet_resource_id=network.subnet_resource_ids[self.name],
                virtual_network_resource_id=network.virtual_network_resource_id if injected else None,
                private_endpoint=None if injected else made.zones.place("apiManagement", "Gateway"),
                content_safety_endpoint=safety,
                gateway_telemetry=_telemetry(made),
                gateway_audit=audit,
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            # Roles of the gateway's identity are part of what it asks: its first request finds them.
            site.child(depends_on=after),
        )
        outputs = {"url": component.gateway_url, "serviceName": component.service_name}
        return Part(component=component, outputs=outputs)


def _called(service: ModelServiceSettings) -> list[str]:
    """Deployments that callers name; what others spill over to, nobody has to."""
    spilled = {one.spillover for one in service.deployments}
    return [one.name for one in service.deployments if one.name not in spilled]


S = TypeVar("S", bound=Section)


def _all(parts: "Parts", name: str, kind: type[S]) -> list[S]:
    return [one for one in parts.lists.get(name, []) if isinstance(one, kind)]


def _telemetry(made: "Made") -> GatewayTelemetry | None:
    plan, observability = made.settings.observability, made.observability
    if plan is None or plan.telemetry is None or observability is None:
        return None
    return GatewayTelemetry(
        application_insights_resource_id=observability.application_insights_resource_id.apply(str),
        connection_string=observability.connection_string.apply(str),
    )
