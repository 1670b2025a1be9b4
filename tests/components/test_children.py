"""What each component is made of: exact children, and the properties that everything hangs on."""

import base64
import json
from pathlib import Path
from typing import Any

import pulumi
import pytest
import yaml

from azure_ai_landing_zone import (
    AccessGrant,
    BuiltInRole,
    CheckpointStore,
    CheckpointStoreArgs,
    LandingZone,
    LandingZoneSettings,
    Naming,
    Network,
    NetworkArgs,
    NetworkSubnet,
    PrivateDnsZones,
    PrivateDnsZonesArgs,
    PrivateEndpointPlace,
    SettingsError,
    TrainingCluster,
    TrainingClusterArgs,
)
from registered import SUBSCRIPTION, Registered, register

ROOT = Path(__file__).parents[2]
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me"
NAMING = Naming(suffix="x1")


def training_zone(**changes: Any) -> Registered:
    text = (ROOT / "stacks" / "Pulumi.training.yaml").read_text(encoding="utf-8")
    settings = yaml.safe_load(text)["config"]["azure-ai-landing-zone:landingZone"] | changes
    return register(lambda: LandingZone("training", LandingZoneSettings.load(settings, "settings")))


def cluster(**changes: Any) -> Registered:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": NAMING,
        "resource_group_name": "rg",
        "subnet_resource_id": "/subnet",
        "identity_resource_id": "/identity",
        "size": "Standard_ND96isr_H100_v5",
        "node_count": 4,
        "zone": "2",
        "image_version": "24.04.2026072901",
        "ssh_public_key": KEY,
    }
    return register(lambda: TrainingCluster("pretrain", TrainingClusterArgs(**(values | changes))))


def store(**changes: Any) -> Registered:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": NAMING,
        "resource_group_name": "rg",
        "parameters": 7_000_000_000,
        "retention_days": 14,
        "private_endpoint": PrivateEndpointPlace(
            subnet_resource_id="/subnet", private_dns_zone_resource_ids=["/zone"]
        ),
        "access": [
            AccessGrant(key="nodes", principal_id="p1", role=BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR),
            AccessGrant(
                key="people",
                principal_id="p2",
                role=BuiltInRole.STORAGE_BLOB_DATA_READER,
                principal_type="Group",
            ),
        ],
    }
    return register(lambda: CheckpointStore("checkpoints", CheckpointStoreArgs(**(values | changes))))


def test_training_zone() -> None:
    made = training_zone()
    assert made.azure == [
        ("authorization:RoleAssignment", "training-checkpoints-pretrain-access"),
        ("compute:ProximityPlacementGroup", "training-pretrain-placement-group"),
        ("compute:VirtualMachineScaleSet", "training-pretrain-scale-set"),
        ("managedidentity:UserAssignedIdentity", "training-pretrain-identity"),
        ("network:NatGateway", "training-network-nat-gateway"),
        ("network:NetworkSecurityGroup", "training-network-endpoints-security-group"),
        ("network:NetworkSecurityGroup", "training-network-pretrain-security-group"),
        ("network:PrivateDnsZoneGroup", "training-checkpoints-zone-group"),
        ("network:PrivateEndpoint", "training-checkpoints-private-endpoint"),
        ("network:PublicIPAddress", "training-network-egress-address"),
        ("network:Subnet", "training-network-endpoints-subnet"),
        ("network:Subnet", "training-network-pretrain-subnet"),
        ("network:VirtualNetwork", "training-network-virtual-network"),
        ("privatedns:PrivateZone", "training-private-dns-zones-privatelink-blob-core-windows-net-zone"),
        (
            "privatedns:VirtualNetworkLink",
            "training-private-dns-zones-privatelink-blob-core-windows-net-link",
        ),
        ("resources:ResourceGroup", "training-resource-group"),
        ("storage:BlobContainer", "training-checkpoints-container"),
        ("storage:BlobServiceProperties", "training-checkpoints-blob-service"),
        ("storage:ManagementPolicy", "training-checkpoints-lifecycle"),
        ("storage:StorageAccount", "training-checkpoints-account"),
    ]
    assert made.protected == {"training-checkpoints-account", "training-checkpoints-container"}
    assert (
        made.inputs["training-checkpoints-pretrain-access"]["principalId"]
        == "training-pretrain-identity-principal"
    )


