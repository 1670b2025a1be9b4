"""What random zones found (test_random_zones.py), each in a zone as small as shows it."""

from typing import Any

import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings, SettingsError
from azure_simulator.testing import mocks
from helpers.full_zone import full
from helpers.one_at_a_time import Written, at_once
from helpers.settings import stack


def made(settings: dict[str, Any]) -> Written:
    loaded = LandingZoneSettings.load(settings, "settings")
    return mocks.run(
        Written(), lambda: LandingZone("zone", loaded), project="azure-ai-landing-zone", stack="dev"
    )


def models(observability: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The stack without a hub."""
    settings = stack("models")
    observability["recipients"] = settings["observability"]["recipients"]
    return settings | {"network": full()["network"], "observability": observability} | changes


def test_all_that_rows_come_in_through_joins_the_scope_one_after_another() -> None:
    scope = {"monitorPrivateLink": {"mode": "create"}, "telemetry": {}}
    assert at_once(made(models(scope, fabricGateLogs=[{"name": "gates"}]))) == []


def test_a_gateway_without_telemetry_asks_for_no_role_on_it() -> None:
    settings = models({"monitorPrivateLink": {"mode": "create"}})
    assert [name for _, name in made(settings).azure if "telemetry" in name] == []


def test_a_hub_and_its_spoke_in_one_stack_have_names_of_their_own() -> None:
    settings = stack("hub") | {"network": full()["network"]}
    networks = {
        name: one["virtualNetworkName"]
        for name, one in made(settings).inputs.items()
        if name.endswith("-virtual-network")
    }
    assert networks == {
        "zone-hub-virtual-network": "vnet-ai-zone-hub-76dc31",
        "zone-network-virtual-network": "vnet-ai-zone-76dc31",
    }


def test_a_gateway_to_services_without_deployments_is_refused() -> None:
    settings = models({"monitorPrivateLink": {"mode": "create"}})
    for one in settings["modelServices"]:
        del one["deployments"]
    gateway = settings["modelGateways"][0]
    gateway["teams"] = [{"name": "support", "tokensPerMinute": 1000, "promptScreening": {}}]
    gateway["teamCallers"] = {"support": ["support"]}
    for name in ("modelClusters", "tokenPrices"):
        gateway.pop(name, None)
    with pytest.raises(SettingsError) as refusal:
        LandingZoneSettings.load(settings, "settings")
    assert str(refusal.value).splitlines()[1:] == [
        "  modelGateways[0].backendServices: none of sweden, germany has a deployment: give them one of "
        "`deployments`"
    ]
