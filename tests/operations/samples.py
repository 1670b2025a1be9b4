"""Settings of what a subscription has one of."""

from typing import Any

import pytest

from azure_ai_landing_zone import LandingZoneSettings, SettingsError
from helpers.settings import stack


def settings(of: str = "bootstrap", **sections: Any) -> LandingZoneSettings:
    return LandingZoneSettings.load(stack(of) | sections, of)


def refused(of: str = "bootstrap", **sections: Any) -> list[str]:
    with pytest.raises(SettingsError) as raised:
        settings(of, **sections)
    return [line.strip() for line in str(raised.value).splitlines()[1:]]
