"""Which rules there are: those in `rules/`, found by import."""

import importlib
import pkgutil
from functools import cache

from azure_ai_landing_zone_policies.engine.rule import Rule

RULES = "azure_ai_landing_zone_policies.rules"


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
