"""The families: every size has one, and which have what."""

from datetime import date
from types import MappingProxyType

import pytest

from azure_ai_landing_zone.catalog import size_families, sizes
from azure_ai_landing_zone.catalog.size_families import SizeFamily, all_families
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_a_family_in_full() -> None:
    found = all_families()["ND_H200_v5"]
    assert found == SizeFamily(
        family="ND_H200_v5",
        gpu="H200",
        gpu_vendor="nvidia",
        gpu_driver="cuda",
        driver_extension=None,
        hpc_image="cuda",
        confidential=False,
        nvlinks_per_gpu=18,
        rack_nodes=None,
        trusted_launch=True,
        aks=True,
        aks_gpu_driver=True,
        aks_infiniband_support="registered",
        mig=True,
        capacity_reservation=False,
        machine_learning=True,
        environment=MappingProxyType(
            {
                "NCCL_IB_PCI_RELAXED_ORDERING": "1",
                "NCCL_IGNORE_CPU_AFFINITY": "1",
                "NCCL_TOPO_FILE": "/opt/microsoft/ndv5/topo.xml",
            }
        ),
        benchmark_environment=MappingProxyType(
            {
                "NCCL_IB_QPS_PER_CONNECTION": "4",
                "NCCL_MIN_NCHANNELS": "32",
                "NCCL_PXN_DISABLE": "1",
                "UCX_TLS": "rc",
            }
        ),
        source=found.source,
        as_of=date(2026, 11, 22),
    )
    assert "articles/virtual-machines/sizes/gpu-accelerated/nd-h200-v5-series.md" in found.source


def test_the_families_are_those_of_the_sizes() -> None:
    assert list(all_families()) == list(dict.fromkeys(size.family for size in sizes.VM_SIZES.values()))


@pytest.mark.parametrize(
    ("attribute", "value", "expected"),
    [
        ("trusted_launch", False, "NC NC_RTXPRO6000BSE_v6 NDasrA100_v4 NDm_A100_v4 NV NP"),
        ("trusted_launch", None, "NCCads_H100_v5 NVv2 NGads_V620 NMads_MA35D HB HBv5"),
        ("rack_nodes", 18, "ND_GB200_v6 ND_GB300_v6"),
        ("nvlinks_per_gpu", 6, "NDv2"),
        ("nvlinks_per_gpu", 12, "NDasrA100_v4 NDm_A100_v4"),
        ("nvlinks_per_gpu", 18, "ND_H100_v5 ND_H200_v5 ND_GB200_v6 ND_GB300_v6"),
        ("gpu_vendor", "amd", "ND_MI300X_v5 NVv4 NVads_V710_v5 NGads_V620"),
        ("gpu_driver", "grid", "NCads_A10_v4 NC_RTXPRO6000BSE_v6 NV NVv2 NVv3 NVads_A10_v5"),
        ("driver_extension", "AmdGpuDriverLinux", "NVads_V710_v5"),
        ("driver_extension", "NvidiaGpuDriverLinux", "NCv3 NCasT4_v3 NC_A100_v4 NVv3 NVads_A10_v5"),
        ("hpc_image", "cuda-v100", "NCv3 NDv2"),
        ("hpc_image", "rocm", "ND_MI300X_v5"),
        ("confidential", True, "NCCads_H100_v5"),
        ("aks", False, "NCCads_H100_v5 NVv4"),
        ("aks_infiniband_support", "unregistered", "ND_GB200_v6 ND_GB300_v6"),
        ("mig", True, "NC_A100_v4 NCads_H100_v5 NDasrA100_v4 NDm_A100_v4 ND_H100_v5 ND_H200_v5"),
        (
            "capacity_reservation",
            True,
            "NCv3 NCasT4_v3 NCads_A10_v4 NVv3 NVads_A10_v5 NVads_V710_v5 NGads_V620",
        ),
        (
            "machine_learning",
            True,
            "NCasT4_v3 NC_A100_v4 NCads_H100_v5 NDasrA100_v4 NDm_A100_v4 ND_H100_v5 ND_H200_v5 HBv2 HBv3",
        ),
    ],
)
def test_which_families(attribute: str, value: object, expected: str) -> None:
    found = [name for name, family in all_families().items() if getattr(family, attribute) == value]
    assert found == expected.split()


def test_every_family_with_infiniband_tells_jobs_of_it() -> None:
    rdma = {size.family for size in sizes.VM_SIZES.values() if size.has_rdma}
    unset = [name for name in rdma if not all_families()[name].environment]
    assert unset == ["NC"]  # retired, before SR-IOV


GOOD = "T,T4,nvidia,cuda,,cuda,false,,,true,true,true,,false,,true,,,a page,2026-11-22"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            GOOD.replace("T4,nvidia", ",nvidia"),
            "column gpu: got ''; must be filled in for families with a GPU, and empty for others",
        ),
        (
            GOOD.replace("T4,nvidia,cuda", ",none,cuda"),
            "column gpu_driver: got 'cuda'; must be none for families without a GPU, and another for others",
        ),
        (
            GOOD.replace(",,cuda,", ",Other,cuda,"),
            "column driver_extension: got 'Other'; must be one of NvidiaGpuDriverLinux, AmdGpuDriverLinux",
        ),
        (GOOD.replace("cuda,false", "cuda,"), "column confidential: got ''; must be true or false"),
        (
            GOOD.replace(",,,a page", ",NCCL,,a page"),
            "column environment: got 'NCCL'; must be name=value, separated by |, or empty",
        ),
        (f"{GOOD}\n{GOOD}", "column family: got 'T'; must be a family that no other line has"),
    ],
)
def test_a_bad_line_is_refused(line: str, problem: str) -> None:
    header = data_file("size_families.csv").splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        size_families.load(f"{header}\n{line}\n")
    assert raised.value.problems[-1].partition(", ")[2] == problem
