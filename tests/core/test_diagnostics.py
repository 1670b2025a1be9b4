"""Diagnostic settings: ours, somebody else's, or none."""

from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone.core.diagnostics import (
    Diagnostics,
    DiagnosticsExternal,
    DiagnosticsManaged,
    DiagnosticsOff,
    diagnose,
)
from helpers.registered import Registered, register

MANAGED = DiagnosticsManaged(mode="managed", workspace_resource_id="/logs")


def diagnosed(diagnostics: Diagnostics, resource_type: str) -> Registered:
    return register(
        lambda: diagnose(
            "thing",
            diagnostics,
            resource_id="/thing",
            resource_type=resource_type,
            opts=pulumi.ResourceOptions(),
        )
    )


@pytest.mark.parametrize(
    ("resource_type", "logs", "metrics", "destination"),
    [
        (
            "Microsoft.KeyVault/vaults",
            [{"categoryGroup": "allLogs", "enabled": True}],
            [{"category": "AllMetrics", "enabled": True}],
            "Dedicated",
        ),
        (
            "Microsoft.Storage/storageAccounts",
            None,
            [{"category": "Transaction", "enabled": True}],
            None,
        ),
        (
            "Microsoft.Network/networkSecurityGroups",
            [
                {"category": "NetworkSecurityGroupEvent", "enabled": True},
                {"category": "NetworkSecurityGroupRuleCounter", "enabled": True},
            ],
            None,
            None,
        ),
    ],
)
def test_a_managed_setting_sends_what_the_table_says(
    resource_type: str, logs: Any, metrics: Any, destination: str | None
) -> None:
    made = diagnosed(MANAGED, resource_type)
    assert made.azure == [("monitor:DiagnosticSetting", "thing-diagnostics")]
    sent = made.inputs["thing-diagnostics"]
    assert sent["resourceUri"] == "/thing"
    assert sent["workspaceId"] == "/logs"
    assert sent.get("logs") == logs
    assert sent.get("metrics") == metrics
    assert sent.get("logAnalyticsDestinationType") == destination


@pytest.mark.parametrize("diagnostics", [DiagnosticsExternal(mode="external"), DiagnosticsOff(mode="off")])
def test_otherwise_there_is_none(diagnostics: Diagnostics) -> None:
    assert diagnosed(diagnostics, "Microsoft.KeyVault/vaults").azure == []


def test_a_type_without_settings_is_a_mistake_whatever_the_mode() -> None:
    with pytest.raises(
        ValueError, match=r"^Microsoft\.Foo/bars has no row in catalog/diagnostic_categories\.csv$"
    ):
        diagnosed(DiagnosticsOff(mode="off"), "Microsoft.Foo/bars")
