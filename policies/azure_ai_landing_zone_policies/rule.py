"""What a rule is, and how one is applied to a resource."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from azure_ai_landing_zone_policies import rules as rules_package
from azure_ai_landing_zone_policies.view import CantTell, View

Severity = Literal["low", "medium", "high", "critical"]
Check = Callable[[View], Iterator[str | CantTell]]


@dataclass(frozen=True)
class Verdict:
    """A rule's word on a resource: fail with problems; can't tell if only `unsure` has entries; else pass."""

    problems: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rule:
    """One rule, with all that the pack, the tests and the reference say of it."""

    name: str
    """The function's and the file's name with hyphens; never changed, since consumers' settings hold it."""
    title: str
    why: str
    """Why it costs the user and how to fix it: the docstring after its first line."""
    on: tuple[str, ...]
    """Types, as `type_name` gives them."""
    severity: Severity
    since: str
    """The first version of the pack that has the rule."""
    links: tuple[str, ...]
    passes: Mapping[str, Any]
    """Inputs of a resource of the first type in `on` on which the rule has nothing to say."""
    fails: Mapping[str, Any]
    """Inputs of a resource of the first type in `on` that the rule blocks."""
    check: Check

    def judge(self, props: View) -> Verdict:
        """Every problem that can be seen, and what stands in the way of seeing more."""
        problems: list[str] = []
        unsure: list[str] = []
        try:
            for finding in self.check(props):
                (unsure if isinstance(finding, CantTell) else problems).append(str(finding))
        except CantTell as reason:
            unsure.append(str(reason))
        return Verdict(tuple(dict.fromkeys(problems)), tuple(dict.fromkeys(unsure)))


def rule(
    *,
    on: tuple[str, ...],
    severity: Severity,
    since: str,
    links: tuple[str, ...],
    passes: Mapping[str, Any],
    fails: Mapping[str, Any],
) -> Callable[[Check], Rule]:
    """Makes a rule of a generator that yields one sentence a problem.

    A sentence names the property, the value it has, what is allowed and what to change.
    """

    def make(check: Check) -> Rule:
        title, _, why = inspect.cleandoc(check.__doc__ or "").partition("\n")
        name = check.__name__.replace("_", "-")
        return Rule(name, title, why.strip(), on, severity, since, links, passes, fails, check)

    return make


@cache
def all_rules() -> tuple[Rule, ...]:
    """The rules in `rules/`, by name. Raises TypeError if a module there doesn't hold its own rule."""
    found = []
    for entry in pkgutil.iter_modules(rules_package.__path__):
        module = importlib.import_module(f"{rules_package.__name__}.{entry.name}")
        content = getattr(module, entry.name, None)
        if not isinstance(content, Rule):
            raise TypeError(f"rules/{entry.name}.py must define the rule {entry.name}")
        found.append(content)
    return tuple(sorted(found, key=lambda rule: rule.name))
