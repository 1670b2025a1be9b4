"""Lustre file systems of a landing zone."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from azure_ai_landing_zone.core.model import Key
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.data.checkpoints.store import BLOB_ROLES
from azure_ai_landing_zone.data.lustre import dataset as lustre_dataset
from azure_ai_landing_zone.data.lustre.dataset import LustreDataset, LustreDatasetArgs
from azure_ai_landing_zone.data.lustre.settings import LustreEncryption, LustreFileSystem, LustrePlatformKey
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.section import Part, Section, SectionEndpoint
from azure_ai_landing_zone.sections.site import fields_of

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts


class LustreDatasetSettings(LustreFileSystem, Section):
    """A Lustre file system of the zone, in a subnet of its own."""

    stage: ClassVar[Literal["data", "compute"]] = "data"

    clusters: list[Key] = Field(default=[])
    """Training clusters that mount it, by name: it has to stand in their zone, and `readers` to count their
    nodes."""

    encryption: LustreEncryption = LustrePlatformKey(mode="platform")
    """Whose keys its disks are encrypted with. Lustre can't work with the zone's vault, which is closed."""

    def subnets(self) -> list[NetworkSubnet]:
        return [NetworkSubnet(name=self.name, purpose="lustre", addresses=self.needed_addresses())]

    def endpoints(self) -> list[SectionEndpoint]:
        if self.blob.mode != "create":
            return []
        return [SectionEndpoint(f"{self.name}-files", "storage", "blob")]

    def azure_names(self) -> list[tuple[Kind, str]]:
        return lustre_dataset.azure_names(self.name)

    def problems(self, parts: "Parts") -> list[Problem]:
        return list(self._cluster_problems(parts))

    def _cluster_problems(self, parts: "Parts") -> Iterator[Problem]:
        there = {cluster.name: cluster for cluster in parts.clusters()}
        for number, name in enumerate(self.clusters):
            cluster = there.get(name)
            if cluster is None:
                if None not in parts.training_clusters:  # the one that is meant may be the one that is wrong
                    yield Problem(("clusters", number), nothing_called("training cluster", name, there))
                continue
            if cluster.zone != self.zone:
                text = (
                    f"must be that of {name}, {cluster.zone or 'none'}, got {self.zone or 'none'}: reading "
                    "across zones is slow, and traffic between them is billed"
                )
                yield Problem(("zone",), text)
            counted = sum(each.node_count for each in self.readers if each.size == cluster.size)
            if counted < cluster.most_nodes:
                text = (
                    f"count {counted} of {cluster.size}, and {name} has up to {cluster.most_nodes}: count "
                    "them, or the file system is too slow for them"
                )
                yield Problem(("readers",), text)

    def make(self, made: "Made") -> Part:
        site = made.site
        makes_account = self.blob.mode == "create"
        people = [grant for grant in site.people.access("storageAccount") if grant.role in BLOB_ROLES]
        assert made.network is not None, "a subnet was asked for"  # noqa: S101
        component = LustreDataset(
            f"{site.name}-{self.name}",
            LustreDatasetArgs(
                **site.common,
                **fields_of(self, LustreFileSystem),
                label=self.name,
                encryption=self.encryption,
                subnet_resource_id=made.network.subnet_resource_ids[self.name],
                private_endpoint=made.zones.place("storage", "blob") if makes_account else None,
                access=people if makes_account else [],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        watched = AlertTarget(
            key=self.name,
            resource_type=lustre_dataset.RESOURCE_TYPE,
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
