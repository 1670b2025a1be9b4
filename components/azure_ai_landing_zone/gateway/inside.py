"""What lies inside a gateway and has a property that azure-native's classes lack."""

from collections.abc import Mapping, Sequence
from typing import Any

import pulumi

from azure_ai_landing_zone.core.component import Making

PREVIEW = "2024-06-01-preview"
"""What azure-native's 2024-05-01 lacks, as Microsoft's own samples deploy it: `credentials.managedIdentity`
of a backend, which no published type has, and `largeLanguageModel` of a diagnostic.
Source: github.com/Azure-Samples/AI-Gateway labs/content-safety/main.bicep, 2026-07-24."""


def deploy_inside(
    making: Making,
    role: str,
    *,
    kind: str,
    name: str,
    properties: Mapping[str, Any],
    after: Sequence[pulumi.Resource],
) -> pulumi.Resource:
    """Make it by a deployment of Azure's, which it outlives until the gateway goes.

    `kind`: of Microsoft.ApiManagement/service, such as backends. `name`: inside of the gateway.
    """
    made = {
        "type": f"Microsoft.ApiManagement/service/{kind}",
        "apiVersion": PREVIEW,
        "name": f"{making.azure_name('apiManagement')}/{name}",
        "properties": properties,
    }
    return making.deployment(role, "apiManagement", [made], depends_on=after)
