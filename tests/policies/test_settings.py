"""A project's policy.yaml."""

from pathlib import Path

import pytest

from azure_ai_landing_zone_policies import settings

RULES = ("retired-gpu-size", "training-stays-in-one-zone")


def test_levels_and_waivers_are_read() -> None:
    text = """
retired-gpu-size: advisory
training-stays-in-one-zone:
  waivers:
    - {resource: train*, owner: ml@contoso.com, reason: moving, until: 2027-01-31}
"""
    assert settings.parse(text, RULES) == (
        {
            "retired-gpu-size": {"enforcementLevel": "advisory", "waivers": []},
            "training-stays-in-one-zone": {
                "enforcementLevel": "mandatory",
                "waivers": [
                    {
                        "resource": "train*",
                        "owner": "ml@contoso.com",
                        "reason": "moving",
                        "until": "2027-01-31",
                    }
                ],
            },
        },
        [],
    )


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
    assert settings.parse(text, RULES) == (
        {},
        [
            "policy.yaml: retired-gpu-sise: no such rule; did you mean retired-gpu-size?",
            "policy.yaml: retired-gpu-size.enforcementLevel: got 'loud'; must be "
            "one of advisory, mandatory, disabled",
            "policy.yaml: training-stays-in-one-zone.level: unknown; must be one "
            "of enforcementLevel, waivers",
            "policy.yaml: training-stays-in-one-zone.waivers[0].owner: got ''; must be text",
            "policy.yaml: training-stays-in-one-zone.waivers[0].reason: missing",
            "policy.yaml: training-stays-in-one-zone.waivers[1]: got 'train'; must "
            "have resource, owner, reason, until",
        ],
    )


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", []),
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
            [
                "policy.yaml: nothing-like-it: no such rule; there are "
                "retired-gpu-size, training-stays-in-one-zone"
            ],
        ),
        (
            "retired-gpu-size: {waivers: [{resource: a, owner: b, reason: c, until: 2027-02-30}]}",
            [
                "policy.yaml: retired-gpu-size.waivers[0].until: got '2027-02-30'; "
                "must be a date such as 2027-01-31"
            ],
        ),
        (
            "retired-gpu-size: {waivers: [{resource: a, owner: b, reason: c, until: 2027-01-31, ticket: 7}]}",
            [
                "policy.yaml: retired-gpu-size.waivers[0].ticket: unknown; must be one "
                "of resource, owner, reason, until"
            ],
        ),
    ],
)
def test_what_can_t_be_meant_is_refused(text: str, problems: list[str]) -> None:
    assert settings.parse(text, RULES) == ({}, problems)


def test_broken_yaml_is_refused() -> None:
    result, problems = settings.parse("a: [", RULES)
    assert result == {}
    assert len(problems) == 1
    assert problems[0].startswith("policy.yaml: not readable as YAML: ")


def test_the_file_lies_beside_the_nearest_pulumi_yaml(tmp_path: Path) -> None:
    inner = tmp_path / "project" / "program"
    inner.mkdir(parents=True)
    (tmp_path / "policy.yaml").write_text("retired-gpu-size: disabled")
    (tmp_path / "project" / "Pulumi.yaml").write_text("name: x")
    assert settings.read(inner, RULES) == ({}, [])
    (tmp_path / "project" / "policy.yaml").write_text("retired-gpu-size: advisory")
    assert settings.read(inner, RULES)[0]["retired-gpu-size"]["enforcementLevel"] == "advisory"
    assert settings.read(tmp_path, RULES) == ({}, [])
