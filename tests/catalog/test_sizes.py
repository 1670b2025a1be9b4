"""The size catalogue: what it says, and that it refuses what it can't vouch for."""

import subprocess
import sys
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.table import CatalogError, columns, data_file

TODAY = date(2026, 11, 21)


def test_an_infiniband_size_in_full() -> None:
    assert sizes.VM_SIZES["Standard_ND96isr_H100_v5"] == sizes.VmSize(
        size="Standard_ND96isr_H100_v5",
        family="ND_H100_v5",
        quota_family="standardNDSH100v5Family",
        gpu_model="H100 SXM 80GB",
        gpus=Fraction(8),
        gpu_memory_gib=Decimal(80),
        vcpus=96,
        memory_gib=Decimal(1900),
        infiniband="NDR",
        infiniband_ports=8,
        infiniband_port_gbps=Decimal(400),
        accelerated_networking=True,
        ethernet_gbps=Decimal(80),
        local_disk_gib=Decimal(1024),
        local_nvme_disks=8,
        local_nvme_gib=Decimal(28672),
        architecture="x64",
        max_data_disks=32,
        disk_controller="SCSI",
        status="current",
        retirement_date=None,
        replacement=(),
        source="MicrosoftDocs/azure-compute-docs:articles/virtual-machines/sizes/gpu-accelerated/"
        "ndh100v5-series.md; "
        "Azure/karpenter-provider-azure@352646f:pkg/providers/instancetype/known_skus.yaml; "
        "kubernetes/autoscaler@55c37cd:cluster-autoscaler/cloudprovider/azure/azure_instance_types.go",
    )


@pytest.mark.parametrize(
    ("name", "gpus", "gpu_memory", "vcpus", "fabric", "ports", "rate"),
    [
        ("Standard_ND96asr_v4", 8, 40, 96, "HDR", 8, 200),
        ("Standard_ND96amsr_A100_v4", 8, 80, 96, "HDR", 8, 200),
        ("Standard_ND96isr_H200_v5", 8, 141, 96, "NDR", 8, 400),
        ("Standard_ND96isr_MI300X_v5", 8, 192, 96, "NDR", 8, 400),
        ("Standard_ND128isr_NDR_GB200_v6", 4, 192, 128, "NDR", 4, 400),
        ("Standard_ND128isr_GB300_v6", 4, 288, 128, "IB", 4, None),
        ("Standard_ND40rs_v2", 8, 32, 40, "EDR", 1, 100),
        ("Standard_NC96ads_A100_v4", 4, 80, 96, "none", None, None),
        ("Standard_NC4as_T4_v3", 1, 16, 4, "none", None, None),
        ("Standard_NV6ads_A10_v5", Fraction(1, 6), 4, 6, "none", None, None),
        ("Standard_HB176rs_v4", 0, None, 176, "NDR", 1, 400),
        ("Standard_D16s_v5", 0, None, 16, "none", None, None),
        ("Standard_E96ds_v5", 0, None, 96, "none", None, None),
        ("Standard_HB60-15rs", 0, None, 15, "EDR", 1, 100),
        ("Standard_ND96is_H200_v5", None, None, 96, "none", None, None),
        ("Standard_ND96isrf_H200_v5", None, None, 96, "NDR", 8, 400),
        ("Standard_ND96isrf_H100_v5", None, None, 96, "RDMA", None, None),
    ],
)
def test_figures(
    name: str,
    gpus: Fraction | int | None,
    gpu_memory: int | None,
    vcpus: int,
    fabric: str,
    ports: int | None,
    rate: int | None,
) -> None:
    size = sizes.VM_SIZES[name]
    found = (size.gpus, size.gpu_memory_gib, size.vcpus, size.infiniband)
    assert found == (gpus, gpu_memory, vcpus, fabric)
    assert (size.infiniband_ports, size.infiniband_port_gbps) == (ports, rate)


