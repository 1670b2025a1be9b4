"""Fixtures of pytest. In a conftest.py: `pytest_plugins = ["azure_simulator.testing.fixtures"]`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.provider.unknown_types import UnknownTypes
from azure_simulator.testing.stacks import SimulatedSubscription, simulated_subscription


@pytest.fixture
def subscription_settings() -> SubscriptionSettings:
    """What Azure has granted the simulated subscription. Override it where a test needs another one."""
    return SubscriptionSettings()


@pytest.fixture
def unknown_types() -> UnknownTypes:
    """What happens to types that are not simulated: `refuse`, or `shape`. Override it to keep them."""
    return "refuse"


@pytest.fixture
def azure(
    tmp_path: Path, subscription_settings: SubscriptionSettings, unknown_types: UnknownTypes
) -> Iterator[SimulatedSubscription]:
    """A simulated subscription of this test's own, attached to the real engine."""
    with simulated_subscription(tmp_path / "azure-simulator", subscription_settings, unknown_types) as made:
        yield made
