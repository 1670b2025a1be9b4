"""Who gets in to the models of a cluster, and by what."""

from typing import Any

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from helpers.inference_settings import settings


def problems(**gateway: Any) -> list[str]:
    """What is wrong with a gateway."""
    with pytest.raises(SettingsError) as refused:
        InferenceWorkloadsSettings(**settings(gateway=gateway))
    return [line.strip() for line in str(refused.value).splitlines()[1:]]


def test_nobody_gets_in_because_something_was_left_out() -> None:
    assert problems() == ["gateway.callers: missing"]