def test_the_sizes_whose_ports_or_rate_nobody_publishes() -> None:
    rdma = [size for size in sizes.VM_SIZES.values() if size.has_rdma and size.status != "retired"]
    assert [size.size for size in rdma if size.infiniband_ports is None] == [
        "Standard_ND96isrf_H100_v5",
        "Standard_ND128isrf_NDR_GB200_v6",
    ]
    assert [size.size for size in rdma if size.infiniband_ports and size.infiniband_port_gbps is None] == [
        "Standard_ND128isr_GB300_v6",
        "Standard_ND128isrG5_GB300_v6",
    ]


@pytest.mark.parametrize(
    ("name", "architecture", "disks", "controller"),
    [
        ("Standard_ND96isr_H200_v5", "x64", 16, "SCSI"),
        ("Standard_ND128isr_NDR_GB200_v6", "Arm64", 16, "NVMe"),
        ("Standard_ND128isr_GB300_v6", "Arm64", None, "NVMe"),
        ("Standard_NV4ads_V710_v5", "x64", 2, "SCSI"),
        ("Standard_D8ds_v5", "x64", 16, "SCSI"),
        ("Standard_D8ds_v6", "x64", 24, "NVMe"),
    ],
)
def test_disks(name: str, architecture: str, disks: int | None, controller: str) -> None:
    size = sizes.VM_SIZES[name]
    assert (size.architecture, size.max_data_disks, size.disk_controller) == (architecture, disks, controller)


def test_sizes_without_gpus_are_current_and_say_how_much_they_have() -> None:
    for size in sizes.VM_SIZES.values():
        if size.size.startswith(("Standard_D", "Standard_E")):
            assert (size.gpus, size.infiniband, size.status) == (Fraction(0), "none", "current")
            assert None not in (size.quota_family, size.memory_gib, size.max_data_disks, size.ethernet_gbps)


def test_the_letter_r_means_rdma() -> None:
    every = sizes.VM_SIZES.values()
    assert [one.size for one in every if sizes.names_rdma(one.size) is not one.has_rdma] == []


@pytest.mark.parametrize(
    ("name", "rdma"),
    [
        ("Standard_ND96isr_B300_v7", True),
        ("STANDARD_ND96ISR_H100_V5", True),
        ("Standard_ND96is_noIB_H100_v5", False),
        ("Standard_NC24lds_xl_RTXPRO6000BSE_v6", False),
        ("Standard_HB176-96rs_v4", True),
        ("Standard_D16s_v5", False),
        ("Mix", None),
        ("", None),
    ],
)
def test_names_of_sizes_that_are_not_in_the_catalogue(name: str, rdma: bool | None) -> None:
    assert sizes.names_rdma(name) is rdma


@pytest.mark.parametrize(
    ("name", "day", "retired"),
    [
        ("Standard_NV12s_v3", date(2026, 9, 29), False),
        ("Standard_NV12s_v3", date(2026, 9, 30), True),
        ("Standard_NV8as_v4", TODAY, True),
        ("Standard_NP10s", date(2027, 5, 30), False),
        ("Standard_NP10s", date(2027, 5, 31), True),
        ("Standard_NC6s_v3", TODAY, True),
        ("Standard_ND24rs", TODAY, True),
        ("Standard_HB60rs", TODAY, True),
        ("Standard_HC44rs", TODAY, False),
        ("Standard_HB120rs_v2", date(2027, 6, 1), True),
        ("Standard_NC128ds_xl_RTXPRO6000BSE_v6", TODAY, True),
        ("Standard_NV6s_v2", date(2099, 1, 1), False),
        ("Standard_ND96isr_H100_v5", date(2099, 1, 1), False),
    ],
)
def test_retirement_by_date(name: str, day: date, retired: bool) -> None:
    assert sizes.VM_SIZES[name].retired_on(day) is retired


