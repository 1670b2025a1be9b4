"""What Azure refuses of AKS clusters, their pools, and the rules that collect from them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from simulator.samples import NETWORK, PROVIDERS, ROLE

AKS = "azure-native:containerservice"
MONITOR = "azure-native:monitor"
FEATURE = "azure-native:features:SubscriptionFeatureRegistration"
RULES = "azure-native:alertsmanagement:PrometheusRuleGroup"
CLUSTER_ID = f"{PROVIDERS}/Microsoft.ContainerService/managedClusters/aks"
IDENTITIES = f"{PROVIDERS}/Microsoft.ManagedIdentity/userAssignedIdentities"
ZONE_ID = f"{PROVIDERS}/Microsoft.Network/privateDnsZones/privatelink.eastus.azmk8s.io"
WORKSPACE_ID = f"{PROVIDERS}/Microsoft.Monitor/accounts/amw"
WINDOW = {
    "durationHours": 4,
    "startTime": "02:00",
    "schedule": {"weekly": {"dayOfWeek": "Sunday", "intervalWeeks": 1}},
}
POOL = {"name": "system", "mode": "System", "count": 3, "vmSize": "Standard_D4ds_v5"}


def cluster(**changes: Any) -> dict[str, Any]:
    return {
        "resourceName": "aks",
        "location": "eastus",
        "dnsPrefix": "aks",
        "identity": {"type": "SystemAssigned"},
        "agentPoolProfiles": [POOL],
        **changes,
    }


def association(**values: Any) -> dict[str, Any]:
    return {"resourceUri": CLUSTER_ID, "associationName": "a", **values}


def rules(*found: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "ruleGroupName": "g",
        "location": "eastus",
        "scopes": [WORKSPACE_ID],
        "interval": "PT1M",
        "rules": list(found) or [{"record": "a:b", "expression": "b"}],
        **changes,
    }


@pytest.mark.parametrize(
    ("token", "inputs", "text"),
    [
        (
            f"{AKS}:ManagedCluster",
            cluster(disableLocalAccounts=True),
            "disableLocalAccounts: local accounts can be off only with an aadProfile",
        ),
        (
            f"{AKS}:AgentPool",
            {
                "resourceName": "aks",
                "agentPoolName": "t4",
                "scaleDownMode": "Deallocate",
                "osDiskType": "Ephemeral",
            },
            "scaleDownMode: nodes with an ephemeral disk of the operating system can't be stopped",
        ),
        (
            f"{AKS}:MaintenanceConfiguration",
            {"resourceName": "aks", "configName": "nights", "maintenanceWindow": WINDOW},
            "configName: 'nights' is none of default, aksManagedAutoUpgradeSchedule, "
            "aksManagedNodeOSUpgradeSchedule",
        ),
        (
            f"{AKS}:MaintenanceConfiguration",
            {
                "resourceName": "aks",
                "configName": "aksManagedAutoUpgradeSchedule",
                "maintenanceWindow": WINDOW | {"durationHours": 2},
            },
            "maintenanceWindow.durationHours: must be 4 to 24, got 2",
        ),
        (
            f"{AKS}:MaintenanceConfiguration",
            {"resourceName": "aks", "configName": "aksManagedAutoUpgradeSchedule"},
            "maintenanceWindow: 'aksManagedAutoUpgradeSchedule' needs a maintenance window",
        ),
        (
            f"{MONITOR}:DataCollectionRule",
            {
                "dataCollectionRuleName": "dcr",
                "location": "eastus",
                "destinations": {"monitoringAccounts": [{"name": "one", "accountResourceId": WORKSPACE_ID}]},
                "dataFlows": [{"streams": ["Microsoft-PrometheusMetrics"], "destinations": ["two"]}],
            },
            "dataFlows[0].destinations: there is no destination 'two'",
        ),
        (
            f"{MONITOR}:DataCollectionRuleAssociation",
            association(),
            "dataCollectionRuleId: an association is with a rule or with an endpoint: give one of them",
        ),
        (
            f"{MONITOR}:DataCollectionRuleAssociation",
            association(dataCollectionEndpointId="/e"),
            "associationName: an association with an endpoint is called configurationAccessEndpoint",
        ),
        (
            f"{MONITOR}:DataCollectionRuleAssociation",
            association(dataCollectionRuleId="/r", associationName="configurationAccessEndpoint"),
            "associationName: an association with a rule can't be called configurationAccessEndpoint",
        ),
        (RULES, rules(scopes=[CLUSTER_ID]), "scopes: the first scope is an Azure Monitor workspace"),
        (
            RULES,
            rules({"record": "a", "alert": "b", "expression": "c"}),
            "rules[0]: a rule either records or alerts: give one of record and alert",
        ),
        (
            RULES,
            rules({"record": "a", "severity": 2, "expression": "c"}),
            "rules[0]: severity, actions and for are of rules that alert",
        ),
        (
            RULES,
            rules(*[{"record": "a", "expression": "c"}] * 21),
            "rules: a group has at most 20 rules, got 21",
        ),
    ],
)
def test_refused_at_once(client: Any, token: str, inputs: dict[str, Any], text: str) -> None:
    named = inputs if "resourceUri" in inputs else {"resourceGroupName": "rg-test", **inputs}
    assert "; ".join(f"{path}: {reason}" for path, reason in client.check(token, "x", named)[1]) == text


@pytest.mark.parametrize("version", ["1.29", "1.26.3"])
def test_no_cluster_of_a_version_that_is_no_longer_supported(client: Any, group: str, version: str) -> None:
    with pytest.raises(
        Exception, match=r'Code="K8sVersionNotSupported" Message="Managed cluster aks is on version'
    ):
        client.create(
            f"{AKS}:ManagedCluster", "aks", resourceGroupName=group, **cluster(kubernetesVersion=version)
        )


@pytest.mark.parametrize(
    ("prefix", "hop", "code", "words"),
    [
        (
            "10.0.0.0/8",
            "VirtualNetworkGateway",
            "RouteTableMissingDefaultRouteError",
            f"Default route 0.0.0.0/0 missing from route table {PROVIDERS}/Microsoft.Network/routeTables/rt",
        ),
        (
            "0.0.0.0/0",
            "Internet",
            "RouteTableInvalidNextHop",
            "Default route 0.0.0.0/0 has a next hop of Internet but only next hops of VirtualAppliance or "
            "VirtualNetworkGateway are allowed. Please see http://aka.ms/aks/outboundtype for more details",
        ),
    ],
)
def test_a_way_out_of_one_s_own_is_in_the_subnet_s_table(
    client: Any, group: str, refused: Any, prefix: str, hop: str, code: str, words: str
) -> None:
    place = {"resourceGroupName": group, "location": "eastus"}
    route = {"name": "r", "addressPrefix": prefix, "nextHopType": hop}
    table = client.create(f"{NETWORK}:RouteTable", "rt", **place, routeTableName="rt", routes=[route])
    space = {"addressPrefixes": ["10.0.0.0/16"]}
    client.create(f"{NETWORK}:VirtualNetwork", "v", **place, virtualNetworkName="v", addressSpace=space)
    subnet = client.create(
        f"{NETWORK}:Subnet",
        "n",
        resourceGroupName=group,
        virtualNetworkName="v",
        subnetName="n",
        addressPrefix="10.0.0.0/24",
        routeTable={"id": table.id},
    )
    inputs = cluster(
        agentPoolProfiles=[{**POOL, "vnetSubnetID": subnet.id}],
        networkProfile={"networkPlugin": "azure", "outboundType": "userDefinedRouting"},
    )
    with refused(f'Status=400 Code="{code}" Message="{words}"'):
        client.create(f"{AKS}:ManagedCluster", "aks", resourceGroupName=group, **inputs)


def test_pools_come_and_go_on_their_own(client: Any, group: str) -> None:
    made = client.create(f"{AKS}:ManagedCluster", "aks", resourceGroupName=group, **cluster())
    client.create(
        f"{AKS}:AgentPool",
        "t4",
        resourceGroupName=group,
        resourceName="aks",
        agentPoolName="t4",
        vmSize="Standard_NC4as_T4_v3",
        enableAutoScaling=True,
        minCount=0,
        maxCount=3,
        count=0,
    )
    # A list without the pool leaves it alone, and one with another pool is refused.
    made = client.update(made, resourceGroupName=group, **cluster(tags={"a": "b"}))
    _, _, body = client.read(f"{AKS}:ManagedCluster", made.id, made)
    assert [pool["name"] for pool in body["agentPoolProfiles"]] == ["system", "t4"]
    more = cluster(agentPoolProfiles=[POOL, POOL | {"name": "more", "mode": "User"}])
    with pytest.raises(Exception, match="A new agent pool was introduced"):
        client.update(made, resourceGroupName=group, **more)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (
            {
                "identityProfile": {
                    "kubeletidentity": {"resourceId": f"{IDENTITIES}/nodes", "clientId": "c", "objectId": "o"}
                }
            },
            "CustomKubeletIdentityMissingPermissionError",
        ),
        (
            {
                "apiServerAccessProfile": {
                    "enablePrivateCluster": True,
                    "privateDNSZone": ZONE_ID,
                }
            },
            "CustomPrivateDNSZoneMissingPermissionError",
        ),
    ],
)
def test_what_a_cluster_does_its_identity_has_to_be_allowed(
    client: Any, group: str, changes: dict[str, Any], code: str
) -> None:
    principals = {}
    for name in ("control", "nodes"):
        identity = client.create(
            "azure-native:managedidentity:UserAssignedIdentity",
            name,
            resourceGroupName=group,
            resourceName=name,
            location="eastus",
        )
        principals[name] = identity.outputs["principalId"]
    client.create(
        "azure-native:privatedns:PrivateZone",
        "zone",
        resourceGroupName=group,
        privateZoneName="privatelink.eastus.azmk8s.io",
        location="Global",
    )
    inputs = cluster(
        identity={"type": "UserAssigned", "userAssignedIdentities": [f"{IDENTITIES}/control"]}, **changes
    )
    with pytest.raises(Exception, match=f'Code="{code}"'):
        client.create(f"{AKS}:ManagedCluster", "aks", resourceGroupName=group, **inputs)
    (scope,) = re.findall(r"/subscriptions/[^']+", str(changes))
    client.create(
        "azure-native:authorization:RoleAssignment",
        "allowed",
        roleAssignmentName="11111111-1111-1111-1111-111111111111",
        scope=scope,
        principalId=principals["control"],
        principalType="ServicePrincipal",
        roleDefinitionId=ROLE,
    )
    client.create(f"{AKS}:ManagedCluster", "aks", resourceGroupName=group, **inputs)


def test_rules_are_in_the_region_of_their_workspace(client: Any, group: str) -> None:
    client.create(
        f"{MONITOR}:AzureMonitorWorkspace",
        "amw",
        resourceGroupName=group,
        azureMonitorWorkspaceName="amw",
        location="westus3",
    )
    with pytest.raises(Exception, match="both resources are in the same region"):
        client.create(RULES, "g", resourceGroupName=group, **rules())
    client.create(RULES, "g", resourceGroupName=group, **rules(location="westus3"))


def test_a_feature_belongs_to_the_subscription(client: Any) -> None:
    inputs = {"providerNamespace": "Microsoft.ContainerService", "featureName": "AKSInfinibandSupport"}
    token = "azure-native:features:getSubscriptionFeatureRegistration"
    with pytest.raises(Exception, match="NotFound"):
        client.invoke(token, **inputs)
    client.create(FEATURE, "feature", **inputs, properties={"state": "Registered"})
    assert client.invoke(token, **inputs)["properties"]["state"] == "Registered"
