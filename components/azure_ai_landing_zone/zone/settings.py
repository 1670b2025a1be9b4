"""LandingZoneSettings: what a stack file says."""

from functools import cache
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, TypeAdapter, ValidationError, model_validator

from azure_ai_landing_zone.access.people import People
from azure_ai_landing_zone.access.registrations_section import RegistrationsItem
from azure_ai_landing_zone.access.section import DeployerItem, IdentityItem
from azure_ai_landing_zone.aks.section import InferenceClusterItem
from azure_ai_landing_zone.audit.section import InferenceAuditItem
from azure_ai_landing_zone.core.errors import SettingsError, in_stack_file, meant_setting, problems_of
from azure_ai_landing_zone.core.model import (
    Model,
    Protection,
    Region,
    ResourceGroupName,
    SubscriptionId,
    Tags,
    refuse,
)
from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.core.stack_file import stack_settings, subject_of
from azure_ai_landing_zone.data.blob_cache.section import BlobCacheItem
from azure_ai_landing_zone.data.checkpoints.section import CheckpointStoreItem
from azure_ai_landing_zone.data.homes.section import SharedHomesItem
from azure_ai_landing_zone.data.lustre.section import LustreDatasetItem
from azure_ai_landing_zone.endpoints.section import PrivateAIEndpointItem, PrivateDnsZonesItem
from azure_ai_landing_zone.gateway.section import ModelGatewayItem
from azure_ai_landing_zone.machine_learning.section import MachineLearningWorkspaceItem
from azure_ai_landing_zone.machines.dev.section import DevMachineItem
from azure_ai_landing_zone.machines.gpu_quota import GpuQuota
from azure_ai_landing_zone.models.section import AISearchItem, ContentSafetyAccountItem, ModelServiceItem
from azure_ai_landing_zone.network.flow_logs_section import FlowLogsItem
from azure_ai_landing_zone.network.section import HubNetworkItem, NetworkChoice
from azure_ai_landing_zone.operations.section import (
    AlertsItem,
    CostLimitsItem,
    DashboardsItem,
    LogAnalyticsItemChoice,
    ObservabilityItem,
)
from azure_ai_landing_zone.operations.subscription_section import AzurePoliciesItem, DefenderPlansItem
from azure_ai_landing_zone.sections.needs import Needs
from azure_ai_landing_zone.sections.others import Others, part_settings
from azure_ai_landing_zone.sections.site import DiagnosticSettings
from azure_ai_landing_zone.slurm.section import SlurmSchedulerItem
from azure_ai_landing_zone.stores.container_registry_section import ContainerRegistryItemChoice
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItemChoice
from azure_ai_landing_zone.stores.pulumi_state_section import PulumiStateItem
from azure_ai_landing_zone.training.fabric_gate_section import FabricGateLogItem
from azure_ai_landing_zone.training.section import TrainingClusterItem
from azure_ai_landing_zone.zone.checks import zone_problems

KEY = "landingZone"
"""Of the stack configuration, in the namespace azure-ai-landing-zone."""

_READ = ("location", "naming", "people", "gpu_quota", "hub_subscription_id")
"""What all parts are held against."""


class ResourceGroupCreate(Model):
    """A resource group of the zone's own."""

    mode: Literal["create"]
    """Made by this stack."""


class ResourceGroupExisting(Model):
    """A resource group that someone else answers for."""

    mode: Literal["existing"]
    """Made elsewhere; nothing of it is changed."""
    name: ResourceGroupName
    """Of a resource group in the stack's subscription."""


ResourceGroupChoice = Annotated[ResourceGroupCreate | ResourceGroupExisting, Field(discriminator="mode")]


