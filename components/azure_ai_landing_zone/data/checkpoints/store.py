"""CheckpointStore: where training writes its checkpoints, and how long they stay."""

import pulumi
from pulumi_azure_native import storage
from pydantic import Field, model_validator

from azure_ai_landing_zone.access.encryption_key import EncryptionKey
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, PrivateEndpointPlace, Protection, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.data.checkpoints.planning.growth import growth_curve
from azure_ai_landing_zone.data.checkpoints.planning.lifecycle import (
    BEST,
    CONTAINER,
    LAST,
    LET_GO,
    TAG,
    LifecycleRule,
    plan_lifecycle,
)
from azure_ai_landing_zone.data.checkpoints.settings import CheckpointStoreSettings
from azure_ai_landing_zone.stores.closed_account import RESOURCE_TYPE
from azure_ai_landing_zone.stores.storage_account import (
    StorageAccount,
    StorageAccountArgs,
    StorageAccountCreate,
    StorageService,
    lock_command,
)

BLOB_ROLES = (
    BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR,
    BuiltInRole.STORAGE_BLOB_DATA_OWNER,
    BuiltInRole.STORAGE_BLOB_DATA_READER,
)


class CheckpointStoreArgs(ComponentArgs, CheckpointStoreSettings):
    """What a CheckpointStore is made of."""

    private_endpoint: PrivateEndpointPlace
    """The only way in, for blobs."""
    dfs_private_endpoint: PrivateEndpointPlace | None = None
    """The way in for clients of a hierarchical namespace, which needs both."""
    encryption_key: EncryptionKey | None = None
    """A key of the customer's own. Left out: Microsoft's."""
    access: list[AccessGrant] = Field(default=[])
    """Who reads and writes checkpoints: roles on the container, nothing wider. Index tags are written by
    Storage Blob Data Owner only."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """What becomes of the account's logs: who read and wrote which checkpoint."""
    protection: Protection = "on"
    """`on`: the engine refuses to delete or replace account and container."""

    @model_validator(mode="after")
    def _check_access(self) -> "CheckpointStoreArgs":
        problems = list(access_problems(self.access, RESOURCE_TYPE))
        seen = {problem.path for problem in problems}
        for number, grant in enumerate(self.access):
            path = ("access", number, "role")
            if grant.role not in BLOB_ROLES and path not in seen:
                problems.append(Problem(path, f"must be a Storage Blob Data role, got {grant.role}"))
        if self.hierarchical_namespace and self.dfs_private_endpoint is None:
            text = "missing: clients of a hierarchical namespace come in by blob and dfs"
            problems.append(Problem(("dfs_private_endpoint",), text))
        if self.dfs_private_endpoint is not None and not self.hierarchical_namespace:
            text = "leads nowhere without `hierarchical_namespace`: leave it out"
            problems.append(Problem(("dfs_private_endpoint",), text))
        refuse(CheckpointStoreArgs, problems)
        return self


