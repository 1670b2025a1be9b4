"""Machines for development in a landing zone."""

from typing import ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.roles_on import RolesOn
from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.core.model import Key, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.dev import machine
from azure_ai_landing_zone.machines.dev.machine import DevMachine, DevMachineArgs
from azure_ai_landing_zone.machines.dev.settings import DevMachineSettings
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import Item
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey


class DevMachineItem(DevMachineSettings, WithEncryptionKey, Item):
    """A machine for development, with a subnet and an identity of its own. Data scientists may sign in,
    administrators with sudo."""

    makes: ClassVar[type[object]] = DevMachine
    after: ClassVar[tuple[type[Needs], ...]] = (KeyVaultItem,)

    roles_on: RolesOn = Field(default={})
    """What its programs may do, besides what people may."""
    project: Key | None = None
    """Whose GPU quota it takes from, where there is `gpu_quota`."""

    def subnets(self) -> list[NetworkSubnet]:
        return [NetworkSubnet(name=self.key, purpose="machines", addresses=1)]

    def ways_out(self) -> list[Workload]:
        return ["devMachines", "hpcImages", "ubuntu"]

    def identities(self) -> list[NeededIdentity]:
        return [
            NeededIdentity(roles_on=self.roles_on, roles_path=("roles_on",)),
            *self.key_identities(),
        ]

    def problems(self, others: Others) -> list[Problem]:
        return list(self.key_problems(others))

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return machine.azure_names(self.key, has_key=self.encryption_key_name is not None)

    def gpu_demands(self) -> list[GpuDemand]:
        return [GpuDemand(self.project, self.size, 1, ())]

    def make(self, made: Made) -> Part:
        site, identity = made.site, made.identity(self)
        component = DevMachine(
            f"{site.name}-{self.key}",
            DevMachineArgs(
                **site.common,
                **fields_of(self, DevMachineSettings),
                label=self.key,
                subnet_resource_id=made.subnet_id(self),
                identity_resource_ids=[identity.identity_resource_id],
                access=site.people.access("virtualMachine"),
                encryption_key=self.encryption_key(made),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=self.key_vaults(made)),
        )
        outputs = {
            "machineName": component.machine_name,
            "machineResourceId": component.machine_resource_id,
            "privateIpAddress": component.private_ip_address,
            "signInCommand": component.sign_in_command,
            "identityClientId": identity.client_id,
        }
        return Part(component=component, outputs=outputs)
