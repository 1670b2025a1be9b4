"""Rules of network security groups, inside them or declared apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import View, all_of
from azure_ai_landing_zone_policies.readers.anywhere import whom

TYPES = ("network:NetworkSecurityGroup", "network:SecurityRule")


@dataclass(frozen=True)
class Ports:
    """A range of ports."""

    first: int
    last: int
    text: str

    @staticmethod
    def parse(text: str) -> "Ports":
        if text == "*":
            return Ports(0, 65535, text)
        first, _, last = text.partition("-")
        return Ports(int(first), int(last or first), text)


def rules(props: View) -> list[View]:
    """The rules that a resource of one of TYPES declares."""
    return props.items("securityRules") if props.resource.type == TYPES[0] else [props]


def lets_in(rule: View) -> str | None:
    """Whom it lets into the network, where that is as good as anybody: any address, say."""
    if not (_says(rule, "access", "allow") and _says(rule, "direction", "inbound")):
        return None
    return whom(_sources(rule))


def _says(rule: View, path: str, word: str) -> bool:
    return (rule.text(path) or "").lower() == word


def _sources(rule: View) -> list[str]:
    prefix = rule.text("sourceAddressPrefix")
    return [*([prefix] if prefix else []), *(rule.texts("sourceAddressPrefixes") or [])]


def denied_before(rule: View, asked: Ports, stack: Stack) -> bool:
    """Whether another rule of its group denies all of these ports to any address first."""
    return stack.some(_others(rule, stack), lambda other: _denies(other, rule, asked))


def _others(rule: View, stack: Stack) -> Iterator[View]:
    if rule.resource.type == TYPES[0]:
        group = next(view for view in stack.of(TYPES[0]) if view.is_same(rule))
        yield from group.items("securityRules")
        return
    name = "networkSecurityGroupName"
    links = rule.resource.links.get(name)
    for other in stack.of(TYPES[1]):
        same = (
            other.resource.links.get(name) == links
            if links
            else other.known(name) and rule.known(name) and other.text(name) == rule.text(name)
        )
        if same:
            yield other


def _denies(other: View, rule: View, asked: Ports) -> bool:
    return all_of(
        lambda: _says(other, "access", "deny") and _says(other, "direction", "inbound"),
        lambda: (other.number("priority") or 0) < (rule.number("priority") or 0),
        lambda: other.text("protocol") in ("*", rule.text("protocol")),
        lambda: other.text("destinationAddressPrefix") in ("*", rule.text("destinationAddressPrefix")),
        lambda: whom(_sources(other)) == "any address",
        lambda: any(each.first <= asked.first and asked.last <= each.last for each in ports(other)),
    )


def ports(rule: View) -> list[Ports]:
    """The ports that it is about."""
    one = rule.text("destinationPortRange")
    return [
        Ports.parse(text)
        for text in [*([one] if one else []), *(rule.texts("destinationPortRanges") or [])]
        if text == "*" or re.fullmatch(r"[0-9]{1,5}(-[0-9]{1,5})?", text)
    ]
