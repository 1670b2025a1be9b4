"""What holds for every rule."""

import re
from datetime import date
from pathlib import Path
from typing import get_args

import pytest
import yaml

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.rule import Area, Level, Pillar, Rule, Severity, Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, judge, judge_program
from azure_ai_landing_zone_policies.program.type_names import type_name

TODAY = date(2026, 11, 21)

SENTENCES: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("sentences.yaml").read_text(encoding="utf-8")
)

RULES = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)


def test_no_rule_is_lost() -> None:
    assert [rule.name for rule in all_rules()] == sorted(SENTENCES)


def example(rule: Rule, which: str) -> dict[str, Verdict]:
    inputs = getattr(rule.facts, which)
    if rule.check:
        verdict = judge(rule.name, rule.facts.on[0], inputs, TODAY, **rule.examples())
        return {} if verdict == PASSES else {"": verdict}
    return judge_program(rule.name, inputs, TODAY, **rule.examples())


@RULES
def test_a_rule_s_own_examples(rule: Rule) -> None:
    assert example(rule, "passes") == {}
    failed = example(rule, "fails")
    assert failed
    assert [verdict.unsure for verdict in failed.values() if verdict.unsure] == []
    assert [problem for verdict in failed.values() for problem in verdict.problems] == SENTENCES[rule.name]


@RULES
def test_a_rule_says_why_and_where_it_is_written(rule: Rule) -> None:
    facts = rule.facts
    assert rule.title
    assert not rule.title.endswith(".")
    assert len(rule.why) > 100
    assert [link for link in facts.links if not link.startswith("https://learn.microsoft.com/")] == []
    assert facts.links
    assert facts.area in get_args(Area)
    assert facts.severity in get_args(Severity)
    assert facts.pillar in get_args(Pillar)
    assert {facts.baseline, facts.strict} <= set(get_args(Level))
    assert re.fullmatch(r"20\d\d\.[1-4]", facts.since)
    assert (facts.pillar == "Security") == bool(facts.controls)


@RULES
def test_a_rule_has_nothing_to_say_of_empty_inputs(rule: Rule) -> None:
    if rule.check:
        verdicts = [judge(rule.name, type_, {}, TODAY) for type_ in rule.facts.on]
        assert verdicts == [PASSES] * len(verdicts)


@RULES
def test_strict_is_never_weaker_than_baseline(rule: Rule) -> None:
    order = ["disabled", "advisory", "mandatory"]
    assert order.index(rule.facts.strict) >= order.index(rule.facts.baseline)


@RULES
def test_the_types_of_a_rule_s_examples_are_its_own(rule: Rule) -> None:
    if rule.stack_check:
        named = {type_name(each["type"]) for each in rule.facts.fails.values()}
        assert named & set(rule.facts.on)
