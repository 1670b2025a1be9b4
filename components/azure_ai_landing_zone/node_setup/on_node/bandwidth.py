"""What ib_write_bw and all_reduce_perf measured, and whether it went where it should."""

import re
from typing import NamedTuple


class Measured(NamedTuple):
    """One figure, or why there is none; `problem` alone decides."""

    value: float | None
    problem: str = ""


def ib_write(output: str, floor_gbps: float) -> Measured:
    """Of a client's `ib_write_bw --report_gbits`: the average in gigabits per second."""
    link = re.search(r"Link type\s*: *(\w+)", output)
    if link and link[1] != "IB":
        return Measured(None, f"went over {link[1]}, not InfiniBand")
    head = re.search(r"^ *#bytes.*BW average\[(.+?)\]", output, re.MULTILINE)
    rows = re.findall(r"^ *(\d+) +(\d+) +([\d.]+) +([\d.]+)", output, re.MULTILINE)
    if not head or not rows:
        said = [line.strip() for line in output.splitlines() if line.strip(" -*")]
        return Measured(None, f"no measurement: {said[-1] if said else 'no output'}")
    value = float(rows[-1][3])
    if head[1] != "Gb/sec":
        return Measured(None, f"measured in {head[1]}, not in gigabits")
    if value < floor_gbps:
        return Measured(value, f"{value:g} Gb/s, less than {floor_gbps:g}")
    return Measured(value)


_ROW = re.compile(
    r"^ *(?:\d+: *)?(\d+) +(\d+) +\w+ +\w+ +-?\d+ +([\d.]+) +([\d.]+) +([\d.]+) +(\S+)"
    r"(?: +([\d.]+) +([\d.]+) +([\d.]+) +(\S+))?",
    re.MULTILINE,
)
"""Size, count, type, operation, root, then time, algorithm's and bus bandwidth and wrong values: out of
place, and in place."""


def all_reduce(output: str, floor_gb_per_second: float, nodes: int) -> Measured:
    """Of all_reduce_perf with NCCL_DEBUG=INFO: the bus bandwidth at the largest size, in gigabytes a second.
    A log that shows TCP between nodes is a failure, however fast."""
    if nodes > 1 and (problem := fallback(output)):
        return Measured(None, problem)
    rows = _ROW.findall(output)
    if not rows:
        warned = re.findall(r"NCCL (?:WARN|ERROR) *(.*)", output) or re.findall(
            r"(?:Test NCCL failure|failed:).*", output
        )
        return Measured(None, f"no measurement: {warned[0].strip() if warned else 'no output'}")
    wrong = [cell for row in rows for cell in (row[5], row[9]) if cell not in ("0", "", "N/A")]
    bounds = re.search(r"# Out of bounds values : (\d+)", output)
    largest = max(rows, key=lambda row: int(row[0]))
    value = max(float(largest[4]), float(largest[8] or 0))
    if wrong or (bounds and bounds[1] != "0"):
        return Measured(value, "wrong results: the fabric or a GPU corrupts data")
    if value < floor_gb_per_second:
        return Measured(value, f"{value:g} GB/s, less than {floor_gb_per_second:g}")
    return Measured(value)


def fallback(log: str) -> str:
    """Whether NCCL left InfiniBand, as its log tells; empty if it didn't.

    NCCL of before 2.19 names NET/Socket for its greetings as well, so the line that says what data goes over
    counts: the network it chose, the channels, and the link layer of the devices.
    """
    if re.search(r"(via NET/Socket/|Using network Socket)", log):
        return "NCCL fell back to TCP (NET/Socket): InfiniBand isn't used"
    devices = re.findall(r"NET/IB : Using (.*)", log)
    if any("/RoCE" in line for line in devices):
        return "NCCL uses Ethernet devices (RoCE) beside or instead of InfiniBand"
    if re.search(r"NET/IB : No device found", log):
        return "NCCL found no InfiniBand device (NET/IB : No device found)"
    if "NET/Socket : Using" in log and not devices:
        return "NCCL fell back to TCP (NET/Socket): InfiniBand isn't used"
    if not devices and "Using network IB" not in log:
        return "NCCL's log doesn't tell of any network: run it with NCCL_DEBUG=INFO"
    if any("GDRDMA" not in channel for channel in re.findall(r"via (NET/IB/\S+)", log)):
        return "NCCL stages data in the hosts' memory: GPU Direct RDMA is off"
    return ""
