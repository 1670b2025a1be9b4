"""Azure Policy, as far as a rule that denies looks at one request.

A rule is the `if` of a policy definition, without parameters and functions:
learn.microsoft.com/azure/governance/policy/concepts/definition-structure-policy-rule, 2026-11-22. A field is
`type`, `name`, `location`, `kind`, a tag, or a property: by its alias, or by its path alone for rules about
several types. What has `[*]` in its path holds if it holds for every element.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from azure_simulator.cloud import arm
from azure_simulator.cloud.values import dig

Rule = Mapping[str, Any]


@cache
def built_in() -> Mapping[str, Rule]:
    """By the GUID of a definition of Azure's own, what it denies where it is assigned with `Deny`."""
    text = (files("azure_simulator.cloud") / "built_in_policies.yaml").read_text(encoding="utf-8")
    return {id_: checked(rule) for id_, rule in yaml.safe_load(text).items()}


def _equal(value: Any, wanted: Any) -> bool:
    return _text(value) == _text(wanted)


def _like(value: Any, wanted: Any) -> bool:
    return fnmatchcase(_text(value), _text(wanted))


def _text(value: Any) -> str:
    """Azure Policy compares without case, and `true` with "true"."""
    return "" if value is None else str(value).lower()


_CONDITIONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "contains": lambda value, wanted: _text(wanted) in _text(value),
    "equals": _equal,
    "exists": lambda value, wanted: (value is not None) == (_text(wanted) == "true"),
    "in": lambda value, wanted: any(_equal(value, one) for one in wanted),
    "like": _like,
    "notContains": lambda value, wanted: _text(wanted) not in _text(value),
    "notEquals": lambda value, wanted: not _equal(value, wanted),
    "notIn": lambda value, wanted: not any(_equal(value, one) for one in wanted),
    "notLike": lambda value, wanted: not _like(value, wanted),
}


def checked(rule: dict[str, Any]) -> dict[str, Any]:
    """The rule; raises ValueError where a part of it is none that this file knows."""
    for key in ("allOf", "anyOf"):
        if key in rule and len(rule) == 1 and isinstance(rule[key], list):
            for inner in rule[key]:
                checked(inner)
            return rule
    if "not" in rule and len(rule) == 1:
        checked(rule["not"])
        return rule
    if len(rule) != 2 or not isinstance(rule.get("field"), str) or not _CONDITIONS.keys() & rule.keys():
        raise ValueError(
            f"{rule!r} is none of allOf, anyOf, not, or a field with one of {', '.join(_CONDITIONS)}"
        )
    return rule


def denies(rule: Rule, id_: str, inputs: Mapping[str, Any]) -> bool:
    """Whether a request for `id_` is what the rule describes."""
    if "allOf" in rule:
        return all(denies(inner, id_, inputs) for inner in rule["allOf"])
    if "anyOf" in rule:
        return any(denies(inner, id_, inputs) for inner in rule["anyOf"])
    if "not" in rule:
        return not denies(rule["not"], id_, inputs)
    condition = next(name for name in rule if name != "field")
    return all(
        _CONDITIONS[condition](value, rule[condition]) for value in _values(rule["field"], id_, inputs)
    )


def _values(field: str, id_: str, inputs: Mapping[str, Any]) -> Iterator[Any]:
    arm_type = arm.type_of(id_) or "Microsoft.Resources/subscriptions/resourceGroups"
    tag = re.fullmatch(r"tags(?:\['([^']+)'\]|\[([^\]]+)\]|\.(.+))", field)
    if tag:
        tags = inputs.get("tags") or {}
        yield next(
            (tags[name] for name in tags if name.lower() == (tag[1] or tag[2] or tag[3]).lower()), None
        )
    elif field == "type":
        yield arm_type
    elif field == "name":
        yield arm.name_of(id_)
    elif field == "location":
        yield arm.location(str(inputs["location"])) if inputs.get("location") else None
    elif field.lower().startswith(f"{arm_type.lower()}/"):
        yield from _property(field[len(arm_type) + 1 :], inputs)
    elif "/" in field:
        yield None
    else:
        yield from _property(field, inputs)


def _property(path: str, inputs: Mapping[str, Any]) -> Iterator[Any]:
    """The SDK has most properties without the `properties` around them that Azure has."""
    head, several, tail = path.partition("[*]")
    for start in (head, f"properties.{head}", head.removeprefix("properties.")):
        value = dig(inputs, start)
        if value is None:
            continue
        if not several:
            yield value
        elif isinstance(value, list):
            for item in value:
                yield dig(item, tail.lstrip(".")) if tail else item
        return
    if not several:
        yield None
