"""What speaks against a GPU pool, and when it is another generation."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.aks.planning.gpu_pools import GpuPool
from azure_ai_landing_zone.aks.planning.pools import (
    PoolRequest,
    feature_problems,
    generation_of,
    os_disk_type,
    pool_problems,
    pool_warning,
    training_problems,
    wants_infiniband_feature,
)

TODAY = date(2026, 11, 21)


def request(**changes: Any) -> PoolRequest:
    mode = changes.pop("scale_down_mode", "Delete")
    reserved = changes.pop("reserved", False)
    pool = GpuPool(**({"name": "pool", "size": "Standard_NC40ads_H100_v5"} | changes))
    return PoolRequest(pool=pool, scale_down_mode=mode, reserved=reserved)


POOL_REFUSALS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, []),
    ({"mig_profile": "MIG7g", "spot": True, "max_nodes": 9}, []),
    (
        {"size": "Standard_NC40ads_H100"},
        [
            "size: Standard_NC40ads_H100 is not a size of the catalogue: did you mean "
            "Standard_NC40ads_H100_v5 or Standard_NCC40ads_H100_v5 or Standard_NC80adis_H100_v5?"
        ],
    ),
    (
        {"size": "Basic_A0"},
        ["size: Basic_A0 is not a size of the catalogue: sizes look like Standard_NC24ads_A100_v4"],
    ),
    (
        {"size": "Standard_NC6s_v3", "driver": "none", "mig_profile": "MIG1g"},
        ["size: Standard_NC6s_v3 is retired since 2025-09-30: take Standard_NC40ads_H100_v5"],
    ),
    (
        {"size": "Standard_D4s_v5"},
        [
            "size: Standard_D4s_v5 has no GPU: take a size such as Standard_NC4as_T4_v3 or "
            "Standard_NC40ads_H100_v5"
        ],
    ),
    (
        {"size": "Standard_ND96isr_MI300X_v5"},
        [
            "size: Standard_ND96isr_MI300X_v5 has AMD Instinct MI300X, and pools are for NVIDIA's GPUs: take "
            "a size with those"
        ],
    ),
    (
        {"size": "Standard_NCC40ads_H100_v5"},
        [
            "size: Standard_NCC40ads_H100_v5 can't be in a cluster, AKS has no confidential GPUs: take "
            "another size"
        ],
    ),
    (
        {"size": "Standard_ND96is_H200_v5"},
        [
            "size: Standard_ND96is_H200_v5 has no published number of GPUs, so nothing can be planned with "
            "it: take another"
        ],
    ),
    (
        {"size": "Standard_NC8as_T4_v3", "mig_profile": "MIG1g"},
        [
            "mig: AKS cuts A100, H100 and H200 GPUs into instances, and Standard_NC8as_T4_v3 has T4: leave "
            "it out, or take another size"
        ],
    ),
    (
        {"mig_profile": "MIG1g", "driver": "gpuOperator"},
        [
            "mig: AKS cuts GPUs with the driver that it installs itself, and `driver` is gpuOperator: set "
            "that to aks, or leave this out"
        ],
    ),
    ({"size": "Standard_NC4as_T4_v3", "reserved": True}, []),
    (
        {"spot": True, "reserved": True},
        [
            "capacity_reservation_group_resource_id: Azure reserves no Standard_NC40ads_H100_v5 on demand: "
            "leave it out, and ask for quota",
            "capacity_reservation_group_resource_id: no reservation is for spot nodes: leave it out, or "
            "`spot`",
        ],
    ),
    ({"min_nodes": 3, "max_nodes": 2}, ["min_nodes: must be at most `max_nodes`, 2, got 3"]),
    (
        {"spot": True, "scale_down_mode": "Deallocate"},
        [
            "scale_down_mode: stopped spot nodes still count against the quota, and may not start again: set "
            "it to Delete"
        ],
    ),
    (
        {"size": "Standard_ND128isr_NDR_GB200_v6", "rdma": "rdma/ib", "min_nodes": 1},
        ["driver: AKS installs no GPU driver on Standard_ND128isr_NDR_GB200_v6: set it to gpuOperator"],
    ),
]

TRAINING_REFUSALS: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"size": "Standard_ND96isr_H100_v5", "rdma": "rdma/ib", "max_nodes": 4},
        [
            "min_nodes: from no node on the cluster autoscaler doesn't know that nodes have rdma/ib, and "
            "brings none for pods that ask for it: keep at least 1, or as many as `max_nodes`"
        ],
    ),
    ({"size": "Standard_ND96isr_H100_v5", "rdma": "rdma/ib", "min_nodes": 1, "max_nodes": 100}, []),
    (
        {"size": "Standard_NC96ads_A100_v4", "rdma": "rdma/ib", "min_nodes": 1},
        [
            "size: Standard_NC96ads_A100_v4 has no InfiniBand, and nodes would train over Ethernet, 26 to 57 "
            "times slower: take an RDMA size such as Standard_ND96isr_H100_v5, or make it an inference pool"
        ],
    ),
    (
        {"size": "Standard_ND24rs", "rdma": "rdma/ib"},
        ["size: Standard_ND24rs is retired since 2023-09-06: take Standard_ND96amsr_A100_v4"],
    ),
    (
        {"size": "Standard_ND96isr_H100_v5", "rdma": "rdma/ib", "min_nodes": 1, "max_nodes": 101},
        [
            "max_nodes: 101 nodes don't fit into one placement group of 100, and pools have no InfiniBand "
            "between them: take a TrainingCluster, or several jobs on several pools"
        ],
    ),
]


def said(problems: list[Any]) -> list[str]:
    found = [f"{problem.path[0]}: {problem.message}" for problem in problems]
    return [text.partition("one of ")[0] + "one of …" if "one of " in text else text for text in found]


@pytest.mark.parametrize(("changes", "expected"), POOL_REFUSALS)
def test_what_speaks_against_a_pool(changes: dict[str, Any], expected: list[str]) -> None:
    assert said(pool_problems(request(**changes), TODAY)) == expected


@pytest.mark.parametrize(("changes", "expected"), TRAINING_REFUSALS)
def test_what_speaks_against_an_infiniband_pool(changes: dict[str, Any], expected: list[str]) -> None:
    assert said(training_problems(request(**changes), TODAY)) == expected


def test_what_is_warned_of() -> None:
    assert pool_warning(request().pool) is None
    assert pool_warning(request(size="Standard_NC8as_T4_v3", spot=True, min_nodes=1).pool) == (
        "pool keeps 1 spot nodes only while Azure has some to spare"
    )
    assert pool_warning(request(mig_profile="MIG1g", max_nodes=2).pool) == (
        "until pool has had a node, the cluster autoscaler takes one for 1 × nvidia.com/gpu, not 7: for pods "
        "that all fit on one it brings as many as there are, up to 2. With `min_nodes` 1 it knows better"
    )
    assert pool_warning(request(mig_profile="MIG1g", min_nodes=1, max_nodes=2).pool) is None


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"size": "Standard_NC4as_T4_v3"}, "Ephemeral"),
        ({"size": "Standard_NC4as_T4_v3", "os_disk_size_gib": 256}, "Managed"),
        ({"size": "Standard_NC4as_T4_v3", "scale_down_mode": "Deallocate"}, "Managed"),
        ({"size": "Standard_NC24ads_A100_v4"}, "Managed"),
        ({"size": "Standard_NC40ads_H100_v5", "os_disk_size_gib": 2048}, "Ephemeral"),
    ],
)
def test_where_the_operating_system_lies(changes: dict[str, Any], expected: str) -> None:
    assert os_disk_type(request(**changes)) == expected


def test_the_feature_is_wanted_on_or_off() -> None:
    h100, h200, gb200 = (
        GpuPool(name=name, size=size, rdma="rdma/ib", driver="gpuOperator")
        for name, size in (
            ("h", "Standard_ND96isr_H100_v5"),
            ("i", "Standard_ND96isr_H200_v5"),
            ("g", "Standard_ND128isr_NDR_GB200_v6"),
        )
    )
    t4 = GpuPool(name="t4", size="Standard_NC4as_T4_v3")
    assert feature_problems([t4, None, h100, h200]) == []
    assert feature_problems([t4]) == feature_problems([]) == []
    (problem,) = feature_problems([t4, h100, h200, gb200])
    assert (problem.path, problem.message) == (
        (3, "size"),
        "Standard_ND128isr_NDR_GB200_v6 can't be in one subscription with Standard_ND96isr_H100_v5: the "
        "feature AKSInfinibandSupport has to be registered for one and unregistered for the other; take two "
        "subscriptions",
    )
    assert not wants_infiniband_feature(t4.vm_size)


VALUES = st.dictionaries(st.sampled_from("abcd"), st.one_of(st.integers(), st.text(), st.booleans()))


@given(VALUES, VALUES)
def test_a_generation_is_its_settings_and_nothing_else(one: dict[str, Any], other: dict[str, Any]) -> None:
    key = generation_of(one)
    assert key == generation_of(dict(reversed(one.items())))
    assert len(key) == 4
    assert set(key) <= set("0123456789abcdef")
    if str(sorted(one.items())) != str(sorted(other.items())):
        assert generation_of(one | {"more": 1}) != generation_of(one)
