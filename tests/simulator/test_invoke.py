"""Functions of azure-native."""

from __future__ import annotations

import base64
import json
from typing import Any


def test_client_config(client: Any) -> None:
    assert client.invoke("azure-native:authorization:getClientConfig") == {
        "clientId": "4d3f4327-cfcf-5817-9a77-5a26c1e648a9",
        "objectId": "00000000-0000-0000-0000-000000000003",
        "subscriptionId": "00000000-0000-0000-0000-000000000001",
        "tenantId": "00000000-0000-0000-0000-000000000002",
    }


def test_get_functions_read_what_exists(client: Any, group: str, refused: Any) -> None:
    found = client.invoke("azure-native:resources:getResourceGroup", resourceGroupName=group.upper())
    assert (found["name"], found["location"]) == (group, "eastus")
    assert found["id"].endswith(f"/resourceGroups/{group}")
    with refused(
        'Status=404 Code="ResourceGroupNotFound" Message="Resource group \'none\' could not be found."'
    ):
        client.invoke("azure-native:resources:getResourceGroup", resourceGroupName="none")
    with refused(
        'Status=404 Code="ResourceNotFound" Message="The Resource \'Microsoft.Network/virtualNetworks/v\' '
        "under resource "
        "group 'rg-test' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix\""
    ):
        client.invoke(
            "azure-native:network:getVirtualNetwork", resourceGroupName=group, virtualNetworkName="v"
        )


def test_unknown_functions_are_refused(client: Any, refused: Any) -> None:
    with refused(
        "the simulated Azure has no function azure-native:web:listWebAppKeys: getClientConfig, "
        "listManagedClusterUserCredentials, listManagedClusterAdminCredentials and the get functions of "
        "the types in azure_simulator/types are what it knows (azure_simulator/provider/invoking.py)"
    ):
        client.invoke("azure-native:web:listWebAppKeys")


def test_user_credentials_of_a_cluster_lead_to_its_api_server(client: Any, group: str, refused: Any) -> None:
    token = "azure-native:containerservice:listManagedClusterUserCredentials"
    with refused(
        'Status=404 Code="ResourceNotFound" Message="The Resource '
        "'Microsoft.ContainerService/managedClusters/aks' under resource group 'rg-test' was not found. For "
        'more details please go to https://aka.ms/ARMResourceNotFoundFix"'
    ):
        client.invoke(token, resourceGroupName=group, resourceName="aks")
    cluster = client.create(
        "azure-native:containerservice:ManagedCluster",
        "aks",
        resourceGroupName=group,
        resourceName="aks",
        dnsPrefix="aks",
        identity={"type": "SystemAssigned"},
        agentPoolProfiles=[{"name": "system", "mode": "System", "vmSize": "Standard_D4s_v5", "count": 1}],
    )
    answer = client.invoke(token, resourceGroupName=group, resourceName="aks", format="exec")
    kubeconfig = json.loads(base64.b64decode(answer["kubeconfigs"][0]["value"]))
    assert kubeconfig["clusters"][0]["cluster"]["server"] == f"https://{cluster.outputs['fqdn']}:443"
    assert kubeconfig["users"][0]["user"]["exec"]["command"] == "kubelogin"


_SYSTEM_POOL = {"name": "system", "mode": "System", "vmSize": "Standard_D4s_v5", "count": 1}


def test_admin_credentials_of_a_cluster_are_there_while_it_has_local_accounts(
    client: Any, group: str, refused: Any
) -> None:
    for name, disabled in (("open", False), ("closed", True)):
        client.create(
            "azure-native:containerservice:ManagedCluster",
            name,
            resourceGroupName=group,
            resourceName=name,
            dnsPrefix=name,
            identity={"type": "SystemAssigned"},
            aadProfile={"managed": True},
            disableLocalAccounts=disabled,
            agentPoolProfiles=[_SYSTEM_POOL],
        )
    token = "azure-native:containerservice:listManagedClusterAdminCredentials"
    answer = client.invoke(token, resourceGroupName=group, resourceName="open")
    kubeconfig = json.loads(base64.b64decode(answer["kubeconfigs"][0]["value"]))
    assert answer["kubeconfigs"][0]["name"] == "clusterAdmin"
    assert kubeconfig["users"][0]["name"] == f"clusterAdmin_{group}_open"
    assert sorted(kubeconfig["users"][0]["user"]) == ["client-certificate-data", "client-key-data", "token"]
    with refused(
        'Status=400 Code="BadRequest" Message="Getting static credential is not allowed because this cluster '
        'is set to disable local accounts."'
    ):
        client.invoke(token, resourceGroupName=group, resourceName="closed")
