"""Azure's public regions, as ARM names them (learn.microsoft.com/azure/reliability)."""

from __future__ import annotations

from azure_simulator.cloud import arm
from azure_simulator.cloud.subscription_settings import SubscriptionSettings

REGIONS = frozenset(
    [
        "australiacentral",
        "australiacentral2",
        "australiaeast",
        "australiasoutheast",
        "austriaeast",
        "belgiumcentral",
        "brazilsouth",
        "brazilsoutheast",
        "canadacentral",
        "canadaeast",
        "centralindia",
        "centralus",
        "centraluseuap",
        "chilecentral",
        "denmarkeast",
        "eastasia",
        "eastus",
        "eastus2",
        "eastus2euap",
        "francecentral",
        "francesouth",
        "germanynorth",
        "germanywestcentral",
        "indonesiacentral",
        "israelcentral",
        "italynorth",
        "japaneast",
        "japanwest",
        "jioindiacentral",
        "jioindiawest",
        "koreacentral",
        "koreasouth",
        "malaysiawest",
        "mexicocentral",
        "newzealandnorth",
        "northcentralus",
        "northeurope",
        "norwayeast",
        "norwaywest",
        "polandcentral",
        "qatarcentral",
        "southafricanorth",
        "southafricawest",
        "southcentralus",
        "southeastasia",
        "southindia",
        "spaincentral",
        "swedencentral",
        "swedensouth",
        "switzerlandnorth",
        "switzerlandwest",
        "taiwannorth",
        "uaecentral",
        "uaenorth",
        "uksouth",
        "ukwest",
        "westcentralus",
        "westeurope",
        "westindia",
        "westus",
        "westus2",
        "westus3",
    ]
)


def location_problem(name: str, arm_type: str, settings: SubscriptionSettings) -> str | None:
    """ARM's refusal of a location it doesn't have, or that the subscription may not use; or None."""
    region = arm.location(name)
    if (region in REGIONS and settings.has_region(region)) or name.lower() == "global":
        return None
    available = [region for region in sorted(REGIONS) if settings.has_region(region)]
    if arm_type == "Microsoft.Resources/resourceGroups":
        what = "resource group. List of available regions is"
    else:
        what = f"resource type '{arm_type}'. List of available regions for the resource type is"
    return f"The provided location '{name}' is not available for {what} '{','.join(available)}'."