def test_nodes_boot_when_their_access_and_the_way_to_the_store_are_there() -> None:
    waits_for = training_zone().dependencies["training-pretrain-scale-set"]
    assert waits_for >= {
        "training-checkpoints-pretrain-access",
        "training-checkpoints-private-endpoint",
        "training-private-dns-zones-privatelink-blob-core-windows-net-link",
        "training-network-pretrain-subnet",
        "training-pretrain-identity",
    }


def test_subnets_are_made_one_after_another() -> None:
    assert (
        "training-network-endpoints-subnet"
        in training_zone().dependencies["training-network-pretrain-subnet"]
    )


@pytest.mark.parametrize(("keep", "expected"), [("false", 2), ("true", 45)])
def test_version_aliases_are_dropped_unless_asked_for(keep: str, expected: int) -> None:
    """Of a private endpoint only that of its renamed type stays, with the one that Pulumi makes of its
    name."""
    pulumi.runtime.set_all_config({"azure-ai-landing-zone:keepApiVersionAliases": keep})
    try:
        assert store().aliases["checkpoints-private-endpoint"] == expected
    finally:
        pulumi.runtime.set_all_config({})


def test_absent_sections_are_not_built() -> None:
    made = training_zone(network=None, trainingClusters=[], checkpointStores=[])
    assert made.azure == [("resources:ResourceGroup", "training-resource-group")]


def test_what_exists_is_taken_over() -> None:
    network = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub"
    zone = "/subscriptions/s/resourceGroups/hub/providers/Microsoft.Network/privateDnsZones/blob"
    made = training_zone(
        resourceGroup={"mode": "existing", "name": "rg-given"},
        network={
            "mode": "existing",
            "virtualNetworkResourceId": network,
            "endpointSubnetResourceId": f"{network}/subnets/endpoints",
            "clusterSubnetResourceIds": {"pretrain": f"{network}/subnets/nodes"},
        },
        privateDnsZones={
            "mode": "existing",
            "zoneResourceIds": {"privatelink.blob.core.windows.net": zone},
        },
    )
    assert [type_ for type_, _ in made.azure] == [
        "authorization:RoleAssignment",
        "compute:ProximityPlacementGroup",
        "compute:VirtualMachineScaleSet",
        "managedidentity:UserAssignedIdentity",
        "network:PrivateDnsZoneGroup",
        "network:PrivateEndpoint",
        "storage:BlobContainer",
        "storage:BlobServiceProperties",
        "storage:ManagementPolicy",
        "storage:StorageAccount",
    ]
    assert made.inputs["training-checkpoints-private-endpoint"]["subnet"] == {
        "id": f"{network}/subnets/endpoints"
    }
    assert made.inputs["training-checkpoints-zone-group"]["privateDnsZoneConfigs"] == [
        {"name": "zone-1", "privateDnsZoneId": zone}
    ]
    assert made.inputs["training-pretrain-scale-set"]["resourceGroupName"] == "rg-given"


def test_records_that_someone_else_writes() -> None:
    made = training_zone(privateDnsZones={"mode": "disabled"})
    types = {type_ for type_, _ in made.azure}
    assert not types & {
        "privatedns:PrivateZone",
        "privatedns:VirtualNetworkLink",
        "network:PrivateDnsZoneGroup",
    }


