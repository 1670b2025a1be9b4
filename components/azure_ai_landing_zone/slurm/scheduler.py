"""SlurmScheduler: Slurm on a machine of its own, and a login node, for training clusters that join it."""

import json
from collections.abc import Iterator
from typing import Any, Literal

import pulumi
from pulumi_azure_native import compute
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.access.disk_encryption import disk_encryption_set, set_names
from azure_ai_landing_zone.access.encryption_key import KEY_VAULT_API_VERSION, EncryptionKey
from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.images import VM_IMAGES
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, Key, Model, Protection, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
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
from azure_ai_landing_zone.machines.settings import DataDisk
from azure_ai_landing_zone.node_setup import custom_data
from azure_ai_landing_zone.node_setup.on_node import containers
from azure_ai_landing_zone.node_setup.services import MountPath, NodeMount, mounts_told
from azure_ai_landing_zone.node_setup.slurm_release import slurm_release
from azure_ai_landing_zone.slurm.accounting import (
    SlurmDatabaseCreate,
    SlurmDatabaseExisting,
    accounts_list,
    database_told,
)
from azure_ai_landing_zone.slurm.people import people_list
from azure_ai_landing_zone.slurm.plan import SlurmCluster, slurm_files, slurm_problems
from azure_ai_landing_zone.slurm.settings import IMAGE_SKU, SlurmSchedulerSettings

RESOURCE_TYPE = "Microsoft.Compute/virtualMachines"
ADMINISTRATES = BuiltInRole.VIRTUAL_MACHINE_ADMINISTRATOR_LOGIN
"""What those have who sign in to the login node with Entra ID."""
SCALE_SETS = "Microsoft.Compute/virtualMachineScaleSets"

Role = Literal["scheduler", "login"]

_AZURE_ROLES: dict[Role, str] = {"scheduler": "", "login": "login"}
"""What Azure names end in."""


class SlurmMember(Model):
    """A training cluster whose nodes join."""

    name: Key
    """Of its partition, which nodes say in their SlurmMembership; and the label of the TrainingCluster, by
    which rolls know its scale set, in the same resource group and with the same naming."""
    size: str
    """Of its nodes."""
    node_limit: StrictInt = Field(ge=1)
    """The most nodes that it ever has."""

    def plan(self) -> SlurmCluster | None:
        """None for a size that the catalogue doesn't know, which the cluster itself refuses."""
        size = sizes.find(self.size)
        return None if size is None else SlurmCluster(self.name, size, self.node_limit)


class SlurmSchedulerArgs(ComponentArgs, SlurmSchedulerSettings):
    """What a SlurmScheduler is made of."""

    slurm_members: list[SlurmMember] = Field(min_length=1)
    """Training clusters with the same GPUs a node. A further one makes the scheduler's machine anew; its
    state, its address and running jobs stay."""
    subnet_resource_id: Input[str]
    """A private subnet with a way out, of the purpose `schedulers`: nodes reach it on port 6817 and srun's
    60001 to 63000, and it reaches nodes on 6818."""
    identity_resource_id: Input[str]
    """The user-assigned identity of the scheduler, with Key Vault Secrets Officer on the vault, and Virtual
    Machine Contributor on the scale sets of its clusters, where rolls are to make nodes anew."""
    client_id: Input[str]
    """The same identity's."""
    login_identity_resource_id: Input[str] | None = None
    """The login node's, with Key Vault Secrets User. Needed with a login node."""
    login_client_id: Input[str] | None = None
    """The same identity's."""
    vault_uri: Input[str]
    """Of the Key Vault that keeps the munge key, within reach of all machines."""
    vault_name: Input[str] | None = None
    """The same vault's, where it lies in the same resource group: who has an account is written there. Left
    out: nobody has one."""
    login_access: list[AccessGrant] = Field(default=[])
    """Who signs in to the login node with `entra_sign_in`: Virtual Machine Administrator Login, with Reader
    where they know the machine by its name only."""
    mounts: list[NodeMount] = Field(default=[])
    """What the login node mounts, as nodes do."""
    homes: MountPath | None = None
    """The folder of people's homes; the scheduler mounts it too, where it is one of `mounts`."""
    encryption_key: EncryptionKey | None = None
    """Of all machines' disks. Left out: Microsoft's key. Machines are made anew when it comes or goes, and
    the scheduler has to be off for the disk with its state."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of the machines' metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace the disk with Slurm's state."""

    @model_validator(mode="after")
    def _check_members(self) -> "SlurmSchedulerArgs":
        plans = [plan for one in self.slurm_members if (plan := one.plan())]
        problems = [
            Problem(("slurm_members", *problem.path), problem.message) for problem in slurm_problems(plans)
        ]
        if self.login is not None and (self.login_identity_resource_id is None or not self.login_client_id):
            text = "missing, and required with a login node: people who use it can be that identity"
            problems.append(Problem(("login_identity_resource_id",), text))
        problems += self._login_problems()
        if self.users and (self.homes is None or self.vault_name is None):
            text = "need `homes` and `vault_name`: where they are at home, and where machines read of them"
            problems.append(Problem(("users",), text))
        if self.accounts and self.vault_name is None:
            text = "need `vault_name`: the scheduler reads there who may take how much"
            problems.append(Problem(("accounts",), text))
        if isinstance(self.accounting, SlurmDatabaseCreate):
            text = "is made by a SlurmDatabase: give its `connection`"
            problems.append(Problem(("accounting",), text))
        refuse(SlurmSchedulerArgs, problems)
        return self

    def _login_problems(self) -> Iterator[Problem]:
        for problem in access_problems(self.login_access, RESOURCE_TYPE):
            yield Problem(("login_access", *problem.path[1:]), problem.message)
        signs_in = self.login is not None and self.login.entra_sign_in
        if self.login_access and not signs_in:
            yield Problem(("login_access",), "goes with `entra_sign_in` of the login node: add that")
        if signs_in and ADMINISTRATES not in [grant.role for grant in self.login_access]:
            text = f"missing: with `entra_sign_in` somebody needs {ADMINISTRATES}"
            yield Problem(("login_access",), text)
        for number, grant in enumerate(self.login_access):
            if grant.role is BuiltInRole.VIRTUAL_MACHINE_USER_LOGIN:
                text = "such an account submits no job, since no node has its number: have these people in"
                yield Problem(("login_access", number, "role"), f"{text} `users`")


