"""Where audit records are kept so that nobody can change them."""

from collections.abc import Callable
from typing import Any

import pulumi
from pulumi_azure_native import storage

from azure_ai_landing_zone.diagnostics import Diagnostics
from azure_ai_landing_zone.inference_audit_plan import InferenceAuditPlan
from azure_ai_landing_zone.model import Input, PrivateEndpointPlace, Protection
from azure_ai_landing_zone.storage_account import StorageAccount, StorageAccountArgs, StorageAccountCreate

CONTAINER = "inference-audit"


def make_store(
    name: str,
    *,
    label: str,
    common: dict[str, Any],
    plan: InferenceAuditPlan,
    place: PrivateEndpointPlace | None,
    diagnostics: Diagnostics,
    protection: Protection,
    child: Callable[..., pulumi.ResourceOptions],
) -> StorageAccount:
    """The account, which lets Event Hubs in with its namespace's identity, as a trusted service."""
    return StorageAccount(
        f"{name}-store",
        StorageAccountArgs(
            **common,
            label=label,
            account=StorageAccountCreate(
                mode="create",
                account_sku=plan.store_sku,
                soft_delete_days=1,
                trusted_services=True,
            ),
            private_endpoints={"blob": place} if place is not None else {},
            diagnostics=diagnostics,
            protection=protection,
        ),
        child(),
    )


def make_container(
    name: str,
    store: StorageAccount,
    *,
    plan: InferenceAuditPlan,
    resource_group_name: Input[str],
    protect: bool,
    child: Callable[..., pulumi.ResourceOptions],
) -> "storage.BlobContainer":
    """A container that takes no changes, and deletes what may go."""
    container = storage.BlobContainer(
        f"{name}-container",
        container_name=CONTAINER,
        account_name=store.account_name,
        resource_group_name=resource_group_name,
        public_access=storage.PublicAccess.NONE,
        opts=child(protect=protect, depends_on=store.blob_service),
    )
    storage.BlobContainerImmutabilityPolicy(
        f"{name}-immutability",
        immutability_policy_name="default",
        account_name=store.account_name,
        container_name=container.name,
        resource_group_name=resource_group_name,
        immutability_period_since_creation_in_days=plan.store_days,
        # A record is stored in several blocks: further ones are let in, what is there stays.
        allow_protected_append_writes_all=True,
        # The provider's delete lacks the etag that Azure asks for (pulumi/pulumi-azure-native#2156,
        # open on 2026-11-21); the policy goes with its container.
        opts=child(retain_on_delete=True),
    )
    delete = storage.DateAfterModificationArgs(days_after_creation_greater_than=plan.store_days)
    storage.ManagementPolicy(
        f"{name}-lifecycle",
        management_policy_name="default",
        account_name=store.account_name,
        resource_group_name=resource_group_name,
        policy=storage.ManagementPolicySchemaArgs(
            rules=[
                storage.ManagementPolicyRuleArgs(
                    name="delete-what-may-go",
                    type=storage.RuleType.LIFECYCLE,
                    enabled=True,
                    definition=storage.ManagementPolicyDefinitionArgs(
                        actions=storage.ManagementPolicyActionArgs(
                            base_blob=storage.ManagementPolicyBaseBlobArgs(delete=delete)
                        ),
                        filters=storage.ManagementPolicyFilterArgs(
                            blob_types=["blockBlob"], prefix_match=[f"{CONTAINER}/"]
                        ),
                    ),
                )
            ]
        ),
        opts=child(depends_on=[container]),
    )
    return container