class LandingZoneSettings(Model):
    """A landing zone. An absent section is not built."""

    location: Region
    """Azure region, such as southcentralus."""
    resource_group: ResourceGroupChoice = ResourceGroupCreate(mode="create")
    """Where everything goes."""
    naming: Naming = Naming()
    """How Azure resources are named."""
    tags: Tags
    """Tags of every resource that takes tags."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data. `locked`: so it does, and Azure deletes
    no storage account, vault, registry, log workspace, search service or Lustre file system made here, nor
    anything in it or a role on it, until an owner takes the locks away."""
    hub_subscription_id: SubscriptionId | None = None
    """Of the hub's network, DNS zones and monitor private link. Left out: the stack's own."""
    hub_network: HubNetworkItem | None = None
    """A hub for other stacks, and for this one's network."""
    network: NetworkChoice | None = None
    """Needed as soon as something stands in it: a cluster, or a private endpoint."""
    flow_logs: FlowLogsItem | None = None
    """Who connected to whom in the networks that this stack makes. It needs `log_analytics`."""
    private_dns_zones: PrivateDnsZonesItem = PrivateDnsZonesItem()
    """Where private endpoints have their names."""
    private_ai_endpoints: list[PrivateAIEndpointItem] = Field(default=[])
    """Ways to what others made. What this stack makes has its private endpoints already."""
    log_analytics: LogAnalyticsItemChoice | None = None
    """Where everything's logs and metrics go."""
    diagnostic_settings: DiagnosticSettings = "managed"
    """Who writes diagnostic settings: this stack, where there is `log_analytics`; or Azure Policy, with
    `external`."""
    observability: ObservabilityItem | None = None
    """Who hears of alerts, what is kept how long, and telemetry of applications."""
    dashboards: DashboardsItem | None = None
    """Managed Grafana with Prometheus metrics."""
    alerts: AlertsItem | None = None
    """Rules for everything that the library has alerts for."""
    cost_limits: CostLimitsItem | None = None
    """Budgets."""
    people: People = People()
    """Groups, and with them who may do what."""
    identities: list[IdentityItem] = Field(default=[])
    """For workloads of their own; training clusters have theirs."""
    deployers: list[DeployerItem] = Field(default=[])
    """For pipelines."""
    registrations: RegistrationsItem | None = None
    """Resource providers and features, for the stacks of those pipelines."""
    azure_policies: AzurePoliciesItem | None = None
    """What Azure itself refuses or reports in the subscription."""
    defender_plans: DefenderPlansItem | None = None
    """What Microsoft Defender for Cloud watches in the subscription."""
    pulumi_state: PulumiStateItem | None = None
    """Where other stacks keep their state."""
    key_vault: KeyVaultItemChoice | None = None
    """For secrets of workloads."""
    container_registry: ContainerRegistryItemChoice | None = None
    """For images of workloads."""
    gpu_quota: GpuQuota | None = None
    """How many GPUs each project may use."""
    training_clusters: list[TrainingClusterItem] = Field(default=[])
    """Each its own InfiniBand fabric, in a subnet of its own."""
    checkpoint_stores: list[CheckpointStoreItem] = Field(default=[])
    """Each a storage account of its own."""
    lustre_datasets: list[LustreDatasetItem] = Field(default=[])
    """Each a Lustre file system in a subnet of its own."""
    blob_caches: list[BlobCacheItem] = Field(default=[])
    """Each a blob container that machines mount as a folder."""
    shared_homes: list[SharedHomesItem] = Field(default=[])
    """Each home directories for the people of training clusters."""
    fabric_gate_logs: list[FabricGateLogItem] = Field(default=[])
    """One, where nodes report what their fabric gate found: a table in the zone's workspace."""
    slurm_schedulers: list[SlurmSchedulerItem] = Field(default=[])
    """Each with training clusters that no other has."""
    machine_learning_workspaces: list[MachineLearningWorkspaceItem] = Field(default=[])
    """Each with storage, secrets and images of its own, machines in a network of its own, and one way in."""
    model_services: list[ModelServiceItem] = Field(default=[])
    """Each a Foundry account with deployments of models, in this or another region."""
    content_safety_accounts: list[ContentSafetyAccountItem] = Field(default=[])
    """Each judges texts and images for those who ask it."""
    search_services: list[AISearchItem] = Field(default=[])
    """Each an AI Search service."""
    inference_audits: list[InferenceAuditItem] = Field(default=[])
    """One, which keeps what gateways write down of calls to models."""
    model_gateways: list[ModelGatewayItem] = Field(default=[])
    """Each an API Management in front of model services, with limits for each team."""
    dev_machines: list[DevMachineItem] = Field(default=[])
    """Single machines, for people."""
    inference_clusters: list[InferenceClusterItem] = Field(default=[])
    """Each an AKS cluster with GPU pools in a subnet of its own."""

    @model_validator(mode="after")
    def _check_parts(self) -> "LandingZoneSettings":
        refuse(LandingZoneSettings, zone_problems(self.others()))
        return self

    def others(self) -> Others:
        """All parts."""
        settings = part_settings(LandingZoneSettings)
        parts: dict[str, list[Needs | None]] = {}
        for name, setting in settings.items():
            value = getattr(self, name)
            if setting.is_list:
                parts[name] = list(value)
            else:
                parts[name] = [] if value is None else [value]
        there = [name for name in LandingZoneSettings.model_fields if getattr(self, name) is not None]
        read = {name: getattr(self, name) for name in _READ}
        return Others(present=frozenset(there), settings=settings, parts=parts, **read)

    @classmethod
    def from_stack(cls) -> "LandingZoneSettings":
        """The settings of the stack that runs. Raises SettingsError."""
        data = stack_settings(KEY, "stacks/Pulumi.dev.yaml is one to start from")
        return cls.load(data, subject_of(KEY))

    @classmethod
    def load(cls, data: Any, subject: str) -> "LandingZoneSettings":
        """The settings in a stack file's value. Raises SettingsError with all problems at once.

        Parts that are right by themselves are held against each other even when another one is wrong.
        """
        try:
            return cls.model_validate(data, by_alias=True, by_name=False)
        except ValidationError as error:
            problems = problems_of(cls, error, stack_file=True)
        if isinstance(data, dict):
            more = [in_stack_file(problem) for problem in zone_problems(_readable(data))]
            problems += [problem for problem in more if problem not in problems]
        raise SettingsError(subject, problems)


