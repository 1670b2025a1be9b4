"""Rule gateway-tier-is-offered."""

from collections.abc import Iterator

from azure_ai_landing_zone.catalog import gateway_tiers
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _service(region: str) -> dict[str, object]:
    return {"location": region, "sku": {"name": "PremiumV2", "capacity": 1}}


@rule(
    on=("apimanagement:ApiManagementService",),
    area="models",
    severity="low",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/api-management/api-management-region-availability",),
    baseline="advisory",
    strict="advisory",
    passes=_service("swedencentral"),
    fails=_service("westeurope"),
)
def gateway_tier_is_offered(props: View) -> Iterator[str | CantTell]:
    """A gateway's tier is offered in its region

    The v2 tiers of API Management are in some regions only, and in some of those closed for new instances:
    Azure says so in the middle of a deployment. The list changes every few weeks; its date is in the text.
    What is there already goes on, so this is advice.
    """
    tier = props.text("sku.name")
    region = (
        props.text("location") if props.known("location") else None
    )  # the group's, if the program has none
    text = gateway_tiers.doubt(tier, region.replace(" ", "").lower()) if tier and region else None
    if text is not None:
        yield f"sku.name is {tier}: {text}"
