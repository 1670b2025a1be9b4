"""What tests of rules need: a rule's verdict on inputs as the engine hands them over."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.rule import PASSES as PASSES
from azure_ai_landing_zone_policies.engine.rule import Rule, Verdict
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.untyped import typed
from azure_ai_landing_zone_policies.program.view import Resource, View

_REFERENCE = re.compile(r"\$\{([A-Za-z0-9_-]+)\.[A-Za-z0-9_.]+\}")


def fails(*problems: str) -> Verdict:
    return Verdict(problems)


def unsure(*reasons: str) -> Verdict:
    return Verdict((), reasons)


def find(name: str | Rule) -> Rule:
    """The rule of this name; one of a project's own is given itself."""
    if isinstance(name, Rule):
        return name
    (rule,) = (rule for rule in all_rules() if rule.name == name)
    return rule


def judge(name: str | Rule, type_: str, inputs: Mapping[str, Any], today: date, **parameters: Any) -> Verdict:
    """The verdict of the resource rule `name` on a resource of `type_`, such as `compute:VirtualMachine`.

    The engine hands over numbers as floats; `pulumi_policy.proxy` has the values that stand for unknowns.
    """
    rule = find(name)
    return rule.judge(View(dict(inputs), Resource(type_, today), parameters=rule.defaults() | parameters))


def program(resources: Mapping[str, Any], today: date) -> Stack:
    """A program from the `resources` of Pulumi's YAML.

    A value such as `${other.output}` isn't known before deployment.
    """
    return Stack([_view(name, each, today) for name, each in resources.items()])


def _view(name: str, resource: Mapping[str, Any], today: date) -> View:
    inputs = resource.get("properties", {})
    links = {
        key: frozenset(_urn(other) for other in others)
        for key, value in inputs.items()
        if (others := _references(value))
    }
    protect = bool(resource.get("options", {}).get("protect"))
    read = typed(resource["type"], _without_references(inputs), links)
    assert read.type, resource["type"]  # noqa: S101 - a mistake in a test
    return View(
        dict(read.inputs),
        Resource(read.type, today, name, _urn(name), protect, read.links, api_version=read.api_version),
    )


def _urn(name: str) -> str:
    return f"urn:pulumi:dev::test::any::{name}"


def _references(value: Any) -> set[str]:
    if isinstance(value, Mapping):
        return {name for item in value.values() for name in _references(item)}
    if isinstance(value, list):
        return {name for item in value for name in _references(item)}
    return set(_REFERENCE.findall(value)) if isinstance(value, str) else set()


def _without_references(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _without_references(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_references(item) for item in value]
    return UNKNOWN_STRING_VALUE if isinstance(value, str) and _REFERENCE.search(value) else value


def judge_program(
    name: str | Rule, resources: Mapping[str, Any], today: date, **parameters: Any
) -> dict[str, Verdict]:
    """What the rule `name` says of the resources of a program, as `program` takes it; passes are left out."""
    rule = find(name)
    stack = program(resources, today)
    views = [view.for_rule(rule.defaults() | parameters) for view in stack.of(*rule.facts.on)]
    verdicts = {view.resource.name: rule.judge(view, stack) for view in views}
    return {name: verdict for name, verdict in verdicts.items() if verdict != PASSES}
