"""Lustre file systems: how large, of which kind, and what the GPUs that read them get; pure.

Throughput comes with capacity: TiB × MB/s per TiB, shared by everybody who reads or writes. Megabytes,
gigabytes and terabytes are decimal, TiB is binary, as in learn.microsoft.com/azure/azure-managed-lustre.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.catalog.lustre import LustreSku, all_skus
from azure_ai_landing_zone.core.problem import PlanRefused, Problem

READ_MBPS_PER_GPU = 160
"""40 GB/s for 256 GPUs that read at once, "better" in NVIDIA's guidelines for DGX SuperPOD H100; "good" is 15
(60 MB/s a GPU: text, which fits into memory) and "best" 125 (490 MB/s: large images read once).
Source: docs.nvidia.com/dgx-superpod/reference-architecture-scalable-infrastructure-h100, table 6."""

EXPORT_GBPS = 7.5
"""What a file system moves to its blob container, unless Azure's support raises it.
Source: learn.microsoft.com/azure/azure-managed-lustre/tiered-checkpoints 2026-06-30."""


@dataclass(frozen=True, slots=True)
class Readers:
    """Machines of one size that read a file system."""

    size: str
    node_count: int


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a job writes at once, and how often."""

    gb: float
    interval_minutes: int


@dataclass(frozen=True, slots=True)
class LustreNeed:
    """What is asked of a file system."""

    readers: Sequence[Readers] = ()
    read_mbps_per_gpu: int = READ_MBPS_PER_GPU
    checkpoint: Checkpoint | None = None
    exports: bool = False
    """Whether checkpoints go on to blob storage by themselves."""
    size_limit_tib: int | None = None
    """The most TiB that the subscription may have. None: what everybody gets."""


@dataclass(frozen=True, slots=True)
class LustreSize:
    """A kind of file system and its capacity."""

    sku_name: str
    storage_tib: int

    @property
    def throughput_mbps(self) -> int:
        """Of all readers and writers together."""
        return all_skus()[self.sku_name].mbps_per_tib * self.storage_tib


@dataclass(frozen=True, slots=True)
class LustrePlan:
    """What a file system gives to those who use it."""

    size: LustreSize
    gpus: Fraction
    read_mbps_per_gpu: float | None
    """When all read at once, bounded by their network cards too. None without GPUs."""
    checkpoint_seconds: float | None
    """To write one checkpoint at full throughput. None where there is none."""
    warnings: tuple[str, ...]


def gpus_of(readers: Sequence[Readers]) -> Fraction:
    """All GPUs together, of sizes whose GPUs are known."""
    found = ((sizes.find(each.size), each.node_count) for each in readers)
    return sum((size.gpus * count for size, count in found if size and size.gpus), Fraction(0))


