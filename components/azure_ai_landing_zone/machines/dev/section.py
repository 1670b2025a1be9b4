"""Machines for development in a landing zone."""

from typing import TYPE_CHECKING

from pydantic import Field

from azure_ai_landing_zone.access.section import RolesOn
from azure_ai_landing_zone.catalog.sizes import find
from azure_ai_landing_zone.core.model import Key
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.dev import machine as dev_machine
from azure_ai_landing_zone.machines.dev.machine import DevMachine, DevMachineArgs
from azure_ai_landing_zone.machines.dev.settings import DevMachineShape
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand
from azure_ai_landing_zone.machines.planning.sizes import region_problem
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.sections.section import Part, Path, Section
from azure_ai_landing_zone.sections.site import fields_of

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts


class DevMachineSettings(Section, DevMachineShape):
    """A machine for development, with a subnet and an identity of its own. Data scientists may sign in,
    administrators with sudo."""

    roles_on: RolesOn = Field(default={})
    """What its programs may do, besides what people may."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""

    def subnets(self) -> list[NetworkSubnet]:
        return [NetworkSubnet(name=self.name, purpose="machines", addresses=1)]

    def identities(self) -> dict[str, RolesOn]:
        return {self.name: self.roles_on}

    def azure_names(self) -> list[tuple[Kind, str]]:
        return dev_machine.azure_names(self.name)

    def gpu_demands(self, path: Path) -> list[GpuDemand]:
        return [] if self.project is None else [GpuDemand(self.project, self.size, 1, path)]

    def problems(self, parts: "Parts") -> list[Problem]:
        problems = []
        if parts.location and (problem := region_problem(self.size, parts.location)):
            problems.append(Problem(("size",), problem))
        quota, size = parts.gpu_quota, find(self.size)
        if self.project is None and quota is not None and size is not None and size.gpus != 0:
            text = f"missing: `gpu_quota` gives GPUs to projects only, which are {', '.join(quota.projects)}"
            problems.append(Problem(("project",), text))
        if self.project is not None and "gpu_quota" not in parts.present:
            problems.append(Problem(("project",), "goes with `gpu_quota`: add that, or leave this out"))
        return problems

    def make(self, made: "Made") -> Part:
        assert made.network is not None, "a section with subnets has a network"  # noqa: S101
        site, identity = made.site, made.identities[self.name]
        machine = DevMachine(
            f"{site.name}-{self.name}",
            DevMachineArgs(
                **site.common,
                **fields_of(self, DevMachineShape),
                label=self.name,
                subnet_resource_id=made.network.subnet_resource_ids[self.name],
                identity_resource_ids=[identity.identity_resource_id],
                access=site.people.access("virtualMachine"),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        outputs = {
            "machineName": machine.machine_name,
            "machineResourceId": machine.machine_resource_id,
            "privateIpAddress": machine.private_ip_address,
            "signInCommand": machine.sign_in_command,
            "identityClientId": identity.client_id,
        }
        return Part(component=machine, outputs=outputs)
