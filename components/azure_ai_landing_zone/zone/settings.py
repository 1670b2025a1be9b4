"""LandingZoneSettings: what a stack file says."""

from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import Field, TypeAdapter, ValidationError, model_validator

from azure_ai_landing_zone.access.people import People
from azure_ai_landing_zone.access.section import DeployerSettings, IdentitySettings, RolesOn
from azure_ai_landing_zone.aks.section import InferenceClusterSettings
from azure_ai_landing_zone.audit.section import InferenceAuditSettings
from azure_ai_landing_zone.core.errors import SettingsError, in_stack_file, problems_of
from azure_ai_landing_zone.core.model import Model, Protection, Region, Tags, matching, refuse
from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.core.stack_file import stack_settings, subject_of
from azure_ai_landing_zone.data.blob_cache.section import BlobCacheSettings
from azure_ai_landing_zone.data.lustre.section import LustreDatasetSettings
from azure_ai_landing_zone.endpoints.planning.request import PrivateDnsRequest
from azure_ai_landing_zone.endpoints.section import PrivateAIEndpointSettings, PrivateDnsZonesSettings
from azure_ai_landing_zone.gateway.section import ModelGatewaySettings
from azure_ai_landing_zone.machine_learning.section import MachineLearningWorkspaceSettings
from azure_ai_landing_zone.machines.dev.section import DevMachineSettings
from azure_ai_landing_zone.machines.gpu_quota import GpuQuota
from azure_ai_landing_zone.models.section import (
    AISearchSettings,
    ContentSafetyAccountSettings,
    ModelServiceSettings,
)
from azure_ai_landing_zone.network.section import HubNetworkSettings, NetworkSettings
from azure_ai_landing_zone.operations.budgets import CostLimits
from azure_ai_landing_zone.operations.logs import LogAnalyticsWorkspaceSettings
from azure_ai_landing_zone.operations.observability import ObservabilityPlan
from azure_ai_landing_zone.operations.section import AlertSettings, DashboardSettings, DiagnosticSettings
from azure_ai_landing_zone.sections.section import Section, section_fields
from azure_ai_landing_zone.slurm.section import SlurmSchedulerSettings
from azure_ai_landing_zone.stores.container_registry import ContainerRegistrySettings
from azure_ai_landing_zone.stores.key_vault import KeyVaultSettings
from azure_ai_landing_zone.stores.section import CheckpointStoreSettings, PulumiStateSettings
from azure_ai_landing_zone.training.fabric_gate_section import FabricGateLogSettings
from azure_ai_landing_zone.training.section import TrainingClusterSettings
from azure_ai_landing_zone.zone.checks import zone_problems
from azure_ai_landing_zone.zone.parts import SECTIONS, Parts

KEY = "landingZone"
"""Of the stack configuration, in the namespace azure-ai-landing-zone."""

SubscriptionId = Annotated[
    str,
    matching(
        r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",
        "the id of a subscription, such as 00000000-0000-0000-0000-000000000000",
    ),
]


class ResourceGroupCreate(Model):
    """A resource group of the zone's own."""

    mode: Literal["create"]
    """Made by this stack."""


class ResourceGroupExisting(Model):
    """A resource group that someone else answers for."""

    mode: Literal["existing"]
    """Made elsewhere; nothing of it is changed."""
    name: str
    """Of a resource group in the stack's subscription."""


ResourceGroupSettings = Annotated[ResourceGroupCreate | ResourceGroupExisting, Field(discriminator="mode")]


