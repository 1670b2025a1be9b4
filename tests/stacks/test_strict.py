"""Which of our stacks the pack `strict` lets pass, by what `make states` has written down of them."""

import json
import re
from datetime import date

import yaml

import recorded
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.reports.deployed import judged
from helpers.offline import ROOT

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


def test_the_page_says_what_strict_refuses_of_every_stack() -> None:
    page = (ROOT / "docs" / "policies.md").read_text(encoding="utf-8")
    packs = yaml.safe_load((ROOT / "policy.yaml").read_text(encoding="utf-8"))["pack"]["stacks"]
    rows = re.findall(r"^\| `([a-z-]+)` \| (strict|baseline) \| ([^|]*) \| ?([^|]*)\|$", page, re.MULTILINE)
    said = {stack: (pack, set(re.findall("`(.+?)`", rules))) for stack, pack, rules, _ in rows}
    assert said == {stack: (packs.get(stack, "baseline"), refused(stack)) for stack in recorded.stacks()}
    assert [stack for stack, pack, _, why in rows if (pack == "baseline") != bool(why.strip())] == []


def test_deleted_checkpoints_of_prod_come_back_for_a_week() -> None:
    (days,) = (
        one["inputs"]["deleteRetentionPolicy"]["days"]
        for one in recorded.resources("prod")
        if one["urn"].endswith("::prod-checkpoints-blob-service")
    )
    assert days == 7
