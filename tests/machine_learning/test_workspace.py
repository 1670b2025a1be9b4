"""A Machine Learning workspace is closed, comes after its roles, and its machines stop."""

from itertools import pairwise
from typing import Any

import pytest

from azure_ai_landing_zone import (
    AccessGrant,
    BuiltInRole,
    MachineLearningDatastore,
    MachineLearningWorkspace,
    MachineLearningWorkspaceArgs,
    ManagedNetwork,
)
from azure_ai_landing_zone.machine_learning import workspace
from azure_ai_landing_zone.machine_learning.managed_network import ServiceTagRule
from helpers.machine_learning import BASE, CLUSTER, GROUP, HOST, INSTANCE, STORE, USER
from helpers.registered import Registered, register
from helpers.role_waits import seconds_waited


def ml(**changes: Any) -> Registered:
    return register(lambda: MachineLearningWorkspace("ml", MachineLearningWorkspaceArgs(**(BASE | changes))))


def of_type(made: Registered, type_: str) -> list[str]:
    return [name for found, name in made.azure if found == type_]


@pytest.fixture(scope="module")
def whole() -> Registered:
    """A workspace with everything."""
    return ml(
        managed_network=ManagedNetwork(
            outbound_rules={
                **HOST,
                "factory": ServiceTagRule(mode="serviceTag", service_tag="DataFactory"),
            },
            firewall_sku="Basic",
        ),
        compute_clusters=[CLUSTER],
        compute_instances=[INSTANCE],
        datastores=[
            MachineLearningDatastore(
                datastore_name="runs",
                account_resource_id=STORE,
                container_name="checkpoints",
                hierarchical_namespace=True,
            )
        ],
        access=[
            AccessGrant(
                key="scientists",
                principal_id="p-people",
                role=BuiltInRole.AZUREML_DATA_SCIENTIST,
                principal_type="Group",
            )
        ],
    )


def test_what_it_is_made_of(whole: Registered) -> None:
    assert whole.azure == [
        *(
            ("authorization:RoleAssignment", f"ml-{one}-access")
            for one in (
                "application-insights-workspace",
                "container-registry-images",
                "container-registry-jobs",
                "container-registry-notebooks",
                "container-registry-workspace",
                "key-vault-images",
                "key-vault-jobs",
                "key-vault-notebooks",
                "key-vault-workspace-1",
                "key-vault-workspace",
                "scientists",
                "storage-blob-endpoint-workspace",
                "storage-file-endpoint-workspace",
                "storage-images-1",
                "storage-images",
                "storage-jobs-1",
                "storage-jobs",
                "storage-notebooks-1",
                "storage-notebooks",
                "storage-scientists-1",
                "storage-scientists",
                "storage-workspace-1",
                "storage-workspace",
                "workspace",
            )
        ),
        ("containerregistry:Registry", "ml-registry-registry"),
        ("machinelearningservices:Compute", "ml-a100-cluster"),
        ("machinelearningservices:Compute", "ml-images-cluster"),
        ("machinelearningservices:Compute", "ml-notebook-instance"),
        ("machinelearningservices:Datastore", "ml-runs-datastore"),
        ("machinelearningservices:ManagedNetworkSettingsRule", "ml-factory-rule"),
        ("machinelearningservices:ManagedNetworkSettingsRule", "ml-pypi-rule"),
        ("machinelearningservices:ManagedNetworkSettingsRule", "ml-runs-blob-rule"),
        ("machinelearningservices:ManagedNetworkSettingsRule", "ml-runs-dfs-rule"),
        ("machinelearningservices:Workspace", "ml-workspace"),
        ("network:PrivateDnsZoneGroup", "ml-registry-zone-group"),
        ("network:PrivateDnsZoneGroup", "ml-storage-blob-zone-group"),
        ("network:PrivateDnsZoneGroup", "ml-storage-file-zone-group"),
        ("network:PrivateDnsZoneGroup", "ml-vault-zone-group"),
        ("network:PrivateDnsZoneGroup", "ml-zone-group"),
        ("network:PrivateEndpoint", "ml-private-endpoint"),
        ("network:PrivateEndpoint", "ml-registry-private-endpoint"),
        ("network:PrivateEndpoint", "ml-storage-blob-private-endpoint"),
        ("network:PrivateEndpoint", "ml-storage-file-private-endpoint"),
        ("network:PrivateEndpoint", "ml-vault-private-endpoint"),
        ("resources:Resource", "ml-telemetry-application-insights"),
        ("resources:Resource", "ml-vault-vault"),
        ("storage:BlobServiceProperties", "ml-storage-blob-service"),
        ("storage:StorageAccount", "ml-storage-account"),
    ]
    assert whole.protected == {"ml-registry-registry", "ml-storage-account", "ml-vault-vault", "ml-workspace"}


