"""Settings of what a subscription has one of."""

from typing import Any

from azure_ai_landing_zone import LandingZoneSettings
from helpers.settings import problems_of, stack


def settings(of: str = "bootstrap", **sections: Any) -> LandingZoneSettings:
    return LandingZoneSettings.load(stack(of) | sections, of)


def refused(of: str = "bootstrap", **sections: Any) -> list[str]:
    return problems_of(stack(of) | sections)
