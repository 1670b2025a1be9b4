"""What a project says of policy: rules of its own beside ours, and its policy.yaml."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from azure_ai_landing_zone_policies.engine import settings
from azure_ai_landing_zone_policies.engine.discovery import rules_for
from azure_ai_landing_zone_policies.engine.pack import Setting
from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.engine.settings import Content


@dataclass(frozen=True, slots=True)
class Project:
    rules: tuple[Rule, ...]
    content: Content
    """Of its policy.yaml and baseline."""
    levels: Mapping[str, Setting]
    """By rule, in any stack."""
    problems: list[str]
    """What is wrong with its rules and settings: with any, nothing can be judged by them."""


def project_around(start: Path) -> Project:
    """The project that a folder is in; outside of any, our rules as they are."""
    rules, wrong = rules_for(start)
    content, unreadable = settings.load(start)
    levels, unsettled = settings.settle(content, rules)
    return Project(rules, content, levels, [*wrong, *(unreadable or unsettled)])
