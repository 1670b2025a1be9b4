"""What a node of a size has to show before it may join, and what its jobs have to know."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

from azure_ai_landing_zone.catalog import bandwidth_floors
from azure_ai_landing_zone.catalog.size_families import GpuVendor
from azure_ai_landing_zone.catalog.sizes import VmSize

ACROSS_NODES = Decimal("0.8")
"""How much of the slower way an all-reduce over several nodes has to reach. Ours: Azure publishes no floor
for it. TCP stays below a tenth."""

REPORT_COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "TimeGenerated": "datetime",
        "Node": "string",
        "Size": "string",
        "Test": "string",
        "Check": "string",
        "Passed": "boolean",
        "Component": "string",
        "Message": "string",
        "Measured": "real",
        "Floor": "real",
    }
)
"""Of the table FabricGate_CL: what nodes send of each check and each measurement."""


@dataclass(frozen=True, slots=True)
class FabricFloors:
    """The slowest that a node and a cluster may be; None where nobody publishes a figure."""

    adapter_gbps: Decimal
    """`ib_write_bw` through each adapter, in gigabits per second."""
    node_all_reduce_gb_per_second: Decimal | None
    """Bus bandwidth of all_reduce_perf over one node's GPUs, in gigabytes per second."""
    cluster_all_reduce_gb_per_second: Decimal
    """The same over several nodes."""


@dataclass(frozen=True, slots=True)
class NodeHardware:
    """What a healthy node of a size has."""

    size: str
    vendor: GpuVendor
    gpus: int
    """Whole GPUs."""
    nvlinks_per_gpu: int
    """0: none to check."""
    infiniband_ports: int | None
    """0: no InfiniBand. None: nobody publishes how many."""
    infiniband_rate_gbps: Decimal | None
    """Of each port. None: nobody publishes it."""
    nvme_disks: int
    """Local ones. 0 where Azure's page doesn't say: none to check."""
    environment: Mapping[str, str]
    """Variables of every job, those that name devices left out: nodes find these out themselves."""
    benchmark_environment: Mapping[str, str]
    """Further ones, of the proof alone."""
    floors: FabricFloors | None
    """None: the fabric can't be judged, only used."""


def node_hardware(size: VmSize) -> NodeHardware:
    """What to expect of a size, from the catalogue."""
    traits = size.traits
    floor = bandwidth_floors.find(size.size) if size.has_rdma else None
    return NodeHardware(
        size=size.size,
        vendor=_vendor(size),
        gpus=int(size.gpus or 0),
        nvlinks_per_gpu=traits.nvlinks_per_gpu or 0,
        infiniband_ports=size.infiniband_ports if size.has_rdma else 0,
        infiniband_rate_gbps=size.infiniband_port_gbps if size.has_rdma else Decimal(0),
        nvme_disks=size.local_nvme_disks or 0,
        environment=traits.environment if size.has_rdma else {},
        benchmark_environment=traits.benchmark_environment if size.has_rdma else {},
        floors=_floors(floor, size.infiniband_ports or 0) if floor else None,
    )


def _vendor(size: VmSize) -> GpuVendor:
    """`none` where several VMs share a GPU: a part of one shows little of what there is to check."""
    if int(size.gpus or 0) == 0:
        return "none"
    return size.traits.gpu_vendor


def _floors(floor: bandwidth_floors.BandwidthFloor, ports: int) -> FabricFloors:
    adapters = ports * floor.hca_bandwidth_gbps / 8
    node = floor.node_all_reduce_gb_per_second
    slower = adapters if node is None else min(adapters, node)
    return FabricFloors(floor.hca_bandwidth_gbps, node, (slower * ACROSS_NODES).quantize(Decimal(1)))
