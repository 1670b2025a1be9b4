"""Rule defender-watches-ai."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View

_POOL = {
    "type": "azure-native:containerservice:AgentPool",
    "properties": {"resourceName": "${cluster.name}", "vmSize": "Standard_NC24ads_A100_v4"},
}


def _program(tier: str) -> dict[str, object]:
    plan = {"pricingName": "AI", "pricingTier": tier}
    return {"plan": {"type": "azure-native:security:Pricing", "properties": plan}, "gpu": _POOL}


_PLANS = ("ai", "containers", "keyvaults", "storageaccounts")


@stack_rule(
    on=("containerservice:ManagedCluster", "security:Pricing"),
    area="protection",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("LT-1",),
    links=("https://learn.microsoft.com/azure/defender-for-cloud/ai-threat-protection",),
    baseline="disabled",
    strict="advisory",
    only_with_ai=True,
    passes=_program("Standard"),
    fails=_program("Free"),
)
def defender_watches_ai(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Defender looks at models, clusters and stores

    Defender for Cloud sees what no log shows by itself: a jailbreak, a leaked token in use, a miner in a
    container. Set the plans AI, Containers, KeyVaults and StorageAccounts to Standard, and turn its
    sensor on in clusters. Where the platform team does that for the subscription, disable this rule.
    """
    if props.resource.type == "security:Pricing":
        name = props.text("pricingName") or ""
        if name.lower() in _PLANS and (props.text("pricingTier") or "").lower() == "free":
            yield f"pricingTier is Free for {name}, which looks at nothing; set it to Standard"
        return
    path = "securityProfile.defender.securityMonitoring.enabled"
    if props.flag(path) is not True:
        yield f"{path} isn't true, so that nobody sees what runs in the cluster; set it"