def test_the_workspace_is_closed_and_has_no_keys(whole: Registered) -> None:
    assert whole.inputs["ml-workspace"] == {
        "applicationInsights": "/ml-telemetry-application-insights",
        "containerRegistry": "/ml-registry-registry",
        "friendlyName": "ml",
        "hbiWorkspace": False,
        "identity": {"type": "UserAssigned", "userAssignedIdentities": ["/identity"]},
        "imageBuildCompute": "mlc-ai-images-x1",
        "keyVault": "/ml-vault-vault",
        "kind": "Default",
        "location": "eastus",
        "managedNetwork": {
            "enableNetworkMonitor": False,
            "firewallSku": "Basic",
            "isolationMode": "AllowOnlyApprovedOutbound",
        },
        "primaryUserAssignedIdentity": "/identity",
        "provisionNetworkNow": True,
        "publicNetworkAccess": "Disabled",
        "resourceGroupName": "rg",
        "sku": {"name": "Basic", "tier": "Basic"},
        "storageAccount": "/ml-storage-account",
        "systemDatastoresAuthMode": "Identity",
        "v1LegacyMode": False,
        "workspaceName": "mlw-ai-ml-x1",
    }
    account = whole.inputs["ml-storage-account"]
    assert (account["allowSharedKeyAccess"], account["publicNetworkAccess"]) == (False, "Disabled")
    assert account["networkRuleSet"] == {"bypass": "AzureServices", "defaultAction": "Deny"}


def test_it_waits_for_as_long_as_azure_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = seconds_waited(monkeypatch, workspace)
    ml()
    assert waits == [600]


def test_everything_comes_in_its_order(whole: Registered) -> None:
    """Roles, a wait, the workspace, its way in, rules one after another, machines."""
    after = whole.dependencies
    assert {name for name in after["ml-workspace"] if name.endswith("-access")} == {
        "ml-storage-workspace-access",
        "ml-storage-workspace-1-access",
        "ml-key-vault-workspace-access",
        "ml-key-vault-workspace-1-access",
        "ml-container-registry-workspace-access",
        "ml-application-insights-workspace-access",
    }
    rules = ["ml-pypi-rule", "ml-factory-rule", "ml-runs-blob-rule", "ml-runs-dfs-rule"]
    assert set(whole.hooks) == {"ml-workspace", *rules}
    assert "ml-private-endpoint" in after[rules[0]]
    assert all(before in after[rule] for before, rule in pairwise(rules))
    for machine in ("ml-images-cluster", "ml-a100-cluster", "ml-notebook-instance"):
        assert {*rules, "ml-private-endpoint"} <= after[machine]


def test_clusters_start_from_zero_and_have_no_public_addresses(whole: Registered) -> None:
    assert whole.inputs["ml-a100-cluster"] == {
        "computeName": "mlc-ai-a100-x1",
        "identity": {"type": "UserAssigned", "userAssignedIdentities": ["/jobs"]},
        "location": "eastus",
        "properties": {
            "computeType": "AmlCompute",
            "disableLocalAuth": True,
            "properties": {
                "enableNodePublicIp": False,
                "isolatedNetwork": False,
                "osType": "Linux",
                "remoteLoginPortPublicAccess": "Disabled",
                "scaleSettings": {
                    "maxNodeCount": 4,
                    "minNodeCount": 0,
                    "nodeIdleTimeBeforeScaleDown": "PT15M",
                },
                "vmPriority": "Dedicated",
                "vmSize": "Standard_NC24ads_A100_v4",
            },
        },
        "resourceGroupName": "rg",
        "workspaceName": "ml-workspace",
    }


def test_machines_of_people_stop_when_idle_and_every_evening(whole: Registered) -> None:
    properties = whole.inputs["ml-notebook-instance"]["properties"]["properties"]
    assert properties == {
        "applicationSharingPolicy": "Personal",
        "computeInstanceAuthorizationType": "personal",
        "enableNodePublicIp": False,
        "enableSSO": True,
        "idleTimeBeforeShutdown": "PT60M",
        "personalComputeInstanceSettings": {
            "assignedUser": {"objectId": USER, "tenantId": "00000000-0000-0000-0000-000000000002"}
        },
        "schedules": {
            "computeStartStop": [
                {
                    "action": "Stop",
                    "cron": {"expression": "0 20 * * 0,1,2,3,4,5,6", "timeZone": "UTC"},
                    "status": "Enabled",
                    "triggerType": "Cron",
                }
            ]
        },
        "sshSettings": {"sshPublicAccess": "Disabled"},
        "vmSize": "Standard_D4ds_v4",
    }


def test_datastores_have_no_credentials(whole: Registered) -> None:
    assert whole.inputs["ml-runs-datastore"]["properties"] == {
        "accountName": "checkpoints",
        "credentials": {"credentialsType": "None"},
        "datastoreType": "AzureDataLakeGen2",
        "filesystem": "checkpoints",
        "resourceGroup": "shared",
        "serviceDataAccessAuthIdentity": "WorkspaceUserAssignedIdentity",
        "subscriptionId": "s",
    }
    assert whole.inputs["ml-runs-blob-rule"]["properties"] == {
        "category": "UserDefined",
        "destination": {"serviceResourceId": STORE, "sparkEnabled": False, "subresourceTarget": "blob"},
        "type": "PrivateEndpoint",
    }


def test_what_exists_is_taken_over() -> None:
    made = ml(
        storage={"mode": "existing", "account_resource_id": f"{GROUP}/Microsoft.Storage/storageAccounts/s"},
        registry={
            "mode": "existing",
            "registry_resource_id": f"{GROUP}/Microsoft.ContainerRegistry/registries/r",
        },
        application_insights={
            "mode": "existing",
            "application_insights_resource_id": f"{GROUP}/Microsoft.Insights/components/a",
        },
        log_analytics_workspace_resource_id=None,
        storage_private_endpoints={},
        container_registry_private_endpoint=None,
    )
    assert of_type(made, "network:PrivateEndpoint") == ["ml-private-endpoint", "ml-vault-private-endpoint"]
    assert "ml-telemetry-application-insights" not in made.inputs
    assert made.protected == {"ml-vault-vault", "ml-workspace"}
