"""Settings of the project's own stacks, and what is wrong with changed ones."""

import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import LandingZoneSettings, SettingsError
from azure_ai_landing_zone.catalog import private_link
from helpers.offline import SMALL

STACKS = Path(__file__).parents[2] / "stacks"
SUBJECT = "azure-ai-landing-zone:landingZone of stack training"

_HUB = "/subscriptions/h/resourceGroups/rg-hub/providers"

HUB_OUTPUTS: dict[str, Any] = {
    "hub": {
        "virtualNetworkResourceId": f"{_HUB}/Microsoft.Network/virtualNetworks/hub",
        "addressRanges": ["10.100.0.0/22"],
        "firewallPrivateIpAddress": "10.100.0.4",
        "bastionAddressRange": "10.100.0.128/26",
        "zoneResourceIds": {
            zone.replace("{region}", "eastus"): f"{_HUB}/Microsoft.Network/privateDnsZones/{zone}"
            for service in private_link.services()
            for link in private_link.of_service(service)
            for zone in link.zones["public"]
        },
    },
    "monitorPrivateLinkScopeResourceId": f"{_HUB}/Microsoft.Insights/privateLinkScopes/hub",
}
"""Of the stack hub, for those that refer to it."""


def stack(name: str | None = None) -> dict[str, Any]:
    """Its settings, the caller's to change; without a name those of a small training zone."""
    return copy.deepcopy(_settings(SMALL if name is None else STACKS / f"Pulumi.{name}.yaml"))


@cache
def _settings(file: Path) -> dict[str, Any]:
    text = file.read_text(encoding="utf-8")
    settings: dict[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)["config"][
        "azure-ai-landing-zone:landingZone"
    ]
    return settings


def problems_of(settings: Any) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        LandingZoneSettings.load(settings, SUBJECT)
    head, *problems = str(raised.value).split("\n")
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    assert head == f"{count} in {SUBJECT}:"
    assert len(raised.value.problems) == len(problems)
    return [problem.removeprefix("  ") for problem in problems]
