"""Conditions of role assignments, in Azure's own language as far as this repository writes it.

Source: learn.microsoft.com/azure/role-based-access-control/conditions-format, 2026-11-22. What isn't known
here raises ConditionError: nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

Attributes = Mapping[str, str]
"""What a request says of itself, by `Request` or `Resource`, a colon, and the attribute in lower case:
Request:microsoft.authorization/roleassignments:principaltype."""

_TOKEN = re.compile(
    r"\s*(?:(?P<word>AND|OR|ActionMatches|ForAnyOf(?:Any|All)Values:\w+|StringEqualsIgnoreCase|!)"
    r"|(?P<attribute>@(?:Request|Resource)\[[^\]]+\])"
    r"|(?P<set>\{[^}]*\})|(?P<text>'[^']*')|(?P<mark>[()]))"
)


class ConditionError(ValueError):
    """A condition that this can't read."""


def holds(condition: str, action: str, attributes: Attributes) -> bool:
    """Whether the condition lets the action pass, on a request like that. Raises ConditionError."""
    reader = _Reader(_tokens(condition), action, attributes)
    found = reader.either()
    if reader.left():
        raise ConditionError(f"nothing expected after {reader.read!r} in {condition!r}")
    return found


@cache
def _tokens(condition: str) -> tuple[str, ...]:
    found, place = [], 0
    text = condition.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ConditionError(f"can't read {text[place : place + 40]!r} of a condition")
        found.append(match.group().strip())
        place = match.end()
    return tuple(found)


class _Reader:
    """One reading of a condition from left to right, which is also its evaluation."""

    def __init__(self, tokens: Sequence[str], action: str, attributes: Attributes) -> None:
        self._tokens = tokens
        self._place = 0
        self._action = action
        self._attributes = attributes

    @property
    def read(self) -> str:
        return " ".join(self._tokens[: self._place])

    def left(self) -> bool:
        return self._place < len(self._tokens)

    def either(self) -> bool:
        found = self._all()
        while self._next("OR"):
            other = self._all()
            found = found or other
        return found

    def _all(self) -> bool:
        found = self._one()
        while self._next("AND"):
            other = self._one()
            found = found and other
        return found

    def _one(self) -> bool:
        if self._next("!"):
            return not self._one()
        if self._next("("):
            found = self.either()
            if not self._next(")"):
                raise ConditionError(f"expected ) after {self.read!r}")
            return found
        if self._next("ActionMatches"):
            return any(_matches(pattern, self._action) for pattern in _values(self._take()))
        return self._comparison(self._take(), self._take(), self._take())

    def _comparison(self, attribute: str, operator: str, operand: str) -> bool:
        source, _, name = attribute.strip("@]").partition("[")
        value = self._attributes.get(f"{source}:{name.lower()}")
        wanted = {one.lower() for one in _values(operand)}
        if operator in ("ForAnyOfAnyValues:GuidEquals", "ForAnyOfAnyValues:StringEqualsIgnoreCase"):
            return value is not None and value.lower() in wanted
        if operator == "StringEqualsIgnoreCase":
            return value is not None and {value.lower()} == wanted
        if operator == "ForAnyOfAllValues:GuidNotEquals":
            return value is not None and value.lower() not in wanted
        raise ConditionError(f"{operator!r} is no operator that is known here")

    def _next(self, token: str) -> bool:
        if self.left() and self._tokens[self._place] == token:
            self._place += 1
            return True
        return False

    def _take(self) -> str:
        if not self.left():
            raise ConditionError(f"more expected after {self.read!r}")
        self._place += 1
        return self._tokens[self._place - 1]


def _values(operand: str) -> list[str]:
    inner = operand.strip("{}")
    return [one.strip().strip("'") for one in inner.split(",")]


def _matches(pattern: str, action: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), action, re.IGNORECASE) is not None
