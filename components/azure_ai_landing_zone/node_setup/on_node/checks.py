"""What is wrong with a node, from what its tools print. Nothing here runs anything.

What counts and how it is asked follows github.com/Azure/azurehpc-health-checks, customTests/, 2026-11-21.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from azure_ai_landing_zone.node_setup.on_node import infiniband

REMEDIES = {
    "gpu-count": "replace",
    "gpu-ecc": "restart, then replace",
    "gpu-fault": "restart, then replace",
    "gpu-link": "restart, then replace",
    "infiniband-count": "replace",
    "infiniband-link": "restart, then replace",
    "infiniband-rate": "replace",
    "infiniband-partition": "replace",
    "nvme-count": "replace",
    "scratch-mount": "restart, then replace",
}
"""Every check of a node, with what helps when it fails: the runbook fabric-gate-failed says how."""

FATAL_XIDS = frozenset((48, 56, 57, 58, 62, 63, 64, 65, 68, 69, 73, 74, 79, 80, 81, 92, 95, 119, 120))
"""Faults of the hardware or the driver; others are a program's own. Sources: azure_gpu_xid.nhc, and
docs.nvidia.com/deploy/xid-errors for 95, an uncontained memory error."""


class Finding(NamedTuple):
    """One thing that is wrong."""

    check: str
    component: str
    """Such as `GPU 3` or `mlx5_ib2:1`; empty where it is the whole node."""
    message: str


def nvidia_gpus(listed: str, expected: int) -> Iterator[Finding]:
    """Of `nvidia-smi --list-gpus`."""
    found = re.findall(r"^GPU \d+: ", listed, re.MULTILINE)
    if len(found) != expected:
        lost = [line for line in listed.splitlines() if line and not line.startswith("GPU ")]
        said = f": {lost[0].strip()}" if lost else ""
        yield Finding("gpu-count", "", f"{len(found)} of {expected} GPUs answer{said}")


def nvidia_ecc(counts: str, remapped: str) -> Iterator[Finding]:
    """Of `nvidia-smi --query-gpu=index,ecc.mode.current,ecc.errors.uncorrected.volatile.total` and
    `--query-remapped-rows=gpu_bus_id,remapped_rows.pending,remapped_rows.failure`, both as CSV without header
    and units."""
    for row in _rows(counts):
        if len(row) != 3:
            yield Finding("gpu-ecc", "", f"nvidia-smi says {', '.join(row)!r}")
            continue
        index, mode, errors = row
        if mode != "Enabled":
            yield Finding("gpu-ecc", f"GPU {index}", f"error correction is {mode}")
        elif not errors.isdigit() or int(errors) > 0:
            yield Finding("gpu-ecc", f"GPU {index}", f"{errors} uncorrectable memory errors since the start")
    for row in _rows(remapped):
        if len(row) != 3:
            yield Finding("gpu-ecc", "", f"nvidia-smi says {', '.join(row)!r}")
            continue
        bus, pending, failure = row
        if _yes(failure):
            yield Finding("gpu-ecc", f"GPU {bus}", "a broken memory row could not be replaced by a spare one")
        elif _yes(pending):
            yield Finding("gpu-ecc", f"GPU {bus}", "a spare memory row is taken into use at the next restart")


def _rows(csv: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split(",")] for line in csv.splitlines() if line.strip()]


def _yes(value: str) -> bool:
    """V100s have no spare rows, and nvidia-smi says so in words."""
    return value.lower() == "yes" or (value.isdigit() and int(value) > 0)


def nvidia_xids(kernel_log: str) -> Iterator[Finding]:
    """Of the kernel's log since the start."""
    seen: dict[tuple[str, int], str] = {}
    for match in re.finditer(r"NVRM: Xid \(PCI:([0-9a-fA-F:.]+)\): (\d+),? *(.*)", kernel_log):
        if int(match[2]) in FATAL_XIDS:
            seen[match[1], int(match[2])] = match[3].strip()
    for (bus, xid), text in sorted(seen.items()):
        yield Finding("gpu-fault", f"GPU {bus}", f"Xid {xid}: {text}" if text else f"Xid {xid}")


def nvlinks(status: str, gpus: int, links: int) -> Iterator[Finding]:
    """Of `nvidia-smi nvlink --status`."""
    blocks = re.split(r"^GPU (?=\d+:)", status, flags=re.MULTILINE)[1:]
    if len(blocks) != gpus:
        yield Finding("gpu-link", "", f"{len(blocks)} of {gpus} GPUs tell of their NVLinks")
    for block in blocks:
        active = re.findall(r"Link \d+: [\d.]+ GB/s", block)
        if len(active) < links:
            component = f"GPU {block.partition(':')[0]}"
            yield Finding("gpu-link", component, f"{len(active)} of {links} NVLinks are active")


def amd_gpus(products: str, expected: int) -> Iterator[Finding]:
    """Of `rocm-smi --showproductname`."""
    found = set(re.findall(r"^GPU\[(\d+)\]\s*: Card Series:", products, re.MULTILINE | re.IGNORECASE))
    if len(found) != expected:
        yield Finding("gpu-count", "", f"{len(found)} of {expected} GPUs answer")


