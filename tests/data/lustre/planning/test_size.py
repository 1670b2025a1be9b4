"""Lustre is sized as Azure's tables say, and more GPUs never get less."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.catalog.lustre import all_skus
from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.data.lustre.planning.size import (
    Checkpoint,
    LustreNeed,
    LustreSize,
    Readers,
    choose_size,
    gpus_of,
    needed_mbps,
    plan_lustre,
    size_problems,
)
from azure_ai_landing_zone.network.planning.addresses import lustre_addresses
from azure_ai_landing_zone.network.planning.subnets import prefix_length

H100, A100 = "Standard_ND96isr_H100_v5", "Standard_ND96asr_v4"
DURABLE = "AMLFS-Durable-Premium"


def h100(nodes: int) -> tuple[Readers, ...]:
    return (Readers(H100, nodes),)


def test_table_of_skus() -> None:
    """MB/s for each TiB, the smallest size and step, and the largest as everybody gets it and on request."""
    found = [
        (sku.mbps_per_tib, sku.step_tib, sku.largest_tib, sku.granted_tib)
        for sku in all_skus().values()
        if sku.status == "current"
    ]
    assert found == [(40, 48, 768, 12768), (125, 16, 128, 4096), (250, 8, 128, 2048), (500, 4, 128, 1024)]


@pytest.mark.parametrize(
    ("sku", "tib", "mbps"),
    [(125, 16, 2_000), (40, 48, 1_920), (250, 8, 2_000), (500, 4, 2_000), (500, 128, 64_000)],
)
def test_throughput_is_capacity_by_its_rate(sku: int, tib: int, mbps: int) -> None:
    assert LustreSize(f"{DURABLE}-{sku}", tib).throughput_mbps == mbps


@pytest.mark.parametrize(
    ("tib", "prefix"),
    [(4, 27), (16, 27), (20, 26), (40, 26), (44, 25), (92, 25), (96, 24), (196, 24), (200, 23), (400, 23)],
)
def test_table_of_subnets(tib: int, prefix: int) -> None:
    assert prefix_length(lustre_addresses(tib)) == prefix


def test_a_checkpoint_of_912_gib_takes_15_seconds_on_the_largest() -> None:
    """As learn.microsoft.com/azure/azure-managed-lustre/tiered-checkpoints has it."""
    need = LustreNeed(checkpoint=Checkpoint(912 * 2**30 / 1e9, 30))
    seconds = plan_lustre(LustreSize(f"{DURABLE}-500", 128), need).checkpoint_seconds
    assert seconds == pytest.approx(15.3, abs=0.05)


def test_seven_billion_parameters_every_half_hour() -> None:
    """28 GB for weights in fp32: 16 MB/s would do, and 14 seconds pass on the smallest file system."""
    need = LustreNeed(checkpoint=Checkpoint(28, 30))
    assert needed_mbps(need) == 16
    assert plan_lustre(LustreSize(f"{DURABLE}-500", 4), need).checkpoint_seconds == 14


def test_gpus_are_counted_over_all_sizes() -> None:
    readers = (*h100(4), Readers(A100, 2), Readers("Standard_D16s_v5", 7))
    assert gpus_of(readers) == 48


@pytest.mark.parametrize(
    ("data_tib", "need", "expected"),
    [
        (16, LustreNeed(readers=h100(1)), (125, 16)),
        (16, LustreNeed(readers=h100(2)), (250, 16)),
        (16, LustreNeed(readers=h100(4)), (500, 16)),
        (16, LustreNeed(readers=h100(16)), (500, 44)),
        (1, LustreNeed(), (500, 4)),
        (300, LustreNeed(), (40, 336)),
        (300, LustreNeed(size_limit_tib=1024), (500, 300)),
        (96, LustreNeed(), (40, 96)),
        (4, LustreNeed(checkpoint=Checkpoint(9_000, 30)), (500, 12)),
    ],
)
def test_chooses(data_tib: int, need: LustreNeed, expected: tuple[int, int]) -> None:
    sku, tib = expected
    assert choose_size(data_tib, need) == LustreSize(f"{DURABLE}-{sku}", tib)


def test_says_what_no_file_system_can_do() -> None:
    with pytest.raises(PlanRefused) as refused:
        choose_size(16, LustreNeed(readers=h100(64)))
    assert [(problem.path, problem.message) for problem in refused.value.problems] == [
        (
            ("data_tib",),
            "no file system holds 16 TiB and gives 81920 MB/s: the largest has 768 TiB, the fastest gives "
            "64000 MB/s. Ask Azure's support for a larger one and give what it grants as `size_limit_tib`, "
            "or lower `read_mbps_per_gpu`",
        )
    ]


LIMITS: list[tuple[str, int, int | None, str, str]] = [
    (
        "AMLFS-Durable-Premium-200",
        16,
        None,
        "sku_name",
        "must be one of AMLFS-Durable-Premium-40, AMLFS-Durable-Premium-125, AMLFS-Durable-Premium-250, "
        "AMLFS-Durable-Premium-500, got 'AMLFS-Durable-Premium-200'",
    ),
    (
        "AMLFS-Durable-Premium-20",
        960,
        None,
        "sku_name",
        "AMLFS-Durable-Premium-20 is in public preview and Azure publishes no sizes of it: take one of "
        "AMLFS-Durable-Premium-40, AMLFS-Durable-Premium-125, AMLFS-Durable-Premium-250, "
        "AMLFS-Durable-Premium-500",
    ),
    (
        "AMLFS-Durable-Premium-250",
        20,
        None,
        "storage_tib",
        "AMLFS-Durable-Premium-250 comes in steps of 8 TiB, got 20, which Azure would round up, bill and "
        "report as a difference for ever: take 16 or 24",
    ),
    (
        "AMLFS-Durable-Premium-40",
        16,
        None,
        "storage_tib",
        "AMLFS-Durable-Premium-40 comes in steps of 48 TiB, got 16, which Azure would round up, bill and "
        "report as a difference for ever: take 48",
    ),
    (
        "AMLFS-Durable-Premium-500",
        256,
        None,
        "storage_tib",
        "AMLFS-Durable-Premium-500 ends at 128 TiB, got 256: support grants up to 1024: give what it granted "
        "as `size_limit_tib`, or take a faster SKU",
    ),
    (
        "AMLFS-Durable-Premium-500",
        1028,
        4096,
        "storage_tib",
        "AMLFS-Durable-Premium-500 ends at 1024 TiB, got 1028: take a faster SKU, or several file systems",
    ),
]
"""Every size that Azure doesn't have, with the sentence that it gets."""


