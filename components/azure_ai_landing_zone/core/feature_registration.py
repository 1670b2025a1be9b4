"""Features of a subscription, which outlive the stack that registers them."""

import pulumi
from pulumi_azure_native import features


def feature_registration(
    name: str, *, namespace: str, feature: str, opts: pulumi.ResourceOptions
) -> "features.SubscriptionFeatureRegistration":
    """Registers a feature of a resource provider such as Microsoft.ContainerService.

    It stays when the stack goes: whatever else is in the subscription relies on it. It takes effect when
    someone has registered the provider again, which isn't a resource."""
    return features.SubscriptionFeatureRegistration(
        name,
        provider_namespace=namespace,
        feature_name=feature,
        properties=features.SubscriptionFeatureRegistrationPropertiesArgs(
            state=features.SubscriptionFeatureRegistrationState.REGISTERED
        ),
        opts=pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(retain_on_delete=True)),
    )