class CheckpointStore(Component):
    """A storage account that only Entra identities reach, only through its private endpoint, and that
    forgets what was let go."""

    account_name: pulumi.Output[str]
    account_resource_id: pulumi.Output[str]
    container_name: pulumi.Output[str]
    container_resource_id: pulumi.Output[str]
    """The narrowest scope of a role on checkpoints."""
    container_url: pulumi.Output[str]
    """Such as https://<account>.blob.core.windows.net/checkpoints; resolves inside the network."""
    peak_tb: pulumi.Output[float]
    """Terabytes (10¹² bytes) kept at the same time at most, if the job lets go as planned."""
    growth: pulumi.Output[list[dict[str, float]]]
    """hours, tb: what there is so long after a run began, until nothing changes any more."""
    write_seconds: pulumi.Output[float]
    """What one checkpoint takes to write, at `write_gbps`."""
    marks: pulumi.Output[dict[str, str]]
    """How a job marks checkpoints: last, best and letGo, as `checkpoint=…` or a prefix."""
    lock_command: pulumi.Output[str | None]
    """Makes immutability irrevocable; none where it wasn't asked for. The account can't be deleted then while
    it holds checkpoints that are immutable."""

    def __init__(
        self, name: str, args: CheckpointStoreArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics, protection=args.protection)
        growth = args.growth()
        if growth.write_seconds > args.interval_minutes * 30:
            text = "a checkpoint takes more than half of the time until the next to write: training waits"
            self.warn(f"{text} for it, unless it is written in the background")
        roles = {grant.role for grant in args.access}
        if args.marked_by == "tags" and roles and BuiltInRole.STORAGE_BLOB_DATA_OWNER not in roles:
            text = f"nobody may let go of a checkpoint: that takes {BuiltInRole.STORAGE_BLOB_DATA_OWNER}"
            self.warn(f"{text}, which alone writes index tags, and none will ever be deleted")
        account = _make_account(making, args)
        self.private_endpoint_resource_ids = account.private_endpoint_resource_ids
        container = storage.BlobContainer(
            f"{name}-container",
            container_name=CONTAINER,
            account_name=account.account_name,
            public_access=storage.PublicAccess.NONE,
            opts=making.keeper(depends_on=account.blob_service),
            **making.group,
        )
        storage.ManagementPolicy(
            f"{name}-lifecycle",
            management_policy_name="default",
            account_name=account.account_name,
            policy=storage.ManagementPolicySchemaArgs(
                rules=[_rule(rule) for rule in plan_lifecycle(args.lifecycle())]
            ),
            opts=making.child(depends_on=[container]),
            **making.group,
        )
        if args.immutable_days is not None:
            storage.BlobContainerImmutabilityPolicy(
                f"{name}-immutability",
                immutability_policy_name="default",
                account_name=account.account_name,
                container_name=container.name,
                immutability_period_since_creation_in_days=args.immutable_days,
                allow_protected_append_writes=False,
                # The provider's delete lacks the etag that Azure asks for (pulumi/pulumi-azure-native#2156,
                # open on 2026-11-21); the policy goes with its container.
                opts=making.child(retain_on_delete=True),
                **making.group,
            )
        making.grant(args.access, container.id)
        self.account_name = account.account_name
        self.account_resource_id = account.account_resource_id
        self.container_name = container.name
        self.container_resource_id = container.id
        self.container_url = pulumi.Output.concat(account.blob_endpoint, container.name)
        self.peak_tb = pulumi.Output.from_input(growth.peak_tb)
        self.growth = pulumi.Output.from_input(
            [{"hours": float(hours), "tb": tb} for hours, tb in growth_curve(args.job())]
        )
        self.write_seconds = pulumi.Output.from_input(growth.write_seconds)
        self.marks = pulumi.Output.from_input(_marks(args))
        self.lock_command = pulumi.Output.from_input(
            None
            if args.immutable_days is None
            else lock_command(CONTAINER, account, args.resource_group_name)
        )
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a CheckpointStore called so names."""
    return [
        ("storageAccount", label),
        ("privateEndpoint", f"{label}-blob"),
        ("privateEndpoint", f"{label}-dfs"),
    ]


def _make_account(making: Making, args: CheckpointStoreArgs) -> StorageAccount:
    endpoints: dict[StorageService, PrivateEndpointPlace] = {"blob": args.private_endpoint}
    if args.dfs_private_endpoint is not None:
        endpoints["dfs"] = args.dfs_private_endpoint
    return StorageAccount(
        making.name,
        StorageAccountArgs(
            **making.common,
            label=making.label,
            account=StorageAccountCreate(
                mode="create",
                account_sku=args.account_sku,
                hierarchical_namespace=args.hierarchical_namespace,
                soft_delete_days=args.soft_delete_days,
            ),
            private_endpoints=endpoints,
            encryption_key=args.encryption_key,
            diagnostics=args.diagnostics,
            protection=args.protection,
        ),
        making.child(),
    )


def _marks(args: CheckpointStoreArgs) -> dict[str, str]:
    form = f"{TAG}={{}}" if args.marked_by == "tags" else f"{CONTAINER}/{{}}/"
    return {"last": form.format(LAST), "best": form.format(BEST), "letGo": form.format(LET_GO)}


def _rule(rule: LifecycleRule) -> "storage.ManagementPolicyRuleArgs":
    def after(days: int | None) -> "storage.DateAfterModificationArgs | None":
        if days is None:
            return None
        return storage.DateAfterModificationArgs(days_after_modification_greater_than=days)

    return storage.ManagementPolicyRuleArgs(
        name=rule.name,
        enabled=True,
        type="Lifecycle",
        definition=storage.ManagementPolicyDefinitionArgs(
            filters=storage.ManagementPolicyFilterArgs(
                blob_types=["blockBlob"],
                prefix_match=[rule.prefix],
                blob_index_match=[storage.TagFilterArgs(name=rule.tag[0], op="==", value=rule.tag[1])]
                if rule.tag
                else None,
            ),
            actions=storage.ManagementPolicyActionArgs(
                base_blob=storage.ManagementPolicyBaseBlobArgs(
                    tier_to_cool=after(rule.tiers.get("cool")),
                    tier_to_cold=after(rule.tiers.get("cold")),
                    tier_to_archive=after(rule.tiers.get("archive")),
                    delete=after(rule.delete_after_days),
                )
            ),
        ),
    )
