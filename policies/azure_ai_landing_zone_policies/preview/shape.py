"""Takes a file apart that should be a plan: what isn't as pulumi writes it is refused with its place."""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

DEEPEST = 100
"""How deep values may stand in one another: Azure's own stay below 20."""


class PlanError(ValueError):
    """The text isn't a whole plan: what is missing from it may be what matters."""


def refuse(problem: str) -> NoReturn:
    raise PlanError(f"this isn't as pulumi writes it: {problem}")


def decoded(text: str, start: int = 0) -> Any:
    """The JSON value that begins there. Raises json.JSONDecodeError where it breaks off."""
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except RecursionError:
        refuse(f"values stand more than {DEEPEST} deep in it, as in no plan")
    except json.JSONDecodeError:
        raise
    except ValueError as error:  # a number of thousands of digits
        refuse(str(error))
    _walk(value)
    return value


def _walk(value: Any) -> None:
    values, depth = [value], 0
    while values:
        depth += 1
        if depth > DEEPEST:
            refuse(f"values stand more than {DEEPEST} deep in it, as in no plan")
        inner: list[Any] = []
        for each in values:
            if isinstance(each, dict):
                inner += each.keys()
                inner += each.values()
            elif isinstance(each, list):
                inner += each
            elif isinstance(each, str) and not each.isascii() and re.search("[\ud800-\udfff]", each):
                refuse("there is half a character in it")
        values = inner


def mapping(value: Any, where: str) -> Mapping[str, Any]:
    """An object; an empty one where there is none."""
    if value is not None and not isinstance(value, dict):
        refuse(f"{where}: got {_shown(value)}; must be an object")
    return value or {}


def listing(value: Any, where: str) -> list[Any]:
    """A list; an empty one where there is none."""
    if value is not None and not isinstance(value, list):
        refuse(f"{where}: got {_shown(value)}; must be a list")
    return value or []


def words(value: Any, where: str) -> str:
    """Text that has to be there."""
    if not isinstance(value, str) or not value:
        refuse(f"{where}: got {_shown(value)}; must be text")
    return value


def optional_words(value: Any, where: str) -> str:
    """Text, empty where there is none."""
    return words(value, where) if value else ""


def counts(value: Any, where: str) -> dict[str, int]:
    """Whole numbers by name."""
    for name, count in mapping(value, where).items():
        if not isinstance(count, int) or isinstance(count, bool):
            refuse(f"{where}.{name}: got {_shown(count)}; must be a whole number")
    return dict(mapping(value, where))


def type_in(urn: str, where: str) -> str:
    """The type of a resource, as its URN says."""
    parts = urn.split("::", 3)
    if len(parts) != 4 or not all(parts) or not parts[0].startswith("urn:pulumi:"):
        refuse(f"{where}: got {_shown(urn)}; must be urn:pulumi:STACK::PROJECT::TYPE::NAME")
    return parts[2].rpartition("$")[2]


def _shown(value: Any) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"
