"""Accounts, vaults, registries and workspaces: what is asked of Azure, and what is refused before."""

from collections.abc import Callable
from typing import Any

import pytest

from azure_ai_landing_zone import AccessGrant, BuiltInRole, PrivateEndpointPlace, SettingsError
from azure_ai_landing_zone.core.component import ComponentArgs
from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.operations.logs import LogAnalyticsWorkspace, LogAnalyticsWorkspaceArgs
from azure_ai_landing_zone.stores.container_registry import ContainerRegistry, ContainerRegistryArgs
from azure_ai_landing_zone.stores.key_vault import KeyVault, KeyVaultArgs, KeyVaultExisting, vault_uri
from azure_ai_landing_zone.stores.storage_account import StorageAccount, StorageAccountArgs
from helpers.registered import Registered, register

COMMON: dict[str, Any] = {"location": "eastus", "resource_group_name": "rg", "naming": Naming(suffix="x1")}
PLACE = PrivateEndpointPlace(subnet_resource_id="/subnet")
COMPONENTS: dict[str, tuple[Callable[..., object], type[ComponentArgs]]] = {
    "account": (StorageAccount, StorageAccountArgs),
    "vault": (KeyVault, KeyVaultArgs),
    "registry": (ContainerRegistry, ContainerRegistryArgs),
    "workspace": (LogAnalyticsWorkspace, LogAnalyticsWorkspaceArgs),
}


def made(what: str, settings: dict[str, Any] | None = None, **changes: Any) -> Registered:
    component, args = COMPONENTS[what]
    values = COMMON | ({} if settings is None else {what: {"mode": "create"} | settings}) | changes
    return register(lambda: component("shared", args(**values)))


def refusals(what: str, **values: Any) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        COMPONENTS[what][1](**(COMMON | values))
    return [line.strip() for line in str(raised.value).splitlines()[1:]]


def test_a_vault_s_data_is_under_roles_and_nothing_public_gets_in() -> None:
    """All that Azure or the provider would choose by itself is said."""
    registered = made("vault")
    assert registered.azure == [("resources:Resource", "shared-vault")]
    assert registered.protected == {"shared-vault"}
    vault = registered.inputs["shared-vault"]
    properties = vault.pop("properties")
    assert vault == {
        "apiVersion": "2026-02-01",
        "location": "eastus",
        "parentResourcePath": "",
        "resourceGroupName": "rg",
        "resourceName": "kv-ai-shared-x1",
        "resourceProviderNamespace": "Microsoft.KeyVault",
        "resourceType": "vaults",
    }
    assert properties == {
        "accessPolicies": [],
        "enablePurgeProtection": True,
        "enableRbacAuthorization": True,
        "enableSoftDelete": True,
        "enabledForDeployment": False,
        "enabledForDiskEncryption": False,
        "enabledForTemplateDeployment": False,
        "networkAcls": {
            "bypass": "None",
            "defaultAction": "Deny",
            "ipRules": [],
            "virtualNetworkRules": [],
        },
        "publicNetworkAccess": "disabled",
        "sku": {"family": "A", "name": "standard"},
        "softDeleteRetentionInDays": 90,
        "tenantId": "00000000-0000-0000-0000-000000000002",
    }


def test_purge_protection_is_true_or_absent_never_false() -> None:
    properties = made("vault", {"purge_protection": False}).inputs["shared-vault"]["properties"]
    assert "enablePurgeProtection" not in properties


def test_what_a_vault_can_be_asked_for() -> None:
    registered = made(
        "vault",
        {
            "sku": "premium",
            "soft_delete_days": 7,
            "keys": ["pulumi", "models"],
            "trusted_services": True,
            "allowed_ip_ranges": ["20.10.0.0/24", "20.10.1.7/32"],
        },
        protection="off",
    )
    properties = registered.inputs["shared-vault"]["properties"]
    assert properties["networkAcls"] == {
        "bypass": "AzureServices",
        "defaultAction": "Deny",
        "ipRules": [{"value": "20.10.0.0/24"}, {"value": "20.10.1.7"}],
        "virtualNetworkRules": [],
    }
    assert (properties["publicNetworkAccess"], properties["softDeleteRetentionInDays"]) == ("enabled", 7)
    assert registered.protected == set()


