"""What is said of a simulated subscription beforehand: what Azure has granted it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

PLACEMENT_GROUP_INSTANCES: Final = 100
"""Of a scale set in one placement group, where nothing is granted.
Source: learn.microsoft.com/azure/virtual-machines/setup-infiniband, 2026-09-25."""
MOST_GRANTED_INSTANCES: Final = 300
"""The most that Azure's support grants for HPC sizes, from the same page."""

_KEYS = {"singlePlacementGroupLimit": "single_placement_group_limit"}


@dataclass(frozen=True)
class SubscriptionSettings:
    """Settings that hold for every subscription of a simulated Azure.

    single_placement_group_limit: instances that a scale set of an HPC size may have in one placement group.
    """

    single_placement_group_limit: int = PLACEMENT_GROUP_INSTANCES

    @classmethod
    def read(cls, file: Path) -> SubscriptionSettings:
        """Reads YAML or JSON. Raises ValueError with a line for each thing that is wrong, and where it is."""
        try:
            content = yaml.safe_load(file.read_text(encoding="utf-8"))
        except OSError as problem:
            raise ValueError(f"{file}: {problem.strerror}") from None
        except (yaml.YAMLError, UnicodeDecodeError) as problem:
            raise ValueError(f"{file}: no YAML: {problem}") from None
        if not isinstance(content, dict):
            raise ValueError(f"{file}: expected an object, got {content!r}")  # noqa: TRY004 - one kind of error
        if wrong := list(_problems(content)):
            raise ValueError("\n".join(f"{file}: {text}" for text in wrong))
        return cls(**{_KEYS[key]: value for key, value in content.items()})


def _problems(content: dict[Any, Any]) -> Iterator[str]:
    for key in content:
        if key not in _KEYS:
            yield f"unknown key {key!r}; known are {', '.join(_KEYS)}"
    limit = content.get("singlePlacementGroupLimit", PLACEMENT_GROUP_INSTANCES)
    whole = isinstance(limit, int) and not isinstance(limit, bool)
    if not whole or not PLACEMENT_GROUP_INSTANCES <= limit <= MOST_GRANTED_INSTANCES:
        yield (
            f"singlePlacementGroupLimit: expected a whole number from {PLACEMENT_GROUP_INSTANCES}, which "
            f"every subscription has, to {MOST_GRANTED_INSTANCES}, got {limit!r}"
        )
