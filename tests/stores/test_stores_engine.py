"""The shared components on the real engine: they come up, stay as they are, and Azure would accept them."""

import json

import pytest

from helpers.offline import Program, program
from helpers.published_types import refusals

pytestmark = [pytest.mark.engine, pytest.mark.xdist_group("shared-components")]

MAKING = """
import pulumi
from pulumi_azure_native import network, resources
from azure_ai_landing_zone.stores.container_registry import ContainerRegistry, ContainerRegistryArgs
from azure_ai_landing_zone.access.deployer import Deployer, DeployerArgs
from azure_ai_landing_zone.core.diagnostics import DiagnosticsManaged
from azure_ai_landing_zone.access.trust import GitHubActionsTrust, ServiceAccountTrust
from azure_ai_landing_zone.access.identity import ManagedIdentity, ManagedIdentityArgs
from azure_ai_landing_zone.stores.key_vault import KeyVault, KeyVaultArgs, KeyVaultCreate
from azure_ai_landing_zone.operations.logs import (
    LogAnalyticsWorkspace, LogAnalyticsWorkspaceArgs, LogAnalyticsWorkspaceCreate,
)
from azure_ai_landing_zone.core.model import AccessGrant, PrivateEndpointPlace
from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.access.people import People
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone import StorageAccount, StorageAccountArgs, StorageAccountCreate

group = resources.ResourceGroup("group", resource_group_name="rg-shared", location="eastus")
common = {
    "location": "eastus", "resource_group_name": group.name, "naming": Naming(suffix="x1"),
}
spoke = network.VirtualNetwork(
    "spoke", virtual_network_name="vnet-spoke", resource_group_name=group.name, location="eastus",
    address_space=network.AddressSpaceArgs(address_prefixes=["10.40.0.0/24"]),
)
subnet = network.Subnet(
    "endpoints", subnet_name="snet-endpoints", virtual_network_name=spoke.name,
    resource_group_name=group.name, address_prefix="10.40.0.0/26", default_outbound_access=False,
)
place = PrivateEndpointPlace(subnet_resource_id=subnet.id)
people = People(
    administrators="11111111-1111-1111-1111-111111111111", auditors="22222222-2222-2222-2222-222222222222"
)
logs = LogAnalyticsWorkspace("logs", LogAnalyticsWorkspaceArgs(
    **common,
    workspace=LogAnalyticsWorkspaceCreate(mode="create", retention_days=180, daily_quota_gib=5.5),
    access=people.access("logAnalyticsWorkspace"),
))
diagnostics = DiagnosticsManaged(mode="managed", workspace_resource_id=logs.workspace_resource_id)
pods = ManagedIdentity("pods", ManagedIdentityArgs(**common, trusts=[
    ServiceAccountTrust(
        mode="kubernetes", cluster="serving", issuer="https://eastus.oic.prod-aks.azure.com/t/c/",
        namespace=f"team-{number}", service_account="worker",
    )
    for number in range(3)
]))
secrets = KeyVault("secrets", KeyVaultArgs(
    **common, private_endpoint=place, diagnostics=diagnostics,
    vault=KeyVaultCreate(
        mode="create", keys=["pulumi", "data"], key_rotation_days={"data": 365}, trusted_services=True
    ),
    access=[
        AccessGrant(
            key="pods", principal_id=pods.principal_id,
            role=BuiltInRole.KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER,
        ),
        *people.access("keyVault"),
    ],
))
key = secrets.encryption_key("data", pods)
data = StorageAccount("data", StorageAccountArgs(
    **common,
    account=StorageAccountCreate(
        mode="create", containers=["datasets", "state"], soft_delete_days=14, versioning=True,
        allowed_ip_ranges=["20.10.0.0/24", "20.10.1.7"],
    ),
    private_endpoints={"blob": place, "dfs": place},
    access=[
        AccessGrant(
            key="pods", principal_id=pods.principal_id, role=BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR
        ),
        *people.access("storageAccount"),
    ],
    encryption_key=key,
    diagnostics=diagnostics,
), pulumi.ResourceOptions(depends_on=[secrets]))
images = ContainerRegistry("images", ContainerRegistryArgs(
    **common, private_endpoint=place, diagnostics=diagnostics, encryption_key=key,
    access=[AccessGrant(key="pods", principal_id=pods.principal_id, role=BuiltInRole.ACR_PULL)],
), pulumi.ResourceOptions(depends_on=[secrets]))
zone = resources.ResourceGroup("zone", resource_group_name="rg-zone", location="eastus")
deployer = Deployer("pipeline", DeployerArgs(
    **common,
    right_to="deploy",
    trusts=[GitHubActionsTrust(
        mode="gitHubActions", owner="contoso", owner_id=123456, repository="zone", repository_id=456789,
        environments=["prod"],
    )],
    deployment_scope=zone.id,
    state_container_resource_id=data.container_resource_ids["state"],
    secrets_key_resource_id=secrets.key_resource_ids["pulumi"],
))
preview = Deployer("pull-requests", DeployerArgs(
    **common,
    right_to="preview",
    trusts=[GitHubActionsTrust(
        mode="gitHubActions", owner="contoso", owner_id=123456, repository="zone", repository_id=456789,
        environments=["preview"],
    )],
    deployment_scope=zone.id,
    state_container_resource_id=data.container_resource_ids["state"],
    secrets_key_resource_id=secrets.key_resource_ids["pulumi"],
))
pulumi.export("vaultUri", secrets.vault_uri)
pulumi.export("vaultId", secrets.vault_resource_id)
pulumi.export("loginServer", images.login_server)
pulumi.export("registryId", images.registry_resource_id)
pulumi.export("blobEndpoint", data.blob_endpoint)
pulumi.export("accountId", data.account_resource_id)
pulumi.export("customerId", logs.customer_id)
pulumi.export("workspaceId", logs.workspace_resource_id)
pulumi.export("clientId", pods.client_id)
pulumi.export("deployerRights", deployer.rights)
pulumi.export("previewRights", preview.rights)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Everything, created once; the tests of this file leave it as it is."""
    created = program(tmp_path_factory.mktemp("shared"), MAKING)
    created.up()
    return created


