"""Ids and inputs that several tests of the simulated Azure share."""

from __future__ import annotations

import copy
import re
from typing import Any

SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000001"
PROVIDERS = f"{SUBSCRIPTION}/resourceGroups/rg-test/providers"
NETWORK = "azure-native:network"
COMPUTE = "azure-native:compute"
STORAGE = "azure-native:storage"
NETWORK_ID = f"{PROVIDERS}/Microsoft.Network/virtualNetworks/v"
SUBNET_ID = f"{NETWORK_ID}/subnets/n"
NSG_ID = f"{PROVIDERS}/Microsoft.Network/networkSecurityGroups/nsg"
ACCOUNT_ID = f"{PROVIDERS}/Microsoft.Storage/storageAccounts/stsim"
ROLE = (
    f"{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/ba92f5b4-2d11-453d-a403-e96b0029c9fe"
)
RULE = {
    "name": "r",
    "access": "Allow",
    "direction": "Inbound",
    "protocol": "*",
    "priority": 100,
    "sourceAddressPrefix": "*",
    "destinationAddressPrefix": "*",
    "sourcePortRange": "*",
    "destinationPortRange": "22",
}
GPU = "Standard_ND96isr_H100_v5"


def missing(reference: str, by: str) -> str:
    """What Azure says where a resource refers to what isn't there."""
    return (
        f'Status=400 Code="InvalidResourceReference" Message="Resource {reference} referenced by resource '
        f"{by} was not found. Please make sure that the referenced resource exists, and that both resources "
        'are in the same region."'
    )


def not_to_change(path: str) -> str:
    """What Azure says where a property can't be changed like that."""
    return (
        f'Status=409 Code="PropertyChangeNotAllowed" Message="Changing property \'{path}\' is not allowed."'
    )


def scale_set(**more: Any) -> dict[str, Any]:
    return {
        "vmScaleSetName": "vmss",
        "sku": {"name": GPU, "capacity": 2},
        "orchestrationMode": "Uniform",
        "singlePlacementGroup": True,
        "upgradePolicy": {"mode": "Manual"},
        "virtualMachineProfile": profile(),
        **more,
    }


def profile(**more: Any) -> dict[str, Any]:
    nic = {"name": "nic", "primary": True, "ipConfigurations": [{"name": "ip", "subnet": {"id": SUBNET_ID}}]}
    return {
        "osProfile": {
            "adminUsername": "azureuser",
            "linuxConfiguration": {
                "disablePasswordAuthentication": True,
                "ssh": {
                    "publicKeys": [{"keyData": "ssh-rsa A", "path": "/home/azureuser/.ssh/authorized_keys"}]
                },
            },
        },
        "storageProfile": {
            "imageReference": {"publisher": "p", "offer": "o", "sku": "s", "version": "1.0.0"}
        },
        "networkProfile": {"networkInterfaceConfigurations": [nic]},
        **more,
    }


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