def test_cluster_is_one_fabric() -> None:
    made = cluster()
    assert made.azure == [
        ("compute:ProximityPlacementGroup", "pretrain-placement-group"),
        ("compute:VirtualMachineScaleSet", "pretrain-scale-set"),
    ]
    group = made.inputs["pretrain-placement-group"]
    assert (group["zones"], group["intent"]) == (["2"], {"vmSizes": ["Standard_ND96isr_H100_v5"]})
    scale_set = made.inputs["pretrain-scale-set"]
    profile = scale_set.pop("virtualMachineProfile")
    assert scale_set == {
        "identity": {"type": "UserAssigned", "userAssignedIdentities": ["/identity"]},
        "location": "eastus",
        "orchestrationMode": "Uniform",
        "overprovision": False,
        "platformFaultDomainCount": 1,
        "proximityPlacementGroup": {"id": "/pretrain-placement-group"},
        "resourceGroupName": "rg",
        "singlePlacementGroup": True,
        "sku": {"capacity": 4, "name": "Standard_ND96isr_H100_v5", "tier": "Standard"},
        "tags": {"workload": "training"},
        "upgradePolicy": {"mode": "Manual"},
        "vmScaleSetName": "vmss-ai-pretrain-x1",
        "zones": ["2"],
    }
    assert json.loads(base64.b64decode(profile["osProfile"].pop("customData")).decode().partition("\n")[2])
    assert profile == {
        "diagnosticsProfile": {"bootDiagnostics": {"enabled": True}},
        "networkProfile": {
            "networkInterfaceConfigurations": [
                {
                    "enableAcceleratedNetworking": True,
                    "enableIPForwarding": False,
                    "ipConfigurations": [
                        {
                            "name": "private",
                            "primary": True,
                            "privateIPAddressVersion": "IPv4",
                            "subnet": {"id": "/subnet"},
                        }
                    ],
                    "name": "ethernet",
                    "primary": True,
                }
            ]
        },
        "osProfile": {
            "adminUsername": "azureuser",
            "computerNamePrefix": "pretrain",
            "linuxConfiguration": {
                "disablePasswordAuthentication": True,
                "provisionVMAgent": True,
                "ssh": {"publicKeys": [{"keyData": KEY, "path": "/home/azureuser/.ssh/authorized_keys"}]},
            },
        },
        "scheduledEventsProfile": {
            "terminateNotificationProfile": {"enable": True, "notBeforeTimeout": "PT15M"}
        },
        "storageProfile": {
            "imageReference": {
                "offer": "ubuntu-hpc",
                "publisher": "microsoft-dsvm",
                "sku": "2404",
                "version": "24.04.2026072901",
            },
            "osDisk": {
                "caching": "ReadWrite",
                "createOption": "FromImage",
                "diskSizeGB": 256,
                "managedDisk": {"storageAccountType": "Premium_LRS"},
            },
        },
    }


@pytest.mark.parametrize(
    ("changes", "path", "expected"),
    [
        ({"zone": None}, "zones", None),
        ({"fault_domain_count": 5}, "platformFaultDomainCount", 5),
        ({"placement": "none"}, "proximityPlacementGroup", None),
        ({"size": "Standard_NC4as_T4_v3", "node_count": 1}, "proximityPlacementGroup", None),
        (
            {"size": "Standard_NC4as_T4_v3", "node_count": 1, "placement": "proximityPlacementGroup"},
            "proximityPlacementGroup",
            {"id": "/pretrain-placement-group"},
        ),
        ({}, "virtualMachineProfile.securityProfile", None),
        ({"encryption_at_host": True}, "virtualMachineProfile.securityProfile", {"encryptionAtHost": True}),
        (
            {"security_type": "TrustedLaunch"},
            "virtualMachineProfile.securityProfile",
            {
                "securityType": "TrustedLaunch",
                "uefiSettings": {"secureBootEnabled": False, "vTpmEnabled": True},
            },
        ),
        (
            {"label": "a_b.c-0123456789"},
            "virtualMachineProfile.osProfile.computerNamePrefix",
            "a-b-c-012345678",
        ),
        ({"size": "Standard_ND96isrf_H100_v5"}, "sku.name", "Standard_ND96isrf_H100_v5"),
        ({"size": "STANDARD_ND96ISR_H100_V5"}, "sku.name", "Standard_ND96isr_H100_v5"),
    ],
)
def test_cluster_settings(changes: dict[str, Any], path: str, expected: object) -> None:
    value: Any = cluster(**changes).inputs["pretrain-scale-set"]
    for part in path.split("."):
        value = (value or {}).get(part)
    assert value == expected


