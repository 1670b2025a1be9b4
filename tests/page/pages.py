"""Pages of the recorded stacks."""

import json
from datetime import date
from functools import cache

import recorded
from azure_ai_landing_zone.cost.price_list import PriceList
from azure_ai_landing_zone_policies.engine import settings
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.page.build import build
from azure_ai_landing_zone_policies.page.model import Page

DAY = date(2026, 11, 22)


STACKS = recorded.stacks()

LARGEST = "models, prod and research"
"""These as if they were one stack: with more resources than any of them."""


@cache
def state_text(stack: str) -> str:
    """What was recorded, as `pulumi stack export` would write it. What is masked stays masked."""
    of = ("models", "prod", "research") if stack == LARGEST else (stack,)
    resources = [one for name in of for one in recorded.as_state(name)]
    return json.dumps({"version": 3, "deployment": {"resources": resources}})


@cache
def page_of(stack: str) -> Page:
    """With this repository's own policy settings, its waivers among them."""
    content, problems = settings.load(recorded.ROOT)
    assert problems == []
    return build(state_text(stack), all_rules(), content, PriceList(), DAY)
