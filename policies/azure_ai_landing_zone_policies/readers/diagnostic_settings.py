"""Diagnostic settings of a program, and what they collect."""

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import View


def settings_of(target: View, stack: Stack, *names: str) -> list[View]:
    """The diagnostic settings of a resource. Raises CantTell if there may be one and it can't be told."""
    types = ("monitor:DiagnosticSetting", "insights:DiagnosticSetting")
    return [setting for type_ in types for setting in stack.which_refer(target, type_, "resourceUri", *names)]


def collects(setting: View, *categories: str) -> bool:
    """Whether it collects one of these log categories, or all logs."""
    for log in setting.items("logs"):
        name = log.text("category") or log.text("categoryGroup")
        if log.flag("enabled") is not False and name in (*categories, "allLogs"):
            return True
    return False
