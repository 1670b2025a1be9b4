"""The floors of bandwidth: which sizes have them, and that they fit what the size catalogue says."""

from datetime import date
from decimal import Decimal

import pytest

from azure_ai_landing_zone.catalog import bandwidth_floors, sizes
from azure_ai_landing_zone.catalog.bandwidth_floors import BandwidthFloor
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_a_floor_in_full() -> None:
    assert bandwidth_floors.find("STANDARD_ND96ISR_H100_V5") == BandwidthFloor(
        size="Standard_ND96isr_H100_v5",
        hcas=8,
        hca_rate_gbps=Decimal(400),
        hca_bandwidth_gbps=Decimal(375),
        hca_bandwidth_to="gpu",
        node_all_reduce_gb_per_second=Decimal(460),
        gpu_copy_gb_per_second=Decimal(52),
        source="Azure/azurehpc-health-checks:conf/nd96isr_h100_v5.conf",
        as_of=date(2026, 11, 21),
    )


@pytest.mark.parametrize(
    ("name", "bandwidth", "all_reduce"),
    [
        ("Standard_ND40rs_v2", 78, None),
        ("Standard_ND96asr_v4", 185, 228),
        ("Standard_ND96amsr_A100_v4", 185, 228),
        ("Standard_ND96isr_H200_v5", 360, 431),
        ("Standard_ND96isr_MI300X_v5", 390, 314),
        ("Standard_ND128isr_NDR_GB200_v6", 360, 432),
    ],
)
def test_figures(name: str, bandwidth: int, all_reduce: int | None) -> None:
    floor = bandwidth_floors.find(name)
    assert floor is not None
    assert (floor.hca_bandwidth_gbps, floor.node_all_reduce_gb_per_second) == (
        Decimal(bandwidth),
        None if all_reduce is None else Decimal(all_reduce),
    )


def test_adapters_add_up_to_what_the_size_has() -> None:
    for floor in bandwidth_floors.BANDWIDTH_FLOORS.values():
        assert sizes.VM_SIZES[floor.size].infiniband_gbps_total == floor.hcas * floor.hca_rate_gbps


def test_what_nobody_publishes_has_no_floor() -> None:
    assert bandwidth_floors.find("Standard_ND128isr_GB300_v6") is None
    assert bandwidth_floors.find("Standard_NC4as_T4_v3") is None


GOOD = "Standard_ND96isr_H100_v5,8,400,375,gpu,460,52,a page,2026-11-21"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            GOOD.replace("ND96isr_H100_v5", "NC4as_T4_v3"),
            "column size: got 'Standard_NC4as_T4_v3'; must be a size of skus.csv that has RDMA",
        ),
        (
            GOOD.replace(",375,", ",475,"),
            "column hca_bandwidth_gbps: got '475'; must be at most the adapter's rate",
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
