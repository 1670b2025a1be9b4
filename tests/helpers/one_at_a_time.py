"""What a program may write at once, and Azure takes one after another only."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pulumi.runtime import mocks

from azure_simulator.cloud import resource_type
from helpers.registered import Registered


@dataclass
class Written(Registered):
    """With Azure's own ids, by logical name."""

    id_format: str | None = None
    ids: dict[str, str] = field(default_factory=dict)

    def answer(self, args: mocks.MockResourceArgs) -> tuple[str, dict[str, Any]]:
        id_, state = super().answer(args)
        self.ids[args.name] = id_
        return id_, state


def at_once(made: Written) -> list[tuple[str, str]]:
    """Pairs of logical names of which neither waits for the other, though Azure would refuse the second."""
    found = []
    for names in _turns(made).values():
        seen: set[str] = set()
        before: dict[str, set[str]] = {name: set(_before(made, name)) for name in names}
        for name in sorted(names, key=lambda name: (len(before[name]), name)):
            found += [(other, name) for other in sorted(seen - before[name])]
            seen.add(name)
    return found


def _turns(made: Written) -> dict[str, list[str]]:
    """Logical names by what Azure writes for them."""
    found = defaultdict(list)
    for name, id_ in made.ids.items():
        unit = resource_type.find(made.types[name])
        if unit is None:
            continue
        for place in (unit.serial_with(id_), unit.serial_by(made.inputs[name])):
            if place is not None:
                found[place.lower()].append(name)
    return found


def _before(made: Written, name: str) -> Iterator[str]:
    """All that it waits for, by whatever way."""
    seen, waiting = set[str](), [name]
    while waiting:
        for one in made.dependencies.get(waiting.pop(), ()):
            if one not in seen:
                seen.add(one)
                waiting.append(one)
                yield one
