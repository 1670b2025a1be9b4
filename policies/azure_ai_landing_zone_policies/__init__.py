"""Policy packs for AI on Azure. What authors of rules need is here; tests of rules take `engine.testing`."""

from azure_ai_landing_zone_policies.engine.rule import rule, stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

__all__ = ["CantTell", "Stack", "View", "rule", "stack_rule"]
