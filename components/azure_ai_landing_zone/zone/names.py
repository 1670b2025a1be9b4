"""The Azure names of a landing zone's parts, to be checked before any of them is made."""

from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.data.checkpoints.store import azure_names as store_names
from azure_ai_landing_zone.network import hub as hub_network
from azure_ai_landing_zone.network import network
from azure_ai_landing_zone.network.section import NetworkCreate, subnets_of
from azure_ai_landing_zone.operations import action_group, grafana
from azure_ai_landing_zone.operations import logs as log_analytics_workspace
from azure_ai_landing_zone.operations import metrics as monitor_workspace
from azure_ai_landing_zone.operations import private_link as monitor_private_link
from azure_ai_landing_zone.operations import telemetry as application_insights
from azure_ai_landing_zone.operations.private_link import MonitorPrivateLinkDisabled
from azure_ai_landing_zone.sections.site import ONE
from azure_ai_landing_zone.stores import container_registry, key_vault, storage_account
from azure_ai_landing_zone.stores.section import STATE
from azure_ai_landing_zone.training import section as landing_zone_compute
from azure_ai_landing_zone.zone.settings import LandingZoneSettings


def azure_names(name: str, settings: LandingZoneSettings) -> list[tuple[Kind, str]]:
    """What a zone called so names, as far as names can get too long."""
    names: list[tuple[Kind, str]] = [("resourceGroup", name), ("virtualNetworkLink", f"{name}-network")]
    if settings.hub_network is not None:
        names += hub_network.azure_names(name)
    if isinstance(settings.network, NetworkCreate):
        names += network.azure_names(name, _subnets(settings))
    for name_ in (one.name for ones in (settings.identities, settings.deployers) for one in ones):
        names.append(("userAssignedIdentity", name_))
    for cluster in settings.training_clusters:
        names += landing_zone_compute.azure_names(cluster.name)
    for store in settings.checkpoint_stores:
        names += store_names(store.name)
    if settings.key_vault is not None:
        names += key_vault.azure_names(ONE)
    if settings.container_registry is not None:
        names += container_registry.azure_names(ONE)
    if settings.pulumi_state is not None:
        names += [*storage_account.azure_names(STATE, []), *key_vault.azure_names(STATE)]
    if settings.log_analytics is not None:
        names += log_analytics_workspace.azure_names(name)
    if settings.dashboards is not None:
        names += [*monitor_workspace.azure_names(name), *grafana.azure_names(ONE)]
    for _, item in settings.items():
        names += [("userAssignedIdentity", identity) for identity in item.identities()]
        names += item.azure_names()
    return names + _of_observability(name, settings)


def _subnets(settings: LandingZoneSettings) -> list[str]:
    items = [item for _, item in settings.items()]
    return [subnet.name for subnet in subnets_of(settings.training_clusters, items)]


def _of_observability(name: str, settings: LandingZoneSettings) -> list[tuple[Kind, str]]:
    plan = settings.observability
    if plan is None:
        return []
    names = action_group.azure_names(name)
    if plan.telemetry is not None:
        names += application_insights.azure_names(name)
    if not isinstance(plan.monitor_private_link, MonitorPrivateLinkDisabled):
        names += monitor_private_link.azure_names(name, ["workspace", "telemetry", "prometheus"])
    return names