@pytest.mark.parametrize(("sku_name", "tib", "limit", "path", "text"), LIMITS)
def test_limits(sku_name: str, tib: int, limit: int | None, path: str, text: str) -> None:
    problems = size_problems(sku_name, tib, limit)
    assert [(problem.path, problem.message) for problem in problems] == [((path,), text)]


WARNINGS: list[tuple[LustreSize, LustreNeed, str]] = [
    (
        LustreSize(f"{DURABLE}-125", 16),
        LustreNeed(readers=h100(4)),
        "each GPU reads 62 MB/s when all read at once, and 160 are wanted: 16 TiB of "
        "AMLFS-Durable-Premium-125 give 2000 MB/s of 5120. Take more TiB or a faster SKU, now: neither can "
        "be changed later",
    ),
    (
        LustreSize(f"{DURABLE}-500", 128),
        LustreNeed(readers=(Readers(A100, 1),), read_mbps_per_gpu=1_000),
        "each GPU reads 375 MB/s when all read at once, and 1000 are wanted: their Ethernet carries no more. "
        "Cache on local NVMe, or lower `read_mbps_per_gpu`",
    ),
    (
        LustreSize(f"{DURABLE}-125", 16),
        LustreNeed(checkpoint=Checkpoint(5_000, 30)),
        "a checkpoint of 5000 GB takes 42 minutes to write at 2000 MB/s, and the next is due after 30 "
        "minutes: take more TiB or a faster SKU, or write less often",
    ),
    (
        LustreSize(f"{DURABLE}-500", 128),
        LustreNeed(checkpoint=Checkpoint(1_000, 2), exports=True),
        "a checkpoint of 1000 GB takes 2 minutes to reach blob storage, and the next is due after 2 minutes: "
        "exports fall behind for ever. Write less often, or ask Azure's support for more than 7.5 GB/s",
    ),
]
"""What a file system can't do for those who use it, with the sentence that says so."""


@pytest.mark.parametrize(("size", "need", "text"), WARNINGS)
def test_warns(size: LustreSize, need: LustreNeed, text: str) -> None:
    assert plan_lustre(size, need).warnings == (text,)


def test_a_file_system_that_suits_is_not_warned_of() -> None:
    need = LustreNeed(readers=h100(2), checkpoint=Checkpoint(98, 30), exports=True)
    plan = plan_lustre(LustreSize(f"{DURABLE}-250", 16), need)
    assert plan.warnings == ()
    assert (plan.gpus, plan.read_mbps_per_gpu, plan.checkpoint_seconds) == (Fraction(16), 250.0, 24.5)


NEEDS = st.builds(
    lambda nodes, rate, gb, minutes, limit: LustreNeed(
        readers=h100(nodes), read_mbps_per_gpu=rate, checkpoint=Checkpoint(gb, minutes), size_limit_tib=limit
    ),
    st.integers(1, 60),
    st.integers(1, 500),
    st.integers(1, 20_000),
    st.integers(1, 240),
    st.none() | st.integers(1, 12_768),
)


def chosen(data_tib: int, need: LustreNeed) -> LustreSize | None:
    try:
        return choose_size(data_tib, need)
    except PlanRefused:
        return None


@given(st.integers(1, 800), NEEDS)
def test_what_is_chosen_exists_holds_the_data_and_is_fast_enough(data_tib: int, need: LustreNeed) -> None:
    size = chosen(data_tib, need)
    if size is None:
        return
    assert size_problems(size.sku_name, size.storage_tib, need.size_limit_tib) == []
    assert size.storage_tib >= data_tib
    assert size.throughput_mbps >= needed_mbps(need)
    assert not any("wanted: their" not in text for text in plan_lustre(size, need).warnings)


@given(st.integers(1, 800), NEEDS, st.integers(1, 20))
def test_more_gpus_never_get_less(data_tib: int, need: LustreNeed, more: int) -> None:
    """Neither together, nor because nothing can be had for fewer."""
    larger = LustreNeed(
        readers=h100(need.readers[0].node_count + more),
        read_mbps_per_gpu=need.read_mbps_per_gpu,
        checkpoint=need.checkpoint,
        size_limit_tib=need.size_limit_tib,
    )
    before, after = chosen(data_tib, need), chosen(data_tib, larger)
    if after is not None:
        assert before is not None
        assert after.throughput_mbps >= before.throughput_mbps
        assert after.storage_tib >= before.storage_tib


@given(st.integers(1, 799), NEEDS)
def test_more_data_never_gets_less_room(data_tib: int, need: LustreNeed) -> None:
    before, after = chosen(data_tib, need), chosen(data_tib + 1, need)
    if after is not None:
        assert before is not None
        assert after.storage_tib >= before.storage_tib
