"""A project's own settings for the pack: `policy.yaml` beside its Pulumi.yaml.

The file that `--policy-pack-config` takes, the organisation's, has the same schema and wins: what it says of
a rule is all that holds for that rule, and with `locked` under `pack` nothing else holds at all. The schema:
the name of a rule, and under it a level (advisory, mandatory, disabled) or an object with `enforcementLevel`,
`waivers` and the rule's own parameters. Under `pack` stands which pack it is: a name, or an object with
`name`, `ruleSet`, `stacks` and `locked`. Under `waivers` stands `longestDays`, how far ahead any waiver may
end. Under `guard`, and only in policy.yaml, stand the waivers of `ailz guard`.
"""

import difflib
import re
from collections.abc import Collection, Mapping
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from azure_ai_landing_zone_policies.engine import baseline, waivers
from azure_ai_landing_zone_policies.engine.discovery import project_of
from azure_ai_landing_zone_policies.engine.pack import CLOSING, Setting, utc_today
from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import Level, Rule, Severity

LEVELS: tuple[Level, ...] = ("advisory", "mandatory", "disabled")
PACKS = ("baseline", "strict")
SEVERITIES: tuple[Severity, ...] = ("low", "medium", "high", "critical")

Content = dict[str, Any]
"""What a policy.yaml says, read and not yet judged."""

PACK_SCHEMA: dict[str, Any] = {
    "name": {"type": "string", "enum": list(PACKS)},
    "ruleSet": {"type": ["string", "number"]},
    "stacks": {"type": "object"},
    "locked": {"type": "boolean"},
    "failFrom": {"type": "string", "enum": list(SEVERITIES)},
}
"""JSON schema of the fields of `pack`."""


BASELINE = "baseline"
"""Where content has what stands in `baseline.FILE`."""

CLOSING_PARAMETERS = (
    Parameter("longestDays", "whole number", waivers.LONGEST_DAYS, "how many days ahead a waiver may end"),
)


class _Loader(yaml.SafeLoader):
    """Leaves days as text, as JSON has them, and so doesn't fail on one that no calendar has."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - the base class has it so
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def load(start: Path) -> tuple[Content, list[str]]:
    """What the policy.yaml of the project around `start` says, and why it can't be read."""
    folder = project_of(start)
    content: Content = {}
    problems: list[str] = []
    if folder and (folder / "policy.yaml").exists():
        content, problems = load_file(folder / "policy.yaml")
    if folder and (folder / baseline.FILE).exists():
        found, wrong = load_file(folder / baseline.FILE)
        content = {**content, BASELINE: found}
        problems = [*problems, *(problem.replace("policy.yaml", baseline.FILE, 1) for problem in wrong)]
    return content, problems


