"""Microsoft.Features/featureProviders/subscriptionFeatureRegistrations"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Put, ResourceType


class SubscriptionFeatureRegistration(ResourceType):
    pulumi_type = "azure-native:features:SubscriptionFeatureRegistration"
    path = (
        "/subscriptions/{subscriptionId}/providers/Microsoft.Features/featureProviders/{providerNamespace}"
        "/subscriptionFeatureRegistrations/{featureName}"
    )
    source = (
        "learn.microsoft.com/rest/api/resources/subscription-feature-registrations/create-or-update "
        "(2021-07-01)"
    )

    def create(self, put: Put) -> Mapping[str, Any]:
        parameters = self.arm.parse(put.id) or {}
        given = put.props.get("properties") or {}
        return {
            "name": f"{parameters['providerNamespace']}/{parameters['featureName']}",
            "properties": {
                **given,
                "approvalType": "AutoApproval",
                "displayName": parameters["featureName"],
                "featureName": parameters["featureName"],
                "providerNamespace": parameters["providerNamespace"],
                "state": given.get("state", "Registered"),
                "subscriptionId": arm.subscription_of(put.id),
                "tenantId": arm.TENANT_ID,
            },
        }
