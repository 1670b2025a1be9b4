"""The page in a few sentences."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.page.facts import ON_THE_INTERNET, OPEN
from azure_ai_landing_zone_policies.page.model import Page


def headlines(page: Page) -> Iterator[str]:
    """What stands, what it costs, what is open, what the rules say, and what is new."""
    networks = [area for area in page.areas if area.kind == "network"]
    subnets = sum(len(network.areas) for network in networks)
    where = f", {count(len(networks), 'network')} with {count(subnets, 'subnet')}" if networks else ""
    yield f"{count(len(page.items), 'resource')}{where}."
    if page.cost.sentences:
        yield page.cost.sentences[0]
    yield exposed(page)
    blocking = sum(one.mandatory for one in page.said)
    waived = f"; {count(len(page.waivers), 'sentence')} on waivers" if page.waivers else ""
    advice = len(page.said) - blocking
    yield f"{count(page.rules, 'rule')}: {blocking or 'nothing'} to fix, {advice} to consider{waived}."
    if page.changes is not None:
        new, gone, other = (
            len(page.changes.added),
            len(page.changes.removed),
            len(page.changes.changed),
        )
        yield f"Since the former state: {new} new, {gone} gone, {other} changed."


def exposed(page: Page) -> str:
    """What has an address on the internet, and what takes calls from there by its own."""
    addresses, open_ = (
        sorted(
            name
            for area in page.areas
            for thing in area.all_things()
            for name in thing.names
            if any(fact.startswith(start) for fact in thing.facts)
        )
        for start in (ON_THE_INTERNET, OPEN)
    )
    return (
        f"Addresses on the internet: {', '.join(addresses) or 'none'}. "
        f"Services with public network access: {', '.join(open_) or 'none'}."
    )


def count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
