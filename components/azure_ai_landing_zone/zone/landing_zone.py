"""LandingZone: everything that a stack's settings ask for, put together."""

from typing import Any

import pulumi
import pulumi_azure_native as azure_native
from pulumi_azure_native import resources
from pydantic.alias_generators import to_camel

from azure_ai_landing_zone.core.collecting import nothing_collected
from azure_ai_landing_zone.core.component import Component, check_names
from azure_ai_landing_zone.core.diagnostics import DiagnosticsExternal, DiagnosticsOff
from azure_ai_landing_zone.core.model import Input
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.network import network
from azure_ai_landing_zone.sections.made import Made
from azure_ai_landing_zone.sections.needs import Needs
from azure_ai_landing_zone.sections.order import in_order
from azure_ai_landing_zone.sections.others import Others, part_settings
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.sections.site import Site
from azure_ai_landing_zone.zone.settings import LandingZoneSettings, ResourceGroupExisting


class LandingZone(Component):
    """A resource group with all that the settings ask for, made in the order in which parts need each
    other."""

    resource_group_name: pulumi.Output[str]
    hub: pulumi.Output[dict[str, Any] | None]
    """What a hub says to the stacks of its spokes."""
    virtual_network_resource_id: pulumi.Output[str | None]
    subnet_prefixes: pulumi.Output[dict[str, Any] | None]
    """By name: where the subnets of the zone's own network lie."""
    egress_ip_address: pulumi.Output[str | None]
    """The public address that the outside sees; none for a network that isn't ours."""
    ways_out: pulumi.Output[list[Any] | None]
    """What its parts fetch from the internet, by subnet: for `firewall.waysOut` of its hub."""
    firewall_ways_out: pulumi.Output[list[Any] | None]
    """What a hub's firewall lets out, for the stacks of its spokes."""
    hub_commands: pulumi.Output[list[str] | None]
    """What the hub's team has to run, where it makes its half of the peering itself."""
    private_dns_tasks: pulumi.Output[list[str] | None]
    """What others have to do so that names of private endpoints are found."""
    log_analytics_workspace_resource_id: pulumi.Output[str | None]
    monitor_private_link_scope_resource_id: pulumi.Output[str | None]
    """Of the scope that this stack makes: with a hub, spokes join it."""
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
    registrations: pulumi.Output[dict[str, Any] | None]
    """commands: what a person has to run once, in a subscription that stacks go into."""
    defender_plans: pulumi.Output[dict[str, Any] | None]
    """turnOffCommands: the plans stay when the stack goes, and are paid for, until somebody runs them."""
    pulumi_state: pulumi.Output[dict[str, Any] | None]
    """backend and secretsProvider, for other stacks."""
    checkpoint_stores: pulumi.Output[dict[str, Any] | None]
    """By name: accountName, containerUrl, peakTb, marks."""
    blob_caches: pulumi.Output[dict[str, Any] | None]
    """By name: how machines mount it."""
    shared_homes: pulumi.Output[dict[str, Any] | None]
    """By name: where homes are, and what makes a snapshot of them."""
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

    _from_stack_file = True

    def __init__(
        self, name: str, args: LandingZoneSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        check_names(LandingZone, args.naming, _azure_names(name, args.others()))
        super().__init__(name, opts)
        with nothing_collected():
            outputs = self._make(name, args)
        for output in LandingZone.__annotations__.keys() - {"exports"}:
            setattr(self, output, pulumi.Output.from_input(outputs.get(output)))
        self.exports = {to_camel(output): value for output, value in outputs.items()}
        self.register_outputs(outputs)

    def _make(self, name: str, args: LandingZoneSettings) -> dict[str, Any]:
        """All parts, in the order in which they need each other; outputs by their names."""
        made = Made(self._make_site(name, args), args.others())
        kinds = ordered_kinds()
        _make_parts(made, [kind for kind in kinds if kind.ground])
        made.make_identities()
        _make_parts(made, [kind for kind in kinds if not kind.ground])
        return _outputs(made)

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
            diagnostic_settings=settings.diagnostic_settings,
            diagnostics=DiagnosticsExternal(mode="external")
            if settings.diagnostic_settings == "external"
            else DiagnosticsOff(mode="off"),
            child=self._child,
            hub_provider=hub_provider,
        )


def ordered_kinds() -> list[type[Section]]:
    """All kinds of parts that a zone may have, in the order in which they are made."""
    settings = part_settings(LandingZoneSettings).values()
    return in_order([kind for setting in settings for kind in setting.kinds if issubclass(kind, Section)])


def _make_parts(made: Made, kinds: list[type[Section]]) -> None:
    for kind in kinds:
        for _, part in made.others.each(kind):
            made.keep(part, part.make(made))


def _outputs(made: Made) -> dict[str, Any]:
    """By the names of LandingZone's outputs; what isn't there is left out."""
    found: dict[str, Any] = {"resource_group_name": made.site.common["resource_group_name"]}
    setting_of = {id(part): path[0] for path, part in made.others.each(Needs) if len(path) > 1}
    for needs, part in made.parts():
        if id(needs) in setting_of:
            found.setdefault(str(setting_of[id(needs)]), {})[needs.title] = part.outputs
        else:
            found |= part.outputs
    return {name: value for name, value in found.items() if value is not None and value != {}}


def _azure_names(zone: str, others: Others) -> list[tuple[Kind, str]]:
    """What a zone called so names, as far as names can get too long."""
    names: list[tuple[Kind, str]] = [("resourceGroup", zone), ("virtualNetworkLink", f"{zone}-network")]
    for _, needs in others.each(Needs):
        names += [("userAssignedIdentity", key) for _, key, _ in needs.named_identities()]
        names += needs.azure_names(zone)
        for subnet in needs.subnets():
            names += network.subnet_names(zone, subnet.name)
    return names
