"""LustreDataset: files for many GPUs at once, on Azure Managed Lustre, with a blob container behind them."""

from collections.abc import Mapping
from typing import Any

import pulumi
from pulumi.runtime import invoke_async
from pulumi_azure_native import storagecache
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, PrivateEndpointPlace, Protection, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.lustre.blob import (
    ACCOUNT_ROLE,
    LustreAutoExport,
    LustreAutoImport,
    LustreBlobCreate,
    LustreBlobDisabled,
    LustreBlobExisting,
    LustreContainers,
    LustreImport,
    LustreJobChoice,
    make_containers,
)
from azure_ai_landing_zone.data.lustre.planning.changes import FixedProperties, consequences
from azure_ai_landing_zone.data.lustre.planning.client import fstab_line, mount_command, persistent_volume
from azure_ai_landing_zone.data.lustre.planning.size import LustreSize
from azure_ai_landing_zone.data.lustre.settings import (
    LustreCustomerKey,
    LustreDatasetSettings,
    LustreEncryptionChoice,
    LustrePlatformKey,
    LustreRootSquash,
)
from azure_ai_landing_zone.stores.closed_account import RESOURCE_TYPE as ACCOUNT_TYPE

RESOURCE_TYPE = "Microsoft.StorageCache/amlFilesystems"


class LustreDatasetArgs(ComponentArgs, LustreDatasetSettings):
    """What a LustreDataset is made of."""

    subnet_resource_id: Input[str]
    """A subnet that it has to itself, without delegation: Azure wants the size that `needed_addresses` says.
    It can't be changed later."""
    private_endpoint: PrivateEndpointPlace | None = None
    """The only way into the account of its container, for the file system too: needed where that is made."""
    access: list[AccessGrant] = Field(default=[])
    """Who brings data: roles on the container that is made."""
    encryption: LustreEncryptionChoice = LustrePlatformKey(mode="platform")
    """Whose keys its disks are encrypted with."""
    encryption_key: EncryptionKey | None = None
    """Of the account of the container that is made. Left out: Microsoft's."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of its logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace the file system and its container; `locked`: and Azure to
    delete them."""

    @model_validator(mode="after")
    def _check_way_in(self) -> "LustreDatasetArgs":
        problems = list(access_problems(self.access, ACCOUNT_TYPE))
        makes_account = isinstance(self.blob, LustreBlobCreate)
        if makes_account and self.private_endpoint is None:
            text = "missing: the file system reaches the account of its container through it"
            problems.append(Problem(("private_endpoint",), text))
        if self.access and not makes_account:
            text = "goes with a container that is made: whoever answers for another gives roles on it"
            problems.append(Problem(("access",), text))
        if self.encryption_key is not None and not makes_account:
            text = "goes with a container that is made: its account is encrypted, and no other"
            problems.append(Problem(("encryption_key",), text))
        refuse(LustreDatasetArgs, problems)
        return self


