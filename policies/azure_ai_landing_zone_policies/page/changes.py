"""What a state has that a former one of the same stack hadn't, and the other way round."""

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone_policies.page.model import Changes
from azure_ai_landing_zone_policies.page.state import State

_PATHS = 6
"""So many inputs are named, then how many more."""


def changes(before: State, after: State) -> Changes:
    """Resources are the same by their URNs, the parts of stack and project left out."""
    old, new = _by_urn(before), _by_urn(after)
    changed = []
    for urn in sorted(old.keys() & new.keys()):
        paths = sorted({*_paths(old[urn], new[urn])})
        if paths:
            more = (f"and {len(paths) - _PATHS} more",) if len(paths) > _PATHS else ()
            changed.append((_name(urn), (*paths[:_PATHS], *more)))
    return Changes(
        tuple(_name(urn) for urn in sorted(new.keys() - old.keys())),
        tuple(_name(urn) for urn in sorted(old.keys() - new.keys())),
        tuple(changed),
    )


def _by_urn(state: State) -> dict[str, Mapping[str, Any]]:
    kept = (one for one in state.resources if not one["type"].startswith("pulumi:"))
    return {"::".join(one["urn"].split("::")[2:]): one["inputs"] for one in kept}


def _name(urn: str) -> str:
    return f"{urn.rpartition('::')[2]} ({urn.rpartition('::')[0].rpartition(':')[2]})"


def _paths(old: Any, new: Any, at: str = "") -> Iterator[str]:
    """Of the innermost values that differ; lists as a whole where their lengths do."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in {*old, *new}:
            yield from _paths(old.get(key), new.get(key), f"{at}.{key}" if at else str(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _paths(one, other, f"{at}[{index}]")
    elif old != new:
        yield at
