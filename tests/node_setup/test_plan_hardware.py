"""What a node of each size has to show, from the catalogue."""

from decimal import Decimal

import pytest

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.bandwidth_floors import BANDWIDTH_FLOORS
from azure_ai_landing_zone.node_setup.plan_hardware import NodeHardware, node_hardware


def hardware(name: str) -> NodeHardware:
    size = sizes.find(name)
    assert size is not None
    return node_hardware(size)


@pytest.mark.parametrize(
    ("size", "vendor", "gpus", "links", "ports", "rate", "disks"),
    [
        ("Standard_ND96asr_v4", "nvidia", 8, 12, 8, 200, 0),
        ("Standard_ND96amsr_A100_v4", "nvidia", 8, 12, 8, 200, 0),
        ("Standard_ND96isr_H100_v5", "nvidia", 8, 18, 8, 400, 8),
        ("Standard_ND96isr_H200_v5", "nvidia", 8, 18, 8, 400, 8),
        ("Standard_ND96isr_MI300X_v5", "amd", 8, 0, 8, 400, 8),
        ("Standard_NC40ads_H100_v5", "nvidia", 1, 0, 0, 0, None),
        ("Standard_NV6ads_A10_v5", "none", 0, 0, 0, 0, None),
        ("Standard_HC44rs", "none", 0, 0, 1, 100, None),
        ("Standard_HB120rs_v3", "none", 0, 0, 1, 200, None),
        ("Standard_HB176rs_v4", "none", 0, 0, 1, 400, None),
        ("Standard_HX176-24rs", "none", 0, 0, 1, 400, None),
        ("Standard_HB368rs_v5", "none", 0, 0, 4, 200, 8),
        ("Standard_ND128isr_NDR_GB200_v6", "nvidia", 4, 18, 4, 400, 4),
    ],
)
def test_what_a_node_has(
    size: str, vendor: str, gpus: int, links: int, ports: int, rate: int, disks: int | None
) -> None:
    found = hardware(size)
    assert (found.vendor, found.gpus, found.nvlinks_per_gpu) == (vendor, gpus, links)
    assert (found.infiniband_ports, found.infiniband_rate_gbps) == (ports, Decimal(rate))
    assert disks is None or found.nvme_disks == disks


@pytest.mark.parametrize(
    "size",
    [
        size.size
        for size in sizes.VM_SIZES.values()
        if size.has_rdma and size.status in ("current", "announced_retirement")
    ],
)
def test_every_size_with_infiniband_has_ports_to_check(size: str) -> None:
    assert (hardware(size).infiniband_ports or 0) > 0


@pytest.mark.parametrize(
    ("size", "adapter", "node", "cluster"),
    [
        ("Standard_ND96asr_v4", 180, 228, 144),
        ("Standard_ND96isr_H100_v5", 380, 460, 304),
        ("Standard_ND96isr_H200_v5", 360, 431, 288),
        ("Standard_ND96isr_MI300X_v5", 390, 314, 251),
    ],
)
def test_floors(size: str, adapter: int, node: int, cluster: int) -> None:
    floors = hardware(size).floors
    assert floors is not None
    assert floors.adapter_gbps == adapter
    assert floors.node_all_reduce_gb_per_second == node
    assert floors.cluster_all_reduce_gb_per_second == cluster


@pytest.mark.parametrize("size", BANDWIDTH_FLOORS.values(), ids=lambda floor: floor.size)
def test_tcp_never_reaches_a_floor(size: object) -> None:
    """50 Gb/s over all of a node's Ethernet, at the most."""
    floors = hardware(getattr(size, "size", "")).floors
    assert floors is not None
    tcp = Decimal(50) / 8
    assert floors.cluster_all_reduce_gb_per_second > tcp


def test_only_sizes_with_infiniband_are_told_of_it() -> None:
    assert hardware("Standard_NC40ads_H100_v5").environment == {}
    assert hardware("Standard_NC40ads_H100_v5").floors is None
    assert hardware("Standard_ND96asr_v4").environment["NCCL_TOPO_FILE"] == "/opt/microsoft/ndv4/topo.xml"
    assert hardware("Standard_ND96isr_MI300X_v5").environment == {"NCCL_IB_PCI_RELAXED_ORDERING": "1"}
