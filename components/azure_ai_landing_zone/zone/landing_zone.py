"""LandingZone: everything that a stack's settings ask for, put together."""

from dataclasses import replace
from typing import Any, Literal

import pulumi
import pulumi_azure_native as azure_native
from pulumi_azure_native import resources
from pydantic.alias_generators import to_camel

from azure_ai_landing_zone.access.section import grants_on, make_deployer, make_identity
from azure_ai_landing_zone.core.collecting import nothing_collected
from azure_ai_landing_zone.core.component import Component, check_names
from azure_ai_landing_zone.core.diagnostics import DiagnosticsOff
from azure_ai_landing_zone.core.model import Input
from azure_ai_landing_zone.endpoints.section import ZonesOfSite
from azure_ai_landing_zone.network.section import ENDPOINTS, connect, make_hub, make_network, refer_to_hub
from azure_ai_landing_zone.operations.section import (
    diagnostics_of,
    make_alerts,
    make_budgets,
    make_dashboards,
    make_observability,
    make_workspace,
)
from azure_ai_landing_zone.sections.site import Site
from azure_ai_landing_zone.stores.section import make_pulumi_state, make_registry, make_store, make_vault
from azure_ai_landing_zone.training.node_services import node_services
from azure_ai_landing_zone.training.section import make_cluster
from azure_ai_landing_zone.zone.made import Made
from azure_ai_landing_zone.zone.names import azure_names
from azure_ai_landing_zone.zone.settings import LandingZoneSettings, ResourceGroupExisting


