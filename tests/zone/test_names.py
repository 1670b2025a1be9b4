"""Names in stack files: whatever a setting allows is made, or refused at the name itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from azure_ai_landing_zone import LandingZone, LandingZoneSettings, SettingsError
from helpers.offline import ROOT
from helpers.registered import register
from helpers.settings import HUB_OUTPUTS, stack
from helpers.slurm_zone import zone

STACKS = [
    "slurm",
    *sorted(
        path.name.split(".")[1]
        for path in (ROOT / "stacks").glob("Pulumi.*.yaml")
        if "workloads" not in path.name
    ),
]


def settings_of(name: str) -> dict[str, Any]:
    return zone() if name == "slurm" else stack(name)


def named(stack: str) -> Iterator[tuple[str, str]]:
    """Every item of a list with a name: list, name."""
    for section, value in settings_of(stack).items():
        for item in value if isinstance(value, list) else []:
            if "name" in item:
                yield section, item["name"]


def renamed(value: Any, old: str, new: str) -> Any:
    """With another name wherever it is used, also in those of identities."""
    if isinstance(value, dict):
        return {renamed(name, old, new): renamed(item, old, new) for name, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, old, new) for item in value]
    if value == old or (isinstance(value, str) and value == f"{old}-gateway"):
        return new + value[len(old) :]
    return value


@pytest.mark.parametrize("name", STACKS)
def test_the_longest_name_is_made_or_refused_where_it_is_given(name: str) -> None:
    """Each by itself, and then all that are taken in one zone."""
    settings = settings_of(name)
    for number, (section, old) in enumerate(named(name)):
        new = f"abcdefghijklm{number:02}"
        changed = renamed(settings, old, new)
        try:
            LandingZoneSettings.load(changed, "settings")
        except SettingsError as error:
            refused = {(problem.path[0], problem.path[-1]) for problem in error.problems}
            assert refused == {(section, "name")}, (section, old)
        else:
            settings = changed
    loaded = LandingZoneSettings.load(settings, "settings")
    register(lambda: LandingZone("zone", loaded), stack_outputs=HUB_OUTPUTS, id_format=None)
