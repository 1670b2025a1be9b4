"""What Azure refuses because of what exists or doesn't, in its own words."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.samples import (
    ACCOUNT_ID,
    COMPUTE,
    GPU,
    NETWORK,
    NETWORK_ID,
    NSG_ID,
    PROVIDERS,
    ROLE,
    RULE,
    STORAGE,
    SUBNET_ID,
    not_to_change,
    scale_set,
)


@pytest.fixture
def network(client: Any, group: str) -> str:
    """A network 10.0.0.0/16 with the subnet `n`, 10.0.0.0/28."""
    given = {"resourceGroupName": group, "virtualNetworkName": "v"}
    client.create(
        f"{NETWORK}:VirtualNetwork", "v", **given, addressSpace={"addressPrefixes": ["10.0.0.0/16"]}
    )
    client.create(f"{NETWORK}:Subnet", "n", **given, addressPrefix="10.0.0.0/28")
    return group


@pytest.fixture
def storage(client: Any, network: str) -> str:
    client.create(
        f"{STORAGE}:StorageAccount",
        "s",
        resourceGroupName=network,
        accountName="stsim",
        kind="StorageV2",
        sku={"name": "Standard_ZRS"},
    )
    return network


def tier_to_archive() -> dict[str, Any]:
    actions = {"baseBlob": {"tierToArchive": {"daysAfterModificationGreaterThan": 1}}}
    definition = {"filters": {"blobTypes": ["blockBlob"]}, "actions": actions}
    return {"rules": [{"name": "r", "type": "Lifecycle", "definition": definition}]}


@pytest.mark.parametrize(
    ("token", "inputs", "text"),
    [
        (
            f"{NETWORK}:VirtualNetwork",
            {
                "resourceGroupName": "none",
                "virtualNetworkName": "w",
                "addressSpace": {"addressPrefixes": ["10.0.0.0/16"]},
            },
            'Status=404 Code="ResourceGroupNotFound" Message="Resource group \'none\' could not be found."',
        ),
        (
            f"{NETWORK}:Subnet",
            {"virtualNetworkName": "w", "addressPrefix": "10.0.1.0/24"},
            'Status=404 Code="ParentResourceNotFound" Message="Failed to perform \'write\' on resource(s) of '
            "type 'virtualNetworks/subnets', because the parent resource "
            f"'{PROVIDERS}/Microsoft.Network/virtualNetworks/w' could not be found.\"",
        ),
        (
            f"{NETWORK}:Subnet",
            {"virtualNetworkName": "v", "addressPrefix": "10.1.0.0/24"},
            'Status=400 Code="NetcfgSubnetRangeOutsideVnet" Message="Subnet \'x\' is not valid because its '
            "IP "
            "address range is outside the IP address range of virtual network 'v'.\"",
        ),
        (
            f"{NETWORK}:Subnet",
            {"virtualNetworkName": "v", "addressPrefix": "10.0.0.0/24"},
            'Status=400 Code="NetcfgSubnetRangesOverlap" Message="Subnet \'x\' is not valid because its IP '
            "address range overlaps with that of an existing subnet in virtual network 'v'.\"",
        ),
        (
            f"{NETWORK}:Subnet",
            {
                "virtualNetworkName": "v",
                "addressPrefix": "10.0.1.0/24",
                "networkSecurityGroup": {"id": NSG_ID},
            },
            f'Status=400 Code="InvalidResourceReference" Message="Resource {NSG_ID} referenced by resource '
            f"{NETWORK_ID}/subnets/x was not found. Please make sure that the referenced resource exists, "
            "and that both "
            'resources are in the same region."',
        ),
        (
            f"{NETWORK}:NetworkInterface",
            {
                "networkInterfaceName": "nic",
                "location": "westus",
                "ipConfigurations": [{"name": "ip", "subnet": {"id": SUBNET_ID}}],
            },
            f'Status=400 Code="InvalidResourceReference" Message="Resource {SUBNET_ID} referenced by '
            "resource "
            f"{PROVIDERS}/Microsoft.Network/networkInterfaces/nic was not found. Please make sure that the "
            "referenced "
            'resource exists, and that both resources are in the same region."',
        ),
        (
            f"{COMPUTE}:VirtualMachineScaleSet",
            scale_set(sku={"name": GPU, "capacity": 12}),
            'Status=400 Code="SubnetIsFull" Message="Subnet n with address prefix 10.0.0.0/28 does not have '
            "enough "
            'capacity for 12 IP addresses."',
        ),
        (
            "azure-native:authorization:RoleAssignment",
            {
                "scope": ACCOUNT_ID,
                "principalId": "99999999-9999-9999-9999-999999999999",
                "roleDefinitionId": ROLE,
            },
            'Status=400 Code="PrincipalNotFound" Message="Principal 99999999999999999999999999999999 does '
            "not exist in "
            "the directory 00000000-0000-0000-0000-000000000002. Check that you have the correct principal "
            "ID. If you are creating this principal and then immediately assigning a role, this error might "
            "be related to a replication delay. In this case, set the role assignment principalType property "
            "to a value, such as ServicePrincipal, "
            'User, or Group.  See https://aka.ms/docs-principaltype"',
        ),
        (
            f"{STORAGE}:BlobContainer",
            {"accountName": "stsim", "containerName": "pub", "publicAccess": "Blob"},
            'Status=409 Code="PublicAccessNotPermitted" Message="Public access is not permitted on this '
            'storage account."',
        ),
        (
            f"{STORAGE}:BlobContainer",
            {"accountName": "stnone", "containerName": "data"},
            'Status=404 Code="ResourceNotFound" Message="The Resource '
            "'Microsoft.Storage/storageAccounts/stnone' under resource group 'rg-test' was not found. For "
            "more details please go to "
            'https://aka.ms/ARMResourceNotFoundFix"',
        ),
        (
            f"{STORAGE}:ManagementPolicy",
            {"accountName": "stsim", "managementPolicyName": "default", "policy": tier_to_archive()},
            'Status=400 Code="InvalidManagementPolicy" '
            'Message="policy.rules[0].definition.actions.baseBlob.tierToArchive: '
            'the archive tier is not supported for Standard_ZRS"',
        ),
    ],
)
def test_refused_for_what_exists_or_does_not(
    client: Any, storage: str, refused: Any, token: str, inputs: dict[str, Any], text: str
) -> None:
    if "scope" not in inputs:
        inputs = {"resourceGroupName": storage, **inputs}
    with refused(text):
        client.create(token, "x", **inputs)


def test_global_names_are_taken_across_subscriptions(new_client: Any, storage: str, refused: Any) -> None:
    there = new_client(subscription="11111111-1111-1111-1111-111111111111")
    there.create("azure-native:resources:ResourceGroup", "rg", resourceGroupName=storage)
    with refused(
        'Status=409 Code="StorageAccountAlreadyTaken" Message="The storage account named stsim is already '
        'taken."'
    ):
        there.create(
            f"{STORAGE}:StorageAccount",
            "s",
            resourceGroupName=storage,
            accountName="stsim",
            kind="StorageV2",
            sku={"name": "Standard_LRS"},
        )


@pytest.mark.usefixtures("storage")
def test_same_role_twice(client: Any, refused: Any) -> None:
    given = {
        "scope": ACCOUNT_ID,
        "principalId": "00000000-0000-0000-0000-000000000003",
        "roleDefinitionId": ROLE,
    }
    first = "12345678-1234-1234-1234-123456789012"
    client.create("azure-native:authorization:RoleAssignment", "a", roleAssignmentName=first, **given)
    with refused(
        'Status=409 Code="RoleAssignmentExists" Message="The role assignment already exists. The ID of the '
        'conflicting role assignment is 12345678123412341234123456789012."'
    ):
        client.create("azure-native:authorization:RoleAssignment", "b", **given)


def test_one_zone_of_a_name_for_a_network(client: Any, network: str, refused: Any) -> None:
    zone = {"location": "global", "privateZoneName": "privatelink.blob.core.windows.net"}
    link = {**zone, "virtualNetworkLinkName": "l", "virtualNetwork": {"id": NETWORK_ID}}
    client.create("azure-native:resources:ResourceGroup", "rg2", resourceGroupName="rg-2")
    for group in (network, "rg-2"):
        made = client.create("azure-native:privatedns:PrivateZone", "z", resourceGroupName=group, **zone)
    client.create("azure-native:privatedns:VirtualNetworkLink", "l", resourceGroupName=network, **link)
    with refused(
        'Status=400 Code="BadRequest" Message="A virtual network cannot be linked to multiple zones with '
        "overlapping "
        "namespaces. You tried to link virtual network with 'privatelink.blob.core.windows.net' and "
        "'privatelink.blob.core.windows.net' zones.\""
    ):
        client.create("azure-native:privatedns:VirtualNetworkLink", "l", resourceGroupName="rg-2", **link)
    client.delete(made)


def test_what_is_in_use_is_not_deleted(client: Any, network: str, refused: Any) -> None:
    rules = {"resourceGroupName": network, "networkSecurityGroupName": "nsg", "securityRules": [RULE]}
    nsg = client.create(f"{NETWORK}:NetworkSecurityGroup", "nsg", **rules)
    subnet = client.create(
        f"{NETWORK}:Subnet",
        "m",
        resourceGroupName=network,
        virtualNetworkName="v",
        addressPrefix="10.0.1.0/24",
        networkSecurityGroup={"id": NSG_ID},
    )
    nic = client.create(
        f"{NETWORK}:NetworkInterface",
        "nic",
        resourceGroupName=network,
        networkInterfaceName="nic",
        ipConfigurations=[{"name": "ip", "subnet": {"id": subnet.id}}],
    )
    with refused(
        'Status=400 Code="InUseNetworkSecurityGroupCannotBeDeleted" Message="Network security group '
        f"{NSG_ID} cannot "
        f"be deleted because it is in use by the following resources: {subnet.id}. In order to delete the "
        "Network "
        "security group, remove the association with the resource(s). To learn how to do this, see "
        'aka.ms/deletensg."'
    ):
        client.delete(nsg)
    with refused(
        f'Status=400 Code="InUseSubnetCannotBeDeleted" Message="Subnet m is in use by {nic.id} and cannot '
        "be deleted. "
        'In order to delete the subnet, delete all the resources within the subnet. See aka.ms/deletesubnet."'
    ):
        client.delete(subnet)
    for made in (nic, subnet, nsg):
        client.delete(made)
    assert client.read(f"{NETWORK}:Subnet", subnet.id)[0] == ""


def test_one_placement_group_is_not_to_be_had_back(client: Any, network: str, refused: Any) -> None:
    given = {"resourceGroupName": network, **scale_set(singlePlacementGroup=False)}
    made = client.create(f"{COMPUTE}:VirtualMachineScaleSet", "vmss", **given)
    with refused(not_to_change("singlePlacementGroup")):
        client.update(made, **{**given, "singlePlacementGroup": True})
    grown = client.update(made, **{**given, "sku": {"name": GPU, "capacity": 4}})
    assert grown.outputs["sku"] == {"name": GPU, "capacity": 4, "tier": "Standard"}


def test_deleted_vaults_keep_their_name(client: Any, group: str) -> None:
    properties = {
        "sku": {"family": "A", "name": "standard"},
        "tenantId": "00000000-0000-0000-0000-000000000002",
    }
    given = {"resourceGroupName": group, "vaultName": "kv-sim", "properties": properties}
    client.delete(client.create("azure-native:keyvault:Vault", "kv", **given))
    with pytest.raises(
        Exception, match=r"^Status=409 Code=.VaultAlreadyExists. Message=.The vault name 'kv-sim' is"
    ):
        client.create("azure-native:keyvault:Vault", "kv", **given)