class LustreDataset(Component):
    """One file system in one zone, sized for those who read it.

    Hardly anything of it can be changed later. Where one exists already, the component says of every change
    that Azure can't make whether it deletes the files or fails, before anything happens.
    """

    file_system_name: pulumi.Output[str]
    file_system_resource_id: pulumi.Output[str]
    mgs_address: pulumi.Output[str]
    """Of its management service, which clients mount."""
    mount_command: pulumi.Output[str]
    """As root, on a machine with the client; planning/lustre_client.py has its packages."""
    fstab_line: pulumi.Output[str]
    """To mount it at every boot."""
    persistent_volume: pulumi.Output[dict[str, Any]]
    """For AKS with the CSI driver: a static volume, as a Kubernetes object."""
    sku_name: pulumi.Output[str]
    storage_tib: pulumi.Output[int]
    throughput_mbps: pulumi.Output[int]
    """Megabytes a second for everybody together."""
    read_mbps_per_gpu: pulumi.Output[float | None]
    """What each GPU gets when all read at once; None without `readers`."""
    account_name: pulumi.Output[str | None]
    """Of the account that is made for its container."""
    container_url: pulumi.Output[str | None]
    """Where its data is as blobs; resolves inside the network."""

    def __init__(
        self, name: str, args: LustreDatasetArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        plan = args.plan()
        for warning in plan.warnings:
            self.warn(warning)
        azure_name = making.azure_name("lustreFileSystem")
        containers = _containers(making, args)
        wanted = _fixed(args, plan.size, containers)
        tell_consequences(self, azure_name, args.resource_group_name, wanted)
        ready = containers.ready if containers else None
        file_system = storagecache.AmlFilesystem(
            f"{name}-file-system",
            aml_filesystem_name=azure_name,
            opts=pulumi.ResourceOptions.merge(making.keeper(), ready),
            **making.place,
            **_properties(args, plan.size, containers),
        )
        making.lock(file_system.id, "file-system")
        making.watch(file_system.id, RESOURCE_TYPE, "file-system")
        if not isinstance(args.blob, LustreBlobDisabled):
            _make_job(making, file_system, args.blob.job)

        path = f"/mnt/{making.label}"
        mgs_address = file_system.client_info.mgs_address
        self.file_system_name = file_system.name
        self.file_system_resource_id = file_system.id
        self.mgs_address = mgs_address
        self.mount_command = mgs_address.apply(lambda address: mount_command(address, path))
        self.fstab_line = mgs_address.apply(lambda address: fstab_line(address, path))
        self.persistent_volume = mgs_address.apply(
            lambda address: persistent_volume(making.label, address, plan.size.storage_tib)
        )
        self.sku_name = pulumi.Output.from_input(plan.size.sku_name)
        self.storage_tib = pulumi.Output.from_input(plan.size.storage_tib)
        self.throughput_mbps = pulumi.Output.from_input(plan.size.throughput_mbps)
        self.read_mbps_per_gpu = pulumi.Output.from_input(plan.read_mbps_per_gpu)
        self.account_name = pulumi.Output.from_input(containers.account_name if containers else None)
        self.container_url = pulumi.Output.from_input(containers.container_url if containers else None)
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a LustreDataset called so names."""
    return [
        ("lustreFileSystem", label),
        ("storageAccount", f"{label}-{ACCOUNT_ROLE}"),
        ("privateEndpoint", f"{label}-blob"),
    ]


def _containers(making: Making, args: LustreDatasetArgs) -> LustreContainers | None:
    if isinstance(args.blob, LustreBlobCreate):
        return make_containers(making, args.blob, args.private_endpoint, args.access, args.encryption_key)
    if isinstance(args.blob, LustreBlobExisting):
        return LustreContainers(args.blob.container_resource_id, args.blob.logging_container_resource_id)
    return None


def _make_job(making: Making, file_system: "storagecache.AmlFilesystem", job: LustreJobChoice) -> None:
    """Azure has them on the file system, in its region and with tags of their own."""
    common = {"aml_filesystem_name": file_system.name, "opts": making.child(), **making.place}
    if isinstance(job, LustreImport):
        storagecache.ImportJob(
            f"{making.name}-import-{job.run}",
            import_job_name=f"import-{job.run}",
            import_prefixes=job.import_prefixes,
            conflict_resolution_mode=_pascal(job.conflict_resolution),
            maximum_errors=job.maximum_errors,
            **common,
        )
    if isinstance(job, LustreAutoImport):
        storagecache.AutoImportJob(
            f"{making.name}-auto-import",
            auto_import_job_name="auto-import",
            admin_status="Enable",
            auto_import_prefixes=job.import_prefixes,
            conflict_resolution_mode=_pascal(job.conflict_resolution),
            enable_deletions=job.enable_deletions,
            maximum_errors=job.maximum_errors,
            **common,
        )
    if isinstance(job, LustreAutoExport):
        storagecache.AutoExportJob(
            f"{making.name}-auto-export",
            auto_export_job_name="auto-export",
            admin_status="Enable",
            auto_export_prefixes=[job.export_prefix],
            **common,
        )


def _pascal(text: str) -> str:
    return text[0].upper() + text[1:]


def _properties(
    args: LustreDatasetArgs, size: LustreSize, containers: LustreContainers | None
) -> dict[str, Any]:
    """Of the resource, beyond its name and place."""
    key = args.encryption if isinstance(args.encryption, LustreCustomerKey) else None
    squash = args.root_squash if isinstance(args.root_squash, LustreRootSquash) else None
    return {
        "sku": storagecache.SkuNameArgs(name=size.sku_name),
        "storage_capacity_ti_b": size.storage_tib,
        "zones": [args.zone] if args.zone else None,
        "filesystem_subnet": args.subnet_resource_id,
        "maintenance_window": storagecache.AmlFilesystemMaintenanceWindowArgs(
            day_of_week=storagecache.MaintenanceDayOfWeekType(args.maintenance.day_of_week),
            time_of_day_utc=args.maintenance.time_of_day_utc,
        ),
        "identity": storagecache.AmlFilesystemIdentityArgs(
            type=storagecache.AmlFilesystemIdentityType.USER_ASSIGNED,
            user_assigned_identities=[key.identity_resource_id],
        )
        if key
        else None,
        "encryption_settings": storagecache.AmlFilesystemEncryptionSettingsArgs(
            key_encryption_key=storagecache.KeyVaultKeyReferenceArgs(
                key_url=key.key_url,
                source_vault=storagecache.KeyVaultKeyReferenceSourceVaultArgs(id=key.vault_resource_id),
            )
        )
        if key
        else None,
        "hsm": storagecache.AmlFilesystemHsmArgs(
            settings=storagecache.AmlFilesystemHsmSettingsArgs(
                container=containers.container_resource_id,
                logging_container=containers.logging_container_resource_id,
                import_prefix=args.blob.import_prefix,
            )
        )
        if containers and not isinstance(args.blob, LustreBlobDisabled)
        else None,
        "root_squash_settings": storagecache.AmlFilesystemRootSquashSettingsArgs(
            mode=_pascal(squash.mode),
            squash_uid=squash.squash_uid,
            squash_gid=squash.squash_gid,
            no_squash_nid_lists=";".join(squash.trusted_nids),
        )
        if squash
        else None,
    }


def _fixed(
    args: LustreDatasetArgs, size: LustreSize, containers: LustreContainers | None
) -> dict[str, Input[str | None]]:
    """What can't be changed later, in the words of planning/lustre_changes.py."""
    key = args.encryption if isinstance(args.encryption, LustreCustomerKey) else None
    return {
        "location": args.location,
        "zones": args.zone,
        "storageCapacityTiB": str(size.storage_tib),
        "filesystemSubnet": args.subnet_resource_id,
        "identity": key.identity_resource_id if key else None,
        "sku": size.sku_name,
        "container": containers.container_resource_id if containers else None,
        "loggingContainer": containers.logging_container_resource_id if containers else None,
        "importPrefix": None if isinstance(args.blob, LustreBlobDisabled) else args.blob.import_prefix,
        "encryption": "customer" if key else "platform",
    }


def tell_consequences(
    component: Component,
    file_system_name: str,
    resource_group_name: Input[str],
    wanted: Mapping[str, Input[str | None]],
) -> pulumi.Output[bool]:
    """Whether there is one, with a warning for each change that Azure can't make, as soon as all of `wanted`
    is known: in the preview, unless something else that is made anew hides it. False also where the deployer
    may not look."""
    where = {"amlFilesystemName": file_system_name, "resourceGroupName": resource_group_name}

    async def look(known: dict[str, Any]) -> bool:
        return await _look(component, known["where"], known["wanted"])

    both = pulumi.Output.all(where=pulumi.Output.all(**where), wanted=pulumi.Output.all(**wanted))
    found: pulumi.Output[bool] = both.apply(look)
    return found


async def _look(component: Component, where: Mapping[str, str], wanted: Mapping[str, str | None]) -> bool:
    """Whether there is one."""
    try:
        answer = await invoke_async(
            "azure-native:storagecache:getAmlFilesystem", where, pulumi.InvokeOptions(parent=component)
        )
    except Exception:  # whatever the provider refuses with: most often there is none yet
        return False
    if not answer:  # not to be known yet
        return False
    exists = FixedProperties.of_answer(answer)
    for sentence in consequences(exists, FixedProperties(wanted)):
        component.warn(f"{where['amlFilesystemName']}: {sentence}")
    return True
