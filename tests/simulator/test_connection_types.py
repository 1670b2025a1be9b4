"""What Azure refuses of private endpoints, peerings, diagnostic settings and rules for networks."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.samples import ACCOUNT_ID, NETWORK, NETWORK_ID, PROVIDERS, STORAGE, SUBNET_ID

WORKSPACE = f"{PROVIDERS}/Microsoft.OperationalInsights/workspaces/log-sim"
ENDPOINT = f"{PROVIDERS}/Microsoft.Network/privateEndpoints/pe"
SETTING = "azure-native:monitor:DiagnosticSetting"


@pytest.fixture
def network(client: Any, group: str) -> str:
    """Networks `v` (subnets `n` and the delegated `d`) and `w`, a storage account and a workspace."""
    for name, number in (("v", 0), ("w", 1)):
        client.create(
            f"{NETWORK}:VirtualNetwork",
            name,
            resourceGroupName=group,
            virtualNetworkName=name,
            location="eastus",
            addressSpace={"addressPrefixes": [f"10.{number}.0.0/16"]},
        )
    given = {"resourceGroupName": group, "virtualNetworkName": "v"}
    client.create(f"{NETWORK}:Subnet", "n", **given, addressPrefix="10.0.0.0/24")
    delegation = {"name": "web", "serviceName": "Microsoft.Web/serverFarms"}
    client.create(f"{NETWORK}:Subnet", "d", **given, addressPrefix="10.0.1.0/24", delegations=[delegation])
    client.create(f"{STORAGE}:StorageAccount", "s", **account(group))
    client.create(
        "azure-native:operationalinsights:Workspace",
        "log",
        resourceGroupName=group,
        workspaceName="log-sim",
        location="eastus",
    )
    return group


def account(group: str, name: str = "stsim", **more: Any) -> dict[str, Any]:
    given = {"resourceGroupName": group, "accountName": name, "location": "eastus", "kind": "StorageV2"}
    return {**given, "sku": {"name": "Standard_ZRS"}, **more}


@pytest.mark.parametrize(
    ("subnet", "groups", "text"),
    [
        (
            SUBNET_ID,
            ["blob", "file"],
            'Status=400 Code="OnlyOneGroupIdPermitted" Message="Private link service connection '
            f"{ENDPOINT}/privateLinkServiceConnections/c has the following group Ids: blob, file. Only one "
            f'group Id is permitted when connecting to a first-party resource ({ACCOUNT_ID})."',
        ),
        (
            f"{NETWORK_ID}/subnets/d",
            ["blob"],
            'Status=400 Code="PrivateEndpointCreationNotAllowedAsSubnetIsDelegated" Message="Private '
            f'endpoint {ENDPOINT} cannot be created as subnet {NETWORK_ID}/subnets/d is delegated."',
        ),
    ],
)
def test_refused_endpoint(
    client: Any, network: str, refused: Any, subnet: str, groups: list[str], text: str
) -> None:
    with refused(text):
        client.create(
            f"{NETWORK}:PrivateEndpoint",
            "pe",
            resourceGroupName=network,
            privateEndpointName="pe",
            location="eastus",
            subnet={"id": subnet},
            privateLinkServiceConnections=[
                {"name": "c", "privateLinkServiceId": ACCOUNT_ID, "groupIds": groups}
            ],
        )


def test_two_peerings_to_one_network(client: Any, network: str, refused: Any) -> None:
    remote = f"{PROVIDERS}/Microsoft.Network/virtualNetworks/w"
    given = {"resourceGroupName": network, "virtualNetworkName": "v", "remoteVirtualNetwork": {"id": remote}}
    token = f"{NETWORK}:VirtualNetworkPeering"
    first = client.create(token, "a", **given, virtualNetworkPeeringName="a")
    client.update(first, **first.inputs)
    with refused(
        f'Status=400 Code="AnotherPeeringAlreadyReferencesRemoteVnet" Message="Peering {first.id} already '
        f"references remote virtual network {remote}. Cannot add another peering referencing the same remote "
        'virtual network."'
    ):
        client.create(token, "b", **given, virtualNetworkPeeringName="b")


def test_a_peering_knows_a_new_range_when_it_is_told_to_look(client: Any, network: str) -> None:
    """A network that grows says nothing to its peers."""
    token, vnet = f"{NETWORK}:VirtualNetworkPeering", f"{NETWORK}:VirtualNetwork"
    remote = client.create(
        vnet,
        "grows",
        resourceGroupName=network,
        virtualNetworkName="grows",
        location="eastus",
        addressSpace={"addressPrefixes": ["10.77.0.0/24"]},
    )
    given = {
        "resourceGroupName": network,
        "virtualNetworkName": "v",
        "virtualNetworkPeeringName": "p",
        "remoteVirtualNetwork": {"id": remote.id},
    }
    peering = client.create(token, "p", **given)
    spaces = {"addressPrefixes": ["10.77.0.0/24", "10.78.0.0/24"]}
    client.update(remote, **remote.inputs | {"addressSpace": spaces})

    def known(**more: Any) -> tuple[Any, Any]:
        outputs = client.update(peering, **given, **more).outputs
        return outputs["remoteAddressSpace"]["addressPrefixes"], outputs["peeringSyncLevel"]

    assert known() == (["10.77.0.0/24"], "LocalAndRemoteNotInSync")
    assert known(syncRemoteAddressSpace="true") == (spaces["addressPrefixes"], "RemoteNotInSync")


def setting(name: str, uri: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "resourceUri": uri, "workspaceId": WORKSPACE, **more}


METRICS = {"metrics": [{"category": "AllMetrics", "enabled": True}]}
LOGS = {"logs": [{"categoryGroup": "allLogs", "enabled": True}]}


@pytest.mark.usefixtures("network")
def test_one_category_goes_to_one_workspace_once(client: Any, refused: Any) -> None:
    blobs = f"{ACCOUNT_ID}/blobServices/default"
    first = client.create(SETTING, "a", **setting("a", ACCOUNT_ID, **METRICS))
    client.update(first, **first.inputs)
    client.create(SETTING, "blobs", **setting("a", blobs, **METRICS, **LOGS))
    with refused(
        f'Status=409 Code="Conflict" Message="Data sink \'{WORKSPACE}\' is already used in diagnostic '
        "setting 'a' for category 'AllMetrics'. Data sinks can't be reused in different settings on the same "
        'category for the same resource."'
    ):
        client.create(SETTING, "b", **setting("b", ACCOUNT_ID, **METRICS))


@pytest.mark.parametrize(
    ("uri", "what", "name"),
    [
        (ACCOUNT_ID, LOGS, "allLogs"),
        (f"{PROVIDERS}/Microsoft.Network/networkSecurityGroups/nsg", METRICS, "AllMetrics"),
    ],
)
def test_categories_that_a_type_lacks(
    client: Any, network: str, refused: Any, uri: str, what: dict[str, Any], name: str
) -> None:
    given = {"resourceGroupName": network, "networkSecurityGroupName": "nsg", "location": "eastus"}
    client.create(f"{NETWORK}:NetworkSecurityGroup", "nsg", **given)
    with refused(f'Status=400 Code="BadRequest" Message="Category \'{name}\' is not supported."'):
        client.create(SETTING, "a", **setting("a", uri, **what))


def test_rules_of_an_account_need_the_service_endpoint(client: Any, network: str, refused: Any) -> None:
    rules = {"defaultAction": "Deny", "virtualNetworkRules": [{"virtualNetworkResourceId": SUBNET_ID}]}
    with refused(
        'Status=400 Code="NetworkAclsValidationFailure" Message="Validation of network acls failure: '
        f"SubnetsHaveNoServiceEndpointsConfigured:Subnets n of virtual network {NETWORK_ID} do not have "
        "ServiceEndpoints for Microsoft.Storage resources configured. Add Microsoft.Storage to subnet's "
        'ServiceEndpoints collection before trying to ACL Microsoft.Storage resources to these subnets.."'
    ):
        client.create(f"{STORAGE}:StorageAccount", "t", **account(network, "stother", networkRuleSet=rules))
    client.create(
        f"{NETWORK}:Subnet",
        "e",
        resourceGroupName=network,
        virtualNetworkName="v",
        addressPrefix="10.0.2.0/24",
        serviceEndpoints=[{"service": "Microsoft.Storage"}],
    )
    rules["virtualNetworkRules"] = [{"virtualNetworkResourceId": f"{NETWORK_ID}/subnets/e"}]
    client.create(f"{STORAGE}:StorageAccount", "t", **account(network, "stother", networkRuleSet=rules))
