"""The price catalogue."""

from collections import Counter
from datetime import date
from decimal import Decimal

import pytest

from azure_ai_landing_zone.catalog import prices, sizes
from azure_ai_landing_zone.catalog.table import CatalogError, data_file

SOURCE = "Azure/karpenter-provider-azure@352646f:pkg/providers/pricing/zz_generated.pricing.go"


@pytest.mark.parametrize(
    ("size", "region", "usd"),
    [
        ("Standard_NC4as_T4_v3", "eastus", "0.526"),
        ("Standard_NC64as_T4_v3", "eastus", "4.352"),
        ("Standard_NV6ads_A10_v5", "eastus", "0.454"),
        ("Standard_NV36ads_A10_v5", "eastus", "3.2"),
        ("Standard_D16s_v5", "eastus", "0.768"),
        ("Standard_ND96asr_v4", "eastus", "27.197"),
        ("Standard_ND96isr_H100_v5", "eastus", "98.32"),
        ("Standard_ND96isr_H100_v5", "southafricawest", "186.6"),
        ("Standard_ND128isr_NDR_GB200_v6", "eastus", "108.16"),
    ],
)
def test_prices(size: str, region: str, usd: str) -> None:
    price = prices.hourly_usd(size, region)
    assert price is not None
    assert (price.source, price.as_of) == (SOURCE, date(2026, 6, 18))
    assert price.hourly_usd.quantize(Decimal("0.1") if usd == "186.6" else Decimal(usd)) == Decimal(usd)


def test_a_meter_with_another_name_counts_for_the_size_that_arm_knows() -> None:
    assert prices.hourly_usd("Standard_ND96asr_v4", "westus3") == prices.Price(
        "Standard_ND96asr_v4",
        "westus3",
        Decimal("27.197"),
        f"{SOURCE} (meter Standard_ND96asr_A100_v4)",
        date(2026, 6, 18),
    )
    assert prices.regions_with("Standard_ND96asr_A100_v4") == frozenset()
    assert len(prices.regions_with("Standard_NG32adms_V620_v1")) == 7


def test_every_size_and_region_has_one_price() -> None:
    lines = data_file("prices.csv").splitlines()[1:]
    assert Counter(tuple(line.split(",")[:2]) for line in lines).most_common(1)[0][1] == 1


def test_what_is_asked_for_is_read_alone_and_as_in_the_whole_file() -> None:
    whole = prices.load(data_file("prices.csv"))
    assert sum(len(of_size) for of_size in whole.values()) == len(data_file("prices.csv").splitlines()) - 1
    asked = {
        size: {region: prices.hourly_usd(size, region) for region in prices.regions_with(size)}
        for size in whole
    }
    assert asked == whole


def test_every_priced_size_is_catalogued() -> None:
    priced = {line.split(",")[0] for line in data_file("prices.csv").splitlines()[1:]}
    assert sorted(priced - set(sizes.VM_SIZES)) == []


@pytest.mark.parametrize(
    ("size", "region"),
    [
        ("standard_nc4as_t4_v3", "eastus"),
        ("STANDARD_NC4AS_T4_V3", "East US"),
        ("Standard_NC4as_T4_v3", "EastUS"),
    ],
)
def test_size_and_region_are_found_as_arm_finds_them(size: str, region: str) -> None:
    price = prices.hourly_usd(size, region)
    assert price is not None
    assert (price.size, price.region) == ("Standard_NC4as_T4_v3", "eastus")


@pytest.mark.parametrize(
    ("size", "day"),
    [
        ("standard_nd96isr_h200_v5", date(2026, 6, 18)),
        ("Standard_ND128isr_GB300_v6", None),
        ("Standard_Banana", None),
    ],
)
def test_how_old_the_prices_of_a_size_are(size: str, day: date | None) -> None:
    assert prices.last_seen(size) == day


def test_no_price_is_made_up() -> None:
    assert prices.hourly_usd("Standard_ND96isr_H200_v5", "eastus") is None
    assert prices.hourly_usd("Standard_ND128isr_GB300_v6", "eastus") is None


def test_regions() -> None:
    assert prices.regions_with("standard_nd40rs_v2") == {
        "eastus",
        "southcentralus",
        "southeastasia",
        "westeurope",
        "westus2",
    }


GOOD = "Standard_NC4as_T4_v3,eastus,0.526,a meter,2026-06-18"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (GOOD.replace("0.526", "$0.53"), "column hourly_usd: got '$0.53'; must be a number from 0"),
        (GOOD.replace("0.526", ""), "column hourly_usd: got ''; must be a number from 0"),
        (
            GOOD.replace("eastus", "East US"),
            "column region: got 'East US'; must be a region's name, such as eastus, not its display name",
        ),
        (GOOD.replace("eastus", ""), "column region: got ''; must be filled in"),
        (GOOD.replace("a meter", ""), "column source: got ''; must be filled in"),
        (GOOD.replace("2026-06-18", "June"), "column as_of: got 'June'; must be a date such as 2026-09-30"),
    ],
)
def test_a_bad_value_is_named_by_file_line_and_column(line: str, problem: str) -> None:
    with pytest.raises(CatalogError) as caught:
        prices.load(f"size,region,hourly_usd,source,as_of\n{line}\n")
    assert caught.value.problems == [f"prices.csv line 2, {problem}"]


def test_a_second_price_for_the_same_place_is_refused() -> None:
    with pytest.raises(CatalogError) as caught:
        prices.load(f"size,region,hourly_usd,source,as_of\n{GOOD}\n{GOOD.lower()}\n")
    assert caught.value.problems == [
        "prices.csv line 3, column region: got 'eastus'; must be given once for standard_nc4as_t4_v3"
    ]
