"""What the sections of a stack file make, beside what the stacks on the engine show."""

import copy
from collections.abc import Callable
from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings, SettingsError
from helpers.registered import Registered, register
from helpers.settings import stack
from helpers.slurm_zone import zone as slurm_zone

NETWORK = "/subscriptions/h/resourceGroups/rg-hub/providers/Microsoft.Network"
BLOB = "privatelink.blob.core.windows.net"
HUB: dict[str, Any] = {
    "virtualNetworkResourceId": f"{NETWORK}/virtualNetworks/hub",
    "addressRanges": ["10.100.0.0/22"],
    "firewallPrivateIpAddress": "10.100.0.4",
    "zoneResourceIds": {BLOB: f"{NETWORK}/privateDnsZones/{BLOB}"},
}
SPOKE = {
    "mode": "create",
    "addressSpace": "10.104.0.0/16",
    "egress": "firewall",
    "hubConnection": {
        "mode": "stack",
        "stack": "organization/azure-ai-landing-zone/hub",
        "addressRanges": ["10.100.0.0/22"],
    },
}
LINK = "zone-private-dns-zones-privatelink-blob-core-windows-net-network-link"

See = Callable[[LandingZone], object]


def made(
    settings: dict[str, Any], *, hub: dict[str, Any] | None = None, see: See = str, **answers: Any
) -> Registered:
    def program() -> None:
        see(LandingZone("zone", LandingZoneSettings.load(settings, "settings")))

    return register(program, stack_outputs={"hub": hub} if hub is not None else {}, **answers)


def training(**changes: Any) -> dict[str, Any]:
    return copy.deepcopy(stack()) | changes


def spoke(**changes: Any) -> dict[str, Any]:
    return training(network=SPOKE, **changes)


def test_a_spoke_takes_ids_from_the_stack_of_its_hub() -> None:
    found = made(spoke(), hub=HUB).inputs
    assert found["zone-network-hub-side-peering"]["resourceGroupName"] == "rg-hub"
    assert found["zone-network-hub-side-peering"]["virtualNetworkName"] == "hub"
    assert found["zone-network-peering"]["remoteVirtualNetwork"] == {"id": HUB["virtualNetworkResourceId"]}
    assert found["zone-network-route-table"]["routes"][0]["nextHopIpAddress"] == "10.100.0.4"
    assert found[LINK]["resourceGroupName"] == "rg-hub"
    assert found["zone-checkpoints-blob-zone-group"]["privateDnsZoneConfigs"] == [
        {"name": "zone-1", "privateDnsZoneId": HUB["zoneResourceIds"][BLOB]}
    ]
    assert "zone-private-dns-zones-privatelink-blob-core-windows-net-zone" not in found


def test_nodes_fetch_what_their_scheduler_lets_jobs_start_containers_with() -> None:
    settings = slurm_zone() | {"network": SPOKE, "fabricGateLogs": []}
    checksums = {"enrootSha256": "a" * 64, "enrootCapsSha256": "b" * 64}
    settings["slurmSchedulers"][0]["containerRuntime"] = checksums
    seen: list[Any] = []
    vaults = "privatelink.vaultcore.azure.net"
    zones = HUB["zoneResourceIds"] | {vaults: f"{NETWORK}/privateDnsZones/{vaults}"}
    hub = HUB | {"zoneResourceIds": zones}
    made(settings, hub=hub, see=lambda zone: seen.append(zone.exports["waysOut"]))
    ways = {way["name"]: way["workloads"] for way in seen[0]}
    fetched = ["hpcImages", "ubuntu", "gitHub"]
    assert ways == {"pretrain": fetched, "slurm": fetched}


def test_a_spoke_says_what_its_firewall_has_to_let_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(ways: list[dict[str, Any]]) -> tuple[Any, list[str]]:
        warned: list[str] = []
        monkeypatch.setattr(pulumi.log, "warn", lambda text, *_: warned.append(text))
        exports: dict[str, Any] = {}

        def program() -> None:
            zone = LandingZone("zone", LandingZoneSettings.load(spoke(), "settings"))
            exports.update(zone.exports)

        register(program, stack_outputs={"hub": HUB, "firewallWaysOut": ways})
        return exports["waysOut"], [text for text in warned if "lets out" in text]

    needed = [{"name": "pretrain", "addressRanges": ["10.104.1.0/25"], "workloads": ["hpcImages", "ubuntu"]}]
    assert told(needed) == (needed, [])
    missing = needed[0] | {"workloads": ["ubuntu"]}
    assert told([missing]) == (
        needed,
        [
            "stack organization/azure-ai-landing-zone/hub lets out nothing of hpcImages for pretrain "
            "(10.104.1.0/25): add that to `hubNetwork.firewall.waysOut` there, as the output waysOut here "
            "has it, unless it is to be had without the internet"
        ],
    )


@pytest.mark.parametrize(
    ("hub", "said"),
    [
        (None, "has no output `hub`: bring it up first; a hub is a stack with `hubNetwork`"),
        ({"address": 1}, "has an output `hub` of another version: bring the hub up again"),
        (HUB | {"firewallPrivateIpAddress": None}, "has no firewall: give it one, or take another `egress`"),
        (
            HUB | {"zoneResourceIds": {}},
            f"has no private DNS zone {BLOB}: add it to `hubNetwork.dnsZoneNames` there, or say what becomes "
            "of it under `privateDnsZones.dnsZones` here",
        ),
        (
            HUB | {"addressRanges": ["10.99.0.0/22"]},
            "has 10.99.0.0/22, got 10.100.0.0/22: correct `network.hubConnection.addressRanges`",
        ),
    ],
)
def test_what_a_hub_lacks(hub: dict[str, Any] | None, said: str) -> None:
    with pytest.raises(SettingsError) as raised:
        made(spoke(), hub=hub)
    assert str(raised.value).splitlines() == [
        "1 problem in the reference to the hub:",
        f"  stack organization/azure-ai-landing-zone/hub {said}",
    ]