class SlurmScheduler(Component):
    """slurmctld on a virtual machine with a private address, whose state is on a disk that outlives it. Nodes
    come by themselves: they register, and get their configuration from here."""

    scheduler_address: pulumi.Output[str]
    """What nodes reach it by; it outlives the machine."""
    login_address: pulumi.Output[str | None]
    """Of the login node, within the network."""

    def __init__(
        self, name: str, args: SlurmSchedulerArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        more = {"login": args.login is not None, "has_key": args.encryption_key is not None}
        super().__init__(name, opts, args, lambda label: azure_names(label, **more))
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        members = [plan for one in args.slurm_members if (plan := one.plan())]
        files = slurm_files(
            making.label,
            members,
            accounting_host=_label(making.label, "scheduler") if args.accounting else args.accounting_host,
            enforces_accounts=bool(args.accounts),
            max_hours=args.max_hours,
        )
        if args.container_runtime is not None:
            files["plugstack.conf"] = containers.PLUGSTACK
        self.people_secret: str | None = None
        if args.homes is not None and args.vault_name is not None:
            self.people_secret = people_secret(making.label)
            people = "people of a Slurm cluster, JSON", people_list(args.users, args.user_groups)
            _write_secret(making, "people", args.vault_name, self.people_secret, *people)
        slurm = {
            "vaultUri": args.vault_uri,
            "mungeKeySecret": args.munge_key_secret,
            "peopleSecret": self.people_secret,
            **slurm_release(args.slurm_version, args.container_runtime),
        }
        encryption = disk_encryption_set(making, args.encryption_key)
        state = DataDisk(size_gib=args.state_disk_size_gib)
        disk = kept_disk(making, "state-disk", state, args.zone, encryption)
        told: dict[str, Any] = {
            "clientId": args.client_id,
            "homes": args.homes,
            "mounts": mounts_told([mount for mount in args.mounts if mount.path == args.homes]),
            "slurm": {
                "role": "scheduler",
                "files": files,
                "proven": [member.name for member in members if member.size.has_rdma],
                "scaleSets": {member.name: _scale_set_id(making, member.name) for member in members},
                **_accounting_told(making, args),
                **slurm,
            },
        }
        _, self.scheduler_address = _machine(
            making, args, "scheduler", told, disk, encryption, args.size, args.identity_resource_id
        )
        self.login_address = pulumi.Output.from_input(None)
        if args.login is not None and args.login_identity_resource_id is not None:
            told = {
                "clientId": args.login_client_id,
                "homes": args.homes,
                "mounts": mounts_told(args.mounts),
                "slurm": {"role": "login", "scheduler": self.scheduler_address, **slurm},
            }
            machine, address = _machine(
                making,
                args,
                "login",
                told,
                None,
                encryption,
                args.login.size,
                args.login_identity_resource_id,
            )
            self.login_address = address.apply(str)
            if args.login.entra_sign_in:
                install(making, "entra-login", machine, ENTRA_LOGIN)
                making.grant(args.login_access, machine.id)
        self._end()


def people_secret(label: str) -> str:
    """The secret with the people of a SlurmScheduler that is called so."""
    return f"{label}-people"


def accounts_secret(label: str) -> str:
    """The same with its accounts and limits."""
    return f"{label}-accounts"


def _scale_set_id(making: Making, label: str) -> pulumi.Output[str]:
    """Of a TrainingCluster that is made after the scheduler, and so of its name."""
    return pulumi.Output.format(
        "/subscriptions/{0}/resourceGroups/{1}/providers/{2}/{3}",
        making.subscription_id,
        making.group["resource_group_name"],
        SCALE_SETS,
        making.names.of("virtualMachineScaleSet", label),
    )


def _accounting_told(making: Making, args: SlurmSchedulerArgs) -> dict[str, Any]:
    """What the scheduler is told of its database; nothing where it has none."""
    if not isinstance(args.accounting, SlurmDatabaseExisting):
        return {}
    secret = None
    if args.accounts and args.vault_name is not None:
        secret = accounts_secret(making.label)
        accounts = accounts_list(args.accounts, args.qos, args.users)
        what = "accounts and limits of a Slurm cluster, JSON"
        _write_secret(making, "accounts", args.vault_name, secret, what, accounts)
    host = _label(making.label, "scheduler")
    return {"accounting": database_told(args.accounting, making.label, host, secret)}


def _write_secret(
    making: Making, role: str, vault_name: Input[str], name: str, content_type: str, value: str
) -> None:
    """Who has an account, or may take how much, as a secret of the vault, of which nothing is secret:
    machines reach the vault anyhow, and none is made anew when somebody comes or goes. An empty list too: the
    management API deletes no secret, and the last to go would stay. Made as the vault's keys are, and for the
    same reasons."""
    secret = {
        "type": "Microsoft.KeyVault/vaults/secrets",
        "apiVersion": KEY_VAULT_API_VERSION,
        "name": pulumi.Output.concat(vault_name, "/", name),
        "tags": making.tags or {},
        "properties": {"contentType": content_type, "value": value},
    }
    making.deployment(role, "virtualMachine", [secret])


def _machine(
    making: Making,
    args: SlurmSchedulerArgs,
    role: Role,
    told: dict[str, Any],
    disk: "compute.Disk | None",
    encryption: "compute.DiskEncryptionSet | None",
    size: str,
    identity_id: Input[str],
) -> "tuple[compute.VirtualMachine, pulumi.Output[str]]":
    """The machine and its address."""
    called = _AZURE_ROLES[role]
    found = sizes.find(size)
    assert found is not None, "the settings refuse other sizes"  # noqa: S101
    interface = private_interface(
        making,
        f"{making.name}-{role}",
        azure_name=making.azure_name("networkInterface", called),
        subnet_resource_id=args.subnet_resource_id,
        size=found,
    )
    machine = compute.VirtualMachine(
        f"{making.name}-{role}",
        vm_name=making.azure_name("virtualMachine", called),
        zones=[args.zone] if args.zone else None,
        hardware_profile=compute.HardwareProfileArgs(vm_size=size),
        identity=compute.VirtualMachineIdentityArgs(
            type=compute.ResourceIdentityType.SYSTEM_ASSIGNED_USER_ASSIGNED
            if role == "login" and args.login and args.login.entra_sign_in
            else compute.ResourceIdentityType.USER_ASSIGNED,
            user_assigned_identities=[identity_id],
        ),
        storage_profile=disks(
            _image(args),
            size=found,
            os_disk_name=making.azure_name("osDisk", called),
            os_disk_size_gib=args.login.os_disk_size_gib
            if role == "login" and args.login
            else args.os_disk_size_gib,
            data_disk=disk,
            encryption=encryption,
        ),
        os_profile=compute.OSProfileArgs(
            computer_name=_label(making.label, role)[:64],
            admin_username=args.admin_username,
            custom_data=pulumi.Output.json_dumps(told).apply(lambda text: custom_data(json.loads(text))),
            linux_configuration=args.linux_configuration(),
        ),
        network_profile=through(interface),
        diagnostics_profile=console(),
        security_profile=args.security_profile(),
        opts=making.child(**MADE_ANEW),
        **making.place,
    )
    making.watch(machine.id, RESOURCE_TYPE, role)
    return machine, address_of(interface).apply(lambda address: address or "")


def azure_names(label: str, *, login: bool, has_key: bool) -> list[tuple[Kind, str]]:
    """What a SlurmScheduler called so names."""
    roles: tuple[Role, ...] = ("scheduler", "login") if login else ("scheduler",)
    kinds: tuple[Kind, ...] = ("virtualMachine", "networkInterface", "osDisk")
    own: list[tuple[Kind, str]] = [("disk", label), *set_names(label, has_key=has_key)]
    return [*own, *((kind, _label(label, role)) for role in roles for kind in kinds)]


def _label(label: str, role: Role) -> str:
    called = _AZURE_ROLES[role]
    return f"{label}-{called}" if called else label


def _image(args: SlurmSchedulerArgs) -> "compute.ImageReferenceArgs":
    image = VM_IMAGES[IMAGE_SKU]
    return compute.ImageReferenceArgs(
        publisher=image.publisher, offer=image.offer, sku=image.sku, version=args.image_version
    )
