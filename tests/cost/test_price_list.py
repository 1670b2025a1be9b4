"""Agreed prices, prices that were read, discounts and currencies."""

from datetime import date
from decimal import Decimal

import pytest

from azure_ai_landing_zone.catalog.service_prices import ServicePrice, ServicePrices
from azure_ai_landing_zone.cost.price_list import Discount, ExchangeRate, PriceList, UnitPrice

H100 = "Standard_ND96isr_H100_v5"
DAY = date(2026, 10, 1)


def prices(meter: str, sku: str, price: str, currency: str = "USD", region: str = "eastus") -> ServicePrices:
    found = ServicePrice(meter, sku, region, Decimal(price), currency, f"for {price}", DAY)
    return {(meter, sku, region): found}


def found(of: PriceList, meter: str = "machine", sku: str = H100) -> tuple[Decimal, str]:
    price = of.find(meter, sku, "East US")
    assert isinstance(price, UnitPrice), price
    return price.price, price.source


def test_the_catalogue_s_prices_have_their_source_and_day() -> None:
    price = PriceList().find("machine", H100, "eastus")
    assert isinstance(price, UnitPrice)
    assert (price.price, price.unit, price.as_of) == (Decimal("98.32"), "1 Hour", date(2026, 6, 18))
    assert price.source.startswith("Azure/karpenter-provider-azure@352646f")


def test_what_was_agreed_wins_over_what_was_read_and_that_over_the_catalogue() -> None:
    read, agreed = prices("machine", H100, "97"), prices("machine", H100, "61.2")
    assert found(PriceList(read=read)) == (Decimal(97), "for 97")
    assert found(PriceList(read=read, agreed=agreed)) == (Decimal("61.2"), "for 61.2")


def test_a_spot_price_is_one_that_was_given() -> None:
    assert found(PriceList(agreed=prices("spot", H100, "30")), "spot") == (Decimal(30), "for 30")


def test_the_most_specific_discount_counts_and_none_on_agreed_prices() -> None:
    discounts = (
        Discount(Decimal(5), "EA 1"),
        Discount(Decimal(12), "EA 2", "machine"),
        Discount(Decimal(20), "EA 3", "machine", H100),
        Discount(Decimal(50), "EA 4", "firewall"),
    )
    listed = PriceList(read=prices("machine", H100, "100"), discounts=discounts)
    assert found(listed) == (Decimal(80), "for 100; less 20 %: EA 3")
    other = PriceList(read=prices("machine", "Standard_X", "100"), discounts=discounts)
    assert found(other, sku="Standard_X") == (Decimal(88), "for 100; less 12 %: EA 2")
    nat = PriceList(read=prices("natGateway", "Standard", "100", region="global"), discounts=discounts)
    assert found(nat, "natGateway", "Standard") == (Decimal(95), "for 100; less 5 %: EA 1")
    agreed = PriceList(agreed=prices("machine", H100, "100"), discounts=discounts)
    assert found(agreed) == (Decimal(100), "for 100")


def test_another_currency_has_its_own_prices_or_a_rate() -> None:
    assert found(PriceList(read=prices("machine", H100, "85", "EUR"), currency="EUR")) == (
        Decimal(85),
        "for 85",
    )
    unknown = "its price is known in USD only, not in EUR"
    assert PriceList(currency="EUR").find("machine", H100, "eastus") == unknown
    rate = ExchangeRate(Decimal("0.86"), "ECB", DAY)
    price, source = found(PriceList(currency="EUR", rate=rate))
    assert price == Decimal("98.32") * Decimal("0.86")
    assert source.endswith("; 0.86 EUR a dollar: ECB")


def test_a_rate_of_the_dollar_says_nothing_of_other_currencies() -> None:
    listed = PriceList(agreed=prices("machine", H100, "85", "EUR"), rate=ExchangeRate(Decimal(1), "x", DAY))
    assert listed.find("machine", H100, "eastus") == "its price is known in EUR only, not in USD"


@pytest.mark.parametrize("region", ["eastus", "norwaywest"])
def test_global_meters_have_one_price_everywhere(region: str) -> None:
    price = PriceList().find("privateEndpoint", "", region)
    assert isinstance(price, UnitPrice)
    assert price.price == Decimal("0.01")
