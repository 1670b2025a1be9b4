"""A baseline of what an estate already had."""

from datetime import date
from pathlib import Path

import pytest

from azure_ai_landing_zone_policies.engine import baseline, settings
from azure_ai_landing_zone_policies.engine.analyzer import Analyzer
from azure_ai_landing_zone_policies.engine.pack import Pack
from azure_ai_landing_zone_policies.engine.testing import find, program
from azure_ai_landing_zone_policies.engine.waivers import Life

DAY = date(2026, 11, 22)
RULE = find("retired-gpu-size")
OLD = {
    "type": "azure-native:compute:VirtualMachineScaleSet",
    "properties": {"sku": {"name": "Standard_ND24rs"}},
}
URN = "urn:pulumi:dev::test::any::old"
WRITTEN = baseline.written([(RULE.name, URN), (RULE.name, f"{URN}er"), (RULE.name, URN)], date(2027, 2, 20))


def said(today: date) -> tuple[list[str], list[str]]:
    """Which resources the pack blocks with the baseline, and what it says of that."""
    content, _ = settings.load_text(WRITTEN)
    known, problems = baseline.parse(content, Life(DAY))
    assert problems == []
    pack = Pack((RULE,), {}, lambda: today, known)
    stack = program({"old": OLD, "new": OLD}, today)
    blocked = [view.resource.name for view in stack.all() if pack.resource(view)]
    return blocked, [finding.text for finding in pack.stack(stack)]


def test_what_was_there_blocks_nothing_until_the_day() -> None:
    gone = "policy-baseline.yaml: no longer found, remove: retired-gpu-size on older"
    held = "policy-baseline.yaml lets 1 finding of retired-gpu-size pass; it ends on 2027-02-20"
    assert said(DAY) == (["new"], [held, gone])
    assert said(date(2027, 2, 21)) == (
        ["new", "old"],
        ["policy-baseline.yaml ended on 2027-02-20 with 1 finding left; fix them", gone],
    )


def test_the_file_lies_beside_policy_yaml(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.yaml").write_text("name: zone")
    (tmp_path / baseline.FILE).write_text(WRITTEN)
    content, problems = settings.load(tmp_path)
    assert (problems, settings.settle(content, (RULE,), today=DAY)[1]) == ([], [])
    assert content["baseline"]["findings"] == {RULE.name: [URN, f"{URN}er"]}
    assert Analyzer((RULE,), content)
    settings.overlay(content, RULE.name, "mandatory", {})
    assert content["baseline"]["findings"] == {}
    (tmp_path / baseline.FILE).write_text("a: [")
    assert settings.load(tmp_path)[1][0].startswith("policy-baseline.yaml: not readable as YAML")


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("until: 2028-01-01\nfindings: {}",
         ["until: got '2028-01-01'; must be 2027-11-22 at the latest, 365 days from today"]),
        ("findings: [a]\nowner: me", ["owner: unknown; must be until or findings",
         "findings: must have a list of URNs for each rule",
         "until: got None; must be a date such as 2027-01-31"]),
    ],
)  # fmt: skip
def test_a_baseline_that_can_t_be_meant_is_refused(text: str, problems: list[str]) -> None:
    content = {"baseline": settings.load_text(text)[0]}
    assert settings.settle(content, (RULE,), today=DAY)[1] == [
        f"policy-baseline.yaml: {problem}" for problem in problems
    ]


def test_only_what_is_severe_enough_blocks() -> None:
    rules = (RULE, find("training-stays-in-one-zone"), find("no-overprovision-on-infiniband"))
    for least, levels in (
        ("low", ["mandatory", "mandatory", "advisory"]),
        ("critical", ["mandatory", "advisory", "advisory"]),
    ):
        found, problems = settings.settle({"pack": {"failFrom": least}}, rules)
        assert (problems, [found[rule.name].level for rule in rules]) == ([], levels)
    assert settings.settle({"pack": {"failFrom": "loud"}}, rules)[1] == [
        "policy.yaml: pack.failFrom: got 'loud'; must be one of low, medium, high, critical"
    ]
