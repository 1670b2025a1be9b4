"""How long a component waits for its roles."""

from collections.abc import Sequence
from types import ModuleType

import pulumi
import pytest

from azure_ai_landing_zone.access.role_wait import after_roles
from azure_ai_landing_zone.core.model import Input


def seconds_waited(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> list[int]:
    """Filled with the seconds of every wait that the module's components ask for from now on."""
    found: list[int] = []

    def told(assigned_on: Sequence[Input[str]], seconds: int) -> pulumi.ResourceOptions:
        found.append(seconds)
        return after_roles(assigned_on, seconds)

    monkeypatch.setattr(module, "after_roles", told)
    return found
