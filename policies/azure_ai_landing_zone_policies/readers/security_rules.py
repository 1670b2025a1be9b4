"""Rules of network security groups, inside them or declared apart."""

import re
from dataclasses import dataclass

from azure_ai_landing_zone_policies.program.view import View

TYPES = ("network:NetworkSecurityGroup", "network:SecurityRule")

_ANYWHERE = ("*", "0.0.0.0/0", "::/0", "internet", "any")


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


def lets_the_internet_in(rule: View) -> bool:
    """Whether it allows traffic into the network from any address."""
    allowed = (rule.text("access") or "").lower() == "allow"
    inbound = (rule.text("direction") or "").lower() == "inbound"
    if not allowed or not inbound:
        return False
    prefix = rule.text("sourceAddressPrefix")
    prefixes = [*([prefix] if prefix else []), *(rule.texts("sourceAddressPrefixes") or [])]
    return any(each.lower() in _ANYWHERE for each in prefixes)


def ports(rule: View) -> list[Ports]:
    """The ports that it is about."""
    one = rule.text("destinationPortRange")
    return [
        Ports.parse(text)
        for text in [*([one] if one else []), *(rule.texts("destinationPortRanges") or [])]
        if text == "*" or re.fullmatch(r"[0-9]{1,5}(-[0-9]{1,5})?", text)
    ]
