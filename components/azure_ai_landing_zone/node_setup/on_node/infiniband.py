"""InfiniBand ports, told by their link layer: accelerated networking gives nodes an Ethernet device of the
same driver, and renames the others.

Source: learn.microsoft.com/azure/virtual-machines/hb-hc-known-issues, 2026-09-25.
"""

import re
from pathlib import Path
from typing import NamedTuple

DEVICES = Path("/sys/class/infiniband")

FULL_MEMBER = 0x8000
"""The bit of a partition key that says that its holder may talk to everyone in the partition."""
EVERYBODY = 0x7FFF
"""The partition that every port is in. It is no tenant's own."""


class Port(NamedTuple):
    """One port of one device."""

    device: str
    number: int
    state: str
    """Such as Active."""
    physical_state: str
    """Such as LinkUp."""
    rate_gbps: float
    link_layer: str

    @property
    def name(self) -> str:
        """As NCCL and UCX write it."""
        return f"{self.device}:{self.number}"


def ports(ibstat: str) -> list[Port]:
    """Every port that `ibstat` tells of, of whichever link layer."""
    found: list[Port] = []
    for adapter in re.split(r"^CA ", ibstat, flags=re.MULTILINE)[1:]:
        device = re.match(r"'([^']+)'", adapter)
        for port in re.split(r"^\s*Port (?=\d+:)", adapter, flags=re.MULTILINE)[1:]:
            values = dict(re.findall(r"^\s*([A-Z][\w ]+): *(.*?)\s*$", port, re.MULTILINE))
            rate = re.match(r"[\d.]+", values.get("Rate", ""))
            found.append(
                Port(
                    device[1] if device else "?",
                    int(port.partition(":")[0]),
                    values.get("State", ""),
                    values.get("Physical state", ""),
                    float(rate[0]) if rate else 0.0,
                    values.get("Link layer", ""),
                )
            )
    return found


def infiniband_ports(ibstat: str) -> list[Port]:
    """Those whose link layer is InfiniBand, by name."""
    return sorted(port for port in ports(ibstat) if port.link_layer == "InfiniBand")


def devices_of(folder: Path = DEVICES) -> list[str]:
    """Names such as mlx5_ib0:1 of all ports whose link layer is InfiniBand."""
    layers = sorted(folder.glob("*/ports/*/link_layer"), key=lambda file: _natural(str(file)))
    return [
        f"{file.parts[-4]}:{file.parts[-2]}"
        for file in layers
        if file.read_text(encoding="utf-8").strip() == "InfiniBand"
    ]


def partition_keys(port: Port, folder: Path = DEVICES) -> list[int]:
    """The partition keys of a port that stand for anything."""
    files = (folder / port.device / "ports" / str(port.number) / "pkeys").glob("*")
    keys = (int(file.read_text(encoding="utf-8").strip() or "0", 16) for file in files)
    return sorted(key for key in keys if key)


def tenant_key(keys: list[int]) -> int | None:
    """The key that nodes of one scale set share and no others have; None without one."""
    own = [key for key in keys if key & FULL_MEMBER and key & ~FULL_MEMBER != EVERYBODY]
    return own[0] if own else None


def _natural(text: str) -> list[str | int]:
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]
