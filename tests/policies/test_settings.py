"""A project's policy.yaml."""

import json
from datetime import date
from pathlib import Path

import pytest

from azure_ai_landing_zone_policies.engine import settings
from azure_ai_landing_zone_policies.engine.pack import Setting
from azure_ai_landing_zone_policies.engine.testing import find

RULES = tuple(
    find(name) for name in ("retired-gpu-size", "soon-retired-gpu-size", "training-stays-in-one-zone")
)


TODAY = date(2026, 11, 22)


def waived(**values: str) -> str:
    fields = {"resource": "a", "owner": "b", "approver": "c", "reason": "d", "until": "2027-01-31"} | values
    return f"{{{', '.join(f'{name}: {json.dumps(value)}' for name, value in fields.items() if value)}}}"


def parse(text: str, stack: str = "") -> tuple[dict[str, Setting], list[str]]:
    """The settings that a policy.yaml of this text gives, and its problems."""
    content, problems = settings.load_text(text)
    return ({}, problems) if problems else settings.settle(content, RULES, stack, today=TODAY)


def levels(text: str, stack: str = "") -> list[str]:
    """The levels of RULES, in their order."""
    result, problems = parse(text, stack)
    assert problems == []
    return [result[rule.name].level for rule in RULES]


def test_levels_and_waivers_are_read() -> None:
    text = """
retired-gpu-size: advisory
training-stays-in-one-zone:
  waivers:
    - {resource: train*, owner: ml@contoso.com, approver: ciso@contoso.com, reason: moving, until: 2027-01-31}
"""
    waiver = {
        "resource": "train*",
        "owner": "ml@contoso.com",
        "approver": "ciso@contoso.com",
        "reason": "moving",
        "until": "2027-01-31",
    }
    assert parse(text) == (
        {
            "retired-gpu-size": Setting("advisory", {}),
            "soon-retired-gpu-size": Setting("advisory", {}),
            "training-stays-in-one-zone": Setting("mandatory", {"waivers": [waiver]}),
        },
        [],
    )


@pytest.mark.parametrize(
    ("text", "stack", "expected"),
    [
        ("", "", ["mandatory", "advisory", "mandatory"]),
        ("pack: baseline", "", ["mandatory", "advisory", "mandatory"]),
        ("pack: strict", "", ["mandatory", "mandatory", "mandatory"]),
        ("pack: strict\nretired-gpu-size: disabled", "", ["disabled", "mandatory", "mandatory"]),
        ("pack: strict\nsoon-retired-gpu-size: {noticeDays: 9}", "", ["mandatory", "mandatory", "mandatory"]),
        ("pack: {ruleSet: 2026.4}", "", ["mandatory", "advisory", "mandatory"]),
        ("pack: {stacks: {prod*: strict}}", "prod-eu", ["mandatory", "mandatory", "mandatory"]),
        ("pack: {stacks: {prod*: strict}}", "dev", ["mandatory", "advisory", "mandatory"]),
        ("pack: {name: strict, stacks: {dev: baseline}}", "dev", ["mandatory", "advisory", "mandatory"]),
    ],
)
def test_the_pack_gives_the_levels_that_a_project_doesn_t(text: str, stack: str, expected: list[str]) -> None:
    assert levels(text, stack) == expected


def test_parameters_are_read() -> None:
    result, problems = parse("soon-retired-gpu-size: {noticeDays: 90}")
    assert (result["soon-retired-gpu-size"], problems) == (Setting("advisory", {"noticeDays": 90}), [])