def amd_links(errors: str) -> Iterator[Finding]:
    """Of `rocm-smi --showxgmierr`; virtual functions may not tell."""
    for gpu, count in re.findall(r"^GPU\[(\d+)\]\s*: XGMI Error count: *(\d+)", errors, re.MULTILINE):
        if int(count):
            yield Finding("gpu-link", f"GPU {gpu}", "errors on its links to other GPUs")


def amd_faults(kernel_log: str) -> Iterator[Finding]:
    """Of the kernel's log since the start: AMD tells guests of memory errors nowhere else.
    Source: rocm.docs.amd.com, amdsmi_get_gpu_total_ecc_count (not supported on virtual machine guest)."""
    seen: dict[tuple[str, str], None] = {}
    faults = {
        "uncorrectable hardware errors detected": "gpu-ecc",
        "GPU reset begin": "gpu-fault",
        "ring .* timeout": "gpu-fault",
    }
    for line in kernel_log.splitlines():
        where = re.search(r"amdgpu ([0-9a-f:.]+): ", line)
        for pattern, check in faults.items():
            if where and (match := re.search(pattern, line)):
                seen[f"{check} GPU {where[1]}", match[0]] = None
    for component, text in seen:
        check, _, gpu = component.partition(" ")
        yield Finding(check, gpu, text)


def infiniband_ports(
    ibstat: str, keys: Mapping[str, Sequence[int]], expected: int | None, rate_gbps: float | None
) -> Iterator[Finding]:
    """Of `ibstat`, and the partition keys of each port by its name. None: nobody knows how many there should
    be, or how fast; there is at least one."""
    ports = infiniband.infiniband_ports(ibstat)
    if expected is None and not ports:
        yield Finding("infiniband-count", "", "no InfiniBand port")
    elif expected not in (None, len(ports)):
        names = ", ".join(port.name for port in ports) or "none"
        yield Finding("infiniband-count", "", f"{len(ports)} of {expected} InfiniBand ports: {names}")
    for port in ports:
        if (port.state, port.physical_state) != ("Active", "LinkUp"):
            text = f"is {port.state or 'in no state'}, physically {port.physical_state or 'in none'}"
            yield Finding("infiniband-link", port.name, text)
        elif rate_gbps is not None and port.rate_gbps < rate_gbps:
            text = f"runs at {port.rate_gbps:g} of {rate_gbps:g} Gb/s"
            yield Finding("infiniband-rate", port.name, text)
    own = {port.name: infiniband.tenant_key(list(keys.get(port.name, ()))) for port in ports}
    for name, key in own.items():
        if key is None:
            text = "has no partition key of the scale set's own as a full member"
            yield Finding("infiniband-partition", name, text)
    if len({key for key in own.values() if key is not None}) > 1:
        said = ", ".join(f"{name} 0x{key:04x}" for name, key in own.items() if key is not None)
        yield Finding("infiniband-partition", "", f"ports are in different partitions: {said}")


def nvme_disks(lsblk: str, expected: int) -> Iterator[Finding]:
    """Of `lsblk --nodeps --noheadings --output NAME,MODEL`. Remote disks have another model."""
    found = [line.split()[0] for line in lsblk.splitlines() if "Microsoft NVMe Direct Disk" in line]
    if len(found) != expected:
        yield Finding("nvme-count", "", f"{len(found)} of {expected} local NVMe disks")


def scratch(status: int) -> Iterator[Finding]:
    """Of `mountpoint --quiet /mnt/scratch`, on a node with local disks."""
    if status:
        text = "/mnt/scratch is on the disk of the system: `journalctl --unit mount-scratch` says why"
        yield Finding("scratch-mount", "", text)


def checks_of(told: Mapping[str, Any]) -> list[str]:
    """The checks that a node of that size has to pass."""
    names: list[str] = []
    if told["gpus"]["count"]:
        names += ["gpu-count", "gpu-ecc", "gpu-fault"]
        if told["gpus"]["nvlinks"] or told["gpus"]["vendor"] == "amd":
            names.append("gpu-link")
    if told["infiniband"]["ports"] != 0:
        names += ["infiniband-count", "infiniband-link", "infiniband-rate", "infiniband-partition"]
    if told["nvmeDisks"]:
        names += ["nvme-count", "scratch-mount"]
    return names


def not_compared(told: Mapping[str, Any]) -> dict[str, str]:
    """The checks that had nothing to hold the node against, with the sentence that says so."""
    said: dict[str, str] = {}
    if told["infiniband"]["ports"] is None:
        said["infiniband-count"] = (
            f"not compared: nobody publishes how many InfiniBand ports {told['size']} has"
        )
    if told["infiniband"]["rateGbps"] is None:
        said["infiniband-rate"] = (
            f"not compared: nobody publishes the rate of the InfiniBand ports of {told['size']}"
        )
    return said


def by_check(names: Iterable[str], findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    """The findings of each check, none for those that passed."""
    found: dict[str, list[Finding]] = {name: [] for name in names}
    for finding in findings:
        found.setdefault(finding.check, []).append(finding)
    return found