def test_a_hub_in_another_subscription_is_reached_by_a_provider_of_its_own() -> None:
    providers: dict[str, str | None] = {}

    def walk(component: pulumi.Resource) -> None:
        for child in component._childResources:
            if child._provider is not None:
                providers[child._name] = child._provider._name
            walk(child)

    found = made(spoke(hubSubscriptionId="00000000-0000-0000-0000-000000000009"), hub=HUB, see=walk)
    assert found.inputs["zone-hub-subscription"]["subscriptionId"] == "00000000-0000-0000-0000-000000000009"
    by_hub = [name for name, provider in providers.items() if provider == "zone-hub-subscription"]
    assert sorted(by_hub) == ["zone-network-hub-side-peering", LINK]


def test_zones_of_the_stacks_own_are_made_in_its_own_subscription() -> None:
    def see(zone: LandingZone) -> None:
        (zones,) = [one for one in zone._childResources if one._name == "zone-private-dns-zones"]
        assert [child._provider for child in zones._childResources] == [None, None]

    made(training(hubSubscriptionId="00000000-0000-0000-0000-000000000009"), see=see)


def test_a_hub_and_its_spoke_in_one_stack_share_zones() -> None:
    found = made(
        training(
            hubNetwork={
                "addressSpace": "10.100.0.0/22",
                "spokeRanges": ["10.104.0.0/16"],
                "firewall": {"mode": "create"},
                "dnsZoneNames": [BLOB, "privatelink.search.windows.net"],
            },
            network=SPOKE | {"hubConnection": {"mode": "create"}},
        ),
        id_format=f"{NETWORK}/virtualNetworks/{{name}}",
    )
    assert [name for type_, name in found.azure if type_.startswith("privatedns:")] == [
        "zone-private-dns-zones-privatelink-blob-core-windows-net-zone",
        "zone-private-dns-zones-privatelink-search-windows-net-zone",
        "zone-private-dns-zones-privatelink-blob-core-windows-net-hub-link",
        LINK,
        "zone-private-dns-zones-privatelink-search-windows-net-hub-link",
        "zone-private-dns-zones-privatelink-search-windows-net-network-link",
    ]
    assert found.inputs["zone-network-peering"]["remoteVirtualNetwork"] == {
        "id": f"{NETWORK}/virtualNetworks/zone-hub-virtual-network"
    }


def test_working_hours_decide_how_many_nodes_there_are() -> None:
    settings = training()
    settings["trainingClusters"][0]["workingHours"] = {"nodeCount": 4, "timeZone": "UTC"}
    found = made(settings)
    autoscale = found.inputs["zone-pretrain-hours-autoscale"]
    assert autoscale["targetResourceUri"] == "/zone-pretrain-scale-set"
    assert ("monitor:DiagnosticSetting", "zone-pretrain-hours-diagnostics") in found.azure


@pytest.mark.parametrize("changes", [{"diagnosticSettings": "external"}, {"logAnalytics": None}])
def test_diagnostic_settings_are_left_to_policy_or_left_out(changes: dict[str, Any]) -> None:
    found = made(training(**changes))
    assert [type_ for type_, _ in found.azure if type_ == "monitor:DiagnosticSetting"] == []


def test_endpoints_of_what_others_made_share_the_zones() -> None:
    def of(provider: str, name: str) -> str:
        return f"/subscriptions/s/resourceGroups/rg/providers/Microsoft.{provider}/{name}"

    found = made(
        training(
            privateAiEndpoints=[
                {
                    "name": "lake",
                    "service": "storage",
                    "subresources": ["blob", "dfs"],
                    "targetResourceId": of("Storage", "storageAccounts/lake"),
                },
                {
                    "name": "search",
                    "service": "aiSearch",
                    "targetResourceId": of("Search", "searchServices/search"),
                },
            ]
        )
    )
    assert [name for type_, name in found.azure if type_ == "network:PrivateEndpoint"] == [
        "zone-checkpoints-blob-private-endpoint",
        "zone-private-endpoints-lake-blob-private-endpoint",
        "zone-private-endpoints-lake-dfs-private-endpoint",
        "zone-private-endpoints-search-searchService-private-endpoint",
    ]
    zones = [name for type_, name in found.azure if type_ == "privatedns:PrivateZone"]
    assert zones == [
        "zone-private-dns-zones-privatelink-blob-core-windows-net-zone",
        "zone-private-dns-zones-privatelink-dfs-core-windows-net-zone",
        "zone-private-dns-zones-privatelink-search-windows-net-zone",
    ]


def test_exports_are_those_of_what_is_there() -> None:
    exports: list[str] = []
    made(training(), see=lambda zone: exports.extend(zone.exports))
    assert sorted(exports) == [
        "checkpointStores",
        "egressIpAddress",
        "logAnalyticsWorkspaceResourceId",
        "resourceGroupName",
        "subnetPrefixes",
        "trainingClusters",
        "virtualNetworkResourceId",
    ]
