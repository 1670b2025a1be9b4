"""Pages of the recorded stacks."""

from datetime import date
from functools import cache

from azure_ai_landing_zone.cost.price_list import PriceList
from azure_ai_landing_zone_policies.engine import settings
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.page.build import build
from azure_ai_landing_zone_policies.page.model import Page
from recorded_states import RECORDED, state_text

DAY = date(2026, 11, 22)


@cache
def page_of(stack: str) -> Page:
    """With this repository's own policy settings, its waivers among them."""
    content, problems = settings.load(RECORDED)
    assert problems == []
    return build(state_text(stack), all_rules(), content, PriceList(), DAY)
