"""AI Search: sizes and links of each tier."""

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.catalog.search_tiers import PARTITIONS, SearchTier, all_tiers
from azure_ai_landing_zone.models.planning.search import LinkGroup, link_problems, size_problems

TIERS = st.sampled_from(get_args(SearchTier))


@given(TIERS, st.integers(1, 20), st.integers(1, 20))
def test_a_size_is_refused_where_azure_has_none(tier: SearchTier, replicas: int, partitions: int) -> None:
    limits = all_tiers()[tier]
    right = (
        replicas <= limits.replicas
        and partitions in PARTITIONS
        and partitions <= limits.partitions
        and replicas * partitions <= limits.units
    )
    assert (list(size_problems(tier, replicas, partitions)) == []) is right


@given(TIERS, st.lists(st.sampled_from(get_args(LinkGroup)), max_size=40))
def test_links_are_refused_beyond_what_the_tier_has(tier: SearchTier, groups: list[LinkGroup]) -> None:
    limits = all_tiers()[tier]
    right = (
        len(groups) <= limits.links
        and len(set(groups)) <= limits.link_groups
        and not (tier == "basic" and "cognitiveservices_account" in groups)
    )
    assert (list(link_problems(tier, groups)) == []) is right
