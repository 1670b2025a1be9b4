"""A small network, its hub and what it talks to, as arguments that tests change."""

from typing import Any

from azure_ai_landing_zone import Naming, NetworkSubnet
from azure_ai_landing_zone.network.flows import Flow
from azure_ai_landing_zone.network.hub import HubNetworkArgs
from azure_ai_landing_zone.network.settings import HubConnection

NAMING = Naming(suffix="x1")
HUB_ID = "/subscriptions/s/resourceGroups/rg-hub/providers/Microsoft.Network/virtualNetworks/hub"
SUBNETS = [
    NetworkSubnet(name="endpoints", purpose="privateEndpoints", addresses=59),
    NetworkSubnet(name="nodes", purpose="nodes", addresses=100),
]


def arguments(**changes: Any) -> dict[str, Any]:
    return {
        "location": "eastus",
        "naming": NAMING,
        "resource_group_name": "rg",
        "address_space": "10.0.0.0/16",
        "subnets": SUBNETS,
        **changes,
    }


def hub(**changes: Any) -> HubConnection:
    values = {"address_ranges": ["10.9.0.0/24"], "virtual_network_resource_id": HUB_ID, **changes}
    return HubConnection(**values)


def hub_network(**changes: Any) -> HubNetworkArgs:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": NAMING,
        "resource_group_name": "rg",
        "address_space": "10.0.0.0/24",
        "spoke_ranges": ["10.32.0.0/11"],
        **changes,
    }
    return HubNetworkArgs(**values)


def flow(**changes: Any) -> Flow:
    values: dict[str, Any] = {
        "name": "callers",
        "direction": "inbound",
        "address_range": "10.64.0.0/20",
        "ports": ["443"],
        **changes,
    }
    return Flow(**values)
