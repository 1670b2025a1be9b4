"""Small programs by the class of their mistake, and all that `baseline` says of each, no more and no less.

A file of `programs/` is a class. A program is the `resources` of Pulumi's YAML and what is said of them:
level, rule and resource; `parameters` are those that a project's settings would have, by rule.
"""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.pack import Finding, Pack, Setting
from azure_ai_landing_zone_policies.engine.testing import program

TODAY = date(2026, 11, 21)
FOLDER = Path(__file__).with_name("programs")
PROGRAMS: dict[str, dict[str, Any]] = {
    f"{file.stem}/{name}": each
    for file in sorted(FOLDER.glob("*.yaml"))
    for name, each in yaml.safe_load(file.read_text(encoding="utf-8")).items()
}


def said(
    resources: dict[str, Any], pack: str = "baseline", parameters: dict[str, Any] | None = None
) -> list[str]:
    """Level, rule and resource of everything that a pack says of a program."""
    rules = all_rules()
    given = parameters or {}
    settings = {rule.name: Setting(rule.level_in(pack, None), given.get(rule.name, {})) for rule in rules}
    judge = Pack(rules, settings, lambda: TODAY)
    stack = program(resources, TODAY)
    found = [
        _line(finding, view.resource.name)
        for view in stack.all()
        if not view.resource.deployment
        for finding in judge.resource(view)
    ] + [_line(finding, finding.urn.rpartition("::")[2]) for finding in judge.stack(stack)]
    return sorted(found)


def _line(finding: Finding, name: str) -> str:
    unsure = " can't tell" if finding.text.startswith("can't tell: ") else ""
    return f"{finding.level} {finding.policy} {name}{unsure}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_all_that_is_said_of_a_program(name: str) -> None:
    each = PROGRAMS[name]
    found = said(each["resources"], each.get("pack", "baseline"), each.get("parameters"))
    assert found == sorted(each["says"])


def test_every_rule_speaks_of_a_program() -> None:
    corpus = yaml.safe_load((FOLDER.parent / "corpus" / "expected.yaml").read_text(encoding="utf-8"))
    said = [line for lines in corpus.values() for line in lines]
    said += [line for each in PROGRAMS.values() for line in each["says"]]
    speaking = {line.split()[1] for line in said}
    assert [rule.name for rule in all_rules() if rule.name not in speaking] == []
