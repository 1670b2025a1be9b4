"""Blob containers of a landing zone that machines mount as folders."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import AccessGrant, Key
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.data.blob_cache import cache as blob_cache
from azure_ai_landing_zone.data.blob_cache.cache import BlobCache, BlobCacheArgs
from azure_ai_landing_zone.data.blob_cache.planning.mount import cache_size_mb
from azure_ai_landing_zone.data.blob_cache.settings import BlobCacheMount, FileCacheMount, NfsMount
from azure_ai_landing_zone.data.checkpoints.store import BLOB_ROLES
from azure_ai_landing_zone.sections.section import Part, Section, SectionEndpoint
from azure_ai_landing_zone.sections.site import fields_of

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts


class BlobCacheSettings(BlobCacheMount, Section):
    """A container of the zone that machines mount."""

    stage: ClassVar[Literal["data", "compute"]] = "data"

    mounted_by: list[Key] = Field(default=[])
    """Training clusters and identities of the zone that mount it: Storage Blob Data Reader, or Contributor
    where they may write."""

    def endpoints(self) -> list[SectionEndpoint]:
        if self.container.mode != "create":
            return []
        services = ["blob", "dfs"] if self.has_folders() else ["blob"]
        return [SectionEndpoint(f"{self.name}-{service}-cache", "storage", service) for service in services]

    def azure_names(self) -> list[tuple[Kind, str]]:
        return blob_cache.azure_names(self.name)

    def problems(self, parts: "Parts") -> list[Problem]:
        if None in parts.training_clusters or None in parts.identities:
            return []  # the one that is meant may be the one that is wrong
        there = [one.name for one in (*parts.training_clusters, *parts.identities) if one is not None]
        problems = []
        for number, name in enumerate(self.mounted_by):
            if name not in there:
                text = nothing_called("training cluster and no identity", name, there)
                problems.append(Problem(("mounted_by", number), text))
        if self.mounted_by and self.container.mode != "create":
            text = "goes with a container that is made: whoever answers for another gives roles on it"
            problems.append(Problem(("mounted_by",), text))
        if self.mounted_by and isinstance(self.mount, NfsMount):
            text = "NFS knows no identities: leave it out, whoever reaches the endpoint reads everything"
            problems.append(Problem(("mounted_by",), text))
        return [*problems, *self._room_problems(parts)]

    def _room_problems(self, parts: "Parts") -> Iterator[Problem]:
        """A cache that is larger than the disk fills it, and the jobs on it stop."""
        mount = self.mount
        if not isinstance(mount, FileCacheMount):
            return
        for cluster in parts.clusters():
            room_mb = cache_size_mb(cluster.size) or 0
            if cluster.name in self.mounted_by and mount.cache_gib * 1024 > room_mb:
                text = (
                    f"{mount.cache_gib} GiB are more than nodes of {cluster.name} have for it, "
                    f"{room_mb // 1024} of their local disks: lower it"
                )
                yield Problem(("mount", "cache_gib"), text)

    def make(self, made: "Made") -> Part:
        site, zones = made.site, made.zones
        makes_account = self.container.mode == "create"
        reader = BuiltInRole.STORAGE_BLOB_DATA_READER
        role = reader if self.read_only else BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR
        machines = [
            AccessGrant(key=name, principal_id=made.identities[name].principal_id, role=role)
            for name in self.mounted_by
        ]
        people = [grant for grant in site.people.access("storageAccount") if grant.role in BLOB_ROLES]
        only = made.identities[self.mounted_by[0]] if len(self.mounted_by) == 1 else None
        component = BlobCache(
            f"{site.name}-{self.name}",
            BlobCacheArgs(
                **site.common,
                **fields_of(self, BlobCacheMount),
                label=self.name,
                private_endpoint=zones.place("storage", "blob") if makes_account else None,
                dfs_private_endpoint=zones.place("storage", "dfs")
                if makes_account and self.has_folders()
                else None,
                client_id=only.client_id if only is not None else None,
                access=[*machines, *people] if makes_account else [],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(),
        )
        return Part(
            component=component,
            outputs={
                "accountName": component.account_name,
                "containerUrl": component.container_url,
                "config": component.config,
                "packages": component.packages,
                "mountCommand": component.mount_command,
            },
        )
