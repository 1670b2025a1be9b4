"""A subscription as a preflight saw it: the simulated Azure says of it what Azure said."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from azure_ai_landing_zone.preflight.saved import saved
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from helpers import preflights


@pytest.mark.parametrize("stack", ["inference", "models", "prod", "research"])
@pytest.mark.parametrize("profile", preflights.subscriptions())
def test_the_same_verdicts_come_of_it(tmp_path: Path, stack: str, profile: str) -> None:
    first = preflights.of(stack, preflights.subscriptions()[profile])
    file = tmp_path / "saved.yaml"
    file.write_text(yaml.safe_dump(saved(first)), encoding="utf-8")
    again = preflights.of(stack, SubscriptionSettings.read(file))
    assert [(one.subject, one.verdict) for one in again.findings] == [
        (one.subject, one.verdict) for one in first.findings
    ]
