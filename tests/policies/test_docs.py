"""The examples of docs/policies.md run, and it names every rule."""

import re
from datetime import date
from pathlib import Path
from typing import Any

from azure_ai_landing_zone_policies import settings
from azure_ai_landing_zone_policies.matching import type_name
from azure_ai_landing_zone_policies.rule import Rule, Verdict, all_rules
from azure_ai_landing_zone_policies.view import Resource, View

PAGE = (Path(__file__).parents[2] / "docs" / "policies.md").read_text(encoding="utf-8")


def example(language: str) -> str:
    (code,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(code)


def test_the_rules_are_listed_with_their_severity() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \| (\w+) \|", PAGE, re.MULTILINE)
    assert sorted(listed) == [(rule.name, rule.severity) for rule in all_rules()]


def test_the_settings_are_accepted() -> None:
    result, problems = settings.parse(example("yaml"), [rule.name for rule in all_rules()])
    assert problems == []
    assert {name: (each["enforcementLevel"], len(each["waivers"])) for name, each in result.items()} == {
        "training-stays-in-one-zone": ("advisory", 0),
        "retired-gpu-size": ("mandatory", 1),
    }


def test_the_rule_works() -> None:
    content: dict[str, Any] = {}
    exec(compile(example("python"), "docs/policies.md", "exec"), content)  # noqa: S102 - our own page
    rule = content["gpu_vm_has_no_password"]
    assert isinstance(rule, Rule)
    assert (rule.name, rule.title) == ("gpu-vm-has-no-password", "GPU machines take no passwords")
    assert type_name(f"azure-native:{rule.on[0]}") == rule.on[0]

    def judge(inputs: Any) -> Verdict:
        return rule.judge(View(inputs, Resource(rule.on[0], date(2026, 11, 21))))

    problem = "osProfile.linuxConfiguration.disablePasswordAuthentication is false; set it to true"
    assert (judge(rule.passes), judge(rule.fails)) == (Verdict(), Verdict((problem,)))
