"""What holds for every rule."""

from datetime import date

import pytest

from azure_ai_landing_zone_policies.rule import Rule, all_rules
from azure_ai_landing_zone_policies.testing import PASSES, judge

TODAY = date(2026, 11, 21)


def test_no_rule_is_lost() -> None:
    assert [rule.name for rule in all_rules()] == [
        "infiniband-needs-single-placement-group",
        "multi-node-training-needs-infiniband",
        "retired-gpu-size",
        "training-stays-in-one-zone",
    ]


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_a_rule_s_own_examples(rule: Rule) -> None:
    assert judge(rule.name, rule.on[0], rule.passes, TODAY) == PASSES
    failed = judge(rule.name, rule.on[0], rule.fails, TODAY)
    assert (bool(failed.problems), failed.unsure) == (True, ())


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_a_rule_says_why_and_where_it_is_written(rule: Rule) -> None:
    assert rule.title
    assert not rule.title.endswith(".")
    assert len(rule.why) > 100
    assert [link for link in rule.links if not link.startswith("https://learn.microsoft.com/azure/")] == []
    assert rule.links


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.name)
def test_a_rule_has_nothing_to_say_of_empty_inputs(rule: Rule) -> None:
    assert [judge(rule.name, type_, {}, TODAY) for type_ in rule.on] == [PASSES] * len(rule.on)
