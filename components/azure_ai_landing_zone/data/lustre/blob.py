"""The containers behind a Lustre file system, made in an account of their own."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import storage
from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.access.role_wait import ROLE_WAIT_SECONDS, after_roles
from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.entra import ObjectId
from azure_ai_landing_zone.core.model import (
    AccessGrant,
    Input,
    Key,
    Model,
    PrivateEndpointPlace,
    matching,
    refuse,
    resource_id_of,
)
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.checkpoints.planning.lifecycle import CONTAINER
from azure_ai_landing_zone.stores.closed_account import (
    blob_service,
    closed_blob_account,
    container,
)
from azure_ai_landing_zone.stores.storage_account import AccountSku

CONTAINER_TYPE = "Microsoft.Storage/storageAccounts/blobServices/containers"

MOST_PREFIXES = single_facts.whole("lustreImportPrefixes")
"""Of one import job."""

Prefix = Annotated[str, matching(r"/.*", "a path from the root on, such as /train")]
Prefixes = Annotated[list[Prefix], Field(min_length=1, max_length=MOST_PREFIXES)]
ConflictResolution = Literal["fail", "skip", "overwriteIfDirty", "overwriteAlways"]


def _overlaps(prefixes: list[str]) -> list[Problem]:
    """Azure compares text: /data and /data2 overlap."""
    return [
        Problem(("import_prefixes", number), f"overlaps {other}, and the job would fail: keep one of them")
        for number, prefix in enumerate(prefixes)
        for other in prefixes[:number]
        if prefix.startswith(other) or other.startswith(prefix)
    ]


class LustreJobNone(Model):
    """Nothing goes to and fro by itself."""

    mode: Literal["none"]
    """`lfs hsm_archive` and `az amlfs` still work."""


class LustreImport(Model):
    """Shows once, as files, what has come into the container since."""

    mode: Literal["import"]
    """Done when it is done."""
    run: Key
    """Another value is another run: jobs never change."""
    import_prefixes: Prefixes = Field(default=["/"])
    """Of blobs; none may begin with another."""
    conflict_resolution: ConflictResolution = "skip"
    """What becomes of files that are there already."""
    maximum_errors: StrictInt = Field(default=0, ge=-1)
    """How many it survives; -1 is any number."""

    @model_validator(mode="after")
    def _check_prefixes(self) -> "LustreImport":
        refuse(LustreImport, _overlaps(self.import_prefixes))
        return self


class LustreAutoImport(Model):
    """Follows the container: preview, about 2 000 blobs a second, on the account's change feed."""

    mode: Literal["autoImport"]
    """Runs until it is taken away."""
    import_prefixes: Prefixes = Field(default=["/"])
    """Of blobs; none may begin with another."""
    conflict_resolution: ConflictResolution = "skip"
    """What becomes of files that were changed here."""
    enable_deletions: StrictBool = False
    """Whether a deleted blob takes its file with it."""
    maximum_errors: StrictInt = Field(default=0, ge=-1)
    """How many it survives; -1 is any number."""

    @model_validator(mode="after")
    def _check_prefixes(self) -> "LustreAutoImport":
        refuse(LustreAutoImport, _overlaps(self.import_prefixes))
        return self


class LustreAutoExport(Model):
    """Writes new and changed files to the container: preview; neither deletions nor renames."""

    mode: Literal["autoExport"]
    """Runs until it is taken away."""
    export_prefix: Prefix = "/"
    """The folder that it watches; Azure takes one."""


LustreJobChoice = Annotated[
    LustreJobNone | LustreImport | LustreAutoImport | LustreAutoExport, Field(discriminator="mode")
]
"""Azure runs one at a time, so there is one: to change from one that never ends to another, bring the stack
up with `none` in between."""


class LustreBlobDisabled(Model):
    """Files live on the file system alone, and die with it."""

    mode: Literal["disabled"]
    """It can't be enabled later."""


class LustreBlobCreate(Model):
    """A container in an account of its own, because the service needs the account's keys: nothing else may
    live there. No checkpoint store ever takes keys."""

    mode: Literal["create"]
    """Made here, with a second container for the logs of jobs."""
    storage_cache_principal_id: ObjectId
    """Object id, in this tenant, of the service principal HPC Cache Resource Provider:
    `az ad sp list --display-name "HPC Cache Resource Provider" --query "[].id" -o tsv`."""
    account_sku: AccountSku = "Standard_ZRS"
    """Standard_ZRS survives the loss of a zone; regions without zones have Standard_LRS only."""
    import_prefix: Prefix = "/"
    """Of the blobs that are files from the start. It can't be changed later."""
    job: LustreJobChoice = LustreJobNone(mode="none")
    """What goes to and fro by itself."""


