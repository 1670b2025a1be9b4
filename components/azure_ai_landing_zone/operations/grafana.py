"""Grafana: dashboards of the zone, for the people who may see them."""

import pulumi
from pulumi_azure_native import dashboard
from pydantic import StrictBool, model_validator

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, Model, PrivateEndpointPlace, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem

TYPE = "Microsoft.Dashboard/grafana"


class GrafanaSettings(Model):
    """What is chosen once: it can't be changed later without making Grafana anew."""

    zone_redundancy: StrictBool = False
    """Costs more, and not every region has it."""


class GrafanaArgs(ComponentArgs, GrafanaSettings):
    """What a Grafana is made of."""

    monitor_workspace_resource_id: Input[str]
    """The Azure Monitor workspace whose metrics it shows."""
    private_endpoint: PrivateEndpointPlace
    """Where people's browsers come in, with the zone privatelink.grafana.azure.com."""
    access: list[AccessGrant]
    """Who sees and who edits: Grafana Admin, Editor or Viewer, for groups. Owning the subscription isn't
    enough to sign in."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """Where its logs go."""

    @model_validator(mode="after")
    def _check_access(self) -> "GrafanaArgs":
        problems = list(access_problems(self.access, TYPE))
        if BuiltInRole.GRAFANA_ADMIN not in [grant.role for grant in self.access]:
            text = "give one group the role Grafana Admin: nobody else could add data sources or people"
            problems.append(Problem(("access",), text))
        refuse(GrafanaArgs, problems)
        return self


class Grafana(Component):
    """A managed Grafana (Standard; Essential ends 2027-03-30), without API keys, reached and reaching out
    privately.

    Azure approves its private link to the monitor workspace only when someone with rights on that workspace
    does: `approval_command`, once.
    """

    grafana_resource_id: pulumi.Output[str]
    """For whoever adds dashboards."""
    grafana_url: pulumi.Output[str]
    """Resolves inside the network."""
    approval_command: pulumi.Output[str]
    """Lists what waits for approval on the monitor workspace; approve what this Grafana asked for."""

    def __init__(self, name: str, args: GrafanaArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics)
        grafana = dashboard.Grafana(
            f"{name}-grafana",
            workspace_name=making.azure_name("grafana"),
            sku=dashboard.ResourceSkuArgs(name="Standard"),
            identity=dashboard.ManagedServiceIdentityArgs(
                type=dashboard.ManagedServiceIdentityType.SYSTEM_ASSIGNED
            ),
            properties=dashboard.ManagedGrafanaPropertiesArgs(
                api_key=dashboard.ApiKey.DISABLED,
                deterministic_outbound_ip=dashboard.DeterministicOutboundIP.DISABLED,
                grafana_integrations=dashboard.GrafanaIntegrationsArgs(
                    azure_monitor_workspace_integrations=[
                        dashboard.AzureMonitorWorkspaceIntegrationArgs(
                            azure_monitor_workspace_resource_id=args.monitor_workspace_resource_id
                        )
                    ]
                ),
                public_network_access=dashboard.PublicNetworkAccess.DISABLED,
                zone_redundancy="Enabled" if args.zone_redundancy else "Disabled",
            ),
            opts=making.child(),
            **making.place,
        )
        itself = grafana.identity.apply(lambda identity: identity.principal_id if identity else "")
        zone = pulumi.Output.concat(
            f"/subscriptions/{making.subscription_id}/resourceGroups/", args.resource_group_name
        )
        for role, scope, wanted in (
            ("metrics", args.monitor_workspace_resource_id, BuiltInRole.MONITORING_DATA_READER),
            ("resources", zone, BuiltInRole.MONITORING_READER),
        ):
            making.grant([AccessGrant(key="self", principal_id=itself, role=wanted)], scope, role)
        making.grant(args.access, grafana.id)
        dashboard.ManagedPrivateEndpoint(
            f"{name}-prometheus-link",
            managed_private_endpoint_name="prometheus",
            workspace_name=grafana.name,
            private_link_resource_id=args.monitor_workspace_resource_id,
            private_link_resource_region=args.location,
            group_ids=["prometheusMetrics"],
            request_message="dashboards of the landing zone",
            opts=making.child(),
            **making.place,
        )
        making.endpoint(args.private_endpoint, grafana.id, "grafana")
        making.watch(grafana.id, TYPE)
        self.grafana_resource_id = grafana.id
        self.grafana_url = grafana.properties.apply(lambda properties: properties.endpoint)
        self.approval_command = pulumi.Output.concat(
            "az network private-endpoint-connection list --id ", args.monitor_workspace_resource_id
        )
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a Grafana called so names."""
    return [("grafana", label), ("privateEndpoint", f"{label}-grafana")]