def test_a_retired_size_names_current_replacements_of_its_own_kind() -> None:
    for size in sizes.VM_SIZES.values():
        replacements = [sizes.VM_SIZES[name] for name in size.replacement]
        assert [other.size for other in replacements if other.status != "current"] == []
        assert bool(replacements) >= (size.status in ("retired", "announced_retirement")), size.size
    assert sizes.VM_SIZES["Standard_NV12s_v3"].replacement == (
        "Standard_NV12ads_A10_v5",
        "Standard_NC24lds_xl_RTXPRO6000BSE_v6",
        "Standard_NC16as_T4_v3",
        "Standard_NV12ads_V710_v5",
    )
    assert sizes.VM_SIZES["Standard_NC24ads_A100_v4"].replacement == ("Standard_NC40ads_H100_v5",)


@pytest.mark.parametrize(
    "name", ["standard_nd96isr_h100_v5", "STANDARD_ND96ISR_H100_V5", "Standard_ND96isr_H100_v5"]
)
def test_names_are_found_in_any_casing(name: str) -> None:
    assert sizes.find(name) is sizes.VM_SIZES["Standard_ND96isr_H100_v5"]


def test_what_is_not_there_is_not_found() -> None:
    assert sizes.find("Standard_D16s_v3") is None
    assert sizes.find("") is None


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Standard_ND96isr_H10_v5", "Standard_ND96isr_H100_v5"),
        ("ND96isr_H100_v5", "Standard_ND96isr_H100_v5"),
        ("standard_nd96asr_a100_v4", "Standard_ND96amsr_A100_v4"),
        ("Standard_NC4as_T4", "Standard_NC4as_T4_v3"),
    ],
)
def test_did_you_mean(name: str, first: str) -> None:
    assert sizes.did_you_mean(name)[0] == first


def test_did_you_mean_keeps_silent_when_nothing_is_close() -> None:
    assert sizes.did_you_mean("banana") == []


HEADER = ",".join(columns(sizes.VmSize))
GOOD = "Standard_NC4as_T4_v3,NCasT4_v3,,T4,1,16,4,28,none,,,true,8,176,,,x64,8,SCSI,current,,,a page"


