"""What changes in place, what is replaced, and what Azure refuses to change after the provider tried."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.conftest import Made
from simulator.samples import COMPUTE, NETWORK, PROVIDERS, STORAGE, SUBNET_ID, scale_set

VAULT = f"{PROVIDERS}/Microsoft.KeyVault/vaults/kv-sim-1"


@pytest.fixture
def network(client: Any, group: str) -> str:
    given = {"resourceGroupName": group, "virtualNetworkName": "v"}
    space = {"addressPrefixes": ["10.0.0.0/16"]}
    client.create(f"{NETWORK}:VirtualNetwork", "v", **given, location="eastus", addressSpace=space)
    client.create(f"{NETWORK}:Subnet", "n", **given, addressPrefix="10.0.0.0/24")
    return group


def vault(client: Any, group: str) -> Made:
    properties = {
        "tenantId": "00000000-0000-0000-0000-000000000002",
        "sku": {"family": "A", "name": "standard"},
    }
    given = {
        "resourceGroupName": group,
        "vaultName": "kv-sim-1",
        "location": "eastus",
        "properties": properties,
    }
    return client.create("azure-native:keyvault:Vault", "kv", **given)  # type: ignore[no-any-return]


PUBLIC_ADDRESS = {
    "publicIpAddressName": "pip",
    "location": "eastus",
    "sku": {"name": "Standard"},
    "publicIPAllocationMethod": "Static",
    "zones": ["1"],
}
ACCOUNT = {
    "accountName": "stsim",
    "location": "eastus",
    "kind": "StorageV2",
    "sku": {"name": "Standard_ZRS"},
    "encryption": {"requireInfrastructureEncryption": False, "keySource": "Microsoft.Storage"},
}
GROUP_RULES = {"networkSecurityGroupName": "nsg", "location": "eastus"}
SCALE_SET = scale_set(location="eastus", zones=["1"], platformFaultDomainCount=1)


@pytest.mark.parametrize(
    ("token", "inputs", "change", "text"),
    [
        (
            f"{NETWORK}:NetworkSecurityGroup",
            GROUP_RULES,
            {"location": "West US"},
            'Status=409 Code="InvalidResourceLocation" Message="The resource \'nsg\' already exists in '
            "location 'eastus' in resource group 'rg-test'. A resource with the same name cannot be created "
            "in location 'westus'. Please select a new resource name.\"",
        ),
        (
            f"{NETWORK}:PublicIPAddress",
            PUBLIC_ADDRESS,
            {"zones": ["1", "2", "3"]},
            'Status=400 Code="ResourceAvailabilityZonesCannotBeModified" Message="Resource '
            f"{PROVIDERS}/Microsoft.Network/publicIPAddresses/pip has an existing availability zone "
            "constraint 1 and the request has availability zone constraint 1, 2, 3, which do not match. "
            "Zones cannot be added/updated/removed once the resource is created. The resource cannot be "
            'updated from regional to zonal or vice-versa."',
        ),
        (
            f"{STORAGE}:StorageAccount",
            ACCOUNT,
            {"sku": {"name": "Premium_LRS"}},
            'Status=400 Code="InvalidValuesForRequestParameters" Message="Values for request parameters are '
            'invalid: sku. For more information, see - https://aka.ms/storageaccounttypes"',
        ),
        (
            f"{STORAGE}:StorageAccount",
            ACCOUNT,
            {"kind": "BlobStorage", "accessTier": "Hot"},
            'Status=400 Code="InvalidValuesForRequestParameters" Message="Values for request parameters are '
            'invalid: kind. For more information, see - https://aka.ms/storageaccounttypes"',
        ),
        (
            f"{STORAGE}:StorageAccount",
            ACCOUNT,
            {"encryption": {"requireInfrastructureEncryption": True, "keySource": "Microsoft.Storage"}},
            'Status=400 Code="InvalidValuesForRequestParameters" Message="Values for request parameters are '
            "invalid: encryption.requireInfrastructureEncryption. For more information, see - "
            'https://aka.ms/storageaccounttypes"',
        ),
        (
            f"{COMPUTE}:VirtualMachineScaleSet",
            SCALE_SET,
            {"zones": ["2"]},
            'Status=409 Code="PropertyChangeNotAllowed" Message="Changing property \'zones\' is not '
            'allowed."',
        ),
    ],
)
def test_refused_change(
    client: Any, network: str, refused: Any, token: str, inputs: Any, change: Any, text: str
) -> None:
    made = client.create(token, "x", resourceGroupName=network, **inputs)
    news = {**made.inputs, **change}
    assert list(client.diff(made, news).replaces) == [], "the provider tries it in place"
    with refused(text):
        client.update(made, **news)


@pytest.mark.parametrize(
    ("token", "inputs", "change", "replaces"),
    [
        (
            f"{NETWORK}:VirtualNetwork",
            {
                "virtualNetworkName": "w",
                "location": "eastus",
                "addressSpace": {"addressPrefixes": ["10.1.0.0/16"]},
            },
            {"location": "westus"},
            ["location"],
        ),
        (f"{NETWORK}:PublicIPAddress", PUBLIC_ADDRESS, {"sku": {"name": "StandardV2"}}, ["sku.name"]),
        (f"{NETWORK}:PublicIPAddress", PUBLIC_ADDRESS, {"publicIPAddressVersion": "IPv4"}, []),
        (
            f"{NETWORK}:PublicIPAddress",
            PUBLIC_ADDRESS,
            {"publicIPAddressVersion": "IPv6"},
            ["publicIPAddressVersion"],
        ),
        (f"{STORAGE}:StorageAccount", ACCOUNT, {"isHnsEnabled": True}, ["isHnsEnabled"]),
        (f"{STORAGE}:StorageAccount", ACCOUNT, {"resourceGroupName": "RG-test"}, []),
    ],
)
def test_replacement(
    client: Any, group: str, token: str, inputs: Any, change: Any, replaces: list[str]
) -> None:
    made = client.create(token, "x", resourceGroupName=group, **inputs)
    assert list(client.diff(made, {**made.inputs, **change}).replaces) == replaces


def test_a_role_assignment_keeps_its_role(client: Any, group: str, refused: Any) -> None:
    definitions = "/providers/Microsoft.Authorization/roleDefinitions"
    identity = client.create(
        "azure-native:managedidentity:UserAssignedIdentity",
        "id",
        resourceGroupName=group,
        resourceName="id-sim",
    )
    given = {
        "scope": f"{PROVIDERS}".removesuffix("/providers"),
        "principalId": identity.outputs["principalId"],
        "roleAssignmentName": "11111111-1111-1111-1111-111111111111",
    }
    made = client.create(
        "azure-native:authorization:RoleAssignment",
        "ra",
        **given,
        principalType="ServicePrincipal",
        roleDefinitionId=f"{definitions}/ba92f5b4-2d11-453d-a403-e96b0029c9fe",
    )
    client.update(made, **made.inputs)
    with refused(
        'Status=400 Code="RoleAssignmentUpdateNotPermitted" Message="Tenant ID, application ID, principal '
        'ID, and scope are not allowed to be updated."'
    ):
        other = f"{definitions}/2a2b9908-6ea1-4ae2-8e65-a410df84e7d1"
        client.update(made, **{**made.inputs, "roleDefinitionId": other})
    principal = identity.outputs["principalId"].replace("-", "")
    with refused(
        f'Status=400 Code="UnmatchedPrincipalType" Message="The PrincipalId \'{principal}\' has type '
        "'ServicePrincipal' , which is different from specified PrinciaplType 'User'.\""
    ):
        client.create(
            "azure-native:authorization:RoleAssignment",
            "other",
            **{**given, "roleAssignmentName": "22222222-2222-2222-2222-222222222222"},
            principalType="User",
            roleDefinitionId=f"{definitions}/2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
        )


@pytest.mark.parametrize(
    "inside", ["vaults/kv-sim-1/secrets/token", "searchServices/srch-sim-1/indexes/trials"]
)
def test_what_is_inside_is_a_scope_of_roles_where_the_whole_is(
    client: Any, group: str, refused: Any, inside: str
) -> None:
    provider = "Microsoft.KeyVault" if inside.startswith("vaults") else "Microsoft.Search"
    given = {
        "scope": f"{PROVIDERS}/{provider}/{inside}",
        "principalId": "33333333-3333-3333-3333-333333333333",
        "principalType": "Group",
        "roleAssignmentName": "11111111-1111-1111-1111-111111111111",
        "roleDefinitionId": "/providers/Microsoft.Authorization/roleDefinitions/"
        "4633458b-17de-408a-b874-0445c86b69e6",
    }
    whole = f"{provider}/{inside.rsplit('/', 2)[0]}"
    with refused(
        f'Status=404 Code="ResourceNotFound" Message="The Resource \'{whole}\' under resource group '
        "'rg-test' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix\""
    ):
        client.create("azure-native:authorization:RoleAssignment", "early", **given)
    if provider == "Microsoft.KeyVault":
        vault(client, group)
    else:
        service = {"resourceGroupName": group, "searchServiceName": "srch-sim-1", "location": "eastus"}
        client.create("azure-native:search:Service", "s", **service, sku={"name": "standard"})
    made = client.create("azure-native:authorization:RoleAssignment", "ra", **given)
    assert made.outputs["scope"] == given["scope"]


def test_a_key_that_exists_is_answered_as_it_is(client: Any, group: str) -> None:
    vault(client, group)
    given = {"resourceGroupName": group, "vaultName": "kv-sim-1", "keyName": "k"}
    made = client.create(
        "azure-native:keyvault:Key", "k", **given, properties={"kty": "RSA", "keySize": 2048}
    )
    wider = {"kty": "RSA", "keySize": 4096}
    assert list(client.diff(made, {**made.inputs, "properties": wider}).replaces) == []
    updated = client.update(made, **given, properties=wider)
    assert updated.outputs == made.outputs


def test_states_of_the_real_provider_show_no_change(client: Any, group: str) -> None:
    made = client.create(f"{STORAGE}:StorageAccount", "s", resourceGroupName=group, **ACCOUNT)
    inputs = {**made.inputs, "azureApiVersion": made.outputs["azureApiVersion"]}
    real = Made(made.token, made.name, made.id, inputs, made.outputs)
    assert dict(client.diff(real, made.inputs).detailedDiff) == {}


def test_an_update_is_previewed_with_what_stays(client: Any, group: str) -> None:
    made = client.create(f"{STORAGE}:StorageAccount", "s", resourceGroupName=group, **ACCOUNT)
    outputs = client.preview_update(made, **{**made.inputs, "tags": {"a": "b"}})
    assert (outputs["name"], outputs["location"], outputs["tags"]) == ("stsim", "eastus", {"a": "b"})


def test_subnet_of_an_endpoint_is_replaced(client: Any, network: str) -> None:
    target = client.create(f"{STORAGE}:StorageAccount", "s", resourceGroupName=network, **ACCOUNT)
    connection = {"name": "c", "privateLinkServiceId": target.id, "groupIds": ["blob"]}
    given = {"resourceGroupName": network, "privateEndpointName": "pe", "location": "eastus"}
    made = client.create(
        f"{NETWORK}:PrivateEndpoint",
        "pe",
        **given,
        subnet={"id": SUBNET_ID},
        privateLinkServiceConnections=[connection],
    )
    diff = client.diff(made, {**made.inputs, "subnet": {"id": f"{SUBNET_ID}-other"}})
    assert list(diff.replaces) == ["subnet.id"]
