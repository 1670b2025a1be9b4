"""Flow logs, in the network watcher that Azure makes by itself."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.samples import ACCOUNT_ID, NETWORK, NETWORK_ID, NSG_ID, STORAGE, SUBSCRIPTION

WATCHER_ID = (
    f"{SUBSCRIPTION}/resourceGroups/NetworkWatcherRG/providers/Microsoft.Network/networkWatchers/"
    "NetworkWatcher_eastus"
)
FLOW_LOG_ID = f"{WATCHER_ID}/flowLogs/all"

ANALYTICS = "flowAnalyticsConfiguration.networkWatcherFlowAnalyticsConfiguration.trafficAnalyticsInterval"


@pytest.fixture
def network(client: Any, group: str) -> str:
    """A network."""
    given = {"resourceGroupName": group, "virtualNetworkName": "v", "location": "eastus"}
    client.create(
        f"{NETWORK}:VirtualNetwork", "v", **given, addressSpace={"addressPrefixes": ["10.0.0.0/16"]}
    )
    return group


def account(client: Any, group: str, *, location: str = "eastus", sku: str = "Standard_ZRS") -> None:
    given = {"resourceGroupName": group, "accountName": "stsim", "location": location}
    kind = "BlockBlobStorage" if sku.startswith("Premium") else "StorageV2"
    client.create(f"{STORAGE}:StorageAccount", "s", **given, kind=kind, sku={"name": sku})


def flow_log(client: Any, **changes: Any) -> Any:
    inputs = {
        "resourceGroupName": "NetworkWatcherRG",
        "networkWatcherName": "NetworkWatcher_eastus",
        "flowLogName": "all",
        "location": "eastus",
        "targetResourceId": NETWORK_ID,
        "storageId": ACCOUNT_ID,
    }
    return client.create(f"{NETWORK}:FlowLog", "all", **(inputs | changes))


def test_a_region_with_a_network_has_a_watcher(client: Any, network: str) -> None:
    account(client, network)
    assert flow_log(client).id == FLOW_LOG_ID


def test_a_region_without_one_has_none(client: Any, network: str, refused: Any) -> None:
    account(client, network)
    watcher = WATCHER_ID.replace("eastus", "westus")
    with refused(
        'Status=404 Code="ParentResourceNotFound" Message="Failed to perform \'write\' on resource(s) of '
        f"type 'networkWatchers/flowLogs', because the parent resource '{watcher}' could not be found.\""
    ):
        flow_log(client, networkWatcherName="NetworkWatcher_westus")


def test_records_go_to_an_account_in_the_network_s_region(client: Any, network: str, refused: Any) -> None:
    account(client, network, location="westus")
    with refused(
        f'Status=400 Code="InvalidResourceReference" Message="Resource {ACCOUNT_ID} referenced by resource '
        f"{FLOW_LOG_ID} was not found. Please make sure that the referenced resource exists, and that both "
        'resources are in the same region."'
    ):
        flow_log(client)


def test_records_go_to_a_standard_account(client: Any, network: str, refused: Any) -> None:
    account(client, network, sku="Premium_LRS")
    with refused('Status=400 Code="BadRequest" Message="Premium storage accounts aren\'t supported."'):
        flow_log(client)


def test_what_can_t_be_logged_is_said_before(client: Any, network: str, refused: Any) -> None:
    account(client, network)
    with refused("targetResourceId: none can be made of security groups any more since 2025-06-30"):
        flow_log(client, targetResourceId=NSG_ID)
    analytics = {"networkWatcherFlowAnalyticsConfiguration": {"trafficAnalyticsInterval": 30}}
    with refused(f"{ANALYTICS}: must be 10 or 60, got 30"):
        flow_log(client, flowAnalyticsConfiguration=analytics)
