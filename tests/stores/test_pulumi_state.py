"""Where other stacks keep their state: whoever is to reach it comes from an address that is let in, or from
within a network."""

from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from helpers.registered import register
from helpers.settings import problems_of, stack

NOBODY = (
    "nobody reaches the state of other stacks: `allowedIpRanges` is empty, and there is no "
    "`privateWayIn`; give the public addresses that people and pipelines come from, or a network that "
    "they are in, before any stack keeps its state there"
)


NETWORK = "/subscriptions/s/resourceGroups/rg-runners/providers/Microsoft.Network/virtualNetworks/runners"
RUNNERS = {
    "mode": "existing",
    "virtualNetworkResourceId": NETWORK,
    "endpointSubnetResourceId": f"{NETWORK}/subnets/endpoints",
}


def private(network: dict[str, Any] | None) -> dict[str, Any]:
    """Settings of a bootstrap without public ways in."""
    settings: dict[str, Any] = stack("bootstrap")
    settings["pulumiState"] |= {"privateWayIn": True, "allowedIpRanges": []}
    return settings if network is None else settings | {"network": network}


@pytest.mark.parametrize(("ranges", "expected"), [([], [NOBODY]), (["20.1.2.0/28"], [])])
def test_a_state_that_nobody_reaches_is_said(
    ranges: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings: dict[str, Any] = stack("bootstrap")
    settings["pulumiState"]["allowedIpRanges"] = ranges
    warned: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_: warned.append(text))
    register(lambda: LandingZone("zone", LandingZoneSettings.load(settings, "bootstrap")), id_format=None)
    assert [text for text in warned if "state of other stacks" in text] == expected


@pytest.mark.parametrize("choice", [RUNNERS, {"mode": "create", "addressSpace": "10.9.0.0/24"}])
def test_with_a_private_way_alone_the_state_is_closed_to_the_internet(choice: dict[str, Any]) -> None:
    """In the network that runners are in, which somebody has; or in one that is made here."""
    made = register(
        lambda: LandingZone("zone", LandingZoneSettings.load(private(choice), "s")), id_format=None
    )
    assert made.inputs["zone-state-account"]["publicNetworkAccess"] == "Disabled"
    assert made.inputs["zone-state-vault-vault"]["properties"]["publicNetworkAccess"] == "disabled"
    endpoints = [name for type_, name in made.azure if type_ == "network:PrivateEndpoint"]
    assert endpoints == ["zone-state-blob-private-endpoint", "zone-state-vault-private-endpoint"]
    zones = [
        made.inputs[name]["privateZoneName"] for type_, name in made.azure if type_.endswith("PrivateZone")
    ]
    assert zones == ["privatelink.blob.core.windows.net", "privatelink.vaultcore.azure.net"]


def test_a_private_way_takes_a_network() -> None:
    settings = private(None)
    assert problems_of(settings) == ["network: missing: `pulumiState` needs one, created or existing"]