def _readable(data: dict[str, Any]) -> Others:
    """What can be read of settings with something wrong in them: each part by itself."""
    settings, fields = part_settings(LandingZoneSettings), LandingZoneSettings.model_fields
    present, parts, read = set[str](), dict[str, list[Any]](), dict[str, Any]()
    misspelled = {meant_setting(LandingZoneSettings, key) for key in data}
    for name in (*_READ, *settings):
        field = fields[name]
        value = data.get(str(field.alias))
        if value is None and name in misspelled:
            present.add(name)
            parts[name], read[name] = [None], None
            continue
        if value is not None:
            present.add(name)
        if name in settings and settings[name].is_list:
            items = [] if value is None else value if isinstance(value, list) else [value]
            parts[name] = [_read(name, item) for item in items]
            continue
        if value is None:
            found = None if field.is_required() else field.get_default()
        else:
            found = _read(name, value)
        if name in settings:
            parts[name] = [] if found is None and value is None else [found]
        else:
            read[name] = found
    read = {name: read[name] for name in _READ}
    parts = {name: parts[name] for name in settings}
    return Others(present=frozenset(present), settings=settings, parts=parts, **read)


def _read(name: str, value: Any) -> Any:
    try:
        return _reader(name).validate_python(value, by_alias=True, by_name=False)
    except ValidationError:
        return None


@cache
def _reader(name: str) -> TypeAdapter[Any]:
    """Of a part, or of an item where it is a list. Made once: that took most of what reading takes."""
    field, part = LandingZoneSettings.model_fields[name], part_settings(LandingZoneSettings).get(name)
    in_a_list = part is not None and part.is_list
    return TypeAdapter(get_args(field.annotation)[0] if in_a_list else field.rebuild_annotation())
