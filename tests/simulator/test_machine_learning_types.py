"""What Azure refuses of Machine Learning workspaces, their networks and machines."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.samples import not_to_change

ML = "azure-native:machinelearningservices"
SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000001"
GROUP = f"{SUBSCRIPTION}/resourceGroups/rg-test"
ROLES = {
    "contributor": "b24988ac-6180-42a0-ab88-20f7382dd24c",
    "vault-administrator": "00482a5a-887f-4fb3-b363-3b7fe8e74483",
    "approver": "b556d68e-0be0-4f35-a333-ad7ee1ce17ea",
}
TENANT = "00000000-0000-0000-0000-000000000002"
ACCOUNT = f"{GROUP}/providers/Microsoft.Storage/storageAccounts/stml"
DATA = f"{GROUP}/providers/Microsoft.Storage/storageAccounts/stdata"
VAULT = f"{GROUP}/providers/Microsoft.KeyVault/vaults/kv-ml"
IDENTITY = f"{GROUP}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id-ml"


@pytest.fixture
def ground(client: Any, group: str) -> Any:
    """Storage, vault and identity; the identity."""
    for name in ("stml", "stdata"):
        client.create(
            "azure-native:storage:StorageAccount",
            name,
            accountName=name,
            resourceGroupName=group,
            location="eastus",
            kind="StorageV2",
            sku={"name": "Standard_LRS"},
        )
    client.create(
        "azure-native:keyvault:Vault",
        "v",
        vaultName="kv-ml",
        resourceGroupName=group,
        location="eastus",
        properties={"tenantId": TENANT, "sku": {"family": "A", "name": "standard"}},
    )
    return client.create(
        "azure-native:managedidentity:UserAssignedIdentity",
        "i",
        resourceName="id-ml",
        resourceGroupName=group,
        location="eastus",
    )


def grant(client: Any, identity: Any, role: str, scope: str, number: int) -> None:
    client.create(
        "azure-native:authorization:RoleAssignment",
        f"r{number}",
        roleAssignmentName=f"00000000-0000-0000-0000-0000000001{number:02}",
        scope=scope,
        principalId=identity.outputs["principalId"],
        principalType="ServicePrincipal",
        roleDefinitionId=f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/{ROLES[role]}",
    )


def workspace(**changes: Any) -> dict[str, Any]:
    return {
        "workspaceName": "mlw-test",
        "resourceGroupName": "rg-test",
        "location": "eastus",
        "identity": {"type": "UserAssigned", "userAssignedIdentities": [IDENTITY]},
        "primaryUserAssignedIdentity": IDENTITY,
        "storageAccount": ACCOUNT,
        "keyVault": VAULT,
        "managedNetwork": {"isolationMode": "AllowOnlyApprovedOutbound"},
        "provisionNetworkNow": True,
        **changes,
    }


@pytest.fixture
def made(client: Any, ground: Any) -> Any:
    """A workspace with its roles."""
    grant(client, ground, "contributor", ACCOUNT, 1)
    grant(client, ground, "contributor", VAULT, 2)
    grant(client, ground, "vault-administrator", VAULT, 3)
    return client.create(f"{ML}:Workspace", "w", **workspace())


def rule(**properties: Any) -> dict[str, Any]:
    return {
        "ruleName": "r",
        "workspaceName": "mlw-test",
        "resourceGroupName": "rg-test",
        "properties": {"category": "UserDefined", **properties},
    }


def compute(**changes: Any) -> dict[str, Any]:
    inner = {
        "vmSize": "Standard_NC24ads_A100_v4",
        "vmPriority": "Dedicated",
        "scaleSettings": {"minNodeCount": 0, "maxNodeCount": 2},
        **changes.pop("inner", {}),
    }
    return {
        "computeName": "a100",
        "workspaceName": "mlw-test",
        "resourceGroupName": "rg-test",
        "location": "eastus",
        "properties": {"computeType": "AmlCompute", "properties": inner},
        **changes,
    }


def test_roles_come_before_the_workspace(client: Any, ground: Any, refused: Any) -> None:
    def lacks(target: str) -> str:
        return (
            'Status=403 Code="AuthorizationFailed" Message="The identity id-ml of the workspace lacks roles '
            f'on {target}: assign them before the workspace is created."'
        )

    with refused(lacks(ACCOUNT)):
        client.create(f"{ML}:Workspace", "w", **workspace())
    grant(client, ground, "contributor", GROUP, 1)
    with refused(lacks(VAULT)):
        client.create(f"{ML}:Workspace", "w", **workspace())
    grant(client, ground, "vault-administrator", VAULT, 2)
    created = client.create(f"{ML}:Workspace", "w", **workspace())
    network = created.outputs["managedNetwork"]
    assert network["status"] == {"status": "Active", "sparkReady": False}
    assert sorted(network["outboundRules"]) == ["__SYS_PE_keyVault", "__SYS_PE_storageAccount"]


def test_a_managed_network_only_gets_stricter(client: Any, made: Any, refused: Any) -> None:
    with refused(not_to_change("managedNetwork.isolationMode")):
        client.update(made, **workspace(managedNetwork={"isolationMode": "AllowInternetOutbound"}))


def test_a_key_comes_with_a_workspace_and_stays_in_its_vault(client: Any, made: Any, refused: Any) -> None:
    named = {"keyVaultArmId": VAULT, "keyIdentifier": "https://kv-ml.vault.azure.net/keys/data/1"}
    with refused(not_to_change("encryption.keyVaultProperties.keyVaultArmId")):
        client.update(made, **workspace(encryption={"status": "Enabled", "keyVaultProperties": named}))


@pytest.mark.usefixtures("made")
def test_an_endpoint_of_the_managed_network_is_approved_by_the_identity(
    client: Any, ground: Any, refused: Any
) -> None:
    destination = {"serviceResourceId": DATA, "subresourceTarget": "blob"}
    who = ground.outputs
    with refused(
        f'Status=403 Code="AuthorizationFailed" Message="The client \'{who["clientId"]}\' with object id '
        f"'{who['principalId']}' does not have authorization to perform action "
        "'Microsoft.Storage/storageAccounts/privateEndpointConnectionsApproval/action' over scope "
        f"'{DATA}' or the scope is invalid. If access was recently granted, please refresh your "
        'credentials."'
    ):
        client.create(
            f"{ML}:ManagedNetworkSettingsRule", "r", **rule(type="PrivateEndpoint", destination=destination)
        )
    grant(client, ground, "approver", DATA, 4)
    created = client.create(
        f"{ML}:ManagedNetworkSettingsRule", "r", **rule(type="PrivateEndpoint", destination=destination)
    )
    assert created.outputs["properties"]["status"] == "Active"


def test_hosts_are_for_networks_that_are_closed(client: Any, ground: Any, refused: Any) -> None:
    grant(client, ground, "contributor", GROUP, 1)
    grant(client, ground, "vault-administrator", GROUP, 2)
    client.create(
        f"{ML}:Workspace", "w", **workspace(managedNetwork={"isolationMode": "AllowInternetOutbound"})
    )
    with refused(
        'Status=400 Code="ValidationError" Message="Outbound rules of type FQDN are not supported for '
        'isolation mode AllowInternetOutbound."'
    ):
        client.create(f"{ML}:ManagedNetworkSettingsRule", "r", **rule(type="FQDN", destination="pypi.org"))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {"inner": {"subnet": {"id": f"{SUBSCRIPTION}"}}},
            "Compute in a subnet of your own is not supported for workspaces with a managed network.",
        ),
        (
            {"location": "westus3"},
            "Compute in another region is not supported for workspaces with a managed network.",
        ),
    ],
)
@pytest.mark.usefixtures("made")
def test_machines_stay_in_the_managed_network(
    client: Any, refused: Any, changes: dict[str, Any], text: str
) -> None:
    with refused(f'Status=400 Code="ValidationError" Message="{text}"'):
        client.create(f"{ML}:Compute", "c", **compute(**changes))


@pytest.mark.parametrize(
    ("token", "inputs", "problem"),
    [
        (
            "Workspace",
            {key: value for key, value in workspace().items() if key != "primaryUserAssignedIdentity"},
            ("primaryUserAssignedIdentity", "needed where there is no system-assigned identity"),
        ),
        (
            "ManagedNetworkSettingsRule",
            rule(type="FQDN", destination="https://pypi.org"),
            ("properties.destination", "'https://pypi.org' is no host name"),
        ),
        (
            "Compute",
            {
                **compute(),
                "properties": {
                    "computeType": "ComputeInstance",
                    "properties": {"vmSize": "Standard_D4ds_v4", "idleTimeBeforeShutdown": "PT5M"},
                },
            },
            ("properties.properties.idleTimeBeforeShutdown", "PT5M is outside PT15M to P3D"),
        ),
        (
            "Datastore",
            {
                "name": "data",
                "workspaceName": "mlw-test",
                "resourceGroupName": "rg-test",
                "properties": {
                    "datastoreType": "AzureDataLakeGen2",
                    "accountName": "stdata",
                    "credentials": {"credentialsType": "None"},
                },
            },
            ("properties.filesystem", "a datastore of type AzureDataLakeGen2 needs it"),
        ),
    ],
)
def test_refused_at_once(client: Any, token: str, inputs: dict[str, Any], problem: tuple[str, str]) -> None:
    assert client.check(f"{ML}:{token}", "x", inputs)[1] == [problem]


def test_a_workspace_of_user_assigned_identities_is_deleted_for_good(client: Any, made: Any) -> None:
    client.delete(made)
    assert client.create(f"{ML}:Workspace", "w", **workspace()).id == made.id


@pytest.mark.parametrize(
    ("kind", "length", "text"),
    [
        ("AmlCompute", 32, None),
        ("AmlCompute", 2, "3-32 letters, digits and hyphens"),
        ("AmlCompute", 33, "2-32 letters, digits and hyphens"),
        ("ComputeInstance", 24, None),
        ("ComputeInstance", 25, "3-24 letters, digits and hyphens"),
        ("VirtualMachine", 16, None),
        ("VirtualMachine", 17, "2-16 letters, digits and hyphens"),
    ],
)
def test_how_long_a_compute_s_name_may_be(client: Any, kind: str, length: int, text: str | None) -> None:
    inputs = {
        "resourceGroupName": "rg-test",
        "workspaceName": "mlw-test",
        "computeName": "c" * length,
        "properties": {"computeType": kind, "properties": {}},
    }
    found = [
        reason for path, reason in client.check(f"{ML}:Compute", "x", inputs)[1] if path == "computeName"
    ]
    name = f"'{'c' * length}' is not a valid name for Microsoft.MachineLearningServices/workspaces/computes: "
    ends = ", starting with a letter and ending with a letter or digit"
    assert found == ([] if text is None else [f"{name}{text}{ends}"])
