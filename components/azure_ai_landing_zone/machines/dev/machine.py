"""DevMachine: one virtual machine for development, with or without a GPU."""

import re
from datetime import UTC, datetime

import pulumi
from pulumi_azure_native import compute
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.disk_encryption import disk_encryption_set, set_names
from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, Protection, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.size_warnings import warn_of_size
from azure_ai_landing_zone.machines.auto_shutdown import shut_down_daily
from azure_ai_landing_zone.machines.dev.plan import DevMachinePlan, plan_dev_machine
from azure_ai_landing_zone.machines.dev.settings import DevMachineSettings
from azure_ai_landing_zone.machines.planning.extensions import ENTRA_LOGIN
from azure_ai_landing_zone.machines.private_machine import (
    MADE_ANEW,
    address_of,
    console,
    disks,
    install,
    kept_disk,
    private_interface,
    through,
)
from azure_ai_landing_zone.operations.budgets import Budget, make_budget

RESOURCE_TYPE = "Microsoft.Compute/virtualMachines"

MACHINE_TAG = "machine"
"""Of all that belongs to a machine, for its budget."""


class DevMachineArgs(ComponentArgs, DevMachineSettings):
    """What a DevMachine is made of."""

    subnet_resource_id: Input[str]
    """A private subnet with a way out, which drivers are fetched through."""
    identity_resource_ids: list[Input[str]] = Field(default=[])
    """User-assigned identities that its programs may sign in as."""
    access: list[AccessGrant] = Field(default=[])
    """Who signs in: Virtual Machine User Login, or Administrator Login for those who may use sudo."""
    encryption_key: EncryptionKey | None = None
    """Of its disks. Left out: Microsoft's key. The machine is made anew when it comes or goes, and has to
    be off for its data disk."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace the data disk."""

    @model_validator(mode="after")
    def _check_access(self) -> "DevMachineArgs":
        refuse(DevMachineArgs, list(access_problems(self.access, RESOURCE_TYPE)))
        return self


class DevMachine(Component):
    """A machine with a private address that people sign in to by Entra ID, that is off at night, and whose
    data disk outlives it."""

    machine_name: pulumi.Output[str]
    machine_resource_id: pulumi.Output[str]
    private_ip_address: pulumi.Output[str | None]
    sign_in_command: pulumi.Output[str]
    """From inside the network, or through Bastion with `az network bastion ssh`."""

    def __init__(self, name: str, args: DevMachineArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        plan = plan_dev_machine(args.request(), datetime.now(UTC).date())
        has_key = args.encryption_key is not None
        super().__init__(name, opts, args, lambda label: azure_names(label, has_key=has_key))
        making = Making(
            self,
            name,
            args,
            diagnostics=args.diagnostics,
            protection=args.protection,
            more_tags={MACHINE_TAG: args.label or name},
        )
        warn_of_size(plan.size, args.location)
        for warning in plan.warnings:
            self.warn(warning)
        interface = private_interface(
            making,
            name,
            azure_name=making.azure_name("networkInterface"),
            subnet_resource_id=args.subnet_resource_id,
            size=plan.size,
        )
        encryption = disk_encryption_set(making, args.encryption_key)
        disk = None
        if args.data_disk:
            disk = kept_disk(making, "data-disk", args.data_disk, args.zone, encryption)
        machine = compute.VirtualMachine(
            f"{name}-machine",
            vm_name=making.azure_name("virtualMachine"),
            zones=[args.zone] if args.zone else None,
            hardware_profile=compute.HardwareProfileArgs(vm_size=plan.size.size),
            identity=compute.VirtualMachineIdentityArgs(
                type=compute.ResourceIdentityType.SYSTEM_ASSIGNED_USER_ASSIGNED
                if args.identity_resource_ids
                else compute.ResourceIdentityType.SYSTEM_ASSIGNED,
                user_assigned_identities=args.identity_resource_ids or None,
            ),
            storage_profile=disks(
                _image(args, plan),
                size=plan.size,
                os_disk_name=making.azure_name("osDisk"),
                os_disk_size_gib=args.os_disk_size_gib,
                data_disk=disk,
                encryption=encryption,
            ),
            os_profile=compute.OSProfileArgs(
                computer_name=re.sub(r"[^A-Za-z0-9-]", "-", making.label)[:64],
                admin_username=args.admin_username,
                linux_configuration=args.linux_configuration(),
            ),
            network_profile=through(interface),
            diagnostics_profile=console(),
            security_profile=args.security_profile(),
            opts=making.child(**MADE_ANEW),
            **making.place,
        )
        _install(making, machine, plan)
        shut_down_daily(making, args.auto_shutdown, machine)
        making.grant(args.access, machine.id)
        making.watch(machine.id, RESOURCE_TYPE)
        _limit_cost(making, args)
        self.machine_name = machine.name
        self.machine_resource_id = machine.id
        self.private_ip_address = address_of(interface)
        self.sign_in_command = pulumi.Output.concat(
            "az ssh vm --resource-group ",
            args.resource_group_name,
            " --name ",
            machine.name,
            " --prefer-private-ip",
        )
        self._end()


def azure_names(label: str, *, has_key: bool) -> list[tuple[Kind, str]]:
    """What a DevMachine called so names."""
    kinds: tuple[Kind, ...] = ("virtualMachine", "networkInterface", "osDisk", "disk")
    budget: tuple[Kind, str] = ("budget", f"{label}-machine")
    return [*((kind, label) for kind in kinds), budget, *set_names(label, has_key=has_key)]


def _install(making: Making, machine: "compute.VirtualMachine", plan: DevMachinePlan) -> None:
    """One after another: the agent installs one at a time, and a driver may restart the machine."""
    previous: list[pulumi.Resource] = []
    for role, extension in {"driver": plan.extension, "entra-login": ENTRA_LOGIN}.items():
        if extension is None:
            continue
        made = install(making, role, machine, extension, depends_on=previous)
        previous = [made]


def _limit_cost(making: Making, args: DevMachineArgs) -> None:
    if args.monthly_budget is None:
        return
    make_budget(
        making.name,
        Budget(
            key="machine",
            amount=args.monthly_budget.amount,
            emails=args.monthly_budget.emails,
            tag_values={MACHINE_TAG: [making.label]},
        ),
        azure_name=making.azure_name("budget", "machine"),
        scope=pulumi.Output.concat(
            f"/subscriptions/{making.subscription_id}/resourceGroups/", args.resource_group_name
        ),
        action_group_resource_ids=[],
        opts=making.child(),
    )


def _image(args: DevMachineArgs, plan: DevMachinePlan) -> "compute.ImageReferenceArgs":
    image = plan.image
    if image is None:
        return compute.ImageReferenceArgs(id=args.own_image.image_resource_id if args.own_image else None)
    return compute.ImageReferenceArgs(
        publisher=image.publisher, offer=image.offer, sku=image.sku, version=args.image_version
    )
