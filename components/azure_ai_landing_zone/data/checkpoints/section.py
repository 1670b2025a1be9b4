"""Checkpoint stores of a landing zone."""

from typing import ClassVar

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.grants import grant_access
from azure_ai_landing_zone.core.model import Key, fields_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.checkpoints import store
from azure_ai_landing_zone.data.checkpoints.settings import CheckpointStoreSettings
from azure_ai_landing_zone.data.checkpoints.store import BLOB_ROLES, CheckpointStore, CheckpointStoreArgs
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import NeededEndpoint, NeededIdentity, Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.section import ForNodes, Item, ServesNodes
from azure_ai_landing_zone.stores.closed_account import RESOURCE_TYPE
from azure_ai_landing_zone.stores.key_vault_section import KeyVaultItem, WithEncryptionKey


class WritesCheckpoints(Item):
    """What writes checkpoints."""

    checkpoint_store: Key | None = None
    """The checkpoint store, by name, that its nodes write to."""

    def writer(self) -> str:
        """The name of the identity that writes them."""
        return self.name


class CheckpointStoreItem(CheckpointStoreSettings, WithEncryptionKey, ServesNodes):
    """A checkpoint store of the zone."""

    makes: ClassVar[type[object]] = CheckpointStore
    after: ClassVar[tuple[type[Needs], ...]] = (KeyVaultItem,)

    @property
    def writer_role(self) -> BuiltInRole:
        """What a job needs to write checkpoints and to let go of them: index tags take the Owner of blobs."""
        if self.marked_by == "tags":
            return BuiltInRole.STORAGE_BLOB_DATA_OWNER
        return BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR

    def endpoints(self) -> list[NeededEndpoint]:
        services = ["blob", "dfs"] if self.hierarchical_namespace else ["blob"]
        return [NeededEndpoint(service, "storage", service) for service in services]

    def identities(self) -> list[NeededIdentity]:
        return self.key_identities()

    def problems(self, others: Others) -> list[Problem]:
        return list(self.key_problems(others))

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002
        return store.azure_names(self.key)

    def for_nodes(self, cluster: Needs, made: Made) -> ForNodes | None:
        if not isinstance(cluster, WritesCheckpoints) or cluster.checkpoint_store != self.name:
            return None
        component = made.of(CheckpointStore, self.name)
        return ForNodes(after=component, checkpoint_container_url=component.container_url)

    def make(self, made: Made) -> Part:
        """Nodes and people get roles on the container; what is no blob role, people get on the account."""
        site = made.site
        people, name = site.people.access("storageAccount"), f"{site.name}-{self.key}"
        writers = [
            made.grant(one.writer(), self.writer_role)
            for _, one in made.others.each(WritesCheckpoints)
            if one.checkpoint_store == self.name
        ]
        component = CheckpointStore(
            name,
            CheckpointStoreArgs(
                **site.common,
                **fields_of(self, CheckpointStoreSettings),
                label=self.key,
                private_endpoint=made.place(self, "blob"),
                encryption_key=self.encryption_key(made),
                dfs_private_endpoint=made.place_if_needed(self, "dfs"),
                access=[*writers, *(grant for grant in people if grant.role in BLOB_ROLES)],
                diagnostics=site.diagnostics,
                protection=site.protection,
            ),
            site.child(depends_on=self.key_vaults(made)),
        )
        grant_access(
            name,
            [grant for grant in people if grant.role not in BLOB_ROLES],
            scope=component.account_resource_id,
            subscription_id=site.subscription_id,
            opts=site.child(),
        )
        growth = self.growth()
        watched = AlertTarget(
            key=self.key,
            resource_type=RESOURCE_TYPE,
            target_resource_id=component.account_resource_id,
            planned={
                "checkpoint-store-capacity": growth.alert_bytes,
                "checkpoint-store-growth": growth.alert_bytes_per_day,
            },
        )
        return Part(
            component=component,
            alert_targets=[watched],
            outputs={
                "accountName": component.account_name,
                "containerUrl": component.container_url,
                "peakTb": component.peak_tb,
                "marks": component.marks,
            },
        )