class LandingZoneSettings(Model):
    """A landing zone. An absent section is not built."""

    location: Region
    """Azure region, such as southcentralus."""
    resource_group: ResourceGroupSettings = ResourceGroupCreate(mode="create")
    """Where everything goes."""
    naming: Naming = Naming()
    """How Azure resources are named."""
    tags: Tags
    """Tags of every resource that takes tags."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace what holds data."""
    hub_subscription_id: SubscriptionId | None = None
    """Of the hub's network, DNS zones and monitor private link. Left out: the stack's own."""
    hub_network: HubNetworkSettings | None = None
    """A hub for other stacks, and for this one's network."""
    network: NetworkSettings | None = None
    """Needed as soon as something stands in it: a cluster, or a private endpoint."""
    private_dns_zones: PrivateDnsZonesSettings = PrivateDnsZonesSettings()
    """Where private endpoints have their names."""
    private_ai_endpoints: list[PrivateAIEndpointSettings] = Field(default=[])
    """Ways to what others made. What this stack makes has its private endpoints already."""
    log_analytics: LogAnalyticsWorkspaceSettings | None = None
    """Where everything's logs and metrics go."""
    diagnostic_settings: DiagnosticSettings = "managed"
    """Who writes diagnostic settings: this stack, where there is `log_analytics`; or Azure Policy, with
    `external`."""
    observability: ObservabilityPlan | None = None
    """Who hears of alerts, what is kept how long, and telemetry of applications."""
    dashboards: DashboardSettings | None = None
    """Managed Grafana with Prometheus metrics."""
    alerts: AlertSettings | None = None
    """Rules for everything that the library has alerts for."""
    cost_limits: CostLimits | None = None
    """Budgets."""
    people: People = People()
    """Groups, and with them who may do what."""
    identities: list[IdentitySettings] = Field(default=[])
    """For workloads of their own; training clusters have theirs."""
    deployers: list[DeployerSettings] = Field(default=[])
    """For pipelines."""
    pulumi_state: PulumiStateSettings | None = None
    """Where other stacks keep their state."""
    key_vault: KeyVaultSettings | None = None
    """For secrets of workloads."""
    container_registry: ContainerRegistrySettings | None = None
    """For images of workloads."""
    gpu_quota: GpuQuota | None = None
    """How many GPUs each project may use."""
    training_clusters: list[TrainingClusterSettings] = Field(default=[])
    """Each its own InfiniBand fabric. Append new ones at the end: their subnets lie one after another."""
    checkpoint_stores: list[CheckpointStoreSettings] = Field(default=[])
    """Each a storage account of its own."""
    lustre_datasets: list[LustreDatasetSettings] = Field(default=[])
    """Each a Lustre file system in a subnet of its own. Append new ones at the end."""
    blob_caches: list[BlobCacheSettings] = Field(default=[])
    """Each a blob container that machines mount as a folder."""
    fabric_gate_logs: list[FabricGateLogSettings] = Field(default=[])
    """Where nodes report what their fabric gate found: a table in the zone's workspace."""
    slurm_schedulers: list[SlurmSchedulerSettings] = Field(default=[])
    """Each with training clusters that no other has. Append new ones at the end."""
    machine_learning_workspaces: list[MachineLearningWorkspaceSettings] = Field(default=[])
    """Each with storage, secrets and images of its own, machines in a network of its own, and one way in."""
    model_services: list[ModelServiceSettings] = Field(default=[])
    """Each a Foundry account with deployments of models, in this or another region."""
    content_safety_accounts: list[ContentSafetyAccountSettings] = Field(default=[])
    """Each judges texts and images for those who ask it."""
    search_services: list[AISearchSettings] = Field(default=[])
    """Each an AI Search service."""
    inference_audits: list[InferenceAuditSettings] = Field(default=[])
    """Each keeps what gateways write down of calls to models."""
    model_gateways: list[ModelGatewaySettings] = Field(default=[])
    """Each an API Management in front of model services, with limits for each team."""
    dev_machines: list[DevMachineSettings] = Field(default=[])
    """Single machines, for people."""
    inference_clusters: list[InferenceClusterSettings] = Field(default=[])
    """Each an AKS cluster with GPU pools in a subnet of its own. Append new ones at the end."""

    @model_validator(mode="after")
    def _check_parts(self) -> "LandingZoneSettings":
        refuse(LandingZoneSettings, zone_problems(self._parts()))
        return self

    def _parts(self) -> Parts:
        values = {name: getattr(self, name) for name in SECTIONS}
        sizes = [cluster.size for cluster in self.training_clusters]
        present = frozenset(name for name, value in values.items() if value is not None)
        lists = {name: getattr(self, name) for name in section_fields(LandingZoneSettings)}
        return Parts(present=present, cluster_sizes=sizes, lists=lists, **values)

    def items(self) -> list[tuple[str, Section]]:
        """Of the lists of sections that know all about themselves, with the names of the lists."""
        return [(name, item) for name in section_fields(type(self)) for item in getattr(self, name)]

    def dns_request(self) -> PrivateDnsRequest:
        """The private endpoints of the zone, and what becomes of their names."""
        request = self._parts().dns_request()
        assert request is not None, "there is one wherever settings are right"  # noqa: S101
        return request

    def roles(self) -> list[tuple[str, RolesOn]]:
        """What each identity of the zone may do, by its name."""
        return [
            *((identity.name, identity.roles_on) for identity in self.identities),
            *((cluster.name, cluster.roles_on) for cluster in self.training_clusters),
            *(own for _, item in self.items() for own in item.identities().items()),
        ]

    @classmethod
    def from_stack(cls) -> "LandingZoneSettings":
        """The settings of the stack that runs. Raises SettingsError."""
        data = stack_settings(KEY, "stacks/Pulumi.dev.yaml is one to start from")
        return cls.load(data, subject_of(KEY))

    @classmethod
    def load(cls, data: Any, subject: str) -> "LandingZoneSettings":
        """The settings in a stack file's value. Raises SettingsError with all problems at once.

        Sections that are right by themselves are held against each other even when another one is wrong.
        """
        try:
            return cls.model_validate(data, by_alias=True, by_name=False)
        except ValidationError as error:
            problems = problems_of(cls, error, stack_file=True)
        if isinstance(data, dict):
            more = [in_stack_file(problem) for problem in zone_problems(_readable_parts(data))]
            problems += [problem for problem in more if problem not in problems]
        raise SettingsError(subject, problems)


def _size_of(cluster: Any) -> str | None:
    size = cluster.get("size") if isinstance(cluster, dict) else None
    return size if isinstance(size, str) else None


def _readable_parts(data: dict[str, Any]) -> Parts:
    def read(kind: Any, value: Any) -> Any:
        try:
            return TypeAdapter(kind).validate_python(value, by_alias=True, by_name=False)
        except ValidationError:
            return None

    values: dict[str, Any] = {}
    present: set[str] = set()
    lists = section_fields(LandingZoneSettings)
    for name in (*SECTIONS, *lists):
        field = LandingZoneSettings.model_fields[name]
        value = data.get(str(field.alias))
        kind: Any = field.rebuild_annotation()
        if value is None:
            values[name] = None if field.is_required() else field.get_default()
        elif get_origin(field.annotation) is list:
            # One by one, so that a wrong one leaves the others readable.
            items = value if isinstance(value, list) else []
            values[name] = [read(get_args(field.annotation)[0], item) for item in items]
        else:
            values[name] = read(kind, value)
        if value is not None or values[name] is not None:
            present.add(name)
    clusters = data.get("trainingClusters")
    sizes = [_size_of(cluster) for cluster in clusters] if isinstance(clusters, list) else []
    values["lists"] = {name: values.pop(name) for name in lists}
    return Parts(present=frozenset(present), cluster_sizes=sizes, **values)