def test_keys_are_made_by_a_deployment_that_comes_after_the_vault() -> None:
    registered = made("vault", {"keys": ["pulumi", "models"]})
    deployment = registered.inputs["shared-keys"]
    template = deployment["properties"].pop("template")
    assert deployment == {
        "deploymentName": "keys-of-kv-ai-shared-x1",
        "properties": {"mode": "Incremental"},
        "resourceGroupName": "rg",
    }
    assert template["resources"] == [
        {
            "apiVersion": "2026-02-01",
            "name": f"kv-ai-shared-x1/{key}",
            "properties": {
                "keyOps": ["encrypt", "decrypt", "wrapKey", "unwrapKey"],
                "keySize": 3072,
                "kty": "RSA",
            },
            "tags": {},
            "type": "Microsoft.KeyVault/vaults/keys",
        }
        for key in ("pulumi", "models")
    ]
    assert registered.dependencies["shared-keys"] == {"shared-vault"}
    assert registered.protected == {"shared-vault"}, "deleting the deployment deletes no key"


def test_of_an_existing_vault_nothing_is_read() -> None:
    id_ = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.KeyVault/vaults/KV-Hub"
    existing = KeyVaultExisting(mode="existing", vault_resource_id=id_)
    outputs: dict[str, object] = {}

    def program() -> None:
        vault = KeyVault("shared", KeyVaultArgs(**COMMON, vault=existing, private_endpoint=PLACE))
        for output in ("vault_name", "vault_resource_id", "vault_uri", "key_resource_ids"):
            getattr(vault, output).apply(lambda value, output=output: outputs.update({output: value}))

    registered = register(program)
    assert registered.azure == [("network:PrivateEndpoint", "shared-private-endpoint")]
    assert outputs == {
        "vault_name": "KV-Hub",
        "vault_resource_id": id_,
        "vault_uri": "https://kv-hub.vault.azure.net/",
        "key_resource_ids": {},
    }


@pytest.mark.parametrize(
    ("location", "uri"),
    [
        ("swedencentral", "https://kv.vault.azure.net/"),
        ("usgovvirginia", "https://kv.vault.usgovcloudapi.net/"),
        ("usdodeast", "https://kv.vault.usgovcloudapi.net/"),
        ("chinanorth3", "https://kv.vault.azure.cn/"),
    ],
)
def test_a_vault_s_address_is_that_of_its_cloud(location: str, uri: str) -> None:
    assert vault_uri("KV", location) == uri


def test_a_registry_has_no_admin_no_anonymous_pulls_and_no_public_way_in() -> None:
    assert made("registry").inputs["shared-registry"] == {
        "adminUserEnabled": False,
        "anonymousPullEnabled": False,
        "dataEndpointEnabled": True,
        "location": "eastus",
        "networkRuleBypassOptions": "None",
        "networkRuleSet": {"defaultAction": "Deny"},
        "policies": {
            "exportPolicy": {"status": "disabled"},
            "retentionPolicy": {"days": 30, "status": "enabled"},
        },
        "publicNetworkAccess": "Disabled",
        "registryName": "craisharedx1",
        "resourceGroupName": "rg",
        "sku": {"name": "Premium"},
        "zoneRedundancy": "Enabled",
    }


def test_a_workspace_has_no_shared_keys() -> None:
    registered = made("workspace")
    assert registered.inputs["shared-workspace"] == {
        "features": {"disableLocalAuth": True, "enableLogAccessUsingOnlyResourcePermissions": True},
        "location": "eastus",
        "publicNetworkAccessForIngestion": "Disabled",
        "publicNetworkAccessForQuery": "Disabled",
        "resourceGroupName": "rg",
        "retentionInDays": 90,
        "sku": {"name": "PerGB2018"},
        "workspaceName": "log-ai-shared-x1",
    }
    assert registered.inputs["shared-diagnostics"]["workspaceId"] == "/shared-workspace"
    assert made("workspace", own_diagnostics="external").azure == [
        ("operationalinsights:Workspace", "shared-workspace")
    ]


def test_a_workspace_open_to_queries_with_a_limit() -> None:
    workspace = made("workspace", {"query": "public", "daily_quota_gib": 2}).inputs["shared-workspace"]
    assert workspace["publicNetworkAccessForQuery"] == "Enabled"
    assert workspace["publicNetworkAccessForIngestion"] == "Disabled"
    assert workspace["workspaceCapping"] == {"dailyQuotaGb": 2}


def test_an_account_for_data_lakes() -> None:
    account = made("account", {"hierarchical_namespace": True, "trusted_services": True}).inputs[
        "shared-account"
    ]
    assert account["isHnsEnabled"] is True
    assert account["networkRuleSet"] == {"bypass": "AzureServices", "defaultAction": "Deny"}
    assert account["publicNetworkAccess"] == "Disabled"