def load_file(file: Path) -> tuple[Content, list[str]]:
    """As `load`, of a given file."""
    try:
        return load_text(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        return {}, [f"{file}: isn't UTF-8"]


def load_text(text: str) -> tuple[Content, list[str]]:
    """As `load`, of the text of a policy.yaml."""
    try:
        content = _Loader(text).get_single_data()
    except yaml.YAMLError as error:
        return {}, [f"policy.yaml: not readable as YAML: {error}"]
    if content is not None and not isinstance(content, dict):
        return {}, [f"policy.yaml: got {content!r}; must have the names of rules as keys"]
    return {str(name): value for name, value in (content or {}).items()}, []


def settle(
    content: Content,
    rules: Collection[Rule],
    stack: str = "",
    source: str = "policy.yaml",
    today: date | None = None,
) -> tuple[dict[str, Setting], list[str]]:
    """The settings of every rule in a stack; and the problems of the content, with where it came from."""
    given = dict(content)
    problems: list[str] = []
    pack, rule_set = _pack(given.get("pack", {}), rules, stack, problems)
    least = _least(given.pop("pack", {}), problems)
    life = _life(content, today or utc_today())
    problems += guard_waivers(given, life.today)[1]
    given.pop("guard", None)
    _, wrong = baseline.parse(given.pop(BASELINE, None), life)
    by_name = {rule.name: rule for rule in rules}
    settings = {
        rule.name: Setting(_eased(rule.level_in(pack, rule_set), rule.facts.severity, least), {})
        for rule in rules
    }
    names = [*by_name, CLOSING]
    for name, value in given.items():
        if name not in names:
            problems.append(f"{name}: no such rule{_instead(name, names)}")
        default = settings.get(name, Setting("advisory", {})).level
        settings[name] = _setting(name, value, by_name.get(name), default, life, problems)
    told = [f"{source}: {problem}" for problem in problems]
    told += [f"{baseline.FILE}: {problem}" for problem in wrong]
    return ({}, told) if told else (settings, [])


def overlay(content: Content, name: str, level: Level | None, values: Mapping[str, Any]) -> None:
    """Put what the organisation says of a rule, or of the pack, over what the program's content says of it.

    Of a rule nothing of the program's is left then, above all no waiver.
    """
    if name != "pack":
        if said := {**values} | ({"enforcementLevel": level} if level else {}):
            content[name] = said
            _forget(content, name)
        return
    own = content.get(name, {})
    kept = {"name": own} if isinstance(own, str) else dict(own) if isinstance(own, Mapping) else {}
    if "name" in values:
        kept.pop("stacks", None)  # the name given later holds for every stack
    if kept | dict(values):
        content[name] = {**kept, **values}


def _forget(content: Content, name: str) -> None:
    """Take a rule out of the program's baseline."""
    known = content.get(BASELINE)
    if isinstance(known, Mapping) and isinstance(known.get("findings"), Mapping):
        rest = {rule: urns for rule, urns in known["findings"].items() if rule != name}
        content[BASELINE] = {**known, "findings": rest}


def guard_waivers(content: Content, today: date) -> tuple[tuple[waivers.Waiver, ...], list[str]]:
    """The waivers of the plan guard, and the problems of its section."""
    section = content.get("guard", {})
    if not isinstance(section, Mapping):
        return (), [f"guard: got {section!r}; must be an object with waivers"]
    problems = [f"guard.{key}: unknown; must be waivers" for key in section if key != "waivers"]
    found, wrong = waivers.parse(section.get("waivers", []), "guard.waivers", _life(content, today))
    return found, [*problems, *wrong]


def _pack(value: Any, rules: Collection[Rule], stack: str, problems: list[str]) -> tuple[str, str | None]:
    """The pack of a stack and the rule set that it is pinned to."""

    def problem(path: str, got: Any, allowed: str) -> None:
        problems.append(f"{path}: got {got!r}; must be {allowed}")

    setting = {"name": value} if isinstance(value, str) else value
    if not isinstance(setting, Mapping):
        problem("pack", value, f"one of {', '.join(PACKS)}, or an object")
        return "baseline", None
    for key in setting:
        if key not in PACK_SCHEMA:
            problems.append(f"pack.{key}: unknown; must be one of {', '.join(PACK_SCHEMA)}")
    if not isinstance(setting.get("locked", False), bool):
        problem("pack.locked", setting["locked"], "true or false")
    named = setting.get("name", "baseline")
    stacks = setting.get("stacks", {})
    if not isinstance(stacks, Mapping):
        problem("pack.stacks", stacks, "an object from a stack's name, or a glob, to a pack")
        stacks = {}
    for path, each in [("name", named), *((f"stacks.{glob}", each) for glob, each in stacks.items())]:
        if each not in PACKS:
            problem(f"pack.{path}", each, f"one of {', '.join(PACKS)}")
    rule_set = setting.get("ruleSet")
    if rule_set is not None:
        rule_set = str(rule_set)  # 2026.4 is a number in YAML
        first = min(rule.facts.since for rule in rules if rule.facts.since)
        if not re.fullmatch(r"20\d\d\.[1-4]", rule_set) or rule_set < first:
            problem("pack.ruleSet", rule_set, f"a quarter from {first}")
            rule_set = None
    matching = (each for glob, each in stacks.items() if fnmatchcase(stack, str(glob)))
    return next(matching, named), rule_set


def _least(pack: Any, problems: list[str]) -> Severity:
    """The severity from which a rule may block."""
    least = pack.get("failFrom", "low") if isinstance(pack, Mapping) else "low"
    if least in SEVERITIES:
        return next(each for each in SEVERITIES if each == least)
    problems.append(f"pack.failFrom: got {least!r}; must be one of {', '.join(SEVERITIES)}")
    return "low"


def _eased(level: Level, severity: Severity, least: Severity) -> Level:
    below = SEVERITIES.index(severity) < SEVERITIES.index(least)
    return "advisory" if level == "mandatory" and below else level


def _life(content: Content, today: date) -> waivers.Life:
    """How long waivers may hold, by the house's word; a wrong one is told of with the rest."""
    closing = content.get(CLOSING)
    days = closing.get("longestDays") if isinstance(closing, Mapping) else None
    return waivers.Life(today, days) if isinstance(days, int) and days >= 0 else waivers.Life(today)


def _setting(
    name: str, value: Any, rule: Rule | None, default: Level, life: waivers.Life, problems: list[str]
) -> Setting:
    def problem(path: str, text: str) -> None:
        problems.append(f"{path}: {text}")

    own = rule.facts.parameters if rule else CLOSING_PARAMETERS if name == CLOSING else ()
    parameters = {parameter.name: parameter for parameter in own}
    setting: Any = {"enforcementLevel": value} if isinstance(value, str) else value
    if not isinstance(setting, Mapping):
        problem(name, f"got {value!r}; must be one of {', '.join(LEVELS)}, or an object")
        return Setting(default, {})
    known = ("enforcementLevel", "waivers", *parameters)
    for key in setting:
        if key not in known:
            problem(f"{name}.{key}", f"unknown; must be one of {', '.join(known)}")
        elif key in parameters and (wrong := parameters[key].problem(setting[key])):
            problem(f"{name}.{key}", wrong)
    level: Level = setting.get("enforcementLevel", default)
    if level not in LEVELS:
        problem(f"{name}.enforcementLevel", f"got {level!r}; must be one of {', '.join(LEVELS)}")
    wanted = setting.get("waivers", [])
    problems += waivers.parse(wanted, f"{name}.waivers", life)[1]
    return Setting(level, {key: each for key, each in setting.items() if key != "enforcementLevel"})


def _instead(name: str, names: Collection[str]) -> str:
    close = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean {close[0]}?" if close else "; docs/reference/rules/ lists them all"
