"""What lies inside a gateway and has a property that azure-native's classes lack."""

from collections.abc import Mapping, Sequence
from typing import Any

import pulumi
from pulumi_azure_native import resources

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
) -> "resources.Deployment":
    """By a deployment of Azure's, as keys of a vault: what lies inside another resource the provider can't
    make in a version of the API that it doesn't know (github.com/pulumi/pulumi-azure-native/issues/4109).
    It stays when its deployment goes, until the gateway goes.

    `kind`: of Microsoft.ApiManagement/service, such as backends. `name`: inside of the gateway.
    """
    service = making.azure_name("apiManagement")
    return resources.Deployment(
        f"{making.name}-{role}",
        deployment_name=f"{role}-of-{service}",
        properties=resources.DeploymentPropertiesArgs(
            mode=resources.DeploymentMode.INCREMENTAL,
            template={
                "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
                "contentVersion": "1.0.0.0",
                "resources": [
                    {
                        "type": f"Microsoft.ApiManagement/service/{kind}",
                        "apiVersion": PREVIEW,
                        "name": f"{service}/{name}",
                        "properties": properties,
                    }
                ],
            },
        ),
        tags=making.tags,
        opts=making.child(depends_on=after),
        **making.group,
    )
