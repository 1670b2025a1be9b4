"""A project's own settings for the pack: `policy.yaml` beside its Pulumi.yaml.

It has the schema of the file that `--policy-pack-config` takes, which wins over it: the name of a rule, and
under it a level (advisory, mandatory, disabled) or an object with `enforcementLevel` and `waivers`.
"""

import difflib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import yaml

from azure_ai_landing_zone_policies import waivers

LEVELS = ("advisory", "mandatory", "disabled")
KEYS = ("enforcementLevel", "waivers")


class _Loader(yaml.SafeLoader):
    """Leaves days as text, as JSON has them, and so doesn't fail on one that no calendar has."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - the base class has it so
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def read(start: Path, rules: Collection[str]) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """The settings of the project around `start` by rule, each with its level; and the file's problems."""
    for folder in (start, *start.parents):
        if (folder / "Pulumi.yaml").exists():
            file = folder / "policy.yaml"
            return parse(file.read_text(encoding="utf-8"), rules) if file.exists() else ({}, [])
    return {}, []


def parse(text: str, rules: Collection[str]) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """As `read`, from the text of a policy.yaml."""
    try:
        content = _Loader(text).get_single_data()
    except yaml.YAMLError as error:
        return {}, [f"policy.yaml: not readable as YAML: {error}"]
    if content is None:
        return {}, []
    if not isinstance(content, dict):
        return {}, [f"policy.yaml: got {content!r}; must have the names of rules as keys"]
    problems: list[str] = []
    result = {str(name): _setting(str(name), value, rules, problems) for name, value in content.items()}
    return ({}, problems) if problems else (result, [])


def _setting(name: str, value: Any, rules: Collection[str], problems: list[str]) -> dict[str, Any]:
    def problem(path: str, text: str) -> None:
        problems.append(f"policy.yaml: {path}: {text}")

    if name not in rules:
        problem(name, f"no such rule{_instead(name, rules)}")
    setting = {"enforcementLevel": value} if isinstance(value, str) else value
    if not isinstance(setting, Mapping):
        problem(name, f"got {value!r}; must be one of {', '.join(LEVELS)}, or an object")
        return {}
    for key in setting:
        if key not in KEYS:
            problem(f"{name}.{key}", f"unknown; must be one of {', '.join(KEYS)}")
    level = setting.get("enforcementLevel", "mandatory")
    if level not in LEVELS:
        problem(f"{name}.enforcementLevel", f"got {level!r}; must be one of {', '.join(LEVELS)}")
    wanted = setting.get("waivers", [])
    problems += [f"policy.yaml: {text}" for text in waivers.parse(wanted, f"{name}.waivers")[1]]
    return {"enforcementLevel": level, "waivers": wanted}


def _instead(name: str, rules: Collection[str]) -> str:
    close = difflib.get_close_matches(name, rules, n=1)
    return f"; did you mean {close[0]}?" if close else f"; there are {', '.join(sorted(rules))}"
