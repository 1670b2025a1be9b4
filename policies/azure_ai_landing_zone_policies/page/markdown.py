"""The page for a pull request: short enough for a comment, with what is long folded away."""

from collections.abc import Iterable, Iterator, Sequence

from azure_ai_landing_zone_policies.page.model import Area, Page
from azure_ai_landing_zone_policies.page.words import headlines
from azure_ai_landing_zone_policies.reports.markdown import escape

_MOST = 20
"""Of a list of names that anything may be in: the rest is a number."""


def markdown(page: Page) -> str:
    """A section of a comment. Tables of networks, rights, costs and changes; no picture."""
    lines = [f"### {escape(page.stack)}", "", *(f"- {escape(line)}" for line in headlines(page))]
    lines += _folded("Networks", ("subnet", "range and way out", "in it"), _subnets(page.areas))
    lines += _folded("Ways to the internet", ("to", "from", "by"), _outward(page))
    lines += _folded("Who may do what", ("who", "role", "on"), _rights(page))
    lines += _folded("Cost a month", ("section", "at least", "expected", "at most"), page.cost.sections)
    said = [(one.rule, one.resource, one.text) for one in page.said]
    lines += _folded("Policy", ("rule", "resource", "what and how to fix it"), said)
    if page.waivers:
        lines += ["", "**Waivers**", "", *(f"- {escape(each)}" for each in page.waivers)]
    lines += _folded("Changes", ("", "resource", "inputs"), _changes(page))
    return "\n".join(lines) + "\n"


def _folded(title: str, head: Sequence[str], body: Iterable[Sequence[str]]) -> list[str]:
    rows = [f"| {' | '.join(escape(cell) for cell in row)} |" for row in body]
    if not rows:
        return []
    table = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}", *rows]
    return ["", f"<details><summary>{title} ({len(rows)})</summary>", "", *table, "", "</details>"]


def _subnets(areas: Sequence[Area]) -> Iterator[tuple[str, str, str]]:
    for network in areas:
        for subnet in network.areas:
            things = [thing.title for thing in subnet.things]
            yield subnet.name, "; ".join(subnet.facts), _some(things)


def _outward(page: Page) -> Iterator[tuple[str, str, str]]:
    """Names that a subnet reaches where others have theirs, too."""
    for target in page.reach.targets:
        for origin, way in zip(page.reach.origins, target.ways, strict=True):
            if way.verdict == "reached" and way.others:
                yield f"{target.name}:{target.port}", origin, way.text


def _rights(page: Page) -> Iterator[tuple[str, str, str]]:
    for who in page.principals:
        for right in who.rights:
            yield who.name, right.role, right.scope


def _changes(page: Page) -> Iterator[tuple[str, str, str]]:
    if page.changes is None:
        return
    yield from (("new", name, "") for name in page.changes.added)
    yield from (("gone", name, "") for name in page.changes.removed)
    yield from (("changed", name, ", ".join(paths)) for name, paths in page.changes.changed)


def _some(names: Sequence[str]) -> str:
    rest = len(names) - _MOST
    return ", ".join(names[:_MOST]) + (f" and {rest} more" if rest > 0 else "")
