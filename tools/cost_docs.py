"""Writes docs/reference/costs.md: what of every stack has a price, and what has none and why."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import recorded
from azure_ai_landing_zone.catalog.price_meters import all_meters
from azure_ai_landing_zone.catalog.service_prices import all_prices
from azure_ai_landing_zone.cost.estimate import Estimate
from azure_ai_landing_zone_policies.preview.program import of_state
from azure_ai_landing_zone_policies.readers.bills import estimate_of

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "reference" / "costs.md"

_HEAD = """# Costs of the stacks

What `ailz cost` knows of each stack in `stacks/`, at the prices of the catalogue and the assumptions that it
begins with ([costs](../costs.md)). Sums are dollars a month of what has a price. This page is written by
`make docs`, of what `make states` recorded.
"""


def page() -> str:
    """The text of the page."""
    estimates = {stack: of_stack(stack) for stack in recorded.stacks()}
    lines = [_HEAD, "| stack | priced | share | at least | expected | at most |"]
    lines.append("| --- | ---: | ---: | ---: | ---: | ---: |")
    lines += [_row(stack, found) for stack, found in estimates.items()]
    lines += ["", "## What has no price", "", "| stack | resource | why |", "| --- | --- | --- |"]
    lines += [line for stack, found in estimates.items() for line in _unpriced(stack, found)]
    lines += ["", "## Prices in the catalogue", "", "| meter | SKUs | regions | oldest | newest |"]
    lines += ["| --- | ---: | ---: | --- | --- |", *_meters(), ""]
    return "\n".join(lines)


def of_stack(stack: str) -> Estimate:
    """What a recorded stack costs."""
    return estimate_of(of_state(recorded.as_state(stack), date.min))


def _row(stack: str, found: Estimate) -> str:
    sums = found.monthly
    share = f"{len(found.priced) / len(found.costing):.0%}" if found.costing else "–"
    money = " | ".join(f"{each:,.0f}" for each in (sums.minimum, sums.expected, sums.maximum))
    return f"| {stack} | {len(found.priced)} of {len(found.costing)} | {share} | {money} |"


def _unpriced(stack: str, found: Estimate) -> Sequence[str]:
    return [
        f"| {stack} | `{line.bill.name}` ({line.charge.what}) | {line.unknown} |" for line in found.unpriced
    ]


def _meters() -> Iterator[str]:
    for meter in sorted({meter for meter, _ in all_meters()}):
        prices = [price for key, price in all_prices().items() if key[0] == meter]
        days = [price.as_of for price in prices]
        skus, regions = len({price.sku for price in prices}), len({price.region for price in prices})
        span = f"{min(days)} | {max(days)}" if days else "– | –"
        yield f"| {meter} | {skus} | {regions} | {span} |"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
