"""Where a landing zone keeps things: checkpoints, secrets, images, and the state of deployments."""

from collections.abc import Mapping, Sequence

import pulumi
from pydantic import Field

from azure_ai_landing_zone.access.grants import grant_access
from azure_ai_landing_zone.access.identity import ManagedIdentity
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import AccessGrant, Key, Model
from azure_ai_landing_zone.data.checkpoints.settings import CheckpointRetention
from azure_ai_landing_zone.data.checkpoints.store import BLOB_ROLES, CheckpointStore, CheckpointStoreArgs
from azure_ai_landing_zone.endpoints.section import ZonesOfSite
from azure_ai_landing_zone.network.address_ranges import AllowedIpRange
from azure_ai_landing_zone.sections.site import ONE, PulumiState, Site, fields_of
from azure_ai_landing_zone.stores.container_registry import (
    ContainerRegistry,
    ContainerRegistryArgs,
    ContainerRegistryCreate,
    ContainerRegistryExisting,
)
from azure_ai_landing_zone.stores.key_vault import KeyVault, KeyVaultArgs, KeyVaultCreate, KeyVaultExisting
from azure_ai_landing_zone.stores.storage_account import (
    StorageAccount,
    StorageAccountArgs,
    StorageAccountCreate,
)
from azure_ai_landing_zone.training.section import TrainingClusterSettings

STATE = "state"
STATE_CONTAINER = "pulumi-state"
STATE_KEY = "pulumi"


class CheckpointStoreSettings(CheckpointRetention):
    """A checkpoint store of the zone."""

    name: Key
    """Of the store within the zone."""


class PulumiStateSettings(Model):
    """Where Pulumi keeps the state of other stacks: a blob container with versions, and a key that encrypts
    secrets. A stack with this is brought up once, by a person, with its own state on that person's disk."""

    allowed_ip_ranges: list[AllowedIpRange] = Field(default=[])
    """Public addresses that people and pipelines come from. There is no private way in yet: the state is
    older than every network."""


def _grant(site: Site, name: str, access: list[AccessGrant], scope: pulumi.Output[str]) -> None:
    grant_access(name, access, scope=scope, subscription_id=site.subscription_id, opts=site.child())


def writer_role(settings: CheckpointRetention) -> BuiltInRole:
    """What a job needs to write checkpoints and to let go of them: index tags take the Owner of blobs."""
    if settings.marked_by == "tags":
        return BuiltInRole.STORAGE_BLOB_DATA_OWNER
    return BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR


def make_store(
    site: Site,
    settings: CheckpointStoreSettings,
    *,
    clusters: Sequence[TrainingClusterSettings],
    identities: Mapping[str, ManagedIdentity],
    zones: ZonesOfSite,
) -> CheckpointStore:
    """Nodes and people get roles on the container; what is no blob role, people get on the account."""
    people = site.people.access("storageAccount")
    writers = [
        AccessGrant(
            key=cluster.name,
            principal_id=identities[cluster.name].principal_id,
            role=writer_role(settings),
        )
        for cluster in clusters
        if cluster.checkpoint_store == settings.name
    ]
    name = f"{site.name}-{settings.name}"
    store = CheckpointStore(
        name,
        CheckpointStoreArgs(
            **site.common,
            **fields_of(settings, CheckpointRetention),
            label=settings.name,
            private_endpoint=zones.place("storage", "blob"),
            dfs_private_endpoint=zones.place("storage", "dfs") if settings.hierarchical_namespace else None,
            access=[*writers, *(grant for grant in people if grant.role in BLOB_ROLES)],
            diagnostics=site.diagnostics,
            protection=site.protection,
        ),
        site.child(),
    )
    _grant(site, name, [grant for grant in people if grant.role not in BLOB_ROLES], store.account_resource_id)
    return store


def make_vault(
    site: Site, settings: KeyVaultCreate | KeyVaultExisting, access: list[AccessGrant], zones: ZonesOfSite
) -> KeyVault:
    return KeyVault(
        f"{site.name}-key-vault",
        KeyVaultArgs(
            **site.common,
            label=ONE,
            vault=settings,
            private_endpoint=zones.place("keyVault", "vault"),
            access=[*access, *site.people.access("keyVault")],
            diagnostics=site.diagnostics,
            protection=site.protection,
        ),
        site.child(),
    )


def make_registry(
    site: Site,
    settings: ContainerRegistryCreate | ContainerRegistryExisting,
    access: list[AccessGrant],
    zones: ZonesOfSite,
) -> ContainerRegistry:
    return ContainerRegistry(
        f"{site.name}-registry",
        ContainerRegistryArgs(
            **site.common,
            label=ONE,
            registry=settings,
            private_endpoint=zones.place("containerRegistry", "registry"),
            access=[*access, *site.people.access("containerRegistry")],
            diagnostics=site.diagnostics,
            protection=site.protection,
        ),
        site.child(),
    )


def make_pulumi_state(site: Site, settings: PulumiStateSettings) -> PulumiState:
    name, people = f"{site.name}-{STATE}", site.people.access("storageAccount")
    account = StorageAccount(
        name,
        StorageAccountArgs(
            **site.common,
            label=STATE,
            account=StorageAccountCreate(
                mode="create",
                containers=[STATE_CONTAINER],
                versioning=True,
                soft_delete_days=30,
                allowed_ip_ranges=settings.allowed_ip_ranges,
            ),
            access=[grant for grant in people if grant.role not in BLOB_ROLES],
            diagnostics=site.diagnostics,
            protection=site.protection,
        ),
        site.child(),
    )
    container_id = account.container_resource_ids[STATE_CONTAINER]
    _grant(site, name, [grant for grant in people if grant.role in BLOB_ROLES], container_id)
    vault = KeyVault(
        f"{name}-vault",
        KeyVaultArgs(
            **site.common,
            label=STATE,
            vault=KeyVaultCreate(
                mode="create", keys=[STATE_KEY], allowed_ip_ranges=settings.allowed_ip_ranges
            ),
            access=site.people.access("keyVault"),
            diagnostics=site.diagnostics,
            protection=site.protection,
        ),
        site.child(),
    )
    host = vault.vault_uri.apply(lambda uri: uri.removeprefix("https://").rstrip("/"))
    return PulumiState(
        container_resource_id=container_id,
        key_resource_id=vault.key_resource_ids[STATE_KEY],
        backend=pulumi.Output.concat(f"azblob://{STATE_CONTAINER}?storage_account=", account.account_name),
        secrets_provider=pulumi.Output.concat("azurekeyvault://", host, f"/keys/{STATE_KEY}"),
    )
