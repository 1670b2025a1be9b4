"""What Azure refuses about disk encryption sets: keys without a version, and those that nobody opens."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from simulator.samples import PROVIDERS, SUBSCRIPTION, not_to_change

SET = "azure-native:compute:DiskEncryptionSet"
VAULT_ID = f"{PROVIDERS}/Microsoft.KeyVault/vaults/kv-test"
IDENTITY = f"{PROVIDERS}/Microsoft.ManagedIdentity/userAssignedIdentities/id-test"
ROLE = "/providers/Microsoft.Authorization/roleDefinitions/e147488a-f6f5-4113-8e2d-b22465e65bf6"
PLACE = {"resourceGroupName": "rg-test", "location": "eastus"}

Refused = Callable[[str], AbstractContextManager[None]]


def template(expression: str) -> dict[str, Any]:
    outputs = {"keyUrl": {"type": "string", "value": expression}}
    return {"mode": "Incremental", "template": {"resources": [], "outputs": outputs}}


def version(client: Any, key: str) -> str:
    """As a deployment answers with it."""
    expression = f"[reference('{VAULT_ID}/keys/{key}', '2026-02-01').keyUriWithVersion]"
    made = client.create(
        "azure-native:resources:Deployment",
        f"asks-{key}",
        resourceGroupName="rg-test",
        deploymentName=f"asks-{key}",
        properties=template(expression),
    )
    return str(made.outputs["properties"]["outputs"]["keyUrl"]["value"])


def make_vault(client: Any, bypass: str) -> str:
    """The address of its key's version."""
    properties = {
        "sku": {"family": "A", "name": "standard"},
        "tenantId": "00000000-0000-0000-0000-000000000002",
        "networkAcls": {"defaultAction": "Deny", "bypass": bypass},
    }
    client.create("azure-native:keyvault:Vault", "v", **PLACE, vaultName="kv-test", properties=properties)
    key = {"resourceGroupName": "rg-test", "vaultName": "kv-test", "keyName": "disks"}
    client.create("azure-native:keyvault:Key", "k", **key, properties={"kty": "RSA"})
    return version(client, "disks")


def make_identity(client: Any, *, opens: bool) -> None:
    made = client.create(
        "azure-native:managedidentity:UserAssignedIdentity", "id", **PLACE, resourceName="id-test"
    )
    if opens:
        client.create(
            "azure-native:authorization:RoleAssignment",
            "role",
            roleAssignmentName="00000000-0000-0000-0000-000000000001",
            scope=VAULT_ID,
            principalId=made.outputs["principalId"],
            principalType="ServicePrincipal",
            roleDefinitionId=f"{SUBSCRIPTION}{ROLE}",
        )


def encryption(url: str) -> dict[str, Any]:
    return {
        **PLACE,
        "diskEncryptionSetName": "des-test",
        "identity": {"type": "UserAssigned", "userAssignedIdentities": [IDENTITY]},
        "activeKey": {"keyUrl": url},
    }


def forbidden(url: str) -> str:
    return (
        'Status=400 Code="KeyVaultAccessForbidden" Message="Unable to access key vault resource '
        f"'{url}' to enable encryption at rest. Please grant get, wrap and unwrap key permissions to "
        f"user-assigned identity '{IDENTITY}'. Please visit https://aka.ms/keyvaultaccessssecmk for more "
        'information."'
    )


def test_its_identity_opens_the_key_before_it_is_made(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    url = make_vault(client, "AzureServices")
    make_identity(client, opens=False)
    with refused(forbidden(url)):
        client.create(SET, "des", **encryption(url))


def test_the_vault_lets_trusted_services_in(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    url = make_vault(client, "None")
    make_identity(client, opens=True)
    with refused(forbidden(url)):
        client.create(SET, "des", **encryption(url))


def test_a_set_and_its_disks(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    url = make_vault(client, "AzureServices")
    make_identity(client, opens=True)
    made = client.create(SET, "des", **encryption(url))
    with refused(not_to_change("encryptionType")):
        client.update(
            made, **{**made.inputs, "encryptionType": "EncryptionAtRestWithPlatformAndCustomerKeys"}
        )
    key = {"type": "EncryptionAtRestWithCustomerKey", "diskEncryptionSetId": made.id}
    empty = {"creationData": {"createOption": "Empty"}, "diskSizeGB": 8}
    disk = client.create("azure-native:compute:Disk", "d", **PLACE, diskName="d", encryption=key, **empty)
    with refused(
        f'Status=409 Code="ResourceInUse" Message="{made.id} cannot be deleted because it is used by '
        f'{disk.id}."'
    ):
        client.delete(made)


def test_a_key_is_named_with_its_version(client: Any) -> None:
    url = "https://kv-test.vault.azure.net/keys/disks"
    assert client.check(SET, "des", encryption(url))[1] == [
        ("activeKey.keyUrl", f"{url} names no version of a key, and has to")
    ]
    assert client.check(SET, "des", encryption(f"{url}/{'0' * 32}"))[1] == []


def test_what_a_deployment_answers_with(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    """Versions of keys that are there, and of others' vaults."""
    assert version(client, "others").startswith("https://kv-test.vault.azure.net/keys/others/")
    make_vault(client, "None")
    with refused(
        'Status=404 Code="ResourceNotFound" Message="The Resource \'Microsoft.KeyVault/vaults/kv-test/keys/'
        "missing' under resource group 'rg-test' was not found. For more details please go to "
        'https://aka.ms/ARMResourceNotFoundFix"'
    ):
        version(client, "missing")
    deployment = {"resourceGroupName": "rg-test", "properties": template("[resourceGroup().id]")}
    assert client.check("azure-native:resources:Deployment", "d", deployment)[1] == [
        (
            "properties.template.outputs.keyUrl",
            "the simulated Azure answers with versions of keys only, not [resourceGroup().id]",
        )
    ]
