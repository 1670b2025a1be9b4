"""What some storage accounts haven't."""

from azure_simulator.cloud.arm import ArmError


def not_supported(feature: str) -> ArmError:
    """Azure's refusal, in the words that it has for BlobInventoryPolicy; `feature` is spelled likewise."""
    text = f"{feature} is not supported for the account."
    seen = "Azure/azure-rest-api-specs#23852 (2023-04-29); the status is ours"
    return ArmError(409, "FeatureNotSupportedForAccount", text, seen=seen)
