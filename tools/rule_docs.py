"""Writes docs/reference/rules/: a page for each rule of the policy pack, and an index, from the rules."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import yaml

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.rule import Area, Rule

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "reference" / "rules"


def pages() -> dict[str, str]:
    """The text of every page by file name."""
    return {"README.md": _index()} | {f"{rule.name}.md": _page(rule) for rule in all_rules()}


def _index() -> str:
    rules = all_rules()
    lines = [
        "# Rules",
        "",
        f"The {len(rules)} rules of the pack, and their level in `baseline` and `strict`. "
        "How to choose a pack and tune a rule: [policies](../../policies.md).",
    ]
    for area in get_args(Area):
        of_area = [rule for rule in rules if rule.facts.area == area]
        if of_area:
            lines += [
                "",
                f"## {area.capitalize()}",
                "",
                "| rule | what it asks for | severity | baseline | strict |",
                "| --- | --- | --- | --- | --- |",
            ]
            lines += [
                f"| [{rule.name}]({rule.name}.md) | {rule.title} | {rule.facts.severity} | "
                f"{rule.facts.baseline} | {rule.facts.strict} |"
                for rule in of_area
            ]
    return "\n".join(lines) + "\n"


def _page(rule: Rule) -> str:
    facts = rule.facts
    rows = {
        "Looks at": ", ".join(f"`{type_}`" for type_ in facts.on)
        + ("" if rule.check else ", with the program"),
        "Severity": facts.severity,
        "Level": f"{facts.baseline} in `baseline`, {facts.strict} in `strict`",
        "Rule set": f"since {facts.since}",
        "Well-Architected pillar": facts.pillar,
    }
    if facts.controls:
        rows["Microsoft cloud security benchmark"] = ", ".join(facts.controls)
    if facts.only_with_ai:
        rows["Only"] = "in programs that have something of AI"
    lines = [f"# {rule.title}", "", f"`{rule.name}`", "", rule.why, "", "| | |", "| --- | --- |"]
    lines += [f"| {name} | {value} |" for name, value in rows.items()]
    if facts.parameters:
        lines += ["", "## Parameters", "", "| name | | default |", "| --- | --- | --- |"]
        lines += [
            f"| `{each.name}` | {each.text} ({each.kind}) | {_default(each.default)} |"
            for each in facts.parameters
        ]
    given = {each.name: each.example for each in facts.parameters if each.default is None}
    lines += ["", "## Fails", ""]
    if given:
        values = ", ".join(f"`{name}: {value}`" for name, value in given.items())
        lines += [f"With {values} in policy.yaml:", ""]
    lines += _example(rule, facts.fails)
    lines += ["", "## Passes", "", *_example(rule, facts.passes)]
    lines += ["", "## Sources", "", *(f"- <{link}>" for link in facts.links)]
    return "\n".join(lines) + "\n"


def _default(value: Any) -> str:
    return "none: the rule waits for a value" if value is None else f"`{value}`"


def _example(rule: Rule, example: Mapping[str, Any]) -> list[str]:
    """The example as a program in Pulumi's YAML, with nothing but what matters to the rule."""
    resources = example
    if rule.check:
        resources = {"example": {"type": f"azure-native:{rule.facts.on[0]}", "properties": example}}
    text = yaml.dump({"resources": dict(resources)}, Dumper=_Dumper, sort_keys=False, allow_unicode=True)
    return ["```yaml", *text.rstrip().splitlines(), "```"]


class _Dumper(yaml.SafeDumper):
    """Writes every value out, where YAML would point back to one that it has written before."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - the base class has it so
        return True


def main() -> None:
    """Write all pages and remove those of rules that are gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    written = pages()
    for file in FOLDER.glob("*.md"):
        if file.name not in written:
            file.unlink()
    for name, text in written.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(written)} pages in {FOLDER}\n")


if __name__ == "__main__":
    main()
