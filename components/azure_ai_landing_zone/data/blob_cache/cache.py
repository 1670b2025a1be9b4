"""BlobCache: a blob container as a folder on machines, with BlobFuse2 and a cache, or with NFS 3.0."""

import pulumi
from pulumi_azure_native import storage
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, PrivateEndpointPlace, Protection, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.blob_cache.nfs_account import make_nfs_account
from azure_ai_landing_zone.data.blob_cache.planning.mount import (
    NFS_PACKAGES,
    blobfuse_config,
    blobfuse_mount_command,
    blobfuse_packages,
    nfs_mount_command,
)
from azure_ai_landing_zone.data.blob_cache.settings import (
    BlobCacheAccountCreate,
    BlobCacheContainerExisting,
    BlobCacheSettings,
    NfsMount,
    blob_mount,
)
from azure_ai_landing_zone.stores.closed_account import RESOURCE_TYPE
from azure_ai_landing_zone.stores.storage_account import (
    StorageAccount,
    StorageAccountArgs,
    StorageAccountCreate,
    StorageService,
)


class BlobCacheArgs(ComponentArgs, BlobCacheSettings):
    """What a BlobCache is made of."""

    private_endpoint: PrivateEndpointPlace | None = None
    """The way into the account, for blobs: needed where the account is made."""
    dfs_private_endpoint: PrivateEndpointPlace | None = None
    """The second way into an account with a hierarchical namespace that is made."""
    client_id: Input[str] | None = None
    """Of the identity that machines mount with. Left out: each has one only."""
    encryption_key: EncryptionKey | None = None
    """A key of the customer's own. Left out: Microsoft's."""
    access: list[AccessGrant] = Field(default=[])
    """Who reads and writes: roles on the container that is made."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of the account's logs and metrics."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace account and container."""

    @model_validator(mode="after")
    def _check_ways_in(self) -> "BlobCacheArgs":
        problems = list(access_problems(self.access, RESOURCE_TYPE))
        makes_account = isinstance(self.container, BlobCacheAccountCreate)
        if makes_account and self.private_endpoint is None:
            problems.append(Problem(("private_endpoint",), "missing: the account has no other way in"))
        if makes_account and self.has_folders() and self.dfs_private_endpoint is None:
            text = "missing: clients of a hierarchical namespace need blob and dfs"
            problems.append(Problem(("dfs_private_endpoint",), text))
        if self.access and not makes_account:
            text = "goes with a container that is made: whoever answers for another gives roles on it"
            problems.append(Problem(("access",), text))
        refuse(BlobCacheArgs, problems)
        return self


class BlobCache(Component):
    """The cheaper way to many bytes: they stay in a container, and machines keep what they read.

    NFS knows nobody: whoever reaches the account's endpoint reads everything, and what travels is not
    encrypted. Its account has no keys and no public way in all the same.
    """

    account_name: pulumi.Output[str]
    container_resource_id: pulumi.Output[str]
    container_url: pulumi.Output[str]
    """Such as https://<account>.blob.core.windows.net/data; resolves inside the network."""
    config: pulumi.Output[str | None]
    """Text of BlobFuse2's configuration file, without any secret; None with NFS."""
    packages: pulumi.Output[list[str]]
    """That machines need, of Ubuntu and packages.microsoft.com."""
    mount_command: pulumi.Output[str]
    """As root, with the configuration at /etc/blobfuse2/<name>.yaml."""

    def __init__(self, name: str, args: BlobCacheArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        if isinstance(args.container, BlobCacheContainerExisting):
            container_id = args.container.container_resource_id
            parts = container_id.split("/")
            self.account_name = pulumi.Output.from_input(parts[8])
            self.container_resource_id = pulumi.Output.from_input(container_id)
            container_name = parts[-1]
        else:
            container_name = args.container.container_name
            self.account_name, self.container_resource_id = _make_container(making, args.container, args)
        path = args.mount_path or f"/mnt/{making.label}"
        self.container_url = pulumi.Output.concat(
            "https://", self.account_name, ".blob.core.windows.net/", container_name
        )
        mount = args.mount
        if isinstance(mount, NfsMount):
            self.config = pulumi.Output.from_input(None)
            self.packages = pulumi.Output.from_input(list(NFS_PACKAGES))
            self.mount_command = self.account_name.apply(
                lambda account: nfs_mount_command(account, container_name, path, read_only=args.read_only)
            )
        else:
            self.config = pulumi.Output.all(self.account_name, args.client_id).apply(
                lambda known: blobfuse_config(
                    blob_mount(
                        args,
                        mount,
                        account_name=known[0],
                        container_name=container_name,
                        identity_client_id=known[1],
                    )
                )
            )
            self.packages = pulumi.Output.from_input(blobfuse_packages(mount.blobfuse_version))
            self.mount_command = pulumi.Output.from_input(
                blobfuse_mount_command(f"/etc/blobfuse2/{making.label}.yaml", path)
            )
        self._end()


def _make_container(
    making: Making, settings: BlobCacheAccountCreate, args: BlobCacheArgs
) -> tuple[pulumi.Output[str], pulumi.Output[str]]:
    """The account's name, and the container's id."""
    places: dict[StorageService, PrivateEndpointPlace | None] = {
        "blob": args.private_endpoint,
        "dfs": args.dfs_private_endpoint,
    }
    endpoints = {service: place for service, place in places.items() if place is not None}
    if isinstance(args.mount, NfsMount):
        account_name, container = make_nfs_account(making, settings, endpoints, args.encryption_key)
    else:
        account = StorageAccount(
            making.name,
            StorageAccountArgs(
                **making.common,
                label=making.label,
                account=StorageAccountCreate(
                    mode="create",
                    account_sku=settings.account_sku,
                    hierarchical_namespace=settings.hierarchical_namespace,
                ),
                private_endpoints=endpoints,
                encryption_key=args.encryption_key,
                diagnostics=args.diagnostics,
                protection=args.protection,
            ),
            making.child(),
        )
        account_name = account.account_name
        container = storage.BlobContainer(
            f"{making.name}-container",
            container_name=settings.container_name,
            account_name=account_name,
            public_access=storage.PublicAccess.NONE,
            opts=making.keeper(depends_on=account.blob_service),
            **making.group,
        )
    making.grant(args.access, container.id)
    return account_name, container.id


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a BlobCache called so names."""
    return [
        ("storageAccount", label),
        ("privateEndpoint", f"{label}-blob"),
        ("privateEndpoint", f"{label}-dfs"),
    ]
