"""Prices from the Retail Prices API, against a server on this machine."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest

from azure_ai_landing_zone.catalog.price_meters import PriceMeter, find
from azure_ai_landing_zone.cost.retail import PriceListReader, RetailError
from cost.price_server import PriceServer, item, price_server

H100 = "Standard_ND96isr_H100_v5"
DAY = date(2026, 11, 22)


def meter(name: str, sku: str = "") -> PriceMeter:
    found = find(name, sku)
    assert found is not None
    return found


NAT = meter("natGateway", "Standard")


@pytest.fixture
def server() -> Iterator[PriceServer]:
    with price_server() as running:
        yield running


class Waits(list[float]):
    """How long the reader waited."""


def reader(server: PriceServer, currency: str = "USD", waits: Waits | None = None) -> PriceListReader:
    kept = Waits() if waits is None else waits
    return PriceListReader(server.url, currency, timeout_s=5, today=lambda: DAY, wait=kept.append)


def prices(server: PriceServer, of: PriceMeter = NAT, region: str = "eastus") -> list[str]:
    """The price, or why there is none."""
    found, refused = reader(server).prices([(of, region)])
    return [f"{one.price} {one.region}" for one in found] + [one.reason for one in refused]


def vm(**fields: object) -> dict[str, object]:
    return item(
        serviceName="Virtual Machines",
        productName="Virtual Machines NDsr H100 v5 Series Linux",
        skuName="ND96isr H100 v5",
        meterName="ND96isr H100 v5",
        armSkuName=H100,
        armRegionName="eastus",
        retailPrice=98.32,
    ) | dict(fields)


def test_what_is_asked_is_what_the_documentation_says(server: PriceServer) -> None:
    server.items = [item()]
    found, refused = reader(server).prices([(NAT, "eastus")])
    assert refused == []
    (price,) = found
    assert (price.meter, price.sku, price.region) == ("natGateway", "Standard", "global")
    assert (price.price, price.currency, price.as_of) == (Decimal("0.045"), "USD", DAY)
    assert price.source == "Retail Prices API, NAT Gateway: Standard Gateway"
    assert server.asked == [
        {
            "api-version": "2023-01-01-preview",
            "currencyCode": "'USD'",
            "$filter": "serviceName eq 'NAT Gateway' and priceType eq 'Consumption' "
            "and productName eq 'NAT Gateway' and skuName eq 'Standard' "
            "and meterName eq 'Standard Gateway' and armRegionName eq 'Global'",
        }
    ]


def test_every_page_is_read(server: PriceServer) -> None:
    tier = {"serviceName": "Log Analytics", "productName": "Log Analytics", "skuName": "Analytics Logs"}
    tier |= {"meterName": "Analytics Logs Data Ingestion", "unitOfMeasure": "1 GB", "armRegionName": "eastus"}
    server.items = [
        item(**tier, retailPrice=0.0),
        item(**tier, retailPrice=2.3, tierMinimumUnits=5.0),
        item(**tier, retailPrice=2.0, tierMinimumUnits=500.0),
    ]
    server.page = 1
    assert prices(server, meter("logIngestion", "Analytics")) == ["2.3 eastus"]
    assert [one.get("$skip") for one in server.asked] == [None, "1", "2"]


def test_a_machine_is_linux_pay_as_you_go_and_spot_is_spot(server: PriceServer) -> None:
    server.items = [
        vm(),
        vm(productName="Virtual Machines NDsr H100 v5 Series Windows", retailPrice=120.0),
        vm(skuName="ND96isr H100 v5 Spot", retailPrice=41.5),
        vm(skuName="ND96isr H100 v5 Low Priority", retailPrice=19.6),
        vm(type="Reservation", retailPrice=500000.0),
    ]
    assert prices(server, meter("machine", H100)) == ["98.32 eastus"]
    assert prices(server, meter("spot", H100)) == ["41.5 eastus"]
    assert f"armSkuName eq '{H100}'" in server.asked[0]["$filter"]


def test_of_several_days_the_newest_that_has_come_counts(server: PriceServer) -> None:
    server.items = [
        item(retailPrice=0.04),
        item(retailPrice=0.05, effectiveStartDate="2026-08-01T00:00:00Z"),
        item(retailPrice=0.9, effectiveStartDate="2027-01-01T00:00:00Z"),
    ]
    assert prices(server) == ["0.05 global"]


@pytest.mark.parametrize(
    ("items", "reason"),
    [
        ([], "the price list has no such meter"),
        ([item(meterName="Standard Data Processed")], "the price list has no such meter"),
        ([item(armRegionName="US Gov")], "the price list has no such meter"),
        (
            [item(unitOfMeasure="1/Month")],
            "the price list bills it by 1/Month, and this version knows 1 Hour",
        ),
        ([item(), item(retailPrice=0.05)], "the price list has several prices of it: 0.045, 0.05"),
        ([item(retailPrice=0.0)], "the price list has no price above nothing"),
        ([item(currencyCode="EUR")], "the price list answers in EUR, not in USD"),
    ],
)
def test_a_meter_that_is_not_the_one_is_refused(
    server: PriceServer, items: list[dict[str, object]], reason: str
) -> None:
    server.items = items
    assert prices(server) == [reason]


def test_an_answer_to_another_question_is_refused(server: PriceServer) -> None:
    """A mirror may ignore the filter."""
    answer = '{"Items": [%s], "NextPageLink": null}'
    wrong = (
        '{"serviceName": "NAT Gateway", "type": "Consumption", "armRegionName": "Global", "retailPrice": 9}'
    )
    server.failures = [(200, {}, answer % wrong)]
    assert prices(server) == ["the price list has no such meter"]


def test_another_currency_is_asked_for(server: PriceServer) -> None:
    server.items = [item(currencyCode="EUR", retailPrice=0.04)]
    found, _ = reader(server, "EUR").prices([(NAT, "eastus")])
    assert [(one.price, one.currency) for one in found] == [(Decimal("0.04"), "EUR")]
    assert server.asked[0]["currencyCode"] == "'EUR'"


def test_azure_s_wish_to_wait_is_followed(server: PriceServer) -> None:
    server.items = [item()]
    server.failures = [(429, {"Retry-After": "7"}, ""), (503, {}, ""), (429, {"Retry-After": "900"}, "")]
    waits = Waits()
    found, _ = reader(server, waits=waits).prices([(NAT, "eastus")])
    assert [one.price for one in found] == [Decimal("0.045")]
    assert waits == [7.0, 4.0, 60.0]


@pytest.mark.parametrize(
    ("failure", "problem"),
    [
        ((403, {}, ""), r"answers 403 Forbidden$"),
        ((400, {}, ""), r"answers 400 Bad Request$"),
        ((200, {}, "<html>"), r"can't be read: Expecting value"),
        ((200, {}, "[]"), r"answers no object$"),
        ((200, {}, '{"Items": null}'), r"answers without a list of Items$"),
        ((200, {}, '{"Items": [1]}'), r"answers without a list of Items$"),
    ],
)
def test_an_answer_that_is_none_is_an_error(
    server: PriceServer, failure: tuple[int, dict[str, str], str], problem: str
) -> None:
    server.failures = [failure]
    with pytest.raises(RetailError, match=problem):
        reader(server).prices([(NAT, "eastus")])


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"retailPrice": "dear"}, "an item has no number as retailPrice"),
        ({"retailPrice": -1.0}, "an item has -1.0 as retailPrice"),
        ({"retailPrice": float("nan")}, "an item has NaN as retailPrice"),
        ({"effectiveStartDate": "soon"}, "an item has no day as effectiveStartDate"),
    ],
)
def test_a_price_that_is_no_number_is_an_error(
    server: PriceServer, fields: dict[str, object], problem: str
) -> None:
    server.items = [item(**fields)]
    with pytest.raises(RetailError, match=problem):
        reader(server).prices([(NAT, "eastus")])


def test_it_gives_up_in_the_end(server: PriceServer) -> None:
    server.failures = [(503, {}, "")] * 9
    with pytest.raises(RetailError, match="answers 503 Service Unavailable"):
        reader(server).prices([(NAT, "eastus")])
    assert len(server.failures) == 5


def test_no_page_is_read_from_anywhere_else(server: PriceServer) -> None:
    server.items = [item(), item()]
    server.page = 1
    server.next_page = "http://127.0.0.2/api/retail/prices"
    with pytest.raises(RetailError, match=r"has its next page elsewhere: http://127\.0\.0\.2"):
        reader(server).prices([(NAT, "eastus")])


def test_pages_without_end_are_an_error(server: PriceServer) -> None:
    server.items = [item() for _ in range(60)]
    server.page = 1
    with pytest.raises(RetailError, match="has more than 50 pages of serviceName eq"):
        reader(server).prices([(NAT, "eastus")])


def test_nobody_there_is_an_error() -> None:
    with pytest.raises(RetailError, match="can't be read"):
        PriceListReader("http://127.0.0.1:9/prices", timeout_s=2).prices([(NAT, "eastus")])


def test_a_file_is_no_price_list() -> None:
    with pytest.raises(RetailError, match=r"^file:///etc/passwd must begin with https://"):
        PriceListReader("file:///etc/passwd").prices([(NAT, "eastus")])
