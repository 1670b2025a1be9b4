"""What Azure refuses about identities, roles, registries, vaults and workspaces."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import find
from azure_simulator.cloud.subscription import Locks
from simulator.samples import not_to_change

GROUP = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-test"
IDENTITY = f"{GROUP}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id-test"
CREDENTIAL = "azure-native:managedidentity:FederatedIdentityCredential"
REGISTRY = "azure-native:containerregistry:Registry"
WORKSPACE = "azure-native:operationalinsights:Workspace"
VAULT = "azure-native:keyvault:Vault"
KEY = "azure-native:keyvault:Key"
DEFINITION = "azure-native:authorization:RoleDefinition"
ASSIGNMENT = "azure-native:authorization:RoleAssignment"
GUID = "b7e6dc6d-f1e8-4753-8033-0f276bb0955b"

ROLES = "/providers/Microsoft.Authorization/roleDefinitions"

Refused = Callable[[str], AbstractContextManager[None]]


@pytest.mark.parametrize(
    ("token", "props", "expected"),
    [
        (
            CREDENTIAL,
            {"audiences": ["a", "b"]},
            [("audiences", "a credential has exactly one audience, got 2")],
        ),
        (
            CREDENTIAL,
            {"issuer": "http://issuer"},
            [("issuer", "'http://issuer' is no URL that begins with https://")],
        ),
        (CREDENTIAL, {"subject": " x"}, [("subject", "1 to 600 characters without spaces at the ends")]),
        (
            REGISTRY,
            {"sku": {"name": "Standard"}, "publicNetworkAccess": "Disabled"},
            [("publicNetworkAccess", "Disabled needs the Premium sku, got Standard")],
        ),
        (
            REGISTRY,
            {"sku": {"name": "Basic"}, "anonymousPullEnabled": True},
            [("anonymousPullEnabled", "anonymous pull needs the Standard or Premium sku, got Basic")],
        ),
        (
            REGISTRY,
            {"sku": {"name": "Premium"}, "policies": {"exportPolicy": {"status": "disabled"}}},
            [("policies.exportPolicy.status", "exports can be disabled only without public network access")],
        ),
        (
            REGISTRY,
            {
                "sku": {"name": "Premium"},
                "policies": {
                    "retentionPolicy": {"status": "enabled", "days": 366},
                    "softDeletePolicy": {"status": "enabled"},
                },
            },
            [
                ("policies", "retention and soft delete policies exclude each other"),
                ("policies.retentionPolicy.days", "366 is outside 0 to 365"),
            ],
        ),
        (
            WORKSPACE,
            {"workspaceCapping": {"dailyQuotaGb": 0.01}},
            [("workspaceCapping.dailyQuotaGb", "0.01 is less than 0.023, and not -1 for no limit")],
        ),
        (
            KEY,
            {"properties": {"kty": "RSA", "keySize": 1024}},
            [("properties.keySize", "1024 is no size of an RSA key: 2048, 3072 or 4096")],
        ),
        (
            DEFINITION,
            {"assignableScopes": ["/"], "permissions": [{"actions": ["read"]}]},
            [
                ("roleName", "a custom role needs a name"),
                ("assignableScopes[0]", "only built-in roles are assignable at '/'"),
                (
                    "permissions[0].actions[0]",
                    "'read' is no operation such as Microsoft.Compute/disks/read",
                ),
            ],
        ),
        (
            ASSIGNMENT,
            {"condition": "(x"},
            [
                ("conditionVersion", "condition and conditionVersion come together"),
                ("condition", "parentheses don't match"),
            ],
        ),
        (
            ASSIGNMENT,
            {"condition": "x", "conditionVersion": "1.0"},
            [("conditionVersion", "'1.0' is no version of conditions: 2.0")],
        ),
    ],
)
def test_refused_at_once(token: str, props: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    unit = find(token)
    assert unit is not None
    assert list(unit.problems(props)) == expected


def make_identity(client: Any) -> None:
    client.create(
        "azure-native:managedidentity:UserAssignedIdentity",
        "identity",
        resourceGroupName="rg-test",
        resourceName="id-test",
    )


def trust(client: Any, name: str, subject: str) -> Any:
    return client.create(
        CREDENTIAL,
        name,
        resourceGroupName="rg-test",
        resourceName="id-test",
        federatedIdentityCredentialResourceName=name,
        issuer="https://issuer",
        subject=subject,
        audiences=["api://AzureADTokenExchange"],
    )


def test_an_identity_trusts_twenty_subjects_each_once(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    make_identity(client)
    for number in range(19):
        trust(client, f"credential-{number}", f"subject-{number}")
    with refused(
        'Status=409 Code="Conflict" Message="Issuer and subject combination already exists for this Managed '
        'Identity."'
    ):
        trust(client, "again", "subject-3")
    trust(client, "credential-19", "subject-19")
    with refused(
        'Status=409 Code="Conflict" Message="A managed identity has at most 20 federated identity '
        'credentials."'
    ):
        trust(client, "credential-20", "subject-20")


def test_two_writes_to_one_identity_at_once_are_refused() -> None:
    unit, locks = find(CREDENTIAL), Locks(hold_s=0)
    assert unit is not None
    scope = unit.serial_with(f"{IDENTITY}/federatedIdentityCredentials/one")
    assert scope == IDENTITY
    with locks.writing(scope, unit), pytest.raises(ArmError) as raised, locks.writing(scope, unit):
        pass
    assert str(raised.value) == (
        'Status=409 Code="ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity" Message="Too '
        f"many Federated Identity Credentials are written concurrently for the managed identity '{IDENTITY}'"
        ". Concurrent Federated Identity Credentials writes under the same managed identity are not "
        'supported."'
    )


def registry(client: Any, **changes: Any) -> Any:
    values: dict[str, Any] = {
        "resourceGroupName": "rg-test",
        "registryName": "crtest1",
        "sku": {"name": "Premium"},
        "zoneRedundancy": "Enabled",
        "dataEndpointEnabled": True,
    }
    return client.create(REGISTRY, "registry", **(values | changes))


def test_a_registry_answers_with_its_names(client: Any, group: str) -> None:  # noqa: ARG001
    made = registry(client, publicNetworkAccess="Disabled")
    assert made.outputs["loginServer"] == "crtest1.azurecr.io"
    assert made.outputs["dataEndpointHostNames"] == ["crtest1.eastus.data.azurecr.io"]
    assert made.outputs["policies"]["exportPolicy"] == {"status": "enabled"}


def test_a_registry_s_name_is_taken_once_and_its_zones_stay(
    client: Any, group: str, refused: Refused
) -> None:
    made = registry(client)
    client.create("azure-native:resources:ResourceGroup", "other", resourceGroupName="rg-other")
    with refused(
        'Status=409 Code="AlreadyInUse" Message="The registry DNS name crtest1.azurecr.io is already in use."'
    ):
        registry(client, resourceGroupName="rg-other")
    with refused(not_to_change("zoneRedundancy")):
        client.update(made, **{**made.inputs, "zoneRedundancy": "Disabled"})
    assert group == "rg-test"


def test_purge_protection_stays(client: Any, group: str) -> None:  # noqa: ARG001
    properties = {
        "sku": {"family": "A", "name": "standard"},
        "tenantId": "00000000-0000-0000-0000-000000000002",
        "enablePurgeProtection": True,
    }
    made = client.create(
        VAULT, "vault", resourceGroupName="rg-test", vaultName="kv-test", properties=properties
    )
    assert made.outputs["properties"]["vaultUri"] == "https://kv-test.vault.azure.net/"
    del properties["enablePurgeProtection"]
    updated = client.update(made, **{**made.inputs, "properties": properties})
    assert updated.outputs["properties"]["enablePurgeProtection"] is True


def test_a_vault_s_name_stays_taken_and_hardware_keys_need_premium(
    client: Any, group: str, refused: Refused
) -> None:
    properties = {
        "sku": {"family": "A", "name": "standard"},
        "tenantId": "00000000-0000-0000-0000-000000000002",
    }
    values = {"resourceGroupName": group, "vaultName": "kv-test", "properties": properties}
    made = client.create(VAULT, "vault", **values)
    key = {"resourceGroupName": group, "vaultName": "kv-test", "keyName": "pulumi"}
    with refused(
        'Status=400 Code="BadParameter" Message="Hardware key operation not allowed on standard vault"'
    ):
        client.create(KEY, "hardware", **key, properties={"kty": "RSA-HSM"})
    software = client.create(KEY, "key", **key, properties={"kty": "RSA"})
    assert software.outputs["keyUri"] == "https://kv-test.vault.azure.net/keys/pulumi"
    client.delete(made)
    with pytest.raises(Exception, match="VaultAlreadyExists"):
        client.create(VAULT, "again", **values)


def test_a_workspace_comes_back_where_it_was(client: Any, group: str, refused: Refused) -> None:
    values = {"resourceGroupName": group, "workspaceName": "log-test"}
    made = client.create(WORKSPACE, "workspace", **values, location="eastus")
    client.delete(made)
    with refused('Status=409 Code="Conflict" Message="The workspace name \'log-test\' is not unique"'):
        client.create(WORKSPACE, "elsewhere", **values, location="westeurope")
    again = client.create(WORKSPACE, "again", **values, location="eastus")
    assert again.outputs["customerId"] == made.outputs["customerId"]


def test_custom_roles_have_names_of_their_own_and_stay_while_assigned(
    client: Any, group: str, refused: Refused
) -> None:
    role = {
        "scope": GROUP,
        "roleName": "Deployer",
        "assignableScopes": [GROUP],
        "permissions": [{"actions": ["Microsoft.Compute/*"]}],
    }
    made = client.create(DEFINITION, "role", **role, roleDefinitionId=GUID)
    with refused(
        'Status=409 Code="RoleDefinitionWithSameNameExists" Message="A custom role with the same name '
        'already exists in this directory. Use a different name"'
    ):
        client.create(DEFINITION, "twin", **role, roleDefinitionId=GUID.replace("b7", "b8"))
    assigned = client.create(
        ASSIGNMENT,
        "assignment",
        scope=GROUP,
        roleAssignmentName=GUID,
        roleDefinitionId=f"{GROUP.partition('/resourceGroups')[0]}{ROLES}/{GUID}",
        principalId="p",
        principalType="ServicePrincipal",
    )
    with refused(
        'Status=400 Code="RoleDefinitionHasAssignments" Message="There are existing role assignments '
        'referencing role (code: RoleDefinitionHasAssignments)"'
    ):
        client.delete(made)
    client.delete(assigned)
    client.delete(made)
    assert group == "rg-test"


def test_a_registry_of_any_tier_can_be_spread_over_zones(client: Any, group: str) -> None:  # noqa: ARG001
    made = registry(client, sku={"name": "Standard"}, dataEndpointEnabled=False)
    assert made.outputs["zoneRedundancy"] == "Enabled"
