"""CheckpointStore: where training writes its checkpoints, and how long they stay."""

import pulumi
from pulumi_azure_native import storage
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.access import access_problems, grant_access
from azure_ai_landing_zone.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.model import AccessGrant, Model, PrivateEndpointPlace, Protection, refuse
from azure_ai_landing_zone.naming import Kind
from azure_ai_landing_zone.planning.checkpoints import (
    CheckpointGrowth,
    CheckpointJob,
    LifecycleRequest,
    lifecycle_problems,
    plan_growth,
)
from azure_ai_landing_zone.planning.problem import Problem
from azure_ai_landing_zone.roles import BuiltInRole
from azure_ai_landing_zone.storage_account import (
    RESOURCE_TYPE,
    AccountSku,
    StorageAccount,
    StorageAccountArgs,
    StorageAccountCreate,
)

BLOB_ROLES = (
    BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR,
    BuiltInRole.STORAGE_BLOB_DATA_OWNER,
    BuiltInRole.STORAGE_BLOB_DATA_READER,
)


class CheckpointRetention(Model):
    """What a job writes and how long it is kept: all that decides the cost of a store."""

    parameters: StrictInt = Field(ge=1)
    """Of the model, such as 7000000000."""
    bytes_per_parameter: StrictInt = Field(default=4, ge=1, le=32)
    """4 for weights in fp32, 2 in bf16; 14 for bf16 weights with Adam's state and master weights in fp32."""
    interval_minutes: StrictInt = Field(default=30, ge=1, le=10_080)
    """Between the beginnings of two checkpoints."""
    retention_days: StrictInt = Field(ge=1, le=3_650)
    """Checkpoints older than this are deleted, within a day."""
    soft_delete_days: StrictInt = Field(default=1, ge=1, le=365)
    """A deleted checkpoint can be brought back for so long, and is paid for."""
    cool_after_days: StrictInt | None = Field(default=None, ge=1)
    """Left out: checkpoints stay in the hot tier."""
    cold_after_days: StrictInt | None = Field(default=None, ge=1)
    """Azure bills at least 90 days of the cold tier, and 30 of the cool one."""
    archive_after_days: StrictInt | None = Field(default=None, ge=1)
    """Azure bills at least 180 days, and takes hours to bring a checkpoint back."""
    account_sku: AccountSku = "Standard_ZRS"
    """Standard_ZRS survives the loss of a zone; regions without zones have Standard_LRS only."""

    @model_validator(mode="after")
    def _check_lifecycle(self) -> "CheckpointRetention":
        request = LifecycleRequest(
            self.account_sku,
            self.retention_days,
            self.cool_after_days,
            self.cold_after_days,
            self.archive_after_days,
        )
        refuse(CheckpointRetention, lifecycle_problems(request))
        return self

    def growth(self) -> CheckpointGrowth:
        """What the job comes to when it never stops."""
        return plan_growth(
            CheckpointJob(
                self.parameters,
                self.bytes_per_parameter,
                self.interval_minutes,
                self.retention_days,
                self.soft_delete_days,
            )
        )


class CheckpointStoreArgs(ComponentArgs, CheckpointRetention):
    """What a CheckpointStore is made of."""

    private_endpoint: PrivateEndpointPlace
    """The only way in."""
    access: list[AccessGrant] = Field(default=[])
    """Who reads and writes checkpoints: roles on the container, nothing wider."""
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
        refuse(CheckpointStoreArgs, problems)
        return self


class CheckpointStore(Component):
    """A storage account that only Entra identities reach, only through its private endpoint, and that
    forgets in time."""

    account_name: pulumi.Output[str]
    account_resource_id: pulumi.Output[str]
    container_name: pulumi.Output[str]
    container_url: pulumi.Output[str]
    """Such as https://<account>.blob.core.windows.net/checkpoints; resolves inside the network."""
    peak_tb: pulumi.Output[float]
    """Terabytes (10¹² bytes) kept at the same time at most, if training never stops."""

    def __init__(
        self, name: str, args: CheckpointStoreArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        label = args.label or name
        check_names(CheckpointStore, args.naming, azure_names(label))
        super().__init__(name, opts)
        account = StorageAccount(
            name,
            StorageAccountArgs(
                location=args.location,
                resource_group_name=args.resource_group_name,
                naming=args.naming,
                label=label,
                tags=args.tags,
                account=StorageAccountCreate(
                    mode="create", account_sku=args.account_sku, soft_delete_days=args.soft_delete_days
                ),
                private_endpoints={"blob": args.private_endpoint},
                diagnostics=args.diagnostics,
                protection=args.protection,
            ),
            self._child(),
        )
        container = storage.BlobContainer(
            f"{name}-container",
            container_name="checkpoints",
            account_name=account.account_name,
            resource_group_name=args.resource_group_name,
            public_access=storage.PublicAccess.NONE,
            opts=self._child(protect=args.protection == "on", depends_on=account.blob_service),
        )
        storage.ManagementPolicy(
            f"{name}-lifecycle",
            management_policy_name="default",
            account_name=account.account_name,
            resource_group_name=args.resource_group_name,
            policy=storage.ManagementPolicySchemaArgs(rules=[_lifecycle_rule(args)]),
            opts=self._child(depends_on=[container]),
        )
        grant_access(
            name,
            args.access,
            scope=container.id,
            subscription_id=self._subscription_id(),
            opts=self._child(),
        )

        self.account_name = account.account_name
        self.account_resource_id = account.account_resource_id
        self.container_name = container.name
        self.container_url = pulumi.Output.concat(account.blob_endpoint, container.name)
        self.peak_tb = pulumi.Output.from_input(args.growth().peak_tb)
        self.register_outputs(
            {
                "account_name": self.account_name,
                "account_resource_id": self.account_resource_id,
                "container_name": self.container_name,
                "container_url": self.container_url,
                "peak_tb": self.peak_tb,
            }
        )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a CheckpointStore called so names."""
    return [("storageAccount", label), ("privateEndpoint", f"{label}-blob")]


def _lifecycle_rule(args: CheckpointStoreArgs) -> "storage.ManagementPolicyRuleArgs":
    def after(days: int | None) -> "storage.DateAfterModificationArgs | None":
        if days is None:
            return None
        return storage.DateAfterModificationArgs(days_after_modification_greater_than=days)

    return storage.ManagementPolicyRuleArgs(
        name="checkpoints",
        enabled=True,
        type="Lifecycle",
        definition=storage.ManagementPolicyDefinitionArgs(
            filters=storage.ManagementPolicyFilterArgs(
                blob_types=["blockBlob"], prefix_match=["checkpoints/"]
            ),
            actions=storage.ManagementPolicyActionArgs(
                base_blob=storage.ManagementPolicyBaseBlobArgs(
                    tier_to_cool=after(args.cool_after_days),
                    tier_to_cold=after(args.cold_after_days),
                    tier_to_archive=after(args.archive_after_days),
                    delete=after(args.retention_days),
                )
            ),
        ),
    )