TAKING_OVER = """
SHARED = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-shared/providers"
reader = [AccessGrant(key="pods", principal_id=pods.principal_id, role=BuiltInRole.READER)]
old_logs = LogAnalyticsWorkspace("old-logs", LogAnalyticsWorkspaceArgs(
    **common, access=reader, workspace={
        "mode": "existing",
        "workspace_resource_id": f"{SHARED}/Microsoft.OperationalInsights/workspaces/log-ai-logs-x1",
    },
))
old_data = StorageAccount("old-data", StorageAccountArgs(
    **common, private_endpoints={"file": place}, account={
        "mode": "existing",
        "account_resource_id": f"{SHARED}/Microsoft.Storage/storageAccounts/staidatax1",
    },
))
old_secrets = KeyVault("old-secrets", KeyVaultArgs(
    **common, vault={
        "mode": "existing", "vault_resource_id": f"{SHARED}/Microsoft.KeyVault/vaults/kv-ai-secrets-x1"
    },
    access=[
        AccessGrant(
            key="pods", principal_id=pods.principal_id, role=BuiltInRole.KEY_VAULT_SECRETS_USER
        )
    ],
))
old_images = ContainerRegistry("old-images", ContainerRegistryArgs(
    **common, registry={
        "mode": "existing",
        "registry_resource_id": f"{SHARED}/Microsoft.ContainerRegistry/registries/craiimagesx1",
    },
))
pulumi.export("old", [
    old_logs.customer_id, old_data.blob_endpoint, old_secrets.vault_uri, old_images.login_server,
])
"""


def children(made: Program, *components: str) -> list[tuple[str, str]]:
    """Type and logical name of each Azure resource of these components, sorted."""
    names = [resource["urn"].split("::")[2:] for resource in made.resources()]
    return sorted(
        (type_.split("azure-native:")[1], name)
        for type_, name in names
        if "$azure-native:" in type_ and name.startswith(components)
    )