def test_all_problems_come_at_once() -> None:
    text = """
retired-gpu-sise: advisory
retired-gpu-size: loud
training-stays-in-one-zone:
  level: advisory
  waivers:
    - {resource: train*, owner: "", until: 2027-02-30}
    - train
"""
    assert parse(text) == (
        {},
        [
            "policy.yaml: retired-gpu-sise: no such rule; did you mean retired-gpu-size?",
            "policy.yaml: retired-gpu-size.enforcementLevel: got 'loud'; must be "
            "one of advisory, mandatory, disabled",
            "policy.yaml: training-stays-in-one-zone.level: unknown; must be one "
            "of enforcementLevel, waivers",
            "policy.yaml: training-stays-in-one-zone.waivers[0].owner: got ''; must be text",
            "policy.yaml: training-stays-in-one-zone.waivers[0].approver: missing",
            "policy.yaml: training-stays-in-one-zone.waivers[0].reason: missing",
            "policy.yaml: training-stays-in-one-zone.waivers[1]: got 'train'; must "
            "have resource, owner, approver, reason, until",
        ],
    )


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("- a", ["policy.yaml: got ['a']; must have the names of rules as keys"]),
        (
            "retired-gpu-size: 3",
            [
                "policy.yaml: retired-gpu-size: got 3; must be one of advisory, "
                "mandatory, disabled, or an object"
            ],
        ),
        (
            "retired-gpu-size: {waivers: all}",
            ["policy.yaml: retired-gpu-size.waivers: got 'all'; must be a list"],
        ),
        (
            "nothing-like-it: advisory",
            ["policy.yaml: nothing-like-it: no such rule; docs/reference/rules/ lists them all"],
        ),
        (
            "soon-retired-gpu-size: {noticeDays: soon}",
            ["policy.yaml: soon-retired-gpu-size.noticeDays: got 'soon'; must be a whole number from 0"],
        ),
        ("pack: loose", ["policy.yaml: pack.name: got 'loose'; must be one of baseline, strict"]),
        ("pack: 3", ["policy.yaml: pack: got 3; must be one of baseline, strict, or an object"]),
        (
            "pack: {level: 3, ruleSet: 2025.4, stacks: {prod: loose}}",
            [
                "policy.yaml: pack.level: unknown; must be one of name, ruleSet, stacks, locked, failFrom",
                "policy.yaml: pack.stacks.prod: got 'loose'; must be one of baseline, strict",
                "policy.yaml: pack.ruleSet: got '2025.4'; must be a quarter from 2026.4",
            ],
        ),
        (
            "pack: {stacks: [prod]}",
            [
                "policy.yaml: pack.stacks: got ['prod']; must be an object "
                "from a stack's name, or a glob, to a pack"
            ],
        ),
        (
            f"retired-gpu-size: {{waivers: [{waived(until='2027-02-30')}]}}",
            [
                "policy.yaml: retired-gpu-size.waivers[0].until: got '2027-02-30'; "
                "must be a date such as 2027-01-31"
            ],
        ),
        (
            f"retired-gpu-size: {{waivers: [{waived(ticket='7')}]}}",
            [
                "policy.yaml: retired-gpu-size.waivers[0].ticket: unknown; must be one "
                "of resource, owner, approver, reason, until"
            ],
        ),
    ],
)
def test_what_can_t_be_meant_is_refused(text: str, problems: list[str]) -> None:
    assert parse(text) == ({}, problems)


def test_broken_yaml_is_refused() -> None:
    result, problems = parse("a: [")
    assert result == {}
    assert len(problems) == 1
    assert problems[0].startswith("policy.yaml: not readable as YAML: ")


def test_the_file_lies_beside_the_nearest_pulumi_yaml(tmp_path: Path) -> None:
    inner = tmp_path / "project" / "program"
    inner.mkdir(parents=True)
    (tmp_path / "policy.yaml").write_text("retired-gpu-size: disabled")
    (tmp_path / "project" / "Pulumi.yaml").write_text("name: x")
    assert settings.load(inner) == ({}, [])
    (tmp_path / "project" / "policy.yaml").write_text("retired-gpu-size: advisory")
    assert settings.load(inner) == ({"retired-gpu-size": "advisory"}, [])
    assert settings.load(tmp_path) == ({}, [])


@pytest.mark.parametrize(
    ("section", "problems"),
    [
        ("[]", ["guard: got []; must be an object with waivers"]),
        ("{waiver: []}", ["guard.waiver: unknown; must be waivers"]),
        (
            "{waivers: [{resource: x, owner: a, approver: x, reason: b, until: soon}]}",
            ["guard.waivers[0].until: got 'soon'; must be a date such as 2027-01-31"],
        ),
    ],
)
def test_the_guard_s_section_is_checked_with_the_rest(section: str, problems: list[str]) -> None:
    assert parse(f"guard: {section}") == ({}, [f"policy.yaml: {problem}" for problem in problems])


LATEST = "must be 2027-11-22 at the latest, 365 days from today"


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"approver": ""}, ".approver: missing"),
        ({"approver": "B"}, ".approver: got 'B'; must be somebody else than the owner"),
        (
            {"until": "9999-12-31"},
            ".until: got '9999-12-31'; must be 2027-11-22 at the latest, 365 days from today",
        ),
        *(
            (
                {"resource": each},
                f".resource: got {each!r}; must not match everything: name what it is for",
            )
            for each in ("*", "?*", "[!x]*", "urn:*", "urn:pulumi:*::*")
        ),
    ],
)
def test_a_waiver_that_holds_for_all_or_for_ever_is_refused(values: dict[str, str], problem: str) -> None:
    for section in ("retired-gpu-size", "guard"):
        content, _ = settings.load_text(f"{section}: {{waivers: [{waived(**values)}]}}")
        found = settings.settle(content, RULES, today=TODAY)[1]
        assert found == [f"policy.yaml: {section}.waivers[0]{problem}"]


def test_a_house_sets_the_longest_life_of_its_waivers() -> None:
    content, _ = settings.load_text(
        f"waivers: {{longestDays: 30}}\nretired-gpu-size: {{waivers: [{waived()}]}}\n"
        f"guard: {{waivers: [{waived()}]}}"
    )
    late = "waivers[0].until: got '2027-01-31'; must be 2026-12-22 at the latest, 30 days from today"
    assert settings.settle(content, RULES, today=TODAY)[1] == [
        f"policy.yaml: guard.{late}",
        f"policy.yaml: retired-gpu-size.{late}",
    ]
    assert parse("waivers: {longestDays: -1}")[1] == [
        "policy.yaml: waivers.longestDays: got -1; must be a whole number from 0"
    ]


def test_a_policy_yaml_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "policy.yaml"
    file.write_bytes(b"\xff")
    assert settings.load_file(file) == ({}, [f"{file}: isn't UTF-8"])
