"""The examples of docs/policies.md run, and the reference is what the rules say."""

import re
import sys
from datetime import date
from pathlib import Path
from typing import Any

from azure_ai_landing_zone_policies.engine import settings
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.rule import Rule, Verdict
from azure_ai_landing_zone_policies.program.type_names import type_name
from azure_ai_landing_zone_policies.program.view import Resource, View

sys.path.append(str(Path(__file__).parents[2] / "tools"))
import rule_docs

PAGE = (Path(__file__).parents[2] / "docs" / "policies.md").read_text(encoding="utf-8")


def examples(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_reference_is_fresh() -> None:
    folder = rule_docs.FOLDER
    checked_in = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.md")}
    assert checked_in == rule_docs.pages(), "run python tools/rule_docs.py"


def test_the_settings_are_accepted() -> None:
    content, guard = (settings.load_text(text)[0] for text in examples("yaml"))
    today = date(2026, 11, 22)
    assert [each.resource for each in settings.guard_waivers(guard, today)[0]] == ["training-pretrain-*"]
    result, problems = settings.settle(content | guard, all_rules(), today=today)
    assert problems == []
    assert (result["training-stays-in-one-zone"].level, result["retired-gpu-size"].level) == (
        "advisory",
        "mandatory",
    )
    assert len(result["retired-gpu-size"].values["waivers"]) == 1


def test_the_rule_works() -> None:
    content: dict[str, Any] = {}
    (code,) = examples("python")
    exec(compile(code, "docs/policies.md", "exec"), content)  # noqa: S102 - our own page
    rule = content["gpu_vm_has_boot_diagnostics"]
    assert isinstance(rule, Rule)
    assert (rule.name, rule.title) == ("gpu-vm-has-boot-diagnostics", "GPU machines keep their boot log")
    assert type_name(f"azure-native:{rule.facts.on[0]}") == rule.facts.on[0]

    def judge(inputs: Any) -> Verdict:
        return rule.judge(View(inputs, Resource(rule.facts.on[0], date(2026, 11, 21))))

    problem = "diagnosticsProfile.bootDiagnostics.enabled is false; set it to true"
    assert (judge(rule.facts.passes), judge(rule.facts.fails)) == (Verdict(), Verdict((problem,)))
