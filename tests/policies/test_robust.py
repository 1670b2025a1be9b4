"""No rule crashes, on any inputs of any type that it looks at."""

from datetime import date
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.pack import Pack
from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.engine.testing import program
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import Resource, View

TODAY = date(2026, 11, 21)


def _inputs_of(rule: Rule, which: str) -> list[dict[str, Any]]:
    example = getattr(rule.facts, which)
    if rule.check:
        return [dict(example)]
    return [dict(each.get("properties", {})) for each in example.values()]


def _names() -> list[str]:
    """Every property name in the rules' examples: those are the paths that rules walk."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            found.update(value)
            for item in value.values():
                walk(item)
        elif isinstance(value, list):
            for item in value:
                walk(item)

    for rule in all_rules():
        for which in ("passes", "fails"):
            walk(_inputs_of(rule, which))
    return sorted(found)


ANYTHING: tuple[Any, ...] = (None, UNKNOWN_STRING_VALUE, 3.5, "", [], {}, [None], "x")
TYPES = sorted({type_ for rule in all_rules() for type_ in rule.facts.on})

_LEAF = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.text(max_size=8),
    st.just(UNKNOWN_STRING_VALUE),
    st.sampled_from(
        [
            "Standard_ND96isr_H100_v5",
            "Standard_ND24rs",
            "Spot",
            "Allow",
            "Inbound",
            "*",
            "10.0.0.0/8",
            "1.32",
            "22-",
        ]
    ),
)
_VALUE = st.recursive(
    _LEAF,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(_names()), inner, max_size=5)
    ),
    max_leaves=25,
)
_INPUTS = st.dictionaries(st.sampled_from(_names()), _VALUE, max_size=8)


@settings(max_examples=300)
@given(st.lists(st.tuples(st.sampled_from(TYPES), _INPUTS), min_size=1, max_size=4))
def test_no_rule_crashes_on_any_inputs(resources: list[tuple[str, dict[str, Any]]]) -> None:
    views = [
        View(inputs, Resource(type_, TODAY, f"r{index}", f"urn:{index}"))
        for index, (type_, inputs) in enumerate(resources)
    ]
    pack = Pack(all_rules(), {}, lambda: TODAY)
    said = [finding for view in views for finding in pack.resource(view)] + pack.stack(Stack(views))
    assert [finding.text for finding in said if "the rule itself failed" in finding.text] == []


def _broken(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values in some inputs."""
    paths = [path] if path else []
    if isinstance(value, dict):
        paths += [found for key, item in value.items() for found in _broken(item, (*path, key))]
    elif isinstance(value, list):
        paths += [found for index, item in enumerate(value) for found in _broken(item, (*path, index))]
    return paths


def _with(value: Any, path: tuple[Any, ...], replacement: Any) -> Any:
    if not path:
        return replacement
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = _with(copy[path[0]], path[1:], replacement)
    return copy


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_each_value_of_a_failing_example_may_be_anything(rule: Rule) -> None:
    example = rule.facts.fails
    if rule.check:
        example = {"one": {"type": f"azure-native:{rule.facts.on[0]}", "properties": example}}
        if rule.facts.on[0].startswith("kubernetes/"):
            group, kind = rule.facts.on[0].removeprefix("kubernetes/").split(":")
            example["one"]["type"] = f"kubernetes:{group}/v1:{kind}"
    crashes = []
    for name, resource in example.items():
        for path, replacement in product(_broken(resource.get("properties", {})), ANYTHING):
            broken = _with(resource["properties"], path, replacement)
            stack = program({**example, name: {**resource, "properties": broken}}, TODAY)
            pack = Pack((rule,), {}, lambda: TODAY)
            views = [view.for_rule(rule.examples()) for view in stack.of(*rule.facts.on)]
            said = [finding for view in views for finding in pack.resource(view)] + pack.stack(stack)
            texts = [finding.text for finding in said if "the rule itself failed" in finding.text]
            crashes += [(name, path, replacement, text) for text in texts]
    assert crashes == []