def test_a_good_line_loads() -> None:
    (size,) = sizes.load(f"{HEADER}\n{GOOD}\n").values()
    assert (size.gpus, size.accelerated_networking, size.quota_family, size.source) == (
        Fraction(1),
        True,
        None,
        "a page",
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            GOOD.replace(",T4,1,", ",T4,one,"),
            "column gpus: got 'one'; must be a whole number or a fraction such as 1/6, or empty",
        ),
        (
            GOOD.replace(",T4,1,", ",T4,1/0,"),
            "column gpus: got '1/0'; must be a whole number or a fraction such as 1/6, or empty",
        ),
        (GOOD.replace(",16,4,", ",16,-4,"), "column vcpus: got '-4'; must be a whole number from 0"),
        (GOOD.replace(",16,4,", ",16,,"), "column vcpus: got ''; must be a whole number from 0"),
        (
            GOOD.replace(",28,", ",28 GiB,"),
            "column memory_gib: got '28 GiB'; must be a number from 0, or empty",
        ),
        (GOOD.replace(",28,", ",1e3,"), "column memory_gib: got '1e3'; must be a number from 0, or empty"),
        (
            GOOD.replace(",none,", ",,"),
            "column infiniband: got ''; must be one of none, RDMA, FDR, EDR, HDR, NDR, IB",
        ),
        (
            GOOD.replace(",none,,,", ",none,1,200,"),
            "column infiniband_ports: got '1'; must be at least 1, and empty for a size without InfiniBand",
        ),
        (
            GOOD.replace(",none,,,", ",none,,200,"),
            "column infiniband_port_gbps: got '200'; must be empty where the number of ports is",
        ),
        (
            GOOD.replace(",none,", ",NDR,"),
            "column infiniband: got 'NDR'; must be none, "
            "unless the name has an r after its vCPU count, which means RDMA",
        ),
        (
            GOOD.replace(",true,", ",yes,"),
            "column accelerated_networking: got 'yes'; must be true, false or empty",
        ),
        (
            GOOD.replace(",current,", ",fine,"),
            "column status: got 'fine'; must be one of current, announced_retirement, retired, unknown",
        ),
        (
            GOOD.replace(",current,,", ",current,30.9.2026,"),
            "column retirement_date: got '30.9.2026'; must be a date such as 2026-09-30, or empty",
        ),
        (
            GOOD.replace(",current,,", ",announced_retirement,,"),
            "column retirement_date: got ''; must be a date, because the status is announced_retirement",
        ),
        (
            GOOD.replace(",current,,,", ",current,,Standard_NC5,"),
            "column replacement: got 'Standard_NC5'; must be sizes of this file, separated by |",
        ),
        (
            GOOD.replace(",current,,,", ",retired,,,"),
            "column replacement: got ''; must be at least one size, because this one is retired",
        ),
        (
            GOOD.replace(",NCasT4_v3,", ",NCasT4,"),
            "column family: got 'NCasT4'; must be a family of size_families.csv",
        ),
        (
            GOOD.replace(",x64,", ",arm,"),
            "column architecture: got 'arm'; must be one of x64, Arm64",
        ),
        (
            GOOD.replace(",SCSI,", ",IDE,"),
            "column disk_controller: got 'IDE'; must be one of SCSI, NVMe",
        ),
        (GOOD.replace("a page", ""), "column source: got ''; must be filled in"),
    ],
)
def test_a_bad_value_is_named_by_file_line_and_column(line: str, problem: str) -> None:
    with pytest.raises(CatalogError) as caught:
        sizes.load(f"{HEADER}\n{line}\n")
    assert f"skus.csv line 2, {problem}" in caught.value.problems


def test_all_problems_are_reported_at_once() -> None:
    bad_vcpus = GOOD.replace(",4,", ",x,").replace("NC4as", "NC5as")
    text = f"{HEADER}\n{GOOD}\n{GOOD.replace('NC4as', 'nc4as')}\n{GOOD},more\n{bad_vcpus}\n"
    with pytest.raises(CatalogError) as caught:
        sizes.load(text)
    assert caught.value.problems == [
        "skus.csv line 4: got 24 values; must be 23",
        "skus.csv line 3, column size: got 'Standard_nc4as_T4_v3'; must be a name that no other line has",
        "skus.csv line 5, column vcpus: got 'x'; must be a whole number from 0",
    ]
    assert str(caught.value) == "\n".join(caught.value.problems)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", f"skus.csv line 1: got columns ; must be {HEADER.replace(',', ', ')}"),
        (
            "size,family\n",
            f"skus.csv line 1: got columns size, family; must be {HEADER.replace(',', ', ')}",
        ),
    ],
)
def test_a_wrong_header_is_refused(text: str, problem: str) -> None:
    with pytest.raises(CatalogError) as caught:
        sizes.load(text)
    assert caught.value.problems == [problem]


def test_an_open_quote_is_refused() -> None:
    with pytest.raises(CatalogError, match=r"skus\.csv line 2: not readable as CSV"):
        sizes.load(f'{HEADER}\n"{GOOD}\n')


def test_the_file_has_the_columns_of_the_type() -> None:
    assert data_file("skus.csv").splitlines()[0] == HEADER


def test_the_catalogue_loads_no_pulumi() -> None:
    script = (
        "import sys\n"
        "from azure_ai_landing_zone.catalog import prices, sizes\n"
        "assert prices.hourly_usd('Standard_NC4as_T4_v3', 'eastus') and sizes.VM_SIZES\n"
        "loaded = {name.split('.')[0] for name in sys.modules}\n"
        "print(sorted(loaded & {'pulumi', 'pulumi_azure_native', 'pydantic'}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
