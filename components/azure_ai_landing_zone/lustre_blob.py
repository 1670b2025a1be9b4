"""The containers behind a Lustre file system, made in an account of their own."""

from collections.abc import Callable
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import storage

from azure_ai_landing_zone.access import grant_access
from azure_ai_landing_zone.diagnostics import Diagnostics, diagnose
from azure_ai_landing_zone.lustre_blob_settings import LustreBlobCreate
from azure_ai_landing_zone.model import AccessGrant, Input, PrivateEndpointPlace, Protection, Region
from azure_ai_landing_zone.private_endpoint import private_endpoint
from azure_ai_landing_zone.role_wait import ROLE_WAIT_SECONDS, RoleWait
from azure_ai_landing_zone.roles import BuiltInRole
from azure_ai_landing_zone.storage_account import RESOURCE_TYPE

CHANGE_FEED_DAYS = 7
"""The least that autoImport needs. Source: learn.microsoft.com/azure/azure-managed-lustre/auto-import."""

DATA, LOGS = "data", "logs"


@dataclass(frozen=True, slots=True, kw_only=True)
class LustreBlobPlace:
    """Where the account goes and who hears of it."""

    account_name: str
    endpoint_name: str
    location: Region
    resource_group_name: Input[str]
    subscription_id: str
    tags: dict[str, str] | None
    private_endpoint: PrivateEndpointPlace
    access: list[AccessGrant]
    diagnostics: Diagnostics
    protection: Protection
    child: Callable[..., pulumi.ResourceOptions]
    """Options of a child of the component."""


@dataclass(frozen=True, slots=True)
class LustreContainers:
    """What a file system is joined to."""

    container_resource_id: Input[str]
    logging_container_resource_id: Input[str]
    account_name: pulumi.Output[str] | None = None
    container_url: pulumi.Output[str] | None = None
    ready: tuple[pulumi.Resource, ...] = ()
    """What has to be there before the file system is made."""


def make_containers(name: str, settings: LustreBlobCreate, place: LustreBlobPlace) -> LustreContainers:
    """The account takes keys: the service makes SAS tokens with them. It has no public way in, and holds
    nothing but these containers. Source: learn.microsoft.com/azure/azure-managed-lustre/amlfs-prerequisites.
    """
    account = _account(name, settings, place)
    follows = settings.job.mode == "autoImport"
    service = storage.BlobServiceProperties(
        f"{name}-blob-service",
        blob_services_name="default",
        account_name=account.name,
        resource_group_name=place.resource_group_name,
        change_feed=storage.ChangeFeedArgs(enabled=True, retention_in_days=CHANGE_FEED_DAYS)
        if follows
        else None,
        delete_retention_policy=storage.DeleteRetentionPolicyArgs(enabled=True, days=7),
        container_delete_retention_policy=storage.DeleteRetentionPolicyArgs(enabled=True, days=7),
        opts=place.child(),
    )
    containers = {
        container: storage.BlobContainer(
            f"{name}-{container}-container",
            container_name=container,
            account_name=account.name,
            resource_group_name=place.resource_group_name,
            public_access=storage.PublicAccess.NONE,
            opts=place.child(protect=place.protection == "on", depends_on=[service]),
        )
        for container in (DATA, LOGS)
    }
    for part, resource, type_ in (
        (name, account, RESOURCE_TYPE),
        (f"{name}-blob", service, f"{RESOURCE_TYPE}/blobServices"),
    ):
        diagnose(part, place.diagnostics, resource_id=resource.id, resource_type=type_, opts=place.child())
    endpoint = private_endpoint(
        f"{name}-blob",
        azure_name=place.endpoint_name,
        resource_group_name=place.resource_group_name,
        location=place.location,
        subnet_resource_id=place.private_endpoint.subnet_resource_id,
        target_resource_id=account.id,
        group_id="blob",
        private_dns_zone_resource_ids=place.private_endpoint.private_dns_zone_resource_ids,
        tags=place.tags,
        opts=place.child(),
    )
    data = containers[DATA]
    grant_access(name, place.access, scope=data.id, subscription_id=place.subscription_id, opts=place.child())
    return LustreContainers(
        data.id,
        containers[LOGS].id,
        account.name,
        pulumi.Output.concat(account.primary_endpoints.blob, data.name),
        (endpoint, _roles_known(name, settings, account, place), *containers.values()),
    )


def _account(name: str, settings: LustreBlobCreate, place: LustreBlobPlace) -> "storage.StorageAccount":
    is_premium = settings.account_sku.startswith("Premium_")
    return storage.StorageAccount(
        f"{name}-account",
        account_name=place.account_name,
        resource_group_name=place.resource_group_name,
        location=place.location,
        kind="BlockBlobStorage" if is_premium else "StorageV2",
        sku=storage.SkuArgs(name=settings.account_sku),
        access_tier=None if is_premium else storage.AccessTier.HOT,
        allow_blob_public_access=False,
        allow_cross_tenant_replication=False,
        allow_shared_key_access=True,
        default_to_o_auth_authentication=True,
        enable_https_traffic_only=True,
        is_local_user_enabled=False,
        is_sftp_enabled=False,
        minimum_tls_version="TLS1_2",
        network_rule_set=storage.NetworkRuleSetArgs(default_action=storage.DefaultAction.DENY, bypass="None"),
        public_network_access="Disabled",
        tags=place.tags,
        opts=place.child(protect=place.protection == "on"),
    )


def _roles_known(
    name: str, settings: LustreBlobCreate, account: "storage.StorageAccount", place: LustreBlobPlace
) -> RoleWait:
    """Azure wants both roles on the whole account, and a file system that can't reach its container fails
    after most of an hour: learn.microsoft.com/azure/azure-managed-lustre/
    troubleshoot-deployment 2024-11-01."""
    principal_id = settings.storage_cache_principal_id
    roles = {
        "cache-account": BuiltInRole.STORAGE_ACCOUNT_CONTRIBUTOR,
        "cache-blobs": BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR,
    }
    assignments = grant_access(
        name,
        [AccessGrant(key=key, principal_id=principal_id, role=role) for key, role in roles.items()],
        scope=account.id,
        subscription_id=place.subscription_id,
        opts=place.child(),
    )
    return RoleWait(f"{name}-role-wait", [one.id for one in assignments], ROLE_WAIT_SECONDS, place.child())