def test_each_service_of_an_account_has_its_endpoint() -> None:
    registered = made("account", private_endpoints={"file": PLACE, "blob": PLACE})
    names = [name for type_, name in registered.azure if type_ == "network:PrivateEndpoint"]
    assert names == ["shared-blob-private-endpoint", "shared-file-private-endpoint"]


@pytest.mark.parametrize(
    ("what", "values", "expected"),
    [
        (
            "account",
            {
                "account": {
                    "mode": "create",
                    "hierarchical_namespace": True,
                    "versioning": True,
                    "containers": ["data", "data"],
                }
            },
            [
                "account.versioning: Azure keeps no versions in a hierarchical namespace: drop one",
                "account.containers[1]: data is there twice",
            ],
        ),
        (
            "account",
            {"account": {"mode": "create", "containers": ["Data_sets"]}},
            [
                "account.containers[0]: must be 3 to 63 lower-case letters, digits and single hyphens, got "
                "'Data_sets'"
            ],
        ),
        (
            "account",
            {
                "account": {
                    "mode": "create",
                    "allowed_ip_ranges": ["10.0.0.0/8", "20.1.1.0/31", "20.1.1.1/24", "office"],
                }
            },
            [
                "account.allowed_ip_ranges[0]: must be public: 10.0.0.0/8 reaches nothing but a private "
                "endpoint",
                "account.allowed_ip_ranges[1]: Azure takes no /31: give the two addresses of 20.1.1.0/31",
                "account.allowed_ip_ranges[2]: must be a public IPv4 address or range such as 20.10.0.0/24, "
                "got '20.1.1.1/24'",
                "account.allowed_ip_ranges[3]: must be a public IPv4 address or range such as 20.10.0.0/24, "
                "got 'office'",
            ],
        ),
        (
            "vault",
            {"vault": {"mode": "create", "soft_delete_days": 3, "keys": ["pulumi_state"]}},
            [
                "vault.soft_delete_days: must be at least 7, got 3",
                "vault.keys[0]: must be 1 to 127 letters, digits and hyphens, got 'pulumi_state'",
            ],
        ),
        (
            "vault",
            {"vault": {"mode": "existing", "vault_resource_id": "kv-hub"}},
            [
                "vault.vault_resource_id: must be a full resource id like /subscriptions/<id>/resourceGroups/"
                "<name>/providers/Microsoft.KeyVault/vaults/<name>, got 'kv-hub'"
            ],
        ),
        (
            "vault",
            {
                "access": [
                    AccessGrant(key="nodes", principal_id="p", role=BuiltInRole.ACR_PULL),
                    AccessGrant(key="nodes", principal_id="p", role=BuiltInRole.OWNER),
                ]
            },
            [
                "access[0].role: AcrPull is a role on Microsoft.ContainerRegistry/registries and means "
                "nothing on Microsoft.KeyVault/vaults",
                "access[1].key: nodes is the key of [0] already: give each its own",
                "access[1].role: Owner can give away roles: choose a narrower one; what deploys takes a "
                "Deployer",
            ],
        ),
        (
            "registry",
            {"registry": {"mode": "create", "untagged_retention_days": 400, "sku": "Basic"}},
            [
                "registry.untagged_retention_days: must be at most 365, got 400",
                "registry.sku: unknown setting: allowed are `export`, `image_cache`, `mode`, "
                "`trusted_services`, `untagged_retention_days`, `zone_redundancy`",
            ],
        ),
        (
            "workspace",
            {"workspace": {"mode": "create", "retention_days": 7, "daily_quota_gib": 0}},
            [
                "workspace.retention_days: must be at least 30, got 7",
                "workspace.daily_quota_gib: must be at least 0.023, got 0",
            ],
        ),
        (
            "workspace",
            {"workspace": {"mode": "disabled"}},
            ["workspace.mode: must be one of 'create', 'existing', got \"disabled\""],
        ),
    ],
)
def test_refused(what: str, values: dict[str, Any], expected: list[str]) -> None:
    assert refusals(what, **values) == expected


@pytest.mark.parametrize("what", COMPONENTS)
def test_names_that_azure_would_refuse(what: str) -> None:
    component, args = COMPONENTS[what]
    with pytest.raises(SettingsError, match="naming: the "):
        component("shared", args(**COMMON, label="x" * 90))
