"""Rules that a project or a package of its own brings."""

import sys
from datetime import date
from pathlib import Path

import pytest

from azure_ai_landing_zone_policies.engine.discovery import ENTRY_POINTS, all_rules, rules_for
from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.engine.settings import settle
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge

RULE = '''
from azure_ai_landing_zone_policies import rule

@rule(
    on=("compute:VirtualMachine",), area="compute", severity="low", pillar="Cost Optimization", controls=(),
    links=("https://wiki.contoso.com/boot-logs",), baseline="advisory",
    passes={"diagnosticsProfile": {"bootDiagnostics": {"enabled": True}}}, fails={},
)
def machines_keep_logs(props):
    """Machines keep their boot log

    Because the wiki says so.
    """
    if not props.flag("diagnosticsProfile.bootDiagnostics.enabled"):
        yield "there is no boot log; set diagnosticsProfile.bootDiagnostics.enabled to true"
'''


def project(folder: Path, **files: str) -> Path:
    """A project with these files in its rules/."""
    (folder / "Pulumi.yaml").write_text("name: zone")
    (folder / "rules").mkdir()
    for name, text in files.items():
        (folder / "rules" / f"{name}.py").write_text(text)
    return folder


def own(folder: Path) -> list[Rule]:
    rules, problems = rules_for(folder)
    assert problems == []
    assert rules == tuple(sorted(rules, key=lambda rule: rule.name))
    return [rule for rule in rules if rule not in all_rules()]


def test_a_project_has_rules_of_its_own(tmp_path: Path) -> None:
    assert own(tmp_path) == []
    (rule,) = own(project(tmp_path, machines_keep_logs=RULE, _helper="x = 1"))
    assert rule.name == "machines-keep-logs"
    day = date(2026, 11, 22)
    assert judge(rule, "compute:VirtualMachine", rule.facts.passes, day) == PASSES
    assert judge(rule, "compute:VirtualMachine", rule.facts.fails, day) == fails(
        "there is no boot log; set diagnosticsProfile.bootDiagnostics.enabled to true"
    )
    settings, problems = settle(
        {"machines-keep-logs": "mandatory", "pack": {"ruleSet": "2026.4"}}, (rule, *all_rules())
    )
    assert (problems, settings["machines-keep-logs"].level) == ([], "mandatory")
    assert (
        settle({"pack": {"ruleSet": "2026.4"}}, (rule, *all_rules()))[0]["machines-keep-logs"].level
        == "advisory"
    )


def test_a_package_brings_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "contoso_rules"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "machines_keep_logs.py").write_text(RULE)
    about = tmp_path / "contoso-1.dist-info"
    about.mkdir()
    (about / "entry_points.txt").write_text(
        f"[{ENTRY_POINTS}]\ncontoso = contoso_rules\nlost = no_such_package\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    rules, problems = rules_for(tmp_path)
    assert [rule.name for rule in rules if rule not in all_rules()] == ["machines-keep-logs"]
    assert problems == [
        "no_such_package: can't be imported: ModuleNotFoundError: No module named 'no_such_package'"
    ]
    sys.modules.pop("contoso_rules")


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("broken", "1 / 0", "can't be imported: ZeroDivisionError: division by zero"),
        ("other", RULE, "must define the rule other, with the file's own name"),
        ("retired_gpu_size", RULE.replace("machines_keep_logs", "retired_gpu_size"),
         "there is a rule retired-gpu-size already; give this one another name"),
        ("machines_keep_logs", RULE.replace('"low"', '"bad"'),
         "severity: got 'bad'; must be one of low, medium, high, critical"),
        ("machines_keep_logs", RULE.replace('"advisory"', '"loud"'),
         "baseline: got 'loud'; must be one of mandatory, advisory, disabled"),
    ],
)  # fmt: skip
def test_a_rule_that_can_t_be_taken_stops_the_preview(
    name: str, text: str, problem: str, tmp_path: Path
) -> None:
    assert rules_for(project(tmp_path, **{name: text})) == (all_rules(), [f"rules/{name}.py: {problem}"])
