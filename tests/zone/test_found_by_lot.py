"""What random zones found (test_random_zones.py), each in a zone as small as shows it."""

from typing import Any

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
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
