"""Which nodes to measure against each other, and whom to blame. Nothing here runs anything."""

from collections.abc import Callable, Iterable, Sequence

Pair = tuple[str, str]


def rounds(nodes: Sequence[str]) -> list[list[Pair]]:
    """Pairs that run at a time, so that each node is in at least one: nobody in two of a round."""
    pairs = [(nodes[number], nodes[number + 1]) for number in range(0, len(nodes) - 1, 2)]
    if not pairs:
        return []
    odd = [[(nodes[-1], nodes[0])]] if len(nodes) % 2 else []
    return [pairs, *odd]


def retests(failed: Iterable[Pair], good: Sequence[str]) -> list[list[Pair]]:
    """Each node of a failed pair against a good one, as many at a time as there are good ones."""
    suspects = sorted({node for pair in failed for node in pair} - set(good))
    found: list[list[Pair]] = []
    if not good:
        return found
    for start in range(0, len(suspects), len(good)):
        found.append(list(zip(suspects[start : start + len(good)], good, strict=False)))
    return found


Measure = Callable[[Sequence[str]], bool]
"""Whether an all-reduce over these nodes is fast enough."""


def slow_ones(nodes: Sequence[str], measure: Measure) -> set[str]:
    """The nodes without which an all-reduce over all the others is fast enough; all of them where no two
    nodes are."""
    core = _sound_part(nodes, measure)
    if len(core) == len(nodes) or len(nodes) < 2:
        return set()
    if not core:
        return set(nodes)
    others = [node for node in nodes if node not in core]
    return set(nodes) - set(_with_others(core, others, measure))


def _sound_part(nodes: Sequence[str], measure: Measure) -> list[str]:
    """Some of the nodes that are fast together, by halves; none where nothing of two nodes is."""
    if len(nodes) < 2:
        return []
    if measure(nodes):
        return list(nodes)
    if len(nodes) == 2:
        return []
    half = (len(nodes) + 1) // 2
    return max((_sound_part(part, measure) for part in (nodes[:half], nodes[half:])), key=len)


def _with_others(core: list[str], others: Sequence[str], measure: Measure) -> list[str]:
    """The core and those of the others that leave it as fast as it is."""
    if not others or measure([*core, *others]):
        return [*core, *others]
    if len(others) == 1:
        return core
    half = len(others) // 2
    return _with_others(_with_others(core, others[:half], measure), others[half:], measure)
