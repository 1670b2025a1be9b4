"""DevMachine: one virtual machine for development, with or without a GPU."""

import re
from datetime import UTC, datetime
from typing import Any

import pulumi
from pulumi_azure_native import compute
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff, diagnose
from azure_ai_landing_zone.core.grants import access_problems, grant_access
from azure_ai_landing_zone.core.model import AccessGrant, Input, Protection, refuse
from azure_ai_landing_zone.core.naming import Kind, Names
from azure_ai_landing_zone.core.size_warnings import warn_of_size
from azure_ai_landing_zone.machines.auto_shutdown import shut_down_daily
from azure_ai_landing_zone.machines.dev.plan import DevMachinePlan, DriverExtension, plan_dev_machine
from azure_ai_landing_zone.machines.dev.settings import DevMachineShape
from azure_ai_landing_zone.machines.private_machine import (
    MADE_ANEW,
    address_of,
    console,
    disks,
    kept_disk,
    private_interface,
    through,
)
from azure_ai_landing_zone.operations.budgets import Budget, make_budget

RESOURCE_TYPE = "Microsoft.Compute/virtualMachines"

ENTRA_LOGIN = DriverExtension("Microsoft.Azure.ActiveDirectory", "AADSSHLoginForLinux", "1.0")
"""Takes a system-assigned identity. Source: learn.microsoft.com/entra/identity/devices/
howto-vm-sign-in-azure-ad-linux, read 2026-11-21."""

MACHINE_TAG = "machine"
"""Of all that belongs to a machine, for its budget."""


class DevMachineArgs(ComponentArgs, DevMachineShape):
    """What a DevMachine is made of."""

    subnet_resource_id: Input[str]
    """A private subnet with a way out, which drivers are fetched through."""
    identity_resource_ids: list[Input[str]] = Field(default=[])
    """User-assigned identities that its programs may sign in as."""
    access: list[AccessGrant] = Field(default=[])
    """Who signs in: Virtual Machine User Login, or Administrator Login for those who may use sudo."""
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
        label = args.label or name
        check_names(DevMachine, args.naming, azure_names(label))
        super().__init__(name, opts)
        warn_of_size(plan.size, args.location)
        for warning in plan.warnings:
            pulumi.log.warn(warning, self)
        names = self._names(args.naming)
        tags = (args.tags.as_azure() if args.tags else {}) | {MACHINE_TAG: label}
        place: dict[str, Any] = {
            "resource_group_name": args.resource_group_name,
            "location": args.location,
        }
        interface = private_interface(
            name,
            azure_name=names.of("networkInterface", label),
            place=place,
            subnet_resource_id=args.subnet_resource_id,
            size=plan.size,
            tags=tags,
            opts=self._child(),
        )
        disk = None
        if args.data_disk is not None:
            disk = kept_disk(
                f"{name}-data-disk",
                args.data_disk,
                azure_name=names.of("disk", label),
                place=place,
                zone=args.zone,
                tags=tags,
                opts=self._child(protect=args.protection == "on"),
            )
        machine = compute.VirtualMachine(
            f"{name}-machine",
            vm_name=names.of("virtualMachine", label),
            **place,
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
                os_disk_name=names.of("osDisk", label),
                os_disk_size_gib=args.os_disk_size_gib,
                data_disk=disk,
            ),
            os_profile=compute.OSProfileArgs(
                computer_name=re.sub(r"[^A-Za-z0-9-]", "-", label)[:64],
                admin_username=args.admin_username,
                linux_configuration=args.linux_configuration(),
            ),
            network_profile=through(interface),
            diagnostics_profile=console(),
            security_profile=args.security_profile(),
            tags=tags,
            opts=self._child(**MADE_ANEW),
        )
        self._extensions(name, args, plan, machine, tags)
        shut_down_daily(
            name,
            args.auto_shutdown,
            virtual_machine_name=machine.name,
            virtual_machine_resource_id=machine.id,
            resource_group_name=args.resource_group_name,
            location=args.location,
            tags=tags,
            opts=self._child(),
        )
        scope, subscription_id = machine.id, self._subscription_id()
        grant_access(name, args.access, scope=scope, subscription_id=subscription_id, opts=self._child())
        diagnose(
            name,
            args.diagnostics,
            resource_id=machine.id,
            resource_type=RESOURCE_TYPE,
            opts=self._child(),
        )
        self._budget(name, args, names, label)

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
        self.register_outputs(
            {
                "machine_name": self.machine_name,
                "machine_resource_id": self.machine_resource_id,
                "private_ip_address": self.private_ip_address,
                "sign_in_command": self.sign_in_command,
            }
        )

    def _extensions(
        self,
        name: str,
        args: DevMachineArgs,
        plan: DevMachinePlan,
        machine: "compute.VirtualMachine",
        tags: dict[str, str],
    ) -> None:
        """One after another: the agent installs one at a time, and a driver may restart the machine."""
        wanted = {"driver": plan.extension, "entra-login": ENTRA_LOGIN}
        previous: list[pulumi.Resource] = []
        for role, extension in wanted.items():
            if extension is None:
                continue
            made = compute.VirtualMachineExtension(
                f"{name}-{role}",
                vm_extension_name=extension.type,
                vm_name=machine.name,
                resource_group_name=args.resource_group_name,
                location=args.location,
                publisher=extension.publisher,
                type=extension.type,
                type_handler_version=extension.version,
                auto_upgrade_minor_version=True,
                tags=tags,
                opts=self._child(depends_on=previous),
            )
            previous = [made]

    def _budget(self, name: str, args: DevMachineArgs, names: Names, label: str) -> None:
        if args.monthly_budget is None:
            return
        group = f"/subscriptions/{self._subscription_id()}/resourceGroups/"
        make_budget(
            name,
            Budget(
                key="machine",
                amount=args.monthly_budget.amount,
                emails=args.monthly_budget.emails,
                tag_values={MACHINE_TAG: [label]},
            ),
            azure_name=names.of("budget", f"{label}-machine"),
            scope=pulumi.Output.concat(group, args.resource_group_name),
            action_group_resource_ids=[],
            opts=self._child(),
        )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a DevMachine called so names."""
    kinds: tuple[Kind, ...] = ("virtualMachine", "networkInterface", "osDisk", "disk")
    return [*((kind, label) for kind in kinds), ("budget", f"{label}-machine")]


def _image(args: DevMachineArgs, plan: DevMachinePlan) -> "compute.ImageReferenceArgs":
    image = plan.image
    if image is None:
        return compute.ImageReferenceArgs(id=args.own_image.image_resource_id if args.own_image else None)
    return compute.ImageReferenceArgs(
        publisher=image.publisher, offer=image.offer, sku=image.sku, version=args.image_version
    )
