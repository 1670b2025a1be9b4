"""A training cluster is one fabric, whatever else is asked for."""

import base64
import json
from typing import Any

import pytest

from azure_ai_landing_zone import (
    LandingZone,
    LandingZoneSettings,
    Naming,
    TrainingCluster,
    TrainingClusterArgs,
)
from helpers.registered import Registered, register
from helpers.settings import SUBJECT, stack

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me"
NAMING = Naming(suffix="x1")


CHECKPOINTS = {"node_services": {"checkpoint_container_url": "https://a.blob.core.windows.net/checkpoints"}}


def arguments(**changes: Any) -> dict[str, Any]:
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
    return values | changes


def cluster(**changes: Any) -> Registered:
    return register(lambda: TrainingCluster("pretrain", TrainingClusterArgs(**arguments(**changes))))


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
        (
            {"existing_placement_group": {"proximity_placement_group_resource_id": "/theirs"}},
            "proximityPlacementGroup",
            {"id": "/theirs"},
        ),
        ({"spot": True, **CHECKPOINTS}, "virtualMachineProfile.priority", "Spot"),
        ({"spot": True, **CHECKPOINTS}, "virtualMachineProfile.evictionPolicy", "Delete"),
        ({"spot": True, **CHECKPOINTS}, "virtualMachineProfile.billingProfile", {"maxPrice": -1.0}),
        ({"spot": True, **CHECKPOINTS}, "virtualMachineProfile.scheduledEventsProfile", None),
        (
            {"spot": True, "eviction_policy": "Deallocate", **CHECKPOINTS},
            "virtualMachineProfile.evictionPolicy",
            "Deallocate",
        ),
        ({}, "virtualMachineProfile.evictionPolicy", None),
        (
            {"image_version": None, "own_image": {"image_resource_id": "/image"}},
            "virtualMachineProfile.storageProfile.imageReference",
            {"id": "/image"},
        ),
        (
            {"data_disks": [{"size_gib": 512}, {"size_gib": 1024, "disk_sku": "StandardSSD_LRS"}]},
            "virtualMachineProfile.storageProfile.dataDisks",
            [
                {
                    "caching": "None",
                    "createOption": "Empty",
                    "diskSizeGB": 512,
                    "lun": 0,
                    "managedDisk": {"storageAccountType": "Premium_LRS"},
                },
                {
                    "caching": "None",
                    "createOption": "Empty",
                    "diskSizeGB": 1024,
                    "lun": 1,
                    "managedDisk": {"storageAccountType": "StandardSSD_LRS"},
                },
            ],
        ),
        (
            {"size": "Standard_ND96isr_MI300X_v5", "location": "westus"},
            "virtualMachineProfile.storageProfile.imageReference.sku",
            "2404-rocm",
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


def test_an_existing_placement_group_is_not_made_again() -> None:
    made = cluster(existing_placement_group={"proximity_placement_group_resource_id": "/theirs"})
    assert made.azure == [("compute:VirtualMachineScaleSet", "pretrain-scale-set")]


def test_commands_for_nodes_that_run() -> None:
    said: dict[str, str] = {}

    def program() -> None:
        made = TrainingCluster("pretrain", TrainingClusterArgs(**arguments()))
        made.update_nodes_command.apply(lambda text: said.update(update=text))
        made.reimage_nodes_command.apply(lambda text: said.update(reimage=text))

    register(program)
    which = "--resource-group rg --name pretrain-scale-set"
    assert said == {
        "update": f"az vmss update-instances {which} --instance-ids '*'",
        "reimage": f"az vmss update-instances {which} --instance-ids '*' && az vmss reimage {which}",
    }


def test_a_zone_gives_roles_to_an_identity_that_exists() -> None:
    settings = stack()
    settings["trainingClusters"][0]["runsAs"] = {
        "identityResourceId": "/theirs/identity",
        "principalId": "their-principal",
        "clientId": "their-client",
    }
    made = register(lambda: LandingZone("training", LandingZoneSettings.load(settings, SUBJECT)))
    scale_set = made.inputs["training-pretrain-scale-set"]
    assert scale_set["identity"]["userAssignedIdentities"] == ["/theirs/identity"]
    assert made.inputs["training-checkpoints-pretrain-access"]["principalId"] == "their-principal"
    assert [name for type_, name in made.azure if "UserAssignedIdentity" in type_] == []
