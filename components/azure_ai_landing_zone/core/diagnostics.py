"""Diagnostic settings: what resources tell the Log Analytics workspace."""

from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import monitor
from pydantic import Field

from azure_ai_landing_zone.catalog.diagnostic_categories import ALL_LOGS, find
from azure_ai_landing_zone.core.model import Input, Model


class DiagnosticsManaged(Model):
    """Every resource gets a setting of ours."""

    mode: Literal["managed"]
    """Says which kind this is."""
    workspace_resource_id: Input[str]
    """The Log Analytics workspace that logs and metrics go to."""


class DiagnosticsExternal(Model):
    """Azure Policy writes the settings: ours would send everything twice."""

    mode: Literal["external"]
    """Says which kind this is."""


class DiagnosticsOff(Model):
    """Nothing is sent."""

    mode: Literal["off"]
    """Says which kind this is."""


Diagnostics = Annotated[
    DiagnosticsManaged | DiagnosticsExternal | DiagnosticsOff, Field(discriminator="mode")
]


def diagnose(
    name: str,
    diagnostics: Diagnostics,
    *,
    resource_id: Input[str],
    resource_type: str,
    opts: pulumi.ResourceOptions,
) -> None:
    """The diagnostic setting of one resource, called after `name`, where diagnostics are managed.

    `resource_type` is Azure's, such as Microsoft.KeyVault/vaults. Storage has its logs on its services: give
    the id of `<account>/blobServices/default` as Microsoft.Storage/storageAccounts/blobServices.
    Raises ValueError for a type that has no diagnostic settings, whatever the mode: that is a mistake of
    ours.
    """
    categories = find(resource_type)
    if categories is None:
        raise ValueError(f"{resource_type} has no row in catalog/diagnostic_categories.csv")
    if not isinstance(diagnostics, DiagnosticsManaged):
        return
    if categories.logs == (ALL_LOGS,):
        logs = [monitor.DiagnosticsLogSettingsArgs(category_group=ALL_LOGS, enabled=True)]
    else:
        logs = [
            monitor.DiagnosticsLogSettingsArgs(category=category, enabled=True)
            for category in categories.logs
        ]
    monitor.DiagnosticSetting(
        f"{name}-diagnostics",
        # A resource has five settings at most, told apart by name: this one is ours.
        name="ai-landing-zone",
        resource_uri=resource_id,
        workspace_id=diagnostics.workspace_resource_id,
        log_analytics_destination_type="Dedicated" if categories.dedicated_tables else None,
        logs=logs or None,
        metrics=[
            monitor.DiagnosticsMetricSettingsArgs(category=category, enabled=True)
            for category in categories.metrics
        ]
        or None,
        opts=opts,
    )
