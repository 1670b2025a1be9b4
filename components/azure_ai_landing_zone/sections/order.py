"""In which order the parts of a zone are made."""

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

from azure_ai_landing_zone.sections.section import Section


def in_order(kinds: Sequence[type[Section]]) -> list[type[Section]]:
    """Each kind after those that it says it comes after; else as they are. Raises ValueError for kinds that
    wait for each other."""
    before = {
        kind: {other for other in kinds if other is not kind and issubclass(other, kind.after)}
        for kind in kinds
    }
    sorter = TopologicalSorter(before)
    try:
        sorter.prepare()
    except CycleError as error:
        names = " and ".join(kind.__name__ for kind in error.args[1])
        raise ValueError(f"wait for each other: {names}") from None
    found: list[type[Section]] = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready(), key=kinds.index)
        found += ready
        sorter.done(*ready)
    return found
