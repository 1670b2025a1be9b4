"""MachineLearningWorkspaceSettings: what a workspace is, as far as plain values say."""

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field, model_validator

from azure_ai_landing_zone.catalog.sizes import VmSize, find
from azure_ai_landing_zone.core.model import refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machine_learning.compute import MachineLearningCluster, MachineLearningInstance
from azure_ai_landing_zone.machine_learning.managed_network import ManagedNetwork
from azure_ai_landing_zone.machine_learning.resources import WorkspaceResources, resource_problems
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand


class MachineLearningWorkspaceSettings(WorkspaceResources):
    """A private workspace: what it stands on, what its machines reach, and which machines it has."""

    refused: ClassVar[dict[str, str]] = {
        "public_network_access": "a workspace is reached over its private endpoint only: leave it out",
        "v1_legacy_mode": "the v1 API ended on 2026-06-30: leave it out",
        "system_datastores_auth_mode": "it is always identity, because nothing here has keys: leave it out",
    }

    managed_network: ManagedNetwork = ManagedNetwork()
    """What its machines reach."""
    image_builder: MachineLearningCluster = MachineLearningCluster(
        name="images", size="Standard_D4ds_v4", max_node_count=2
    )
    """Builds images of environments: a closed registry can't build any itself."""
    compute_clusters: list[MachineLearningCluster] = Field(default=[])
    """For jobs."""
    compute_instances: list[MachineLearningInstance] = Field(default=[])
    """For people."""

    @model_validator(mode="after")
    def _check_plan(self) -> "MachineLearningWorkspaceSettings":
        problems = list(resource_problems(self))
        seen = {self.image_builder.name: "the image builder"}
        for path, machine in self._machines():
            if machine.name in seen and path != ("image_builder",):
                text = f"{machine.name} is the name of {seen[machine.name]} already: give each its own"
                problems.append(Problem((*path, "name"), text))
            seen.setdefault(machine.name, "another machine")
        refuse(MachineLearningWorkspaceSettings, problems)
        return self

    def _machines(
        self,
    ) -> Iterator[tuple[tuple[str | int, ...], MachineLearningCluster | MachineLearningInstance]]:
        yield ("image_builder",), self.image_builder
        for number, cluster in enumerate(self.compute_clusters):
            yield ("compute_clusters", number), cluster
        for number, instance in enumerate(self.compute_instances):
            yield ("compute_instances", number), instance

    def machine_names(self) -> list[tuple[Kind, str]]:
        """What its machines name."""
        return [("machineLearningCompute", machine.name) for _, machine in self._machines()]

    def sizes(self) -> Iterator[VmSize]:
        """Of its machines, as far as the catalogue has them."""
        for _, machine in self._machines():
            if (size := find(machine.size)) is not None:
                yield size

    def gpu_demands(self) -> list[GpuDemand]:
        """What its machines take of the GPU quota when all are there."""
        return [
            GpuDemand(
                machine.project,
                machine.size,
                machine.max_node_count if isinstance(machine, MachineLearningCluster) else 1,
                path,
            )
            for path, machine in self._machines()
        ]
