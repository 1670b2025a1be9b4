"""What Azure refuses of container apps, databases, caches, gateways, endpoints and projects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from helpers.one_of_each import Piece, programs
from simulator.conftest import Made
from simulator.samples import RULE, changed, missing, not_to_change

GROUP = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-each"
ENDPOINT = (
    f"{GROUP}/providers/Microsoft.MachineLearningServices/workspaces/mlw-each/onlineEndpoints/each-chat"
)


def place(client: Any, token: str) -> Piece:
    """Everything that a resource of this type stands on, and the resource itself, not made yet."""
    *before, piece = programs()[f"azure-native:{token}"]
    for other in before:
        client.create(other.token, other.name, **other.inputs)
    return piece


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
            "dbformysql:Server",
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
        ("dbformysql:Server", "Simulated-1"),
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


def test_a_database_of_mysql_only_grows_and_gets_no_second_zone(
    client: Any, refused: Callable[[str], Any]
) -> None:
    piece = place(client, "dbformysql:Server")
    server = client.create(piece.token, piece.name, **piece.inputs)
    with refused(not_to_change("storage.storageSizeGB")):
        client.update(server, **changed(piece.inputs, {"storage.storageSizeGB": 32}))
    with refused(not_to_change("highAvailability.mode")):
        client.update(server, **changed(piece.inputs, {"highAvailability.mode": "ZoneRedundant"}))
    client.update(server, **changed(piece.inputs, {"highAvailability.mode": "SameZone"}))
    client.create("azure-native:resources:ResourceGroup", "other", resourceGroupName="rg-other")
    with refused(
        'Status=409 Code="ServerNameAlreadyExists" Message="Specified server name is already used."'
    ):
        client.create(piece.token, "again", **piece.inputs | {"resourceGroupName": "rg-other"})
    diff = client.diff(server, changed(server.inputs, {"administratorLogin": "other"}))
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
