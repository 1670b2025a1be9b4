"""What a change costs."""

from datetime import date
from decimal import Decimal

import pytest

from azure_ai_landing_zone.cost.charge import Bill, Range
from azure_ai_landing_zone.cost.difference import difference
from azure_ai_landing_zone.cost.estimate import estimate
from azure_ai_landing_zone.cost.report import markdown, text
from cost.bills import H100, T4, machines, one

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("before", "after", "headline"),
    [
        ([], [], "Cost: nothing changes"),
        ([machines(4)], [machines(4)], "Cost: nothing changes"),
        ([machines(4)], [machines(5)], "Cost: +$71,774 a month (+$98.32 an hour)"),
        ([machines(4)], [], "Cost: -$287,094 a month (-$393.28 an hour)"),
        ([machines(4)], [machines(4, name="other")], "Cost: $0 a month ($0.00 an hour)"),
        ([machines(4)], [machines(None)], "Cost: the difference isn't known"),
        ([machines(4)], [machines(4, spot=True)], "Cost: the difference isn't known"),
        (
            [],
            [machines(1), machines(1, name="cheap", spot=True)],
            "Cost: +$71,774 a month (+$98.32 an hour); the price of 1 change isn't wholly known",
        ),
        ([machines(1), machines(1, T4, "t4")], [machines(1), machines(3, T4, "t4")],
         "Cost: +$768 a month (+$1.05 an hour)"),
    ],
)  # fmt: skip
def test_the_difference_in_a_line(before: list[Bill], after: list[Bill], headline: str) -> None:
    told = text(difference(estimate(before), estimate(after)), "section", TODAY)
    assert told.splitlines()[0] == headline


def test_a_pull_request_reads_how_much_on_what_it_stands_and_what_is_not_in_it() -> None:
    pool = Range(Decimal(0), Decimal(1), Decimal(2))
    found = difference(
        estimate([machines(1, section="pretrain")]),
        estimate(
            [
                machines(1, section="pretrain"),
                machines(2, name="cheap", spot=True),
                machines(pool, T4, "t4", section="serving"),
            ]
        ),
    )
    assert [change.name for change in found.unpriced] == ["cheap"]
    assert markdown(found, "section", TODAY, ["Budget b: within it."]) == (
        "### Cost: +$384 a month (+$0.53 an hour); the price of 1 change isn't wholly known\n\n"
        "| resource | before | after | difference |\n| --- | --- | --- | --- |\n"
        f"| `cheap` | nothing | 2 × {H100} | isn't known: spot prices change by the hour, and none of "
        f"{H100} in eastus is given |\n"
        f"| `t4` | nothing | some × {T4} | +$384 a month |\n\n"
        "All of it costs at least $72,158 a month, $98.85 an hour; $71,774 at minimum scale, $72,542 at "
        "maximum scale.\n\n"
        "Priced: 2 of 3 resources that cost something.\n\n"
        f"Not in it: cheap (spot prices change by the hour, and none of {H100} in eastus is given).\n\n"
        "Prices are of 2026-06-18 to 2026-06-18.\n\n"
        "Budget b: within it.\n\n"
        "| section | at least | expected | at most |\n| --- | ---: | ---: | ---: |\n"
        "| pretrain | $71,774 | $71,774 | $71,774 |\n"
        "| serving | $0 | $384 | $768 |\n"
        "| – | $0 | $0 | $0 |\n\n"
        "<details><summary>Prices</summary>\n\n"
        "- machine Standard_NC4as_T4_v3 eastus: 0.526 USD per 1 Hour, of 2026-06-18, 157 days old "
        "(Azure/karpenter-provider-azure@352646f:pkg/providers/pricing/zz_generated.pricing.go)\n"
        "- machine Standard_ND96isr_H100_v5 eastus: 98.32 USD per 1 Hour, of 2026-06-18, 157 days old "
        "(Azure/karpenter-provider-azure@352646f:pkg/providers/pricing/zz_generated.pricing.go)\n\n"
        "</details>\n\n"
        "Pay-as-you-go unless agreed otherwise; a month is 730 hours. Not counted: tokens, requests, "
        "queries, events, users, and traffic between regions and to the internet.\n"
    )


def test_old_prices_are_named_as_old() -> None:
    told = text(difference(estimate([]), estimate([machines(1)])), "section", date(2027, 6, 1))
    assert (
        "Prices are of 2026-06-18 to 2026-06-18; 1 of them are older than half a year." in told.splitlines()
    )


@pytest.mark.parametrize(
    ("by", "names"),
    [("section", ["a", "b"]), ("component", ["C"]), ("tag:costCenter", ["4711", "–"])],
)
def test_sums_by_section_component_and_tag(by: str, names: list[str]) -> None:
    bills = [
        Bill("x", "t:T", machines(2).charges, "C", "a", {"costCenter": "4711"}),
        Bill("y", "t:T", machines(1).charges, "C", "b", {}),
    ]
    lines = text(difference(estimate([]), estimate(bills)), by, TODAY).splitlines()
    start = lines.index(f"By {by}, a month:") + 1
    assert [line.split(":")[0].strip() for line in lines[start : lines.index("", start)]] == names


def test_what_costs_little_is_not_shown_as_nothing() -> None:
    told = text(difference(estimate([]), estimate([one("privateZone")])), "section", TODAY).splitlines()
    assert told[:2] == [
        "Cost: +$0.50 a month (+$0.00 an hour)",
        "  it: nothing → 1 × privateZone: +$0.50 a month",
    ]
