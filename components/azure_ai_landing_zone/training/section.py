"""Training clusters of a landing zone, and the hours in which they have nodes."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeVar

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.identity import ExistingIdentity
from azure_ai_landing_zone.access.roles_on import RolesOn
from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.core.model import Key, fields_of, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.data.checkpoints.section import CheckpointStoreItem, WritesCheckpoints
from azure_ai_landing_zone.endpoints.zones import PrivateDnsZones
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.node_setup.services import NodeServices
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import ServesNodes
from azure_ai_landing_zone.stores.container_registry import ContainerRegistry
from azure_ai_landing_zone.stores.container_registry_section import ContainerRegistryItem
from azure_ai_landing_zone.stores.key_vault import KeyVault
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey
from azure_ai_landing_zone.training import cluster, scheduled_scaling
from azure_ai_landing_zone.training.cluster import (
    RESOURCE_TYPE,
    SPOT_WITHOUT_CHECKPOINTS,
    TrainingCluster,
    TrainingClusterArgs,
)
from azure_ai_landing_zone.training.scheduled_scaling import (
    ScheduledScaling,
    ScheduledScalingArgs,
    WorkingHours,
)
from azure_ai_landing_zone.training.settings import TrainingClusterSettings

_JOBS = "jobs"


class TrainingClusterItem(TrainingClusterSettings, WithEncryptionKey, WritesCheckpoints):
    """A training cluster of the zone."""

    makes: ClassVar[type[object]] = TrainingCluster
    # Nodes ask for tokens and names as soon as they boot: what they reach comes first.
    after: ClassVar[tuple[type[Needs], ...]] = (ServesNodes, KeyVaultItem, ContainerRegistryItem)

    runs_as: ExistingIdentity | None = None
    """The identity of its nodes. Left out: one of their own. Either gets the roles on what the zone has."""
    roles_on: RolesOn = Field(default={})
    """What else its nodes may do."""
    job_roles_on: RolesOn | None = None
    """What its jobs may do, as an identity of their own, which then writes the checkpoints: `{}` for no more
    than that, nothing on vaults. Left out: jobs get tokens of the nodes' identity, for data alone."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""
    working_hours: WorkingHours | None = None
    """When it has nodes. Left out: always, `node_count` of them."""

    @model_validator(mode="after")
    def _check_hours_and_store(self) -> "TrainingClusterItem":
        hours, problems = self.working_hours, []
        if hours is not None and hours.node_count > self.node_limit:
            text = f"must be at most `node_limit`, {self.node_limit}, got {hours.node_count}"
            problems.append(Problem(("working_hours", "node_count"), text))
        if self.spot and self.checkpoint_store is None:
            problems.append(Problem(("checkpoint_store",), SPOT_WITHOUT_CHECKPOINTS))
        refuse(TrainingClusterItem, problems)
        return self

    @property
    def most_nodes(self) -> int:
        """As many as it ever has."""
        return max(self.node_count, self.working_hours.node_count if self.working_hours else 0)

    def subnets(self) -> list[NetworkSubnet]:
        return [NetworkSubnet(name=self.key, purpose="nodes", addresses=self.node_limit)]

    def ways_out(self) -> list[Workload]:
        return ["hpcImages", "ubuntu"]

    def identities(self) -> list[NeededIdentity]:
        nodes = NeededIdentity(roles_on=self.roles_on, roles_path=("roles_on",), existing=self.runs_as)
        if self.job_roles_on is None:
            return [nodes, *self.key_identities()]
        jobs = NeededIdentity(_JOBS, roles_on=self.job_roles_on, roles_path=("job_roles_on",))
        return [nodes, jobs, *self.key_identities()]

    def writer(self) -> str:
        return self.identity_name("" if self.job_roles_on is None else _JOBS)

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        own = cluster.azure_names(self.key, has_key=self.encryption_key_name is not None)
        return [*own, *scheduled_scaling.azure_names(self.key)]

    def gpu_demands(self) -> list[GpuDemand]:
        return [GpuDemand(self.project, self.size, self.most_nodes, (), self.spot)]

    def problems(self, others: Others) -> list[Problem]:
        found, stores = list(self.key_problems(others)), others.of(CheckpointStoreItem)
        if self.checkpoint_store is not None and self.checkpoint_store not in stores and stores.complete:
            text = nothing_called("checkpoint store", self.checkpoint_store, stores)
            found.append(Problem(("checkpoint_store",), text))
        if "keyVault" in (self.job_roles_on or {}):
            text = "jobs get no tokens for vaults, where the key is with which one can pretend to be any user"
            found.append(Problem(("job_roles_on", "keyVault"), f"{text}: leave it out"))
        return found

    def make(self, made: Made) -> Part:
        site, identity, hours = made.site, made.identity(self), self.working_hours
        served = (one.for_nodes(self, made) for _, one in made.others.each(ServesNodes))
        given = [one for one in served if one is not None]
        urls = [one.checkpoint_container_url for one in given if one.checkpoint_container_url is not None]
        around: list[pulumi.Resource] = made.present(PrivateDnsZones, KeyVault, ContainerRegistry)
        jobs = None if self.job_roles_on is None else made.identity(self, _JOBS)
        component = TrainingCluster(
            f"{site.name}-{self.key}",
            TrainingClusterArgs(
                **site.common,
                **fields_of(self, TrainingClusterSettings),
                label=self.key,
                subnet_resource_id=made.subnet_id(self),
                identity_resource_id=identity.identity_resource_id,
                job_identity_resource_id=jobs.identity_resource_id if jobs else None,
                scaled_elsewhere=hours is not None,
                node_services=NodeServices(
                    client_id=identity.client_id,
                    job_client_id=jobs.client_id if jobs else None,
                    mounts=[mount for one in given for mount in one.mounts],
                    checkpoint_container_url=urls[0] if urls else None,
                    fabric_reports=_first([one.fabric_reports for one in given]),
                    homes=_first([one.homes for one in given]),
                    slurm=_first([one.slurm for one in given]),
                ),
                access=[grant for one in given for grant in one.access],
                encryption_key=self.encryption_key(made),
                diagnostics=site.diagnostics,
            ),
            site.child(depends_on=[*around, *(one.after for one in given if one.after)]),
        )
        if hours is not None:
            ScheduledScaling(
                f"{site.name}-{self.key}-hours",
                ScheduledScalingArgs(
                    **site.common,
                    **fields_of(hours, WorkingHours),
                    label=self.key,
                    scale_set_resource_id=component.scale_set_resource_id,
                    diagnostics=site.diagnostics,
                ),
                site.child(),
            )
        watched = AlertTarget(
            key=self.key,
            resource_type=RESOURCE_TYPE,
            target_resource_id=component.scale_set_resource_id,
        )
        return Part(
            component=component,
            alert_targets=[watched],
            outputs={
                "scaleSetName": component.scale_set_name,
                "scaleSetResourceId": component.scale_set_resource_id,
                "identityClientId": identity.client_id,
                "scratchPath": component.scratch_path,
                "updateNodesCommand": component.update_nodes_command,
                "reimageNodesCommand": component.reimage_nodes_command,
            },
        )


T = TypeVar("T")


def _first(found: Sequence[T | None]) -> T | None:
    return next((one for one in found if one is not None), None)


def cluster_name_problems(names: Sequence[str], others: Others) -> Iterator[Problem]:
    """Names in a part's `clusters` that no training cluster has. None of them while one of the clusters is
    wrong in itself: it may be the one that is meant."""
    there = others.of(TrainingClusterItem)
    for number, name in enumerate(names):
        if name not in there and there.complete:
            yield Problem(("clusters", number), nothing_called("training cluster", name, there))