def test_accelerated_networking_only_where_the_size_is_known_to_have_it() -> None:
    scale_set = cluster(size="Standard_ND96isrf_H100_v5").inputs["pretrain-scale-set"]
    (interface,) = scale_set["virtualMachineProfile"]["networkProfile"]["networkInterfaceConfigurations"]
    assert interface["enableAcceleratedNetworking"] is False


def test_store_has_no_keys_and_no_public_way_in() -> None:
    made = store()
    assert made.azure == [
        ("authorization:RoleAssignment", "checkpoints-nodes-access"),
        ("authorization:RoleAssignment", "checkpoints-people-access"),
        ("network:PrivateDnsZoneGroup", "checkpoints-zone-group"),
        ("network:PrivateEndpoint", "checkpoints-private-endpoint"),
        ("storage:BlobContainer", "checkpoints-container"),
        ("storage:BlobServiceProperties", "checkpoints-blob-service"),
        ("storage:ManagementPolicy", "checkpoints-lifecycle"),
        ("storage:StorageAccount", "checkpoints-account"),
    ]
    assert made.inputs["checkpoints-account"] == {
        "accessTier": "Hot",
        "accountName": "staicheckpointsx1",
        "allowBlobPublicAccess": False,
        "allowCrossTenantReplication": False,
        "allowSharedKeyAccess": False,
        "defaultToOAuthAuthentication": True,
        "enableHttpsTrafficOnly": True,
        "isLocalUserEnabled": False,
        "isSftpEnabled": False,
        "kind": "StorageV2",
        "location": "eastus",
        "minimumTlsVersion": "TLS1_2",
        "networkRuleSet": {"bypass": "None", "defaultAction": "Deny"},
        "publicNetworkAccess": "Disabled",
        "resourceGroupName": "rg",
        "sku": {"name": "Standard_ZRS"},
    }
    assert made.inputs["checkpoints-lifecycle"]["policy"] == {
        "rules": [
            {
                "definition": {
                    "actions": {"baseBlob": {"delete": {"daysAfterModificationGreaterThan": 14}}},
                    "filters": {"blobTypes": ["blockBlob"], "prefixMatch": ["checkpoints/"]},
                },
                "enabled": True,
                "name": "checkpoints",
                "type": "Lifecycle",
            }
        ]
    }
    assert made.protected == {"checkpoints-account", "checkpoints-container"}


def test_store_without_protection() -> None:
    assert store(protection="off").protected == set()


def test_premium_store_has_no_tiers() -> None:
    account = store(account_sku="Premium_LRS").inputs["checkpoints-account"]
    assert (account["kind"], account.get("accessTier")) == ("BlockBlobStorage", None)


def test_store_tiers() -> None:
    rule = store(retention_days=200, cool_after_days=1, cold_after_days=31).inputs["checkpoints-lifecycle"]
    assert rule["policy"]["rules"][0]["definition"]["actions"]["baseBlob"] == {
        "delete": {"daysAfterModificationGreaterThan": 200},
        "tierToCold": {"daysAfterModificationGreaterThan": 31},
        "tierToCool": {"daysAfterModificationGreaterThan": 1},
    }


def test_access_to_a_store_is_to_its_container_alone() -> None:
    assert store().inputs["checkpoints-people-access"] == {
        "principalId": "p2",
        "principalType": "Group",
        "roleAssignmentName": "3b5a509c-2bb5-54c1-999e-52acf6e25e37",
        "roleDefinitionId": f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Authorization/"
        "roleDefinitions/2a2b9908-6ea1-4ae2-8e65-a410df84e7d1",
        "scope": "/checkpoints-container",
    }


