"""Who connected to whom is written down, of every network of the stacks that others stand on."""

from typing import Any

import pytest

from azure_ai_landing_zone.core.naming import Naming
from azure_ai_landing_zone.network.flow_logs import FlowLogs, FlowLogsArgs
from helpers.registered import register
from helpers.settings import problems_of, stack
from recorded import resources


def of(stack: str, kind: str) -> list[dict[str, Any]]:
    return [one for one in resources(stack) if one["urn"].partition("::")[0].endswith(f"azure-native:{kind}")]


@pytest.mark.parametrize("stack", ["hub", "prod"])
def test_connections_of_each_network_are_written_down(stack: str) -> None:
    networks = [one["id"] for one in of(stack, "network:VirtualNetwork")]
    assert [one["inputs"]["targetResourceId"] for one in of(stack, "network:FlowLog")] == networks


def test_a_new_category_of_a_security_group_s_logs_is_not_paid_for_unasked() -> None:
    settings = [one["inputs"] for one in of("prod", "monitor:DiagnosticSetting")]
    groups = [one for one in settings if "/networkSecurityGroups/" in one["resourceUri"]]
    assert groups != []
    assert [log for one in groups for log in one["logs"] if "categoryGroup" in log] == []


NETWORK = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/vnet"


def made(**changes: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "virtual_network_resource_ids": {"network": NETWORK},
        "storage_account_resource_id": "/store",
        "identity_resource_id": "/writer",
        "workspace_resource_id": "/logs",
        **changes,
    }
    inputs = register(lambda: FlowLogs("zone", FlowLogsArgs(**values))).inputs
    return inputs["zone-network-flow-log"]


def test_a_flow_log_is_in_azure_s_own_watcher_and_writes_without_keys() -> None:
    assert made() == {
        "flowLogName": "flowlog-ai-zone-network-x1",
        "networkWatcherName": "NetworkWatcher_eastus",
        "resourceGroupName": "NetworkWatcherRG",
        "location": "eastus",
        "enabled": True,
        "targetResourceId": NETWORK,
        "storageId": "/store",
        "identity": {"type": "UserAssigned", "userAssignedIdentities": ["/writer"]},
        "format": {"type": "JSON", "version": 2},
        "retentionPolicy": {"enabled": True, "days": 30},
        "flowAnalyticsConfiguration": {
            "networkWatcherFlowAnalyticsConfiguration": {
                "enabled": True,
                "trafficAnalyticsInterval": 60,
                "workspaceResourceId": "/logs",
            }
        },
    }


def test_a_company_s_own_watcher_is_taken_by_its_id() -> None:
    own = "/subscriptions/s/resourceGroups/watchers/providers/Microsoft.Network/networkWatchers/own"
    inputs = made(network_watcher_resource_id=own)
    assert (inputs["resourceGroupName"], inputs["networkWatcherName"]) == ("watchers", "own")


def test_flow_logs_are_of_networks_that_the_stack_makes() -> None:
    settings = stack("dev")
    del settings["logAnalytics"]
    settings["flowLogs"] = {}
    assert problems_of(settings) == ["logAnalytics: missing: `flowLogs` are summed up into a workspace"]
    settings = {name: stack("bootstrap")[name] for name in ("location", "tags")}
    settings |= {"logAnalytics": {"mode": "create"}, "flowLogs": {"networkWatcherResourceId": "/own"}}
    wrong = (
        "flowLogs.networkWatcherResourceId: must be the full id of a Microsoft.Network/networkWatchers, got "
        "'/own'"
    )
    assert problems_of(settings) == [
        "network: missing: `flowLogs` needs one, created or existing",
        wrong,
    ]
    settings["network"] = {
        "mode": "existing",
        "virtualNetworkResourceId": NETWORK,
        "endpointSubnetResourceId": f"{NETWORK}/subnets/endpoints",
    }
    assert problems_of(settings) == [
        wrong,
        "flowLogs: the network is somebody else's, who has its flow logs as well: remove this",
    ]
