"""Subnets stay where they are, whatever a stack file gets or loses, without anybody writing down where."""

from typing import Any, get_origin

from azure_ai_landing_zone import LandingZone, LandingZoneSettings
from helpers.full_zone import full, second
from helpers.registered import Registered, register


def lists(settings: dict[str, Any]) -> list[str]:
    return [name for name, value in settings.items() if isinstance(value, list)]


def up(settings: dict[str, Any], before: Registered | None = None) -> Registered:
    """What a zone makes, in a stack that is as `before` has left it."""
    loaded = LandingZoneSettings.load(settings, "settings")
    state = before.made if before is not None else {}
    return register(lambda: LandingZone("zone", loaded), id_format=None, state=state)


def prefixes(made: Registered) -> dict[str, str]:
    return {
        name.removeprefix("zone-network-").removesuffix("-subnet"): made.inputs[name]["addressPrefix"]
        for name, type_ in made.types.items()
        if type_ == "azure-native:network:Subnet"
    }


def test_what_is_added_to_any_list_moves_no_subnet() -> None:
    settings = full()
    fields = LandingZoneSettings.model_fields.values()
    there = {field.alias for field in fields if get_origin(field.annotation) is list}
    assert set(lists(settings)) == there, "a list that this zone has nothing in"
    first = up(settings)
    assert prefixes(first) == {
        "endpoints": "10.50.0.0/26",
        "pretrain": "10.50.1.0/25",
        "data": "10.50.2.0/27",
        "slurm": "10.50.2.32/29",
        "front": "10.50.4.0/24",
        "workbench": "10.50.2.48/29",
        "serving": "10.50.2.64/27",
    }
    more = {
        name: [*settings[name], *(second(name, item) for item in settings[name])] for name in lists(settings)
    }
    # A zone has one of each: a second would make the same table.
    (audit,), (gates,) = settings["inferenceAudits"], settings["fabricGateLogs"]
    more["inferenceAudits"] = [audit | {"senderNames": ["front-gateway", "front-b-gateway"]}]
    more["fabricGateLogs"] = [gates | {"clusters": ["pretrain", "pretrain-b"]}]
    then = up(settings | more, first)
    assert {name: prefixes(then)[name] for name in prefixes(first)} == prefixes(first)
    assert len(prefixes(then)) == 2 * len(prefixes(first)) - 1
