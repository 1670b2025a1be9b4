"""What computes in a landing zone: training clusters, and the hours in which they have nodes."""

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.identity import ExistingIdentity, ManagedIdentity
from azure_ai_landing_zone.access.section import RolesOn
from azure_ai_landing_zone.core.model import Input, Key, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand
from azure_ai_landing_zone.node_setup.services import NodeServices
from azure_ai_landing_zone.sections.site import Site, fields_of
from azure_ai_landing_zone.training import cluster as training_cluster
from azure_ai_landing_zone.training import scheduled_scaling
from azure_ai_landing_zone.training.cluster import (
    SPOT_WITHOUT_CHECKPOINTS,
    TrainingCluster,
    TrainingClusterArgs,
)
from azure_ai_landing_zone.training.scheduled_scaling import (
    ScheduledScaling,
    ScheduledScalingArgs,
    WorkingHours,
)
from azure_ai_landing_zone.training.settings import TrainingNodes


class TrainingClusterSettings(TrainingNodes):
    """A training cluster of the zone."""

    name: Key
    """Of the cluster within the zone."""
    checkpoint_store: Key | None = None
    """The checkpoint store, by name, that its nodes write to."""
    runs_as: ExistingIdentity | None = None
    """The identity of its nodes. Left out: one of their own. Either gets the roles on what the zone has."""
    roles_on: RolesOn = Field(default={})
    """What else its nodes may do."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""
    working_hours: WorkingHours | None = None
    """When it has nodes. Left out: always, `node_count` of them."""

    @model_validator(mode="after")
    def _check_hours_and_store(self) -> "TrainingClusterSettings":
        hours, problems = self.working_hours, []
        if hours is not None and hours.node_count > self.node_limit:
            text = f"must be at most `node_limit`, {self.node_limit}, got {hours.node_count}"
            problems.append(Problem(("working_hours", "node_count"), text))
        if self.spot and self.checkpoint_store is None:
            problems.append(Problem(("checkpoint_store",), SPOT_WITHOUT_CHECKPOINTS))
        refuse(TrainingClusterSettings, problems)
        return self

    @property
    def most_nodes(self) -> int:
        """As many as it ever has."""
        return max(self.node_count, self.working_hours.node_count if self.working_hours else 0)

    def demand(self, path: tuple[str | int, ...]) -> GpuDemand | None:
        """What it takes of the GPU quota; None while it doesn't say whose."""
        if self.project is None:
            return None
        return GpuDemand(self.project, self.size, self.most_nodes, path, self.spot)


def make_cluster(
    site: Site,
    settings: TrainingClusterSettings,
    *,
    subnet_id: Input[str],
    identity: ManagedIdentity,
    services: NodeServices,
    after: list[pulumi.Resource],
) -> TrainingCluster:
    """`after`: what nodes ask for as soon as they boot."""
    hours = settings.working_hours
    cluster = TrainingCluster(
        f"{site.name}-{settings.name}",
        TrainingClusterArgs(
            **site.common,
            **fields_of(settings, TrainingNodes),
            label=settings.name,
            subnet_resource_id=subnet_id,
            identity_resource_id=identity.identity_resource_id,
            scaled_elsewhere=hours is not None,
            node_services=services,
            diagnostics=site.diagnostics,
        ),
        site.child(depends_on=after),
    )
    if hours is not None:
        ScheduledScaling(
            f"{site.name}-{settings.name}-hours",
            ScheduledScalingArgs(
                **site.common,
                **fields_of(hours, WorkingHours),
                label=settings.name,
                scale_set_resource_id=cluster.scale_set_resource_id,
                diagnostics=site.diagnostics,
            ),
            site.child(),
        )
    return cluster


def azure_names(name: str) -> list[tuple[Kind, str]]:
    """What a cluster called so names, with its identity and hours."""
    return [
        ("userAssignedIdentity", name),
        *training_cluster.azure_names(name),
        *scheduled_scaling.azure_names(name),
    ]
