"""What all parts of a gateway have in common."""

from collections.abc import Callable
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import apimanagement

from azure_ai_landing_zone.model import Input

PREVIEW = "2024-06-01-preview"
"""What azure-native's 2024-05-01 lacks, as Microsoft's own samples deploy it: `credentials.managedIdentity`
of a backend, which no published type has, and `largeLanguageModel` of a diagnostic.
Source: github.com/Azure-Samples/AI-Gateway labs/content-safety/main.bicep, 2026-07-24."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayPlace:
    """A gateway while it is being made."""

    name: str
    """Of the component."""
    service: "apimanagement.ApiManagementService"
    resource_group_name: Input[str]
    child: Callable[..., pulumi.ResourceOptions]
    """Options of a child of the component."""
