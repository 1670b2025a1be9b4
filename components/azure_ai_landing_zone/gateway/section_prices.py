"""What tokens of a zone's deployments cost at most, for limits by money."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from azure_ai_landing_zone.catalog.models import makes_embeddings
from azure_ai_landing_zone.catalog.price_meters import times_a_month
from azure_ai_landing_zone.cost.price_list import PriceList
from azure_ai_landing_zone.gateway.money import MILLION, GatewayTokenPrice
from azure_ai_landing_zone.models.deployment import ModelDeployment
from azure_ai_landing_zone.models.section import ModelServiceItem
from azure_ai_landing_zone.models.service import FoundryAccountCreate


def listed_prices(
    services: Iterable[ModelServiceItem],
    own: Iterable[str],
    agreed: Mapping[str, float],
    location: str | None,
) -> tuple[list[GatewayTokenPrice], dict[str, str]]:
    """The dearest of each deployment in any of the services: what was `agreed`, or the catalogue's; and why
    others have none. `own`: models of clusters. `location`: of the zone."""
    found = {name: GatewayTokenPrice(name=name, usd=agreed.get(name, 0)) for name in own}
    reasons: dict[str, str] = {}
    for service in services:
        for one in service.deployments:
            usd = agreed[one.name] if one.name in agreed else _usd(service, one, location)
            if isinstance(usd, str):
                reasons.setdefault(one.name, usd)
                continue
            dearest = max(usd, found[one.name].usd) if one.name in found else usd
            embeddings = makes_embeddings(one.model)
            found[one.name] = GatewayTokenPrice(name=one.name, usd=dearest, embeddings=embeddings)
    return [one for name, one in found.items() if name not in reasons], reasons


def _usd(service: ModelServiceItem, deployment: ModelDeployment, location: str | None) -> float | str:
    """Of a million tokens; of a provisioned deployment, those that spill over."""
    by_name = {one.name: one for one in service.deployments}
    paid = by_name.get(deployment.spillover or "") if deployment.request().is_provisioned else deployment
    if paid is None:
        return 0
    account = service.foundry_account
    region = account.region or location if isinstance(account, FoundryAccountCreate) else None
    if region is None:
        return f"the region of {service.name}, and so the price of {deployment.name}, isn't known"
    sku = f"{paid.model.lower()} {paid.version.lower()} {paid.deployment_type}"
    price = PriceList().find("dearestToken", sku, region)
    if isinstance(price, str):
        what = f"{paid.model} {paid.version} as {paid.deployment_type} in {region}"
        return f"the catalogue has no price of {what}"
    return float(price.price * times_a_month(price.unit) * Decimal(MILLION))
