"""The floors of bandwidth: which sizes have them, and that they fit what the size catalogue says."""

import re
from datetime import date
from decimal import Decimal

import pytest

from azure_ai_landing_zone.catalog import bandwidth_floors, sizes
from azure_ai_landing_zone.catalog.bandwidth_floors import BandwidthFloor
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_a_floor_in_full() -> None:
    assert bandwidth_floors.find("STANDARD_ND96ISR_H100_V5") == BandwidthFloor(
        size="Standard_ND96isr_H100_v5",
        hca_bandwidth_gbps=Decimal(380),
        hca_bandwidth_to="gpu",
        node_all_reduce_gb_per_second=Decimal(460),
        gpu_copy_gb_per_second=Decimal(48),
        source="Azure/azurehpc-health-checks@0e0a1ac:conf/nd96isr_h100_v5.conf",
        as_of=date(2026, 11, 22),
    )


@pytest.mark.parametrize(
    ("name", "bandwidth", "all_reduce"),
    [
        ("Standard_ND40rs_v2", 78, 110),
        ("Standard_ND96asr_v4", 180, 228),
        ("Standard_ND96amsr_A100_v4", 180, 228),
        ("Standard_ND96isr_H200_v5", 360, 431),
        ("Standard_ND96isr_MI300X_v5", 390, 314),
        ("Standard_ND128isr_NDR_GB200_v6", 360, 432),
        ("Standard_HC44rs", 95, None),
        ("Standard_HB120rs_v2", 190, None),
        ("Standard_HB120-16rs_v3", 190, None),
        ("Standard_HB176rs_v4", 390, None),
        ("Standard_HX176-24rs", 390, None),
    ],
)
def test_figures(name: str, bandwidth: int, all_reduce: int | None) -> None:
    floor = bandwidth_floors.find(name)
    assert floor is not None
    assert (floor.hca_bandwidth_gbps, floor.node_all_reduce_gb_per_second) == (
        Decimal(bandwidth),
        None if all_reduce is None else Decimal(all_reduce),
    )


def test_each_row_names_the_commit_that_says_so() -> None:
    lines = data_file("bandwidth_floors.csv").splitlines()[1:]
    assert [line for line in lines if not re.search(r"@[0-9a-f]{7}:conf/\w", line)] == []


def test_the_sizes_that_nobody_publishes_floors_of() -> None:
    without = [
        size.size
        for size in sizes.VM_SIZES.values()
        if size.has_rdma and size.status != "retired" and bandwidth_floors.find(size.size) is None
    ]
    assert without == [
        "Standard_ND96isrf_H100_v5",
        "Standard_ND96isrf_H200_v5",
        "Standard_ND128isrf_NDR_GB200_v6",
        "Standard_ND128isr_GB300_v6",
        "Standard_ND128isrG5_GB300_v6",
        "Standard_HB120-96rs_v2",
        "Standard_HB120-64rs_v2",
        "Standard_HB120-32rs_v2",
        "Standard_HB120-16rs_v2",
        "Standard_HB368rs_v5",
        "Standard_HB368-336rs_v5",
        "Standard_HB368-288rs_v5",
        "Standard_HB368-240rs_v5",
        "Standard_HB368-192rs_v5",
        "Standard_HB368-144rs_v5",
        "Standard_HB368-96rs_v5",
        "Standard_HB368-48rs_v5",
    ]


GOOD = "Standard_ND96isr_H100_v5,380,gpu,460,48,a page,2026-11-21"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            GOOD.replace("ND96isr_H100_v5", "NC4as_T4_v3"),
            "column size: got 'Standard_NC4as_T4_v3'; must be a size of skus.csv whose InfiniBand ports "
            "and their rate are there",
        ),
        (
            GOOD.replace(",380,", ",475,"),
            "column hca_bandwidth_gbps: got '475'; must be at most the adapter's rate",
        ),
        (
            GOOD.replace(",48,", ",,"),
            "column gpu_copy_gb_per_second: got ''; must be filled in for sizes with GPUs, and empty for "
            "others",
        ),
        (GOOD.replace(",gpu,", ",disk,"), "column hca_bandwidth_to: got 'disk'; must be one of gpu, host"),
        (GOOD.replace(",a page,", ",,"), "column source: got ''; must be filled in"),
        (
            GOOD + "\n" + GOOD,
            "column size: got 'Standard_ND96isr_H100_v5'; must be a size that no other line has",
        ),
    ],
)
def test_a_bad_line_is_refused(line: str, problem: str) -> None:
    header = data_file("bandwidth_floors.csv").splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        bandwidth_floors.load(f"{header}\n{line}\n")
    assert raised.value.problems[-1].partition(", ")[2] == problem
