"""What Azure refuses of container apps, databases, caches, gateways, endpoints and projects."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from helpers.one_of_each import Piece, programs
from simulator.conftest import Made
from simulator.samples import RULE, missing, not_to_change

GROUP = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-each"
ENDPOINT = (
    f"{GROUP}/providers/Microsoft.MachineLearningServices/workspaces/mlw-each/onlineEndpoints/each-chat"
)


def changed(inputs: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """`inputs` with the values at `a.b[0].c` set; None takes one away."""
    result = copy.deepcopy(inputs)
    for path, value in changes.items():
        *way, last = re.findall(r"[^.\[\]]+", path)
        at: Any = result
        for part in way:
            at = at[int(part)] if isinstance(at, list) else at.setdefault(part, {})
        key: Any = int(last) if isinstance(at, list) else last
        if value is None:
            del at[key]
        else:
            at[key] = value
    return result


def place(client: Any, token: str) -> Piece:
    """Everything that a resource of this type stands on, and the resource itself, not made yet."""
    *before, piece = programs()[f"azure-native:{token}"]
    for other in before:
        client.create(other.token, other.name, **other.inputs)
    return piece


@pytest.mark.parametrize(
    ("token", "changes", "problems"),
    [
        (
            "app:ContainerApp",
            {
                "containerAppName": "My-App",
                "template.containers[0].resources.cpu": 1,
                "template.containers[0].env[0].secretRef": "tokens",
            },
            [
                (
                    "containerAppName",
                    "'My-App' is not a valid name for Microsoft.App/containerApps: 2-32 lowercase letters, "
                    "digits and single hyphens, starting with a letter and ending with a letter or digit",
                ),
                (
                    "template.containers",
                    "1 cores with 1Gi together are no size of the Consumption profile: from 0.25 cores with "
                    "0.5Gi in steps of as much to 4 cores with 8Gi",
                ),
                (
                    "template.containers[0].env[0].secretRef",
                    "'tokens' is no secret of configuration.secrets",
                ),
            ],
        ),
        (
            "app:Job",
            {"configuration.triggerType": "Schedule"},
            [
                ("configuration.scheduleTriggerConfig", "a job on a schedule needs one"),
                (
                    "configuration.manualTriggerConfig",
                    "a job with trigger Schedule takes no manualTriggerConfig",
                ),
            ],
        ),
        (
            "app:ManagedEnvironment",
            {"vnetConfiguration.infrastructureSubnetId": None},
            [("vnetConfiguration.infrastructureSubnetId", "an internal environment needs a subnet")],
        ),
        (
            "cosmosdb:DatabaseAccount",
            {
                "locations": [{"locationName": "eastus", "failoverPriority": 1}],
                "capabilities": [{"name": "EnableServerless"}],
            },
            [("locations", "the failover priorities are 0 to 0, each once, got 1")],
        ),
        (
            "cosmosdb:SqlResourceSqlContainer",
            {"options.throughput": 450, "resource.partitionKey.paths": ["user", "/session"]},
            [
                ("options.throughput", "450 RU/s is not 400 or more in steps of 100"),
                ("resource.partitionKey.paths", "a Hash key has at most 1, got 2"),
                ("resource.partitionKey.paths[0]", "'user' does not start with /"),
            ],
        ),
        (
            "dbforpostgresql:Server",
            {
                "administratorLogin": "admin",
                "sku.tier": "Burstable",
                "highAvailability.mode": "ZoneRedundant",
                "storage.storageSizeGB": 100,
                "backup.backupRetentionDays": 3,
                "network.privateDnsZoneArmResourceId": None,
            },
            [
                (
                    "administratorLogin",
                    "'admin' is reserved: admin, administrator, azure_pg_admin, azure_superuser, guest, "
                    "public, root and pg_…",
                ),
                ("sku.name", "Standard_D2ds_v5 is no size of tier Burstable: Standard_B…"),
                ("highAvailability.mode", "tier Burstable has no high availability"),
                (
                    "storage.storageSizeGB",
                    "100 is none of 32, 64, 128, 256, 512, 1024, 2048, 4095, 4096, 8192, 16384, 32767",
                ),
                ("backup.backupRetentionDays", "3 is outside 7 to 35"),
                ("network.privateDnsZoneArmResourceId", "a server in a subnet needs a private DNS zone"),
            ],
        ),
        (
            "redis:Redis",
            {"sku.family": "P", "shardCount": 2},
            [
                ("sku.family", "Standard is of family C, got P"),
                ("shardCount", "shardCount needs the tier Premium, got Standard"),
            ],
        ),
        (
            "redisenterprise:Database",
            {"clusteringPolicy": "OSSCluster", "modules": [{"name": "RediSearch"}]},
            [("clusteringPolicy", "RediSearch needs EnterpriseCluster or NoCluster, got OSSCluster")],
        ),
        (
            "network:LoadBalancer",
            {
                "sku": None,
                "frontendIPConfigurations[0].publicIPAddress": {"id": "/a"},
                "probes[0].requestPath": None,
                "backendAddressPools": [{"name": "pool"}, {"name": "Pool"}],
            },
            [
                (
                    "sku.name",
                    "Basic load balancers are retired since 2025-09-30 and are what Azure makes without a "
                    "sku: use Standard",
                ),
                ("backendAddressPools[1].name", "'Pool' is also the name of another of backendAddressPools"),
                (
                    "frontendIPConfigurations[0]",
                    "a front end has one of subnet, publicIPAddress and publicIPPrefix, got subnet and "
                    "publicIPAddress",
                ),
                ("probes[0].requestPath", "a probe over HTTP needs a path"),
            ],
        ),
        (
            "network:ApplicationGateway",
            {
                "sku.tier": "WAF",
                "frontendPorts": None,
                "requestRoutingRules[0].priority": None,
                "autoscaleConfiguration": {"minCapacity": 200},
            },
            [
                ("sku.tier", "WAF (v1) is retired since 2026-04-28: use WAF_v2"),
                ("frontendPorts", "an application gateway needs frontendPorts"),
                ("sku.capacity", "a gateway has a capacity or autoscaleConfiguration, not both"),
                ("autoscaleConfiguration.minCapacity", "200 is outside 0 to 125"),
                ("requestRoutingRules[0].priority", "each rule needs a priority, from 1 to 20000"),
            ],
        ),
        (
            "network:Route",
            {"nextHopIpAddress": None, "addressPrefix": "10.0.0.1/8"},
            [
                ("nextHopIpAddress", "next hop VirtualAppliance needs an address"),
                ("addressPrefix", "'10.0.0.1/8' is not valid CIDR notation"),
            ],
        ),
        (
            "network:VirtualNetworkGateway",
            {"sku.name": "ErGw1AZ", "activeActive": True, "ipConfigurations[0].publicIPAddress": None},
            [
                ("sku.name", "ErGw1AZ is a size of ExpressRoute gateways"),
                ("ipConfigurations", "an active-active gateway needs two IP configurations, got 1"),
                ("ipConfigurations[0].publicIPAddress", "a VPN gateway needs a public IP address"),
            ],
        ),
        (
            "network:LocalNetworkGateway",
            {"fqdn": "vpn.example.com"},
            [("gatewayIpAddress", "the other side has an address or a name (fqdn), one of the two")],
        ),
        (
            "network:VirtualNetworkGatewayConnection",
            {"connectionType": "ExpressRoute"},
            [
                ("peer", "a connection of type ExpressRoute needs peer"),
                ("sharedKey", "a connection of type ExpressRoute takes no shared key"),
            ],
        ),
        (
            "network:ExpressRouteCircuit",
            {"serviceProviderProperties.bandwidthInMbps": 300, "sku": None},
            [
                ("sku", "a circuit needs a sku: its tier and how data is paid for"),
                (
                    "serviceProviderProperties.bandwidthInMbps",
                    "300 is none of 50, 100, 200, 500, 1000, 2000, 5000, 10000",
                ),
            ],
        ),
        (
            "machinelearningservices:OnlineEndpoint",
            {"properties.traffic": {"blue": 90}},
            [("properties.traffic", "the shares add up to 90, neither 0 nor 100")],
        ),
        (
            "machinelearningservices:OnlineDeployment",
            {"properties.instanceType": "Standard_NC7", "sku.capacity": 0},
            [
                (
                    "properties.instanceType",
                    "The requested VM size Standard_NC7 is not available in the current region (eastus). "
                    "Find out more on the available VM sizes in each region at "
                    "https://aka.ms/azure-regions. Did you mean Standard_NC6 or Standard_NC24 or "
                    "Standard_NC12?",
                ),
                ("sku.capacity", "0 is less than 1"),
            ],
        ),
        (
            "cognitiveservices:AccountConnection",
            {"connectionName": "x", "properties.target": None},
            [
                (
                    "connectionName",
                    "'x' is not a valid name for Microsoft.CognitiveServices/accounts/connections: 3-33 "
                    "letters, digits, underscores and hyphens, starting with a letter or digit",
                ),
                ("properties.target", "a connection needs its target"),
            ],
        ),
        (
            "keyvault:Secret",
            {"secretName": "a_b", "properties.attributes": {"notBefore": 20, "expires": 10}},
            [
                (
                    "secretName",
                    "'a_b' is not a valid name for Microsoft.KeyVault/vaults/secrets: 1-127 letters, digits "
                    "and hyphens",
                ),
                ("properties.attributes.expires", "10 is not after notBefore, 20"),
            ],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_preview_tells(
    client: Any, token: str, changes: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    piece = programs()[f"azure-native:{token}"][-1]
    assert client.check(piece.token, piece.name, changed(piece.inputs, changes))[1] == problems


@pytest.mark.parametrize(
    ("token", "changes", "text"),
    [
        (
            "app:ManagedEnvironment",
            {
                "vnetConfiguration.infrastructureSubnetId": f"{GROUP}/providers/Microsoft.Network"
                "/virtualNetworks/vnet-each/subnets/front"
            },
            'Status=400 Code="ManagedEnvironmentSubnetDelegationError" Message="The subnet of the '
            "environment must be delegated to the service 'Microsoft.App/environments'.\"",
        ),
        (
            "app:ContainerApp",
            {"workloadProfileName": "gpu"},
            f'Status=400 Code="WorkloadProfileNotFound" Message="The environment {GROUP}/providers/'
            "Microsoft.App/managedEnvironments/cae-each has no workload profile 'gpu'; it has Consumption.\"",
        ),
        (
            "app:ContainerApp",
            {"configuration.secrets[0].value": None},
            'Status=400 Code="ContainerAppSecretInvalid" Message="Invalid Secret: \'token\': value or '
            'keyVaultUrl and identity should be provided."',
        ),
        (
            "cosmosdb:SqlResourceSqlContainer",
            {"resource.id": "other"},
            'Status=400 Code="BadRequest" Message="The id \'other\' in the body is not the name in the '
            "request, 'messages'.\"",
        ),
        (
            "dbforpostgresql:Server",
            {"administratorLoginPassword": None},
            'Status=400 Code="InvalidParameterValue" Message="The administrator password is required while '
            'password authentication is enabled."',
        ),
        (
            "network:LoadBalancer",
            {
                "loadBalancingRules[0].probe.id": f"{GROUP}/providers/Microsoft.Network/loadBalancers"
                "/lb-each/probes/none"
            },
            f'Status=400 Code="InvalidResourceReference" Message="Resource {GROUP}/providers/'
            "Microsoft.Network/loadBalancers/lb-each/probes/none referenced by resource "
            f"{GROUP}/providers/Microsoft.Network/loadBalancers/lb-each was not found. Please make sure "
            'that the referenced resource exists, and that both resources are in the same region."',
        ),
        (
            "network:VirtualNetworkGateway",
            {
                "ipConfigurations[0].subnet.id": f"{GROUP}/providers/Microsoft.Network/virtualNetworks"
                "/vnet-each"
            },
            f'Status=400 Code="InvalidGatewaySubnet" Message="Subnet {GROUP}/providers/Microsoft.Network/'
            "virtualNetworks/vnet-each cannot be used by virtual network gateway vgw-each: it must be named "
            "'GatewaySubnet'.\"",
        ),
        (
            "machinelearningservices:OnlineEndpoint",
            {"properties.traffic": {"blue": 100}},
            missing(f"{ENDPOINT}/deployments/blue", ENDPOINT),
        ),
        (
            "machinelearningservices:OnlineDeployment",
            {"location": "westus3"},
            missing(ENDPOINT, f"{ENDPOINT}/deployments/blue"),
        ),
        (
            "cognitiveservices:ProjectConnection",
            {"properties.credentials": None},
            'Status=400 Code="ValidationError" Message="A connection of authType ApiKey needs credentials."',
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 50 else "",
)
def test_what_azure_refuses(
    client: Any, refused: Callable[[str], Any], token: str, changes: dict[str, Any], text: str
) -> None:
    piece = place(client, token)
    with refused(text):
        client.create(piece.token, piece.name, **changed(piece.inputs, changes))


def test_what_a_get_never_tells(client: Any) -> None:
    for token, secret in (
        ("app:ContainerApp", "simulated"),
        ("cognitiveservices:ProjectConnection", "simulated"),
        ("dbforpostgresql:Server", "Simulated-1"),
        ("keyvault:Secret", "simulated"),
        ("network:VirtualNetworkGatewayConnection", "simulated"),
    ):
        piece = programs()[f"azure-native:{token}"][-1]
        assert secret in str(piece.inputs)
        for other in programs()[piece.token]:
            if client.read(other.token, other.id)[0] == "":
                client.create(other.token, other.name, **other.inputs)
        assert secret not in str(client.read(piece.token, piece.id)[2])


def test_a_deleted_secret_keeps_its_name(client: Any, refused: Callable[[str], Any]) -> None:
    piece = place(client, "keyvault:Secret")
    client.delete(client.create(piece.token, piece.name, **piece.inputs))
    with refused(
        'Status=409 Code="Conflict" Message="Secret token is currently in a deleted but recoverable state, '
        'and its name cannot be reused; in this state, the secret can only be recovered or purged."'
    ):
        client.create(piece.token, piece.name, **piece.inputs)


def test_traffic_goes_to_a_deployment_that_exists(client: Any) -> None:
    pieces = programs()["azure-native:machinelearningservices:OnlineDeployment"]
    made = {piece.name: client.create(piece.token, piece.name, **piece.inputs) for piece in pieces}
    inputs = {piece.name: piece.inputs for piece in pieces}["endpoint"]
    updated = client.update(made["endpoint"], **changed(inputs, {"properties.traffic": {"blue": 100}}))
    assert updated.outputs["properties"]["traffic"] == {"blue": 100}
    assert updated.outputs["properties"]["scoringUri"] == (
        "https://each-chat.eastus.inference.ml.azure.com/score"
    )


def test_what_can_t_change_and_what_only_grows(client: Any, refused: Callable[[str], Any]) -> None:
    piece = place(client, "dbforpostgresql:Server")
    server = client.create(piece.token, piece.name, **piece.inputs)
    with refused(not_to_change("storage.storageSizeGB")):
        client.update(server, **changed(piece.inputs, {"storage.storageSizeGB": 64}))
    diff = client.diff(server, changed(server.inputs, {"administratorLogin": "other", "version": "18"}))
    assert list(diff.replaces) == ["administratorLogin"]


def test_a_gateway_is_alone_in_its_subnet_and_lets_its_managers_in(
    client: Any, refused: Callable[[str], Any]
) -> None:
    piece = place(client, "network:ApplicationGateway")
    subnet = piece.inputs["gatewayIPConfigurations"][0]["subnet"]["id"]
    interface = client.create(
        "azure-native:network:NetworkInterface",
        "nic",
        resourceGroupName="rg-each",
        networkInterfaceName="nic",
        ipConfigurations=[{"name": "ip", "subnet": {"id": subnet}}],
    )
    with refused(
        'Status=400 Code="ApplicationGatewaySubnetCannotHaveOtherResources" Message="Subnet front cannot be '
        f'used for application gateway agw-each since subnet has other resources: {interface.id}."'
    ):
        client.create(piece.token, piece.name, **piece.inputs)
    client.delete(interface)
    rules = client.create(
        "azure-native:network:NetworkSecurityGroup",
        "nsg",
        resourceGroupName="rg-each",
        networkSecurityGroupName="nsg",
    )
    place_ = next(one for one in programs()[piece.token] if one.name == "front-subnet")
    front = Made(place_.token, place_.name, subnet, place_.inputs, {})
    client.update(front, **place_.inputs, networkSecurityGroup={"id": rules.id})
    with refused(
        'Status=400 Code="ApplicationGatewaySubnetInboundTrafficBlockedByNetworkSecurityGroup" '
        f'Message="Network security group {rules.id} blocks incoming internet traffic on ports 65200 - 65535 '
        f"to subnet {subnet}, associated with Application Gateway {piece.id}. This is not permitted for "
        'Application Gateways that have V2 Sku."'
    ):
        client.create(piece.token, piece.name, **piece.inputs)
    client.create(
        "azure-native:network:SecurityRule",
        "managers",
        resourceGroupName="rg-each",
        networkSecurityGroupName="nsg",
        securityRuleName="managers",
        **RULE | {"destinationPortRange": "65200-65535", "sourceAddressPrefix": "GatewayManager"},
    )
    assert client.create(piece.token, piece.name, **piece.inputs).id == piece.id


@pytest.mark.parametrize(
    ("token", "code", "what"),
    [
        ("app:ContainerApp", "ManagedEnvironmentHasContainerApps", "ContainerApps"),
        ("app:Job", "ManagedEnvironmentHasContainerAppsJobs", "Container Apps Jobs."),
    ],
)
def test_an_environment_of_container_apps_waits_for_what_it_runs(
    client: Any, refused: Callable[[str], Any], token: str, code: str, what: str
) -> None:
    piece = place(client, token)
    client.create(piece.token, piece.name, **piece.inputs)
    environment = next(one for one in programs()[piece.token] if one.token.endswith(":ManagedEnvironment"))
    with refused(
        f'Status=409 Code="{code}" Message="The specified environment cae-each cannot be deleted because it '
        f'still contains 1 {what}"'
    ):
        client.delete(Made(environment.token, environment.name, environment.id, environment.inputs, {}))
