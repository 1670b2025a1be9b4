"""What a subscription has to have before the first `up`: the tables of docs/before-azure.md."""

import pytest

import before_azure
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from helpers import preflights
from marked import put_into

PAGE = before_azure.FILE.read_text(encoding="utf-8")


def test_the_tables_are_fresh() -> None:
    assert before_azure.page(PAGE) == PAGE, "run make docs"


@pytest.mark.parametrize("stack", ["inference", "research"])
def test_the_quota_to_ask_for_is_what_preflight_asks_for(stack: str) -> None:
    """Of a cluster's pools, with what an upgrade adds and spot machines; and of Azure ML."""
    found = preflights.of(stack, SubscriptionSettings.profile("roomy"))
    asked = sorted(one.judgement.needed for one in found.findings if one.topic == "quota")
    told = before_azure.quotas(before_azure.demand(stack)).values()
    assert len(asked) > 1
    assert sorted(f"{vcpus:,} vCPUs" for vcpus, _ in told) == asked


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="the page has no line <!-- quota --> with an <!-- end of quota -->"):
        put_into("a\n<!-- quota -->\n", "quota", "b\n")
