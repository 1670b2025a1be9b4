"""Microsoft.Resources/deployments in a subscription, as far as plans of Microsoft Defender for Cloud"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType
from azure_simulator.cloud.values import dig, each

_PLANS = "Microsoft.Security/pricings"
_TIERS = ("Free", "Standard")


class DeploymentAtSubscriptionScope(ResourceType):
    """A template is checked, and what is in it forgotten: plans are there with or without it."""

    pulumi_type = "azure-native:resources:DeploymentAtSubscriptionScope"
    path = "/subscriptions/{subscriptionId}/providers/Microsoft.Resources/deployments/{deploymentName}"
    source = "learn.microsoft.com/azure/azure-resource-manager/templates/deploy-to-subscription"
    auto_name = "random"
    name_rule = NameRule(
        r"[\w.()-]{1,64}", "1-64 letters, digits, underscores, hyphens, periods, parentheses"
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if not dig(props, "location"):
            yield "location", "a deployment to a subscription needs one"
        for path, resource in each(props, "properties.template.resources"):
            for field in ("type", "apiVersion", "name"):
                if field not in resource:
                    yield f"{path}.{field}", "a resource of a template needs it"
            kind, tier = dig(resource, "type"), dig(resource, "properties.pricingTier")
            if kind not in (None, _PLANS):
                yield (
                    f"{path}.type",
                    f"the simulated Azure deploys only {_PLANS} to a subscription, not {kind}",
                )
            elif tier not in _TIERS:
                yield f"{path}.properties.pricingTier", f"'{tier}' is none of {', '.join(_TIERS)}"
            elif tier == "Free" and dig(resource, "properties.subPlan"):
                yield f"{path}.properties.subPlan", "goes with Standard"

    def create(self, put: Put) -> Mapping[str, Any]:
        before: list[str] = []
        for _, resource in each(put.props, "properties.template.resources"):
            name = f"{resource['type']}/{resource['name']}"
            if before and before[-1] not in (resource.get("dependsOn") or ()):
                raise ArmError(
                    409,
                    "Conflict",
                    "Another update operation is in progress. Please retry in a few minutes",
                    seen="hashicorp/terraform-provider-azurerm#32444 (2026-05-25)",
                )
            before.append(name)
        return {"properties": {"provisioningState": "Succeeded"}}