def test_everything_comes_up_and_stays(made: Program) -> None:
    made.up("--skip-preview", "--expect-no-changes")
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    assert children(made, "logs", "data", "secrets", "images") == [
        ("authorization:RoleAssignment", "data-admins-access"),
        ("authorization:RoleAssignment", "data-admins-blobs-access"),
        ("authorization:RoleAssignment", "data-auditors-access"),
        ("authorization:RoleAssignment", "data-pods-access"),
        ("authorization:RoleAssignment", "images-pods-access"),
        ("authorization:RoleAssignment", "logs-admins-access"),
        ("authorization:RoleAssignment", "logs-auditors-access"),
        ("authorization:RoleAssignment", "secrets-admins-access"),
        ("authorization:RoleAssignment", "secrets-auditors-access"),
        ("authorization:RoleAssignment", "secrets-pods-access"),
        ("containerregistry:Registry", "images-registry"),
        ("monitor:DiagnosticSetting", "data-blob-diagnostics"),
        ("monitor:DiagnosticSetting", "data-diagnostics"),
        ("monitor:DiagnosticSetting", "images-diagnostics"),
        ("monitor:DiagnosticSetting", "logs-diagnostics"),
        ("monitor:DiagnosticSetting", "secrets-diagnostics"),
        ("network:PrivateEndpoint", "data-blob-private-endpoint"),
        ("network:PrivateEndpoint", "data-dfs-private-endpoint"),
        ("network:PrivateEndpoint", "images-private-endpoint"),
        ("network:PrivateEndpoint", "secrets-private-endpoint"),
        ("operationalinsights:Workspace", "logs-workspace"),
        ("resources:Deployment", "secrets-keys"),
        ("resources:Resource", "secrets-vault"),
        ("storage:BlobContainer", "data-datasets-container"),
        ("storage:BlobContainer", "data-state-container"),
        ("storage:BlobServiceProperties", "data-blob-service"),
        ("storage:StorageAccount", "data-account"),
    ]
    assert children(made, "pods", "pipeline", "pull-requests") == [
        ("authorization:RoleAssignment", "pipeline-roles-access"),
        ("authorization:RoleAssignment", "pipeline-secrets-access"),
        ("authorization:RoleAssignment", "pipeline-state-access"),
        ("authorization:RoleAssignment", "pipeline-zone-access"),
        ("authorization:RoleAssignment", "pull-requests-secrets-access"),
        ("authorization:RoleAssignment", "pull-requests-state-access"),
        ("authorization:RoleAssignment", "pull-requests-zone-access"),
        ("authorization:RoleDefinition", "pipeline-secrets-role"),
        ("authorization:RoleDefinition", "pipeline-zone-role"),
        ("authorization:RoleDefinition", "pull-requests-secrets-role"),
        *(
            ("managedidentity:FederatedIdentityCredential", f"{name}-credential")
            for name in (
                "pipeline-contoso-zone-environment-prod",
                "pods-serving-team-0-worker",
                "pods-serving-team-1-worker",
                "pods-serving-team-2-worker",
                "pull-requests-contoso-zone-environment-preview",
            )
        ),
        ("managedidentity:UserAssignedIdentity", "pipeline-identity"),
        ("managedidentity:UserAssignedIdentity", "pods-identity"),
        ("managedidentity:UserAssignedIdentity", "pull-requests-identity"),
    ]
    protected = sorted(
        resource["urn"].split("::")[3] for resource in made.resources() if resource.get("protect")
    )
    assert protected == [
        "data-account",
        "data-datasets-container",
        "data-state-container",
        "images-registry",
        "logs-workspace",
        "secrets-vault",
    ]


def test_nothing_like_a_key_lies_in_state_or_outputs(made: Program) -> None:
    state = json.dumps(made.resources())
    for word in ("accountKey", "sharedKey", "PRIVATE KEY", "assword", "sig=", "SharedAccess", "clientSecret"):
        assert word not in state
    outputs = made.outputs()
    scope = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-shared"
    zone = scope.replace("rg-shared", "rg-zone")
    account = f"{scope}/providers/Microsoft.Storage/storageAccounts/staidatax1"
    state_container = f"{account}/blobServices/default/containers/state"
    key = f"{scope}/providers/Microsoft.KeyVault/vaults/kv-ai-secrets-x1/keys/pulumi"
    assert outputs["deployerRights"] == [
        f"AI landing zone deployer pipeline x1 on {zone}",
        f"Role Based Access Control Administrator, some roles only, on {zone}",
        f"Storage Blob Data Contributor on {state_container}",
        f"AI landing zone secrets of pipeline x1 on {key}",
    ]
    assert outputs["previewRights"] == [
        f"Reader on {zone}",
        f"Storage Blob Data Reader on {state_container}",
        f"AI landing zone secrets of pull-requests x1 on {key}",
    ]


def test_what_exists_is_taken_over_and_azure_would_accept_it_all(made: Program) -> None:
    (made.offline.folder / "__main__.py").write_text(MAKING + TAKING_OVER, encoding="utf-8")
    made.up()
    made.up("--skip-preview", "--expect-no-changes")
    assert children(made, "old-") == [
        ("authorization:RoleAssignment", "old-logs-pods-access"),
        ("authorization:RoleAssignment", "old-secrets-pods-access"),
        ("containerregistry:Registry", "old-images-registry"),
        ("network:PrivateEndpoint", "old-data-file-private-endpoint"),
        ("operationalinsights:Workspace", "old-logs-workspace"),
        ("storage:StorageAccount", "old-data-account"),
    ]
    outputs = made.outputs()
    new = [outputs[name] for name in ("customerId", "blobEndpoint", "vaultUri", "loginServer")]
    assert outputs["old"] == new
    assert refusals(made.resources()) == []
