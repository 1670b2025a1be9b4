"""Lustre file systems of a landing zone."""

from collections.abc import Iterator
from typing import ClassVar

import pulumi
from pydantic import Field

from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.core.model import Key, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.checkpoints.store import BLOB_ROLES
from azure_ai_landing_zone.data.lustre import dataset
from azure_ai_landing_zone.data.lustre.dataset import LustreDataset, LustreDatasetArgs
from azure_ai_landing_zone.data.lustre.planning.client import FILE_SYSTEM, MOUNT_OPTIONS
from azure_ai_landing_zone.data.lustre.settings import (
    LustreDatasetSettings,
    LustreEncryptionChoice,
    LustrePlatformKey,
)
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.node_setup.services import NodeMount
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import ForNodes, ServesNodes
from azure_ai_landing_zone.stores.key_vault import KeyName
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey
from azure_ai_landing_zone.training.section import TrainingClusterItem, cluster_name_problems


class LustreDatasetItem(LustreDatasetSettings, WithEncryptionKey, ServesNodes):
    """A Lustre file system of the zone, in a subnet of its own."""

    makes: ClassVar[type[object]] = LustreDataset
    after: ClassVar[tuple[type[Needs], ...]] = (KeyVaultItem,)

    clusters: list[Key] = Field(default=[])
    """Training clusters that mount it, by name: it has to stand in their zone, and `readers` to count their
    nodes."""

    encryption: LustreEncryptionChoice = LustrePlatformKey(mode="platform")
    """Whose keys its disks are encrypted with. Lustre can't work with the zone's vault, which is closed."""
    encryption_key_name: KeyName | None = None
    """Of the account that is made for its blobs: one of `keyVault.keys`, or a key of an existing vault, where
    keyVault has `trustedServices`. Azure takes its newest version by itself. Left out: Microsoft's key."""

    def subnets(self) -> list[NetworkSubnet]:
        return [NetworkSubnet(name=self.key, purpose="lustre", addresses=self.needed_addresses())]

    def ways_out(self) -> list[Workload]:
        return ["managedLustre"]

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("files", "storage", "blob")] if self.blob.mode == "create" else []

    def identities(self) -> list[NeededIdentity]:
        return self.key_identities()

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        file_system, *of_account = dataset.azure_names(self.key)
        return [file_system, *(of_account if self.blob.mode == "create" else [])]

    def problems(self, others: Others) -> list[Problem]:
        return [
            *cluster_name_problems(self.clusters, others),
            *self._cluster_problems(others),
            *self.key_problems(others, made_here=self.blob.mode == "create"),
        ]

    def _cluster_problems(self, others: Others) -> Iterator[Problem]:
        there = others.of(TrainingClusterItem)
        clusters = [there[name] for name in self.clusters if name in there]
        for cluster in clusters:
            if cluster.zone != self.zone:
                text = (
                    f"must be that of {cluster.name}, {cluster.zone or 'none'}, got {self.zone or 'none'}: "
                    "reading across zones is slow, and traffic between them is billed"
                )
                yield Problem(("zone",), text)
        for size in dict.fromkeys(cluster.size for cluster in clusters):
            counted = sum(each.node_count for each in self.readers if each.size == size)
            mounting = [cluster for cluster in clusters if cluster.size == size]
            most = sum(cluster.most_nodes for cluster in mounting)
            if counted < most:
                names = " and ".join(cluster.name for cluster in mounting)
                text = (
                    f"count {counted} of {size}, and {names} {'has' if len(mounting) == 1 else 'have'} up to "
                    f"{most}: count them, or the file system is too slow for them"
                )
                yield Problem(("readers",), text)

    def for_nodes(self, cluster: Needs, made: Made) -> ForNodes | None:
        if cluster.title not in self.clusters:
            return None
        component = made.of(LustreDataset, self.name)
        mount = NodeMount(
            kind="lustre",
            path=f"/mnt/{self.key}",
            source=pulumi.Output.concat(component.mgs_address, f"@tcp:/{FILE_SYSTEM}"),
            options=list(MOUNT_OPTIONS),
        )
        return ForNodes(after=component, mounts=[mount])

    def make(self, made: Made) -> Part:
        site = made.site
        makes_account = self.blob.mode == "create"
        people = [grant for grant in site.people.access("storageAccount") if grant.role in BLOB_ROLES]
        component = LustreDataset(
            f"{site.name}-{self.key}",
            LustreDatasetArgs(
                **site.common,
                **fields_of(self, LustreDatasetSettings),
                label=self.key,
                encryption=self.encryption,
                encryption_key=self.encryption_key(made),
                subnet_resource_id=made.subnet_id(self),
                private_endpoint=made.place_if_needed(self, "files"),
                access=people if makes_account else [],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=self.key_vaults(made)),
        )
        watched = AlertTarget(
            key=self.key,
            resource_type=dataset.RESOURCE_TYPE,
            target_resource_id=component.file_system_resource_id,
        )
        return Part(
            component=component,
            alert_targets=[watched],
            outputs={
                "fileSystemName": component.file_system_name,
                "mountCommand": component.mount_command,
                "fstabLine": component.fstab_line,
                "persistentVolume": component.persistent_volume,
                "skuName": component.sku_name,
                "storageTib": component.storage_tib,
                "throughputMbps": component.throughput_mbps,
                "readMbpsPerGpu": component.read_mbps_per_gpu,
                "containerUrl": component.container_url,
            },
        )
