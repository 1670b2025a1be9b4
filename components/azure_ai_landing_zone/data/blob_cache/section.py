"""Blob containers of a landing zone that machines mount as folders."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from pydantic import Field

from azure_ai_landing_zone.access.section import IdentityItem
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import Key, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.data.blob_cache import cache
from azure_ai_landing_zone.data.blob_cache.cache import BlobCache, BlobCacheArgs
from azure_ai_landing_zone.data.blob_cache.planning.mount import cache_size_mb
from azure_ai_landing_zone.data.blob_cache.settings import BlobCacheSettings, FileCacheMount, NfsMount
from azure_ai_landing_zone.data.checkpoints.store import BLOB_ROLES
from azure_ai_landing_zone.node_setup.services import NodeMount
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import ForNodes, ServesNodes
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey
from azure_ai_landing_zone.training.section import TrainingClusterItem


class BlobCacheItem(BlobCacheSettings, WithEncryptionKey, ServesNodes):
    """A container of the zone that machines mount."""

    makes: ClassVar[type[object]] = BlobCache
    after: ClassVar[tuple[type[Needs], ...]] = (KeyVaultItem,)

    mounted_by: list[Key] = Field(default=[])
    """Training clusters and identities of the zone that mount it: Storage Blob Data Reader, or Contributor
    where they may write."""

    def endpoints(self) -> list[NeededEndpoint]:
        if self.container.mode != "create":
            return []
        services = ["blob", "dfs"] if self.has_folders() else ["blob"]
        return [NeededEndpoint(service, "storage", service) for service in services]

    def identities(self) -> list[NeededIdentity]:
        return self.key_identities()

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return cache.azure_names(self.key)

    def problems(self, others: Others) -> list[Problem]:
        clusters, identities = others.of(TrainingClusterItem), others.of(IdentityItem)
        problems = list(self.key_problems(others, made_here=self.container.mode == "create"))
        if not (clusters.complete and identities.complete):
            return problems  # the one that is meant may be the one that is wrong
        there = [*clusters, *identities]
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
        return [*problems, *self._room_problems(clusters.values())]

    def _room_problems(self, clusters: Iterable[TrainingClusterItem]) -> Iterator[Problem]:
        """A cache that is larger than the disk fills it, and the jobs on it stop."""
        mount = self.mount
        if not isinstance(mount, FileCacheMount):
            return
        for cluster in clusters:
            room_mb = cache_size_mb(cluster.size) or 0
            if cluster.name in self.mounted_by and mount.cache_gib * 1024 > room_mb:
                text = (
                    f"{mount.cache_gib} GiB are more than nodes of {cluster.name} have for it, "
                    f"{room_mb // 1024} of their local disks: lower it"
                )
                yield Problem(("mount", "cache_gib"), text)

    def for_nodes(self, cluster: Needs, made: Made) -> ForNodes | None:
        if cluster.title not in self.mounted_by:
            return None
        component = made.of(BlobCache, self.name)
        mount = NodeMount(
            kind="blobfuse2",
            path=self.mount_path or f"/mnt/{self.key}",
            source=component.container_url.apply(lambda url: url.rstrip("/").rpartition("/")[2]),
            config=component.config.apply(str),
            package_version=None if isinstance(self.mount, NfsMount) else self.mount.blobfuse_version,
        )
        return ForNodes(after=component, mounts=[mount])

    def make(self, made: Made) -> Part:
        site = made.site
        makes_account = self.container.mode == "create"
        reader = BuiltInRole.STORAGE_BLOB_DATA_READER
        role = reader if self.read_only else BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR
        machines = [made.grant(name, role) for name in self.mounted_by]
        people = [grant for grant in site.people.access("storageAccount") if grant.role in BLOB_ROLES]
        only = made.identities[self.mounted_by[0]] if len(self.mounted_by) == 1 else None
        component = BlobCache(
            f"{site.name}-{self.key}",
            BlobCacheArgs(
                **site.common,
                **fields_of(self, BlobCacheSettings),
                label=self.key,
                private_endpoint=made.place_if_needed(self, "blob"),
                dfs_private_endpoint=made.place_if_needed(self, "dfs"),
                client_id=only.client_id if only is not None else None,
                encryption_key=self.encryption_key(made),
                access=[*machines, *people] if makes_account else [],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=self.key_vaults(made)),
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
