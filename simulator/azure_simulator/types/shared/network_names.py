"""The names that most resources of Microsoft.Network may have."""

from __future__ import annotations

from azure_simulator.cloud.resource_type import NameRule

NETWORK_NAME = NameRule(
    r"[A-Za-z0-9]([\w.-]{0,78}\w)?",
    "1-80 letters, digits, underscores, periods and hyphens, starting with a letter or digit and ending with "
    "a letter, digit or underscore",
)
"""Source: learn.microsoft.com/azure/azure-resource-manager/management/resource-name-rules."""
