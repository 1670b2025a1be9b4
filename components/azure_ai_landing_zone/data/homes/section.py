"""Home directories of a landing zone's Slurm clusters."""

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field

from azure_ai_landing_zone.core.model import Key
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem, nothing_called
from azure_ai_landing_zone.data.homes import share
from azure_ai_landing_zone.data.homes.settings import (
    MOUNT_OPTIONS,
    HomeShareCreate,
    HomesNfs,
    SharedHomesSettings,
)
from azure_ai_landing_zone.data.homes.share import HomeShare, HomeShareArgs
from azure_ai_landing_zone.data.lustre.dataset import LustreDataset
from azure_ai_landing_zone.data.lustre.section import LustreDatasetItem
from azure_ai_landing_zone.node_setup.services import NodeMount
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import ForNodes, ServesNodes
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey
from azure_ai_landing_zone.training.section import cluster_name_problems


class SharedHomesItem(SharedHomesSettings, WithEncryptionKey, ServesNodes):
    """Homes that the nodes of training clusters see, their scheduler and its login node too."""

    makes: ClassVar[type[object]] = HomeShare
    after: ClassVar[tuple[type[Needs], ...]] = (KeyVaultItem, LustreDatasetItem)

    clusters: list[Key] = Field(min_length=1)
    """Training clusters, by name; a cluster has its homes in one place."""

    def endpoints(self) -> list[NeededEndpoint]:
        return [NeededEndpoint("file", "storage", "file")] if self.store.mode == "create" else []

    def identities(self) -> list[NeededIdentity]:
        return self.key_identities()

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return share.azure_names(self.key) if self.store.mode == "create" else []

    def problems(self, others: Others) -> list[Problem]:
        makes = self.store.mode == "create"
        return [
            *cluster_name_problems(self.clusters, others),
            *self._problems(others),
            *self.key_problems(others, made_here=makes),
        ]

    def _problems(self, others: Others) -> Iterator[Problem]:
        for number, name in enumerate(self.clusters):
            for other in others.of(SharedHomesItem).values():
                if other is not self and name in other.clusters:
                    text = f"{name} has its homes in {other.name} as well: leave it out of one"
                    yield Problem(("clusters", number), text)
        if self.store.mode != "lustre":
            return
        there = others.of(LustreDatasetItem)
        dataset = there.get(self.store.dataset)
        if dataset is None:
            if there.complete:
                text = nothing_called("Lustre file system", self.store.dataset, there)
                yield Problem(("store", "dataset"), text)
            return
        for number, name in enumerate(self.clusters):
            if name not in dataset.clusters:
                text = f"{name} doesn't mount {dataset.name}: name it in `clusters` of that file system"
                yield Problem(("clusters", number), text)

    def for_nodes(self, cluster: Needs, made: Made) -> ForNodes | None:
        if cluster.title not in self.clusters:
            return None
        path, store = self.place_of_homes(), self.store
        if isinstance(store, HomeShareCreate):
            component = made.of(HomeShare, self.name)
            source, options = component.export, list(MOUNT_OPTIONS)
            mount = NodeMount(kind="aznfs", path=path, source=source, options=options)
            return ForNodes(after=component, mounts=[mount], homes=path)
        if isinstance(store, HomesNfs):
            mount = NodeMount(kind="nfs", path=path, source=store.nfs_export, options=store.nfs_options)
            return ForNodes(mounts=[mount], homes=path)
        return ForNodes(after=made.of(LustreDataset, store.dataset), homes=path)

    def make(self, made: Made) -> Part:
        if not isinstance(self.store, HomeShareCreate):
            return Part(component=None, outputs={"homesPath": self.place_of_homes()})
        site = made.site
        component = HomeShare(
            f"{site.name}-{self.key}",
            HomeShareArgs(
                **site.common,
                label=self.key,
                share=self.store,
                private_endpoint=made.place(self, "file"),
                encryption_key=self.encryption_key(made),
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=self.key_vaults(made)),
        )
        return Part(
            component=component,
            outputs={
                "accountName": component.account_name,
                "export": component.export,
                "homesPath": self.place_of_homes(),
                "snapshotCommand": component.snapshot_command,
            },
        )