def needed_mbps(need: LustreNeed) -> int:
    """Reading for all GPUs at once, or a checkpoint within its interval: whichever is more."""
    reading = gpus_of(need.readers) * need.read_mbps_per_gpu
    writing = Fraction(0)
    if need.checkpoint is not None:
        megabytes = Fraction(str(need.checkpoint.gb)) * 1000
        writing = megabytes / (need.checkpoint.interval_minutes * 60)
    return -(-max(reading, writing) // 1)


def choose_size(data_tib: int, need: LustreNeed) -> LustreSize:
    """The smallest capacity that holds the data and is fast enough; of two kinds with the same capacity, the
    slower one, which costs less. Raises PlanRefused.

    Prices play no part: a size that changed with a price list would delete a file system.
    """
    wanted = needed_mbps(need)
    fitting = []
    for sku in _current():
        step, limit = sku.step_tib or 1, _limit(sku, need.size_limit_tib)
        capacity = max(-(-data_tib // step), -(-wanted // (sku.mbps_per_tib * step)), 1) * step
        if capacity <= limit:
            fitting.append((capacity, sku.mbps_per_tib, sku.sku_name))
    if fitting:
        capacity, _, sku_name = min(fitting)
        return LustreSize(sku_name, capacity)
    most = max(sku.mbps_per_tib * _limit(sku, need.size_limit_tib) for sku in _current())
    largest = max(_limit(sku, need.size_limit_tib) for sku in _current())
    text = (
        f"no file system holds {data_tib} TiB and gives {wanted} MB/s: the largest has {largest} TiB, the "
        f"fastest gives {most} MB/s. Ask Azure's support for a larger one and give what it grants as "
        "`size_limit_tib`, or lower `read_mbps_per_gpu`"
    )
    raise PlanRefused([Problem(("data_tib",), text)])


def size_problems(sku_name: str, storage_tib: int, size_limit_tib: int | None) -> list[Problem]:
    """Why Azure has no such file system."""
    names = ", ".join(sku.sku_name for sku in _current())
    sku = all_skus().get(sku_name)
    if sku is None:
        return [Problem(("sku_name",), f"must be one of {names}, got {sku_name!r}")]
    if sku.status == "preview":
        text = f"{sku_name} is in public preview and Azure publishes no sizes of it: take one of {names}"
        return [Problem(("sku_name",), text)]
    step, limit = sku.step_tib or 1, _limit(sku, size_limit_tib)
    if storage_tib % step or not storage_tib:
        lower = storage_tib // step * step
        near = f"{lower} or {lower + step}" if lower else str(step)
        text = (
            f"{sku_name} comes in steps of {step} TiB, got {storage_tib}, which Azure would round up, bill "
            f"and report as a difference for ever: take {near}"
        )
        return [Problem(("storage_tib",), text)]
    if storage_tib > limit:
        more = sku.granted_tib or limit
        ask = f"support grants up to {more}: give what it granted as `size_limit_tib`, or take a faster SKU"
        change = ask if more > limit else "take a faster SKU, or several file systems"
        text = f"{sku_name} ends at {limit} TiB, got {storage_tib}: {change}"
        return [Problem(("storage_tib",), text)]
    return []


def plan_lustre(size: LustreSize, need: LustreNeed) -> LustrePlan:
    """What a file system of a legal size gives."""
    gpus = gpus_of(need.readers)
    rate = min((_share(size, gpus), *_network_shares(need.readers))) if gpus else None
    seconds = None
    if need.checkpoint is not None:
        seconds = need.checkpoint.gb * 1000 / size.throughput_mbps
    warnings = (*_reading_warnings(size, need, rate), *_writing_warnings(size, need, seconds))
    return LustrePlan(size, gpus, rate, seconds, warnings)


def _current() -> list[LustreSku]:
    return [sku for sku in all_skus().values() if sku.status == "current"]


def _limit(sku: LustreSku, size_limit_tib: int | None) -> int:
    """A whole number of steps."""
    most = sku.largest_tib or 0
    if size_limit_tib is not None:
        most = min(max(most, size_limit_tib), sku.granted_tib or most)
    return most // (sku.step_tib or 1) * (sku.step_tib or 1)


def _share(size: LustreSize, gpus: Fraction) -> float:
    return float(size.throughput_mbps / gpus)


def _network_shares(readers: Sequence[Readers]) -> Iterator[float]:
    """Lustre comes over Ethernet, never over InfiniBand: what one GPU's part of the card carries."""
    for each in readers:
        size = sizes.find(each.size)
        if size is not None and size.ethernet_gbps and size.gpus:
            yield float(Fraction(size.ethernet_gbps) * 1000 / 8 / max(size.gpus, Fraction(1)))


def _reading_warnings(size: LustreSize, need: LustreNeed, rate: float | None) -> Iterator[str]:
    if rate is None or rate >= need.read_mbps_per_gpu:
        return
    told = f"each GPU reads {rate:.0f} MB/s when all read at once, and {need.read_mbps_per_gpu} are wanted"
    if rate < _share(size, gpus_of(need.readers)):
        yield f"{told}: their Ethernet carries no more. Cache on local NVMe, or lower `read_mbps_per_gpu`"
        return
    wanted = needed_mbps(need)
    yield (
        f"{told}: {size.storage_tib} TiB of {size.sku_name} give {size.throughput_mbps} MB/s of "
        f"{wanted}. Take more TiB or a faster SKU, now: neither can be changed later"
    )


def _writing_warnings(size: LustreSize, need: LustreNeed, seconds: float | None) -> Iterator[str]:
    if need.checkpoint is None or seconds is None:
        return
    interval = need.checkpoint.interval_minutes * 60
    what = f"a checkpoint of {need.checkpoint.gb:g} GB"
    if seconds > interval:
        yield (
            f"{what} takes {_duration(seconds)} to write at {size.throughput_mbps} MB/s, and the next is due "
            f"after {_duration(interval)}: take more TiB or a faster SKU, or write less often"
        )
    exporting = need.checkpoint.gb / min(EXPORT_GBPS, size.throughput_mbps / 1000)
    if need.exports and seconds <= interval < exporting:
        yield (
            f"{what} takes {_duration(exporting)} to reach blob storage, and the next is due after "
            f"{_duration(interval)}: exports fall behind for ever. Write less often, or ask Azure's support "
            f"for more than {EXPORT_GBPS} GB/s"
        )


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"
