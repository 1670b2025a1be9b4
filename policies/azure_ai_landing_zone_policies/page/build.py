"""Everything of a page, found in a stack's state."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from azure_ai_landing_zone.cost.charge import Range
from azure_ai_landing_zone.cost.estimate import Estimate
from azure_ai_landing_zone.cost.price_list import PriceList
from azure_ai_landing_zone.cost.report import grouped, summary
from azure_ai_landing_zone_policies.engine import settings
from azure_ai_landing_zone_policies.engine.pack import CLOSING
from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.page import state as states
from azure_ai_landing_zone_policies.page.areas import areas
from azure_ai_landing_zone_policies.page.changes import changes
from azure_ai_landing_zone_policies.page.model import Cost, Item, Page, Said
from azure_ai_landing_zone_policies.page.reach import reach
from azure_ai_landing_zone_policies.page.rights import principals
from azure_ai_landing_zone_policies.preview.program import of_state
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.reachability.read import read as land_of
from azure_ai_landing_zone_policies.readers.bills import estimate_of
from azure_ai_landing_zone_policies.readers.budgets import sentences
from azure_ai_landing_zone_policies.reports.deployed import judged
from azure_ai_landing_zone_policies.reports.events import Violation


def build(
    text: str,
    rules: Sequence[Rule],
    content: settings.Content,
    prices: PriceList,
    today: date,
    before: str | None = None,
) -> Page:
    """The page of a state. `content`: the project's policy settings, without problems; `before`: a former
    state of the same stack.

    Raises PlanError for what is no state, EventsError for one without anything of Azure.
    """
    state = states.read(text)
    former = None if before is None else states.read(before)
    program = of_state([{**one, "external": False} for one in state.resources], today)
    own = of_state(state.resources, today)
    land = land_of(state.resources)
    said = judged(text, rules, content, today) or []
    return Page(
        stack=state.stack,
        project=state.project,
        day=today.isoformat(),
        areas=areas(state, program, land),
        reach=reach(land),
        principals=principals(state),
        items=tuple(_items(state, program)),
        cost=_cost(own, estimate_of(own, prices), today),
        rules=len(rules),
        said=tuple(_said(said, rules)),
        waivers=tuple(each.text for each in said if each.rule == CLOSING),
        changes=None if former is None else changes(former, state),
    )


def _items(state: states.State, program: Stack) -> Iterator[Item]:
    ids = {one["urn"]: one["id"] for one in state.resources}
    for view in program.all():
        about = view.resource
        if not about.type.startswith("pulumi:"):
            azure_name = ids.get(about.urn, "").rstrip("/").rpartition("/")[2]
            section = about.section.removeprefix(f"{state.stack}-")
            yield Item(about.name, about.type, section, azure_name)


def _cost(program: Stack, found: Estimate, today: date) -> Cost:
    told = (*summary(found, today), *sentences(program, found))
    return Cost(told, tuple(_sums(name, sums) for name, sums in grouped(found, "section")))


def _sums(name: str, sums: Range) -> tuple[str, str, str, str]:
    return name or "–", _money(sums.minimum), _money(sums.expected), _money(sums.maximum)


def _money(amount: Decimal) -> str:
    return f"{amount:,.2f}" if 0 < abs(amount) < 10 else f"{amount:,.0f}"


def _said(said: Sequence[Violation], rules: Sequence[Rule]) -> Iterator[Said]:
    links = {rule.name: rule.facts.links[0] for rule in rules}
    for each in sorted(said, key=lambda one: (not one.mandatory, one.rule, one.urn)):
        if each.rule != CLOSING:
            yield Said(each.rule, each.resource, each.text, each.mandatory, links.get(each.rule, ""))