class LustreBlobExisting(Model):
    """Containers that someone else answers for, with the roles that the service needs on their account."""

    mode: Literal["existing"]
    """Taken over; their account takes keys and is no checkpoint store's."""
    container_resource_id: Annotated[str, resource_id_of(CONTAINER_TYPE)]
    """Of the data."""
    logging_container_resource_id: Annotated[str, resource_id_of(CONTAINER_TYPE)]
    """Of the logs of jobs: another container of the same account."""
    import_prefix: Prefix = "/"
    """Of the blobs that are files from the start. It can't be changed later."""
    job: LustreJobChoice = LustreJobNone(mode="none")
    """What goes to and fro by itself. autoImport needs a change feed of at least 7 days on the account."""

    @model_validator(mode="after")
    def _check_containers(self) -> "LustreBlobExisting":
        data, logs = self.container_resource_id.lower(), self.logging_container_resource_id.lower()
        path, problems = ("logging_container_resource_id",), []
        if data.endswith(f"/{CONTAINER}"):
            text = (
                "is a checkpoint store's: a file system needs an account that takes keys, and checkpoints "
                "one that takes none. Take a container of another account"
            )
            problems.append(Problem(("container_resource_id",), text))
        if data == logs:
            problems.append(Problem(path, "is that of the data too: take another container of its account"))
        elif account_of(data) != account_of(logs):
            problems.append(
                Problem(path, "is in another account than that of the data: take one of the same")
            )
        refuse(LustreBlobExisting, problems)
        return self


LustreBlobChoice = Annotated[
    LustreBlobDisabled | LustreBlobCreate | LustreBlobExisting, Field(discriminator="mode")
]


def account_of(container_resource_id: str) -> str:
    """Id of the account that a container is in, in lower case."""
    return container_resource_id.lower().partition("/blobservices/")[0]


CHANGE_FEED_DAYS = 7
"""The least that autoImport needs. Source: learn.microsoft.com/azure/azure-managed-lustre/auto-import."""

DATA, LOGS = "data", "logs"

ACCOUNT_ROLE = "fs"
"""So that it doesn't meet the account of a store with the same name."""


@dataclass(frozen=True, slots=True)
class LustreContainers:
    """What a file system is joined to."""

    container_resource_id: Input[str]
    logging_container_resource_id: Input[str]
    account_name: pulumi.Output[str] | None = None
    container_url: pulumi.Output[str] | None = None
    ready: pulumi.ResourceOptions = field(default_factory=pulumi.ResourceOptions)
    """Of the file system: what has to be there before it."""


def make_containers(
    making: Making,
    settings: LustreBlobCreate,
    private_endpoint: PrivateEndpointPlace | None,
    access: list[AccessGrant],
    encryption_key: EncryptionKey | None,
) -> LustreContainers:
    """The account takes keys: the service makes SAS tokens with them. It has no public way in, and holds
    nothing but these containers. Source: learn.microsoft.com/azure/azure-managed-lustre/amlfs-prerequisites.
    """
    account = closed_blob_account(
        making,
        settings.account_sku,
        role=ACCOUNT_ROLE,
        allow_shared_key_access=True,
        encryption_key=encryption_key,
    )
    feed = storage.ChangeFeedArgs(enabled=True, retention_in_days=CHANGE_FEED_DAYS)
    service = blob_service(making, account, change_feed=feed if settings.job.mode == "autoImport" else None)
    data, logs = (
        container(making, account, service, name, role=f"{name}-container") for name in (DATA, LOGS)
    )
    endpoints = making.endpoint(private_endpoint, account.id, "blob", role="blob")
    there = pulumi.ResourceOptions(depends_on=[*endpoints, data, logs])
    making.grant(access, data.id)
    return LustreContainers(
        data.id,
        logs.id,
        account.name,
        pulumi.Output.concat(account.primary_endpoints.blob, data.name),
        pulumi.ResourceOptions.merge(there, _after_roles(making, settings, account)),
    )


def _after_roles(
    making: Making, settings: LustreBlobCreate, account: "storage.StorageAccount"
) -> pulumi.ResourceOptions:
    """Azure wants both roles on the whole account, and a file system that can't reach its container fails
    after most of an hour: learn.microsoft.com/azure/azure-managed-lustre/
    troubleshoot-deployment 2024-11-01."""
    principal_id = settings.storage_cache_principal_id
    roles = {
        "cache-account": BuiltInRole.STORAGE_ACCOUNT_CONTRIBUTOR,
        "cache-blobs": BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR,
    }
    grants = [AccessGrant(key=key, principal_id=principal_id, role=role) for key, role in roles.items()]
    return after_roles([one.created_on for one in making.grant(grants, account.id)], ROLE_WAIT_SECONDS)
