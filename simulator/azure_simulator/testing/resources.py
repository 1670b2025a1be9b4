"""What a stack has made, and what stands on what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Resource:
    """One entry of a stack's state."""

    type: str
    """Pulumi's, without a version: `azure-native:storage:StorageAccount`."""
    name: str
    """The logical one."""
    id: str
    """Azure's; empty for components."""
    inputs: Mapping[str, Any]
    outputs: Mapping[str, Any]
    protect: bool
    urn: str
    parent: str
    """The URN of the component that it belongs to, or empty."""
    dependencies: tuple[str, ...]
    """URNs."""


class Resources(Sequence[Resource]):
    """The resources of a stack, in the order they were made."""

    def __init__(self, state: Mapping[str, Any]) -> None:
        """state: of a stack, as `pulumi stack export` prints it."""
        found = state.get("deployment", {}).get("resources") or []
        self._all = [_resource(one) for one in found if not one["type"].startswith("pulumi:")]
        self._by_urn = {one.urn: one for one in self._all}

    def __getitem__(self, index: Any) -> Any:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Resource]:
        return iter(self._all)

    def of(self, type_: str) -> list[Resource]:
        """Those of a type: `storage:StorageAccount`, or a whole token."""
        return [one for one in self._all if one.type in (type_, f"azure-native:{type_}")]

    def one(self, type_: str, name: str | None = None) -> Resource:
        """The only one of a type, or the one with this logical name. Raises AssertionError."""
        found = [one for one in self.of(type_) if name in (None, one.name)]
        there = ", ".join(f"{one.type} {one.name}" for one in self._all) or "nothing"
        assert len(found) == 1, f"{len(found)} of {type_} {name or ''}; there is {there}"  # noqa: S101
        return found[0]

    def stands_on(self, resource: Resource) -> set[str]:
        """Logical names of all that must be there before it, by whatever way."""
        seen: set[str] = set()
        waiting = [*resource.dependencies, resource.parent]
        while waiting:
            urn = waiting.pop()
            if urn in self._by_urn and urn not in seen:
                seen.add(urn)
                waiting += [*self._by_urn[urn].dependencies, self._by_urn[urn].parent]
        return {self._by_urn[urn].name for urn in seen}


def _resource(state: Mapping[str, Any]) -> Resource:
    return Resource(
        type=state["type"],
        name=state["urn"].split("::")[-1],
        id=state.get("id", ""),
        inputs=state.get("inputs", {}),
        outputs=state.get("outputs", {}),
        protect=state.get("protect", False),
        urn=state["urn"],
        parent=state.get("parent", ""),
        dependencies=tuple(state.get("dependencies", ())),
    )
