"""What a bank would demand of the stacks that others stand on: the pack `strict`, without a waiver."""

import json
from datetime import date

import pytest

import recorded
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.reports.deployed import judged

STRICT = ("bootstrap", "hub", "prod")


def mandatory(stack: str) -> list[str]:
    """The rules of `strict` that stop it."""
    whole = json.dumps({"deployment": {"resources": recorded.as_state(stack)}})
    found = judged(whole, all_rules(), {"pack": "strict"}, date(2026, 11, 22))
    assert found is not None
    return sorted({each.rule for each in found if each.mandatory})


@pytest.mark.parametrize("stack", STRICT)
def test_nothing_stops_it(stack: str) -> None:
    assert mandatory(stack) == []


@pytest.mark.parametrize("stack", ["inference", "research", "training"])
def test_these_are_baseline_for_two_reasons(stack: str) -> None:
    assert mandatory(stack) == ["ai-subnet-leaves-by-a-firewall", "gpu-machine-is-encrypted-at-host"]
