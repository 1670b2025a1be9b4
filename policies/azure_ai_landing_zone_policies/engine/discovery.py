"""Which rules there are: those in `rules/`, found by import, and those that a project or a package brings."""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import get_args

from azure_ai_landing_zone_policies.engine.rule import Level, Rule, Severity

RULES = "azure_ai_landing_zone_policies.rules"
ENTRY_POINTS = "azure_ai_landing_zone.rules"
"""The group under which an installed package names its own package of rules."""


@cache
def all_rules() -> tuple[Rule, ...]:
    """The rules in `rules/`, by name. Raises TypeError if a module there doesn't hold its own rule."""
    found = []
    for entry in pkgutil.iter_modules(importlib.import_module(RULES).__path__):
        module = importlib.import_module(f"{RULES}.{entry.name}")
        content = getattr(module, entry.name, None)
        if not isinstance(content, Rule):
            raise TypeError(f"rules/{entry.name}.py must define the rule {entry.name}")
        found.append(content)
    return tuple(sorted(found, key=lambda rule: rule.name))


def project_of(start: Path) -> Path | None:
    """The folder of the nearest Pulumi.yaml."""
    return next((folder for folder in (start, *start.parents) if (folder / "Pulumi.yaml").exists()), None)


def rules_for(start: Path) -> tuple[tuple[Rule, ...], list[str]]:
    """The rules that hold in the project around a folder, ours and its own; and what is wrong with those.

    Its own are the files in `rules/` beside its Pulumi.yaml, and those in packages that installed
    distributions name under ENTRY_POINTS.
    """
    found = {rule.name: rule for rule in all_rules()}
    problems: list[str] = []
    for where, stem, load in _own(project_of(start)):
        try:
            rule = getattr(load(), stem, None)
        except Exception as error:
            problems.append(f"{where}: can't be imported: {type(error).__name__}: {error}")
            continue
        if not isinstance(rule, Rule):
            problems.append(f"{where}: must define the rule {stem}, with the file's own name")
        elif rule.name in found:
            problems.append(f"{where}: there is a rule {rule.name} already; give this one another name")
        elif wrong := _wrong(rule):
            problems += [f"{where}: {problem}" for problem in wrong]
        else:
            found[rule.name] = rule
    return tuple(sorted(found.values(), key=lambda rule: rule.name)), problems


def _own(project: Path | None) -> Iterator[tuple[str, str, Callable[[], ModuleType]]]:
    """Where each rule of others stands, its file's name and how it is loaded."""
    for file in sorted((project / "rules").glob("*.py")) if project else ():
        if not file.stem.startswith("_"):
            yield f"rules/{file.name}", file.stem, partial(_loaded, file)
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.value):
        try:
            folders = list(importlib.import_module(entry.value).__path__)
        except Exception:
            yield entry.value, "", partial(importlib.import_module, entry.value)
            continue
        for module in pkgutil.iter_modules(folders):
            if not module.name.startswith("_"):
                name = f"{entry.value}.{module.name}"
                yield name, module.name, partial(importlib.import_module, name)


def _loaded(file: Path) -> ModuleType:
    name = f"own_rules_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None, file  # noqa: PT018, S101 - it ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _wrong(rule: Rule) -> list[str]:
    """What a rule of others says of itself that the pack can't take."""
    facts = rule.facts
    problems = [] if facts.on else ["on: got nothing; must have the types that it looks at"]
    if not facts.links:
        problems.append("links: got nothing; must have the page that says why")
    if facts.severity not in get_args(Severity):
        problems.append(f"severity: got {facts.severity!r}; must be one of {', '.join(get_args(Severity))}")
    for name, level in (("baseline", facts.baseline), ("strict", facts.strict)):
        if level not in get_args(Level):
            problems.append(f"{name}: got {level!r}; must be one of {', '.join(get_args(Level))}")
    return problems
