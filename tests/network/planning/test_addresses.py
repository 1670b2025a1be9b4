"""Subnets hold what lives in them at its largest."""

import pytest

from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.network.planning.addresses import (
    NodePool,
    delegated_addresses,
    kubernetes_addresses,
    lustre_addresses,
)
from azure_ai_landing_zone.network.planning.subnets import prefix_length


@pytest.mark.parametrize(
    ("storage_tib", "prefix"),
    [(4, 27), (16, 27), (20, 26), (40, 26), (44, 25), (92, 25), (96, 24), (196, 24), (200, 23), (400, 23)],
)
def test_lustre_has_the_subnet_that_azure_recommends(storage_tib: int, prefix: int) -> None:
    assert prefix_length(lustre_addresses(storage_tib)) == prefix


def test_no_size_is_made_up_for_larger_file_systems() -> None:
    with pytest.raises(PlanRefused) as raised:
        lustre_addresses(404)
    assert [(problem.path, problem.message) for problem in raised.value.problems] == [
        (
            ("storage_tib",),
            "Azure publishes subnet sizes up to 400 TiB, got 404: ask for the number with `az amlfs "
            "get-subnets-size` and give it as `addresses`",
        )
    ]


@pytest.mark.parametrize(
    ("pools", "flat", "overlay"),
    [
        ([NodePool(10)], 11 * 31 + 5, 11 + 5),
        ([NodePool(1)], 2 * 31 + 5, 2 + 5),
        ([NodePool(3, surge_percent=33), NodePool(8, pods_per_node=110)], 4 * 31 + 9 * 111 + 5, 4 + 9 + 5),
        ([NodePool(5, surge_percent=0)], 5 * 31 + 5, 5 + 5),
    ],
)
def test_clusters_are_sized_at_their_maximum_and_surge(
    pools: list[NodePool], flat: int, overlay: int
) -> None:
    assert kubernetes_addresses(pools, "flat") == flat
    assert kubernetes_addresses(pools, "overlay") == overlay


def test_delegated_subnets_have_what_their_service_recommends() -> None:
    assert prefix_length(delegated_addresses("Microsoft.App/environments")) == 24