def test_network_is_closed() -> None:
    subnets = [
        NetworkSubnet(name="endpoints", purpose="privateEndpoints", addresses=59),
        NetworkSubnet(name="nodes", purpose="nodes", addresses=100),
    ]
    args = NetworkArgs(
        location="eastus",
        naming=NAMING,
        resource_group_name="rg",
        address_space="10.0.0.0/16",
        subnets=subnets,
    )
    made = register(lambda: Network("hub", args))
    assert made.azure == [
        ("network:NatGateway", "hub-nat-gateway"),
        ("network:NetworkSecurityGroup", "hub-endpoints-security-group"),
        ("network:NetworkSecurityGroup", "hub-nodes-security-group"),
        ("network:PublicIPAddress", "hub-egress-address"),
        ("network:Subnet", "hub-endpoints-subnet"),
        ("network:Subnet", "hub-nodes-subnet"),
        ("network:VirtualNetwork", "hub-virtual-network"),
    ]
    assert made.inputs["hub-nodes-subnet"] == {
        "addressPrefix": "10.0.0.128/25",
        "defaultOutboundAccess": False,
        "natGateway": {"id": "/hub-nat-gateway"},
        "networkSecurityGroup": {"id": "/hub-nodes-security-group"},
        "privateEndpointNetworkPolicies": "Disabled",
        "privateLinkServiceNetworkPolicies": "Enabled",
        "resourceGroupName": "rg",
        "subnetName": "snet-ai-hub-nodes-x1",
        "virtualNetworkName": "hub-virtual-network",
    }
    assert made.inputs["hub-endpoints-subnet"] == {
        "addressPrefix": "10.0.0.0/26",
        "defaultOutboundAccess": False,
        "networkSecurityGroup": {"id": "/hub-endpoints-security-group"},
        "privateEndpointNetworkPolicies": "NetworkSecurityGroupEnabled",
        "privateLinkServiceNetworkPolicies": "Enabled",
        "resourceGroupName": "rg",
        "subnetName": "snet-ai-hub-endpoints-x1",
        "virtualNetworkName": "hub-virtual-network",
    }
    rules = {
        name: [
            (rule["priority"], rule["access"], rule["sourceAddressPrefix"], rule["destinationPortRange"])
            for rule in made.inputs[f"hub-{name}-security-group"]["securityRules"]
        ]
        for name in ("nodes", "endpoints")
    }
    assert rules == {
        "nodes": [(100, "Allow", "10.0.0.128/25", "*"), (4096, "Deny", "*", "*")],
        "endpoints": [(100, "Allow", "VirtualNetwork", "443"), (4096, "Deny", "*", "*")],
    }


def test_network_without_a_way_out() -> None:
    args = NetworkArgs(
        location="eastus",
        naming=NAMING,
        resource_group_name="rg",
        address_space="10.0.0.0/16",
        subnets=[NetworkSubnet(name="nodes", purpose="nodes", addresses=4)],
        egress="none",
    )
    made = register(lambda: Network("hub", args))
    assert [type_ for type_, _ in made.azure] == [
        "network:NetworkSecurityGroup",
        "network:Subnet",
        "network:VirtualNetwork",
    ]
    assert "natGateway" not in made.inputs["hub-nodes-subnet"]


def test_zones_of_a_hub_are_made_with_its_provider() -> None:
    seen: list[Any] = []

    def program() -> None:
        hub = pulumi.ProviderResource("azure-native", "hub", {})
        args = PrivateDnsZonesArgs(
            location="eastus",
            resource_group_name="rg-hub",
            zone_names=["privatelink.blob.core.windows.net"],
            virtual_network_resource_id="/network",
        )
        zones = PrivateDnsZones("zones", args, hub_provider=hub)
        seen.extend(child._provider is hub for child in zones._childResources)

    made = register(program)
    assert seen == [True, True]
    assert made.inputs["zones-privatelink-blob-core-windows-net-link"] == {
        "location": "global",
        "privateZoneName": "zones-privatelink-blob-core-windows-net-zone",
        "registrationEnabled": False,
        "resourceGroupName": "rg-hub",
        "virtualNetwork": {"id": "/network"},
        "virtualNetworkLinkName": "zones",
    }


def test_names_that_azure_would_refuse_stop_a_component_before_anything_is_registered() -> None:
    with pytest.raises(SettingsError) as raised:
        store(label="a-name-that-is-far-too-long")
    assert str(raised.value) == (
        "1 problem in the arguments of CheckpointStore:\n"
        "  naming: the storageAccount of a-name-that-is-far-too-long would be named "
        "staianamethatisfartoolongx1, "
        "with 27 "
        "characters; Azure allows 3 to 24: shorten `naming.prefix`, `naming.pattern` or the name"
    )