class LandingZone(Component):
    """A resource group with all that the settings ask for, made in the order in which parts need each
    other."""

    resource_group_name: pulumi.Output[str]
    hub: pulumi.Output[dict[str, Any] | None]
    """What a hub says to the stacks of its spokes."""
    virtual_network_resource_id: pulumi.Output[str | None]
    egress_ip_address: pulumi.Output[str | None]
    """The public address that the outside sees; none for a network that isn't ours."""
    hub_commands: pulumi.Output[list[str] | None]
    """What the hub's team has to run, where it makes its half of the peering itself."""
    private_dns_tasks: pulumi.Output[list[str] | None]
    """What others have to do so that names of private endpoints are found."""
    log_analytics_workspace_resource_id: pulumi.Output[str | None]
    telemetry_connection_string: pulumi.Output[str | None]
    """For applications; no secret."""
    grafana: pulumi.Output[dict[str, Any] | None]
    """url, and approvalCommand: what someone has to run once."""
    key_vault_uri: pulumi.Output[str | None]
    container_registry_login_server: pulumi.Output[str | None]
    identities: pulumi.Output[dict[str, Any] | None]
    """Client ids by name."""
    deployers: pulumi.Output[dict[str, Any] | None]
    """By name: clientId, rights."""
    pulumi_state: pulumi.Output[dict[str, Any] | None]
    """backend and secretsProvider, for other stacks."""
    checkpoint_stores: pulumi.Output[dict[str, Any] | None]
    """By name: accountName, containerUrl, peakTb, marks."""
    blob_caches: pulumi.Output[dict[str, Any] | None]
    """By name: how machines mount it."""
    lustre_datasets: pulumi.Output[dict[str, Any] | None]
    """By name: how machines and clusters mount it, and what it gives to those who read."""
    training_clusters: pulumi.Output[dict[str, Any] | None]
    """By name: scaleSetName, scaleSetResourceId, identityClientId, scratchPath, updateNodesCommand,
    reimageNodesCommand."""
    fabric_gate_logs: pulumi.Output[dict[str, Any] | None]
    """By name: ruleImmutableId, logsIngestionEndpoint."""
    slurm_schedulers: pulumi.Output[dict[str, Any] | None]
    """By name: schedulerAddress, loginAddress."""
    machine_learning_workspaces: pulumi.Output[dict[str, Any] | None]
    """By name: workspaceName, workspaceResourceId, studioUrl, trackingUri, computeNames."""
    model_services: pulumi.Output[dict[str, Any] | None]
    """By name: endpoint, accountResourceId, deployments, purgeCommand."""
    content_safety_accounts: pulumi.Output[dict[str, Any] | None]
    """By name: endpoint, accountResourceId."""
    search_services: pulumi.Output[dict[str, Any] | None]
    """By name: endpoint, approvalCommands."""
    inference_audits: pulumi.Output[dict[str, Any] | None]
    """By name: storeContainerUrl, eventHubHost, ingestionUrl, lockCommand."""
    model_gateways: pulumi.Output[dict[str, Any] | None]
    """By name: url, serviceName."""
    dev_machines: pulumi.Output[dict[str, Any] | None]
    """By name: machineName, machineResourceId, privateIpAddress, signInCommand, identityClientId."""
    inference_clusters: pulumi.Output[dict[str, Any] | None]
    """By name: clusterName, clusterResourceId, resourceGroupName, oidcIssuerUrl, pools, workloadIdentities,
    and where metrics and logs are."""
    exports: dict[str, Any]
    """Those of these that the zone has, by the names under which stacks put them out."""

    def __init__(
        self, name: str, args: LandingZoneSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        check_names(LandingZone, args.naming, azure_names(name, args))
        super().__init__(name, opts)
        with nothing_collected():
            outputs = self._make(name, args).outputs()
        for output in LandingZone.__annotations__.keys() - {"exports"}:
            setattr(self, output, pulumi.Output.from_input(outputs.get(output)))
        self.exports = {to_camel(output): value for output, value in outputs.items()}
        self.register_outputs(outputs)

    def _make(self, name: str, args: LandingZoneSettings) -> Made:
        """All parts, in the order in which they need each other."""
        made = self._make_networks(name, args)
        site = made.site
        trusts = {one.name: one.trusts for one in args.identities}
        trusts |= {cluster.name: [] for cluster in args.training_clusters}
        trusts |= {key: [] for _, item in args.items() for key in item.identities()}
        others = {cluster.name: cluster.runs_as for cluster in args.training_clusters}
        made.identities = {
            key: make_identity(site, key, trusted, others.get(key)) for key, trusted in trusts.items()
        }
        self._make_data(made)
        self._make_observability(made)
        self._make_parts(made, "data")
        self._make_clusters(made)
        self._make_parts(made, "compute")
        made.zones.make_endpoints(args.private_ai_endpoints)
        self._make_watch(made)
        if args.pulumi_state is not None:
            made.state = make_pulumi_state(site, args.pulumi_state)
        made.deployers = {one.name: make_deployer(site, one, made.state) for one in args.deployers}
        return made

    def _make_networks(self, name: str, settings: LandingZoneSettings) -> Made:
        """The resource group, the place for logs, and the networks with their names."""
        bare = self._make_site(name, settings)
        workspace = None
        if settings.log_analytics is not None:
            workspace = make_workspace(bare, settings.log_analytics, settings.diagnostic_settings)
        site = replace(bare, diagnostics=diagnostics_of(workspace, settings.diagnostic_settings))
        networks: dict[str, Input[str]] = {}
        hub = make_hub(site, settings.hub_network) if settings.hub_network is not None else None
        if hub is not None:
            networks["hub"] = hub.virtual_network_resource_id
        reference = refer_to_hub(site, settings.network)
        network = None
        if settings.network is not None:
            connection = connect(settings.network, own=hub, reference=reference)
            items = [item for _, item in settings.items()]
            network = make_network(site, settings.network, settings.training_clusters, items, connection)
            networks["network"] = network.virtual_network_resource_id
        zones = ZonesOfSite(
            site,
            settings.dns_request(),
            settings.private_dns_zones,
            networks=networks,
            for_spokes=settings.hub_network.dns_zone_names if settings.hub_network is not None else [],
            hub=reference,
            subnet_id=network.subnet_resource_ids[ENDPOINTS] if network is not None else None,
        )
        return Made(settings=settings, site=site, zones=zones, workspace=workspace, hub=hub, network=network)

    def _make_site(self, name: str, settings: LandingZoneSettings) -> Site:
        """The zone with its resource group, and nowhere to send logs to yet."""
        # Components get the suffix itself: all of a zone's names end alike, also in tests of a single one.
        names = self._names(settings.naming)
        group_name: Input[str]
        if isinstance(settings.resource_group, ResourceGroupExisting):
            group_name = settings.resource_group.name
        else:
            group_name = resources.ResourceGroup(
                f"{name}-resource-group",
                resource_group_name=names.of("resourceGroup", name),
                location=settings.location,
                tags=settings.tags.as_azure(),
                opts=self._child(),
            ).name
        hub_provider = None
        if settings.hub_subscription_id is not None:
            hub_provider = azure_native.Provider(
                f"{name}-hub-subscription",
                subscription_id=settings.hub_subscription_id,
                opts=self._child(),
            )
        return Site(
            name=name,
            common={
                "location": settings.location,
                "naming": settings.naming.model_copy(update={"suffix": names.suffix}),
                "tags": settings.tags,
                "resource_group_name": group_name,
            },
            subscription_id=self._subscription_id(),
            protection=settings.protection,
            people=settings.people,
            diagnostics=DiagnosticsOff(mode="off"),
            child=self._child,
            hub_provider=hub_provider,
        )

    def _make_data(self, made: Made) -> None:
        settings, site, zones, identities = made.settings, made.site, made.zones, made.identities
        roles = settings.roles()
        made.stores = {
            one.name: make_store(
                site, one, clusters=settings.training_clusters, identities=identities, zones=zones
            )
            for one in settings.checkpoint_stores
        }
        if settings.key_vault is not None:
            access = grants_on("keyVault", roles, identities)
            made.vault = make_vault(site, settings.key_vault, access, zones)
        if settings.container_registry is not None:
            access = grants_on("containerRegistry", roles, identities)
            made.registry = make_registry(site, settings.container_registry, access, zones)

    def _make_clusters(self, made: Made) -> None:
        """Nodes ask for tokens and names as soon as they boot: what they reach comes first."""
        if made.network is None:
            return
        for one in made.settings.training_clusters:
            store = made.stores.get(one.checkpoint_store or "")
            services, parts = node_services(made, one.name, one.checkpoint_store)
            reached = [made.zones.component, store, made.vault, made.registry, *parts]
            made.clusters[one.name] = make_cluster(
                made.site,
                one,
                subnet_id=made.network.subnet_resource_ids[one.name],
                identity=made.identities[one.name],
                services=services,
                after=[resource for resource in reached if resource is not None],
            )

    def _make_parts(self, made: Made, stage: Literal["data", "compute"]) -> None:
        for section, item in made.settings.items():
            if item.stage == stage:
                made.parts.setdefault(section, {})[item.name] = item.make(made)

    def _make_observability(self, made: Made) -> None:
        """Where metrics and telemetry go, and who hears of alerts."""
        settings, site = made.settings, made.site
        if settings.dashboards is not None:
            made.metrics, made.grafana = make_dashboards(site, settings.dashboards, made.zones)
        if settings.observability is not None and made.workspace is not None:
            made.observability = make_observability(
                site,
                settings.observability,
                workspace=made.workspace,
                metrics=made.metrics,
                access=grants_on("telemetry", settings.roles(), made.identities),
                zones=made.zones,
            )

    def _make_watch(self, made: Made) -> None:
        """Alerts and budgets, of all that is there."""
        settings, site = made.settings, made.site
        action_group_id = made.observability.action_group_resource_id if made.observability else None
        if settings.alerts is not None and made.workspace is not None and action_group_id is not None:
            make_alerts(
                site,
                settings.alerts,
                workspace_resource_id=made.workspace.workspace_resource_id,
                action_group_resource_id=action_group_id,
                targets=made.alert_targets(),
            )
        if settings.cost_limits is not None:
            make_budgets(site, settings.cost_limits, action_group_id)
