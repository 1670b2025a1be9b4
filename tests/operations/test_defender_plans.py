"""Defender plans of a subscription, in the stacks that may have them."""

from azure_ai_landing_zone import LandingZone
from azure_ai_landing_zone.catalog.defender_plans import all_plans
from azure_ai_landing_zone.operations.defender_plans import DefenderPlanSettings
from helpers.registered import SUBSCRIPTION, register
from operations.samples import refused, settings


def test_plans_of_defender_one_after_the_other() -> None:
    asked = settings(
        defenderPlans={
            "plans": [
                {"pricingName": "AI", "extensions": ["AIPromptEvidence"]},
                {"pricingName": "KeyVaults", "subPlan": "PerKeyVault"},
                {"pricingName": "StorageAccounts", "extensions": ["OnUploadMalwareScanning"]},
                {"pricingName": "Arm", "tier": "Free"},
            ]
        }
    )
    said = list[object]()

    def program() -> None:
        LandingZone("bootstrap", asked).defender_plans.apply(said.append)

    made = register(program, stack="bootstrap", id_format=None)
    deployed = made.inputs["bootstrap-defender-plans"]
    assert (deployed["location"], deployed["deploymentName"]) == ("eastus", "bootstrap-defender-plans")
    assert deployed["properties"]["mode"] == "Incremental"
    head = {"type": "Microsoft.Security/pricings", "apiVersion": "2023-01-01"}
    cap = {"CapGBPerMonthPerStorageAccount": "10000"}
    assert deployed["properties"]["template"]["resources"] == [
        {
            **head,
            "name": "AI",
            "properties": {
                "pricingTier": "Standard",
                "extensions": [
                    {"name": "AIPromptEvidence", "isEnabled": "True"},
                    {"name": "AIPromptSharingWithPurview", "isEnabled": "False"},
                ],
            },
        },
        {
            **head,
            "name": "KeyVaults",
            "dependsOn": ["Microsoft.Security/pricings/AI"],
            "properties": {"pricingTier": "Standard", "subPlan": "PerKeyVault"},
        },
        {
            **head,
            "name": "StorageAccounts",
            "dependsOn": ["Microsoft.Security/pricings/KeyVaults"],
            "properties": {
                "pricingTier": "Standard",
                "subPlan": "DefenderForStorageV2",
                "extensions": [
                    {
                        "name": "OnUploadMalwareScanning",
                        "isEnabled": "True",
                        "additionalExtensionProperties": cap,
                    },
                    {"name": "SensitiveDataDiscovery", "isEnabled": "False"},
                ],
            },
        },
        {
            **head,
            "name": "Arm",
            "dependsOn": ["Microsoft.Security/pricings/StorageAccounts"],
            "properties": {"pricingTier": "Free"},
        },
    ]
    off = [
        f"az security pricing create --name {plan} --tier free --subscription {SUBSCRIPTION}"
        for plan in ("AI", "KeyVaults", "StorageAccounts")
    ]
    assert said == [{"turnOffCommands": off}]


def test_plan_1_of_servers_has_no_scan_without_an_agent() -> None:
    """Azure refuses P1 with that extension, also where it is off."""
    plan = DefenderPlanSettings(pricing_name="VirtualMachines", sub_plan="P1")
    assert plan.properties()["extensions"] == [{"name": "MdeDesignatedSubscription", "isEnabled": "False"}]
    asked = {"pricingName": "VirtualMachines", "subPlan": "P1", "extensions": ["AgentlessVmScanning"]}
    assert refused(defenderPlans={"plans": [asked]}) == [
        "defenderPlans.plans[0].extensions[0]: must be one of MdeDesignatedSubscription with VirtualMachines "
        "P1, got 'AgentlessVmScanning'"
    ]


def test_what_is_wrong_with_plans() -> None:
    assert refused(
        defenderPlans={
            "plans": [
                {"pricingName": "KeyVaults"},
                {"pricingName": "AI", "subPlan": "P1", "extensions": ["ContainerSensor"]},
                {"pricingName": "Arm", "tier": "Free", "subPlan": "PerApiCall"},
                {"pricingName": "Containers", "extensions": ["ContainerSensor", "ContainerSensor"]},
                {"pricingName": "StorageAccounts", "monthlyMalwareScanningGb": 500},
            ]
        }
    ) == [
        "defenderPlans.plans[0].subPlan: missing: KeyVaults is one of PerKeyVault, PerTransaction, at "
        "different prices",
        "defenderPlans.plans[1].subPlan: must be left out with AI, got 'P1'",
        "defenderPlans.plans[1].extensions[0]: must be one of AIPromptEvidence, AIPromptSharingWithPurview "
        "with AI, got 'ContainerSensor'",
        "defenderPlans.plans[2].subPlan: goes with `tier` Standard: leave it out",
        "defenderPlans.plans[3].extensions[1]: ContainerSensor is given twice",
        "defenderPlans.plans[4].monthlyMalwareScanningGb: goes with OnUploadMalwareScanning among "
        "`extensions`: leave it out",
    ]
    assert refused(defenderPlans={"plans": [{"pricingName": "Sql"}]}) == [
        f"defenderPlans.plans[0].pricingName: must be one of {', '.join(all_plans())}, got 'Sql'"
    ]
    assert refused(defenderPlans={"plans": [{"pricingName": "AI"}, {"pricingName": "AI"}]}) == [
        "defenderPlans.plans[1].pricingName: AI is [0] already"
    ]
