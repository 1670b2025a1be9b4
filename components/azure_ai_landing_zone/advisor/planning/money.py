"""What nodes cost."""

from decimal import Decimal

from azure_ai_landing_zone.catalog import prices, regions
from azure_ai_landing_zone.catalog.sizes import VmSize


def usd_per_hour(size: VmSize, location: str, nodes: int) -> Decimal | None:
    """Of all nodes, pay-as-you-go; None where the catalogue has no price."""
    price = prices.hourly_usd(size.size, location)
    return price.hourly_usd * nodes if price else None


def price_warning(size: VmSize, location: str) -> str | None:
    """That there is no price, and where the nearest is: Azure may not offer the size there."""
    if prices.hourly_usd(size.size, location) is not None:
        return None
    nearest = regions.by_distance(prices.regions_with(size.size), location)[:3]
    where = f"the nearest regions with one: {', '.join(nearest)}" if nearest else "nor anywhere else"
    return f"no price in {location} ({where}), so Azure may not offer it there"
