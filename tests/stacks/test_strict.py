"""Which of our stacks the pack `strict` lets pass, by what `make states` has written down of them."""

import json
from datetime import date

import recorded
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.reports.deployed import judged

NOT_RECORDED = {"gateway-knows-its-callers", "gateway-limits-tokens", "gateway-meters-tokens"}
"""They read texts of API Management's policies, of which the recorded states have hashes."""
DAY = date(2026, 11, 23)


def refused(stack: str) -> set[str]:
    """Rules that would block it in `strict`."""
    whole = {"version": 3, "deployment": {"resources": recorded.as_state(stack)}}
    found = judged(json.dumps(whole, default=str), all_rules(), {"pack": "strict"}, DAY)
    assert found is not None
    return {one.rule for one in found if one.mandatory} - NOT_RECORDED


def test_models_lack_nothing_for_strict_but_a_firewall() -> None:
    assert refused("models") == {"ai-subnet-leaves-by-a-firewall"}
