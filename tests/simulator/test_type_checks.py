"""What a preview already tells of container apps, databases, caches, gateways, endpoints and projects."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.one_of_each import programs
from simulator.samples import changed

GROUP = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-each"
ENDPOINT = (
    f"{GROUP}/providers/Microsoft.MachineLearningServices/workspaces/mlw-each/onlineEndpoints/each-chat"
)


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
            "dbformysql:Server",
            {
                "administratorLogin": "root",
                "version": "8.0",
                "sku.tier": "Burstable",
                "highAvailability.mode": "SameZone",
                "storage.storageSizeGB": 10,
                "storage.autoGrow": "Disabled",
                "backup.backupRetentionDays": 36,
                "network.delegatedSubnetResourceId": f"{GROUP}/providers/Microsoft.Network/subnets/none",
            },
            [
                ("sku.name", "Standard_D2ads_v5 is no size of tier Burstable: Standard_B…"),
                ("highAvailability.mode", "tier Burstable has no high availability"),
                ("storage.autoGrow", "a server with high availability has it enabled"),
                ("version", "8.0 is none of 5.7, 8.0.21, 8.4, 9.3"),
                ("storage.storageSizeGB", "10 is outside 20 to 16384"),
                ("backup.backupRetentionDays", "36 is outside 1 to 35"),
                (
                    "administratorLogin",
                    "'root' is reserved: admin, administrator, azure_superuser, guest, public, root, sa",
                ),
                ("network.privateDnsZoneResourceId", "a server in a subnet needs a private DNS zone"),
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
