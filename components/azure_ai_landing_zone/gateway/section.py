"""Model gateways of a landing zone, in front of its model services."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import pulumi
from pydantic import Field, StrictFloat, StrictInt

from azure_ai_landing_zone.access.section import part_identity_problems
from azure_ai_landing_zone.audit.audit import InferenceAudit
from azure_ai_landing_zone.audit.section import InferenceAuditItem
from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import IdentityName, Key, Model, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.gateway import gateway
from azure_ai_landing_zone.gateway.api import GatewayTelemetry
from azure_ai_landing_zone.gateway.audit import GatewayAudit
from azure_ai_landing_zone.gateway.backends import GatewayBackend
from azure_ai_landing_zone.gateway.gateway import ModelGateway, ModelGatewayArgs
from azure_ai_landing_zone.gateway.money import GatewayTokenPrice, price_problems
from azure_ai_landing_zone.gateway.section_prices import listed_prices
from azure_ai_landing_zone.gateway.settings import (
    MOST_BACKENDS,
    ModelGatewaySettings,
    cluster_problems,
    model_problems,
    own_models,
    screening_problems,
    team_problems,
)
from azure_ai_landing_zone.models.content_safety import ContentSafety
from azure_ai_landing_zone.models.deployment import DeploymentName
from azure_ai_landing_zone.models.section import ContentSafetyAccountItem, ModelServiceItem
from azure_ai_landing_zone.models.service import ModelService
from azure_ai_landing_zone.network.planning.addresses import DelegatedService, delegated_addresses
from azure_ai_landing_zone.network.section import NetworkCreateItem, NetworkItem
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.operations.observability import Observability
from azure_ai_landing_zone.operations.section import LogAnalyticsItem, ObservabilityItem
from azure_ai_landing_zone.sections.made import Made, NetworkPlace, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Item

_GATEWAY = "gateway"
"""Of its identity, as which it asks models."""

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


class ModelGatewayItem(ModelGatewaySettings, Item):
    """A gateway of the zone. Its identity is called <name>-gateway: give that to `callers` of model services
    and of the Content Safety account."""

    makes: ClassVar[type[object]] = ModelGateway
    after: ClassVar[tuple[type[Needs], ...]] = (
        ModelServiceItem,
        ContentSafetyAccountItem,
        InferenceAuditItem,
        ObservabilityItem,
    )

    backend_services: list[GatewayModelService] = Field(min_length=1, max_length=MOST_BACKENDS)
    """What it asks. The deployments that callers name have to be in all of them."""
    team_callers: dict[Key, list[IdentityName]] = Field(default={})
    """Identities of the zone that sign in for each team; others are the team's `applicationIds`, `groupIds`
    and `appRoles`."""
    token_prices: dict[DeploymentName, Annotated[StrictFloat, Field(gt=0, le=10_000)]] = Field(default={})
    """Dollars for a million tokens of a model, for teams with `costQuotaUsd`: of answers, of long prompts or
    of priority processing, whatever is dearest in your contract. Left out: Azure's list price, where the
    catalogue has it; models of `modelClusters` cost nothing by the token."""
    content_safety_account: Key | None = None
    """One of `contentSafetyAccounts`, for teams with `promptScreening`."""
    inference_audit: Key | None = None
    """One of `inferenceAudits`, with the gateway's identity among its `senderNames`. Left out: nothing is
    written down of calls, unless applications do."""

    def subnets(self) -> list[NetworkSubnet]:
        delegation = _DELEGATIONS[self.api_management_tier]
        addresses = delegated_addresses(delegation)
        return [NetworkSubnet(name=self.key, purpose="delegated", addresses=addresses, delegation=delegation)]

    def ways_out(self) -> list[Workload]:
        return ["apiManagement"]

    def endpoints(self) -> list[NeededEndpoint]:
        if self.api_management_tier == "PremiumV2":
            return []
        return [NeededEndpoint("gateway", "apiManagement", "Gateway")]

    def identities(self) -> list[NeededIdentity]:
        return [NeededIdentity(_GATEWAY, roles_on={"telemetry": [BuiltInRole.MONITORING_METRICS_PUBLISHER]})]

    def fronted(self) -> list[tuple[str, str]]:
        """Who asked a model itself would be held to no team's tokens, and be in no audit."""
        found = [("model_services", one.name) for one in self.backend_services]
        if self.content_safety_account is not None:
            found.append(("content_safety_accounts", self.content_safety_account))
        return found

    def keeps_questions(self) -> bool:
        return self.prompt_log == "messages"

    def providers(self) -> list[str]:
        """To delegate the subnet. Source: learn.microsoft.com/azure/api-management/integrate-vnet-outbound,
        2025-12."""
        return ["Microsoft.Web"]

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return gateway.azure_names(self.key)

    def problems(self, others: Others) -> list[Problem]:
        return [
            *self._caller_problems(others),
            *screening_problems(
                "teams",
                "content_safety_account",
                self.teams,
                has_account=self.content_safety_account is not None,
            ),
            *self._asked_problems(others),
            *self._deployment_problems(others),
            *self._network_problems(others),
            *self._log_problems(others),
        ]

    def _caller_problems(self, others: Others) -> Iterator[Problem]:
        yield from team_problems("team_callers", self.teams, self.team_callers)
        yield from part_identity_problems("team_callers", self.team_callers, others)

    def _asked_problems(self, others: Others) -> Iterator[Problem]:
        """Each of those that it asks has to know it."""
        identity = self.identity_name(_GATEWAY)
        services, accounts = others.of(ModelServiceItem), others.of(ContentSafetyAccountItem)
        audits, after = others.of(InferenceAuditItem), f"doesn't know the gateway: add {identity} to the"
        for number, one in enumerate(self.backend_services):
            path = ("backend_services", number, "name")
            if one.name not in services and services.complete:
                yield Problem(path, nothing_called("model service", one.name, services))
            if one.name in services and identity not in services[one.name].callers:
                yield Problem(path, f"{after} `callers` of {one.name}")
        if (name := self.content_safety_account) is not None:
            if name not in accounts and accounts.complete:
                text = nothing_called("Content Safety account", name, accounts)
                yield Problem(("content_safety_account",), text)
            if name in accounts and identity not in accounts[name].callers:
                yield Problem(("content_safety_account",), f"{after} `callers` of {name}")
        if (name := self.inference_audit) is not None:
            if name not in audits and audits.complete:
                yield Problem(("inference_audit",), nothing_called("audit", name, audits))
            if name in audits and identity not in audits[name].sender_names:
                yield Problem(("inference_audit",), f"{after} `sender_names` of {name}")

    def _deployment_problems(self, others: Others) -> Iterator[Problem]:
        """What one service answers and another doesn't know would fail as soon as the first one rests."""
        services = others.of(ModelServiceItem)
        asked = [(number, services.get(one.name)) for number, one in enumerate(self.backend_services)]
        every = {name: None for _, one in asked if one for name in _called(one)}
        all_are_there = all(service is not None for _, service in asked)
        if all_are_there and not every:
            names = ", ".join(one.name for one in self.backend_services)
            text = f"none of {names} has a deployment: give them one of `deployments`"
            yield Problem(("backend_services",), text)
        elif all_are_there:
            yield from cluster_problems(self.model_clusters, every)
            named = [*every, *own_models(self.model_clusters)]
            yield from model_problems("teams", self.teams, named)
            yield from self._price_problems(named, others)
        for number, service in asked:
            missing = [name for name in every if service and name not in _called(service)]
            if service is not None and missing:
                text = (
                    f"{service.name} has no deployment called {' or '.join(missing)}, which another one has: "
                    "callers would be told that there is none as soon as the other one rests"
                )
                yield Problem(("backend_services", number, "name"), text)

    def _price_problems(self, named: list[str], others: Others) -> Iterator[Problem]:
        prices, reasons = self._prices(others)
        yield from price_problems("token_prices", self.teams, named, prices, reasons)
        for name in self.token_prices:
            if name not in named:
                yield Problem(("token_prices", name), nothing_called("model", name, named))
        if self.token_prices and not self._limits_money():
            text = "no team has `cost_quota_usd`: give it to one, or leave this out"
            yield Problem(("token_prices",), text)

    def _limits_money(self) -> bool:
        return any(team.cost_quota_usd is not None for team in self.teams)

    def _prices(self, others: Others) -> tuple[list[GatewayTokenPrice], dict[str, str]]:
        """Looked up only where something asks for them: the catalogue's are read from a file."""
        if not self._limits_money():
            return [], {}
        services = others.of(ModelServiceItem)
        asked = [services[one.name] for one in self.backend_services]
        own = own_models(self.model_clusters)
        return listed_prices(asked, own, self.token_prices, others.location)

    def _network_problems(self, others: Others) -> Iterator[Problem]:
        """Source: learn.microsoft.com/azure/api-management/inject-vnet-v2 2025-10-08."""
        network = others.only(NetworkItem)
        if isinstance(network, NetworkCreateItem) and network.egress == "none":
            text = (
                "needs a way out, to storage of Azure's and to Microsoft Entra ID: `network.egress` is none, "
                "take another"
            )
            yield Problem(("api_management_tier",), text)

    def _log_problems(self, others: Others) -> Iterator[Problem]:
        if self.prompt_log == "messages" and not others.has(LogAnalyticsItem):
            text = "needs `log_analytics`: without a workspace prompts would be logged nowhere"
            yield Problem(("prompt_log",), text)

    def make(self, made: Made) -> Part:
        site, identity, after = made.site, made.identity(self, _GATEWAY), list[pulumi.Resource]()
        backends, services = [], made.others.of(ModelServiceItem)
        every = [name for one in self.backend_services for name in _called(services[one.name])]
        for one in self.backend_services:
            service, name = made.of(ModelService, one.name), services[one.name].key
            told = fields_of(one, GatewayModelService) | {"name": name}
            backends.append(GatewayBackend(**told, endpoint=service.endpoint))
            after.append(service)
        safety = None
        if self.content_safety_account is not None:
            safety = made.of(ContentSafety, self.content_safety_account)
            after.append(safety)
        audit = None
        if self.inference_audit is not None:
            kept = made.of(InferenceAudit, self.inference_audit)
            audit = GatewayAudit(
                event_hub_name=kept.event_hub_name,
                event_hub_host=kept.event_hub_host,
                ingestion_url=kept.ingestion_url,
                bodies=kept.record_bodies,
            )
            after.append(kept)
        telemetry = _telemetry(made)
        network, injected = made.the(NetworkPlace), self.api_management_tier == "PremiumV2"
        component = ModelGateway(
            f"{site.name}-{self.key}-gateway",
            ModelGatewayArgs(
                **site.common,
                **fields_of(self, ModelGatewaySettings),
                label=self.key,
                backends=backends,
                deployment_names=[*dict.fromkeys(every)],
                model_prices=self._prices(made.others)[0],
                caller_client_ids={
                    team: [made.identities[caller].client_id for caller in callers]
                    for team, callers in self.team_callers.items()
                },
                identity_resource_id=identity.identity_resource_id,
                client_id=identity.client_id,
                subnet_resource_id=made.subnet_id(self),
                virtual_network_resource_id=network.virtual_network_resource_id if injected else None,
                hub_virtual_network_resource_id=network.hub_virtual_network_resource_id,
                private_endpoint=made.place_if_needed(self, "gateway"),
                content_safety_endpoint=safety.endpoint if safety is not None else None,
                gateway_telemetry=telemetry,
                gateway_audit=audit,
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            # Roles of the gateway's identity are part of what it asks: its first request finds them.
            site.child(depends_on=after),
        )
        outputs = {"url": component.gateway_url, "serviceName": component.service_name}
        watched = [
            AlertTarget(
                key=self.key,
                resource_type=gateway.RESOURCE_TYPE,
                target_resource_id=component.service_resource_id,
            )
        ]
        if telemetry is not None and any(team.has_quota for team in self.teams):
            insights = AlertTarget(
                key=self.key,
                resource_type="Microsoft.Insights/components",
                target_resource_id=telemetry.application_insights_resource_id,
            )
            watched.append(insights)
        return Part(component=component, outputs=outputs, alert_targets=watched)


def _called(service: ModelServiceItem) -> list[str]:
    """Deployments that callers name; what others spill over to, nobody has to."""
    spilled = {one.spillover for one in service.deployments}
    return [one.name for one in service.deployments if one.name not in spilled]


def _telemetry(made: Made) -> GatewayTelemetry | None:
    seen, observability = made.others.only(ObservabilityItem), made.only(Observability)
    if seen is None or seen.telemetry is None or observability is None:
        return None
    return GatewayTelemetry(
        application_insights_resource_id=observability.application_insights_resource_id.apply(str),
        connection_string=observability.connection_string.apply(str),
    )
