"""Resources made by a deployment of Azure's: what azure-native can't make, because it lies inside another
resource in a version of the API that it doesn't know (github.com/pulumi/pulumi-azure-native/issues/4109), or
is always there."""

from collections.abc import Mapping, Sequence
from typing import Any

import pulumi
from pulumi_azure_native import resources

from azure_ai_landing_zone.core.model import Input


def template_deployment(
    name: str,
    *,
    azure_name: str,
    resource_group_name: Input[str],
    template_resources: Sequence[Mapping[str, Any]],
    template_outputs: Mapping[str, Input[str]] | None = None,
    tags: dict[str, str] | None,
    opts: pulumi.ResourceOptions,
    secure_values: Mapping[str, Input[str]] | None = None,
) -> "resources.Deployment":
    """A deployment of an ARM template in a resource group.

    It adds and changes only, and what it made stays when it goes, until what that lies in goes.
    `template_resources`: as templates have them, with `type`, `apiVersion`, `name` and `properties`.
    `template_outputs`: texts that it answers with, as expressions of templates.
    `secure_values`: of secure parameters, by name, which Azure shows to nobody who reads the deployment, and
    the engine keeps as secrets. Source: learn.microsoft.com/azure/azure-resource-manager/templates/
    template-best-practices, security recommendations for parameters, 2026-11-23.
    """
    return resources.Deployment(
        name,
        deployment_name=azure_name,
        resource_group_name=resource_group_name,
        properties=_properties(
            "2019-04-01/deploymentTemplate", template_resources, template_outputs, secure_values
        ),
        tags=tags,
        opts=opts,
    )


def subscription_deployment(
    name: str,
    *,
    azure_name: str,
    location: str,
    template_resources: Sequence[Mapping[str, Any]],
    tags: dict[str, str] | None,
    opts: pulumi.ResourceOptions,
) -> "resources.DeploymentAtSubscriptionScope":
    """The same of what lies in a subscription itself. `location`: of the deployment's own record."""
    return resources.DeploymentAtSubscriptionScope(
        name,
        deployment_name=azure_name,
        location=location,
        properties=_properties("2018-05-01/subscriptionDeploymentTemplate", template_resources),
        tags=tags,
        opts=opts,
    )


def _properties(
    schema: str,
    template_resources: Sequence[Mapping[str, Any]],
    template_outputs: Mapping[str, Input[str]] | None = None,
    secure_values: Mapping[str, Input[str]] | None = None,
) -> "resources.DeploymentPropertiesArgs":
    outputs = {name: {"type": "string", "value": value} for name, value in (template_outputs or {}).items()}
    secure = secure_values or {}
    return resources.DeploymentPropertiesArgs(
        mode=resources.DeploymentMode.INCREMENTAL,
        template={
            "$schema": f"https://schema.management.azure.com/schemas/{schema}.json#",
            "contentVersion": "1.0.0.0",
            "resources": list(template_resources),
            **({"outputs": outputs} if outputs else {}),
            **({"parameters": {name: {"type": "secureString"} for name in secure}} if secure else {}),
        },
        parameters={
            name: resources.DeploymentParameterArgs(value=pulumi.Output.secret(value))
            for name, value in secure.items()
        }
        or None,
    )
