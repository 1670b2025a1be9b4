"""The recorded outputs, and a machine that answers with them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node.commands import Ran

FOLDER = Path(__file__).parent / "recorded"

H100: dict[str, Any] = {
    "size": "Standard_ND96isr_H100_v5",
    "gpus": {"vendor": "nvidia", "count": 8, "nvlinks": 18},
    "infiniband": {"ports": 8, "rateGbps": 400.0},
    "nvmeDisks": 8,
    "floors": {"adapterGbps": 380.0, "nodeAllReduceGBps": 460.0, "clusterAllReduceGBps": 304.0},
    "reports": None,
    "clientId": "",
    "slurm": None,
}
MI300X: dict[str, Any] = H100 | {
    "size": "Standard_ND96isr_MI300X_v5",
    "gpus": {"vendor": "amd", "count": 8, "nvlinks": 0},
}

_COMMANDS = {
    "nvidia-smi --list-gpus": "nvidia-smi-list",
    "nvidia-smi --query-gpu=index,ecc": "nvidia-smi-ecc",
    "nvidia-smi --query-remapped-rows": "nvidia-smi-remapped",
    "nvidia-smi nvlink --status": "nvidia-smi-nvlink",
    "journalctl --dmesg --boot": "kernel",
    "ibstat": "ibstat",
    "lsblk --nodeps": "lsblk",
    "rocm-smi --showproductname": "rocm-smi-product",
    "rocm-smi --showxgmierr": "rocm-smi-xgmi",
}
"""What a gate runs, by its beginning, and the name of its recording."""


def recorded(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


class Machine:
    """Answers as a healthy node, except where a fault's recording is put in: `ibstat="down"`."""

    def __init__(self, faults: Mapping[str, str] | None = None) -> None:
        self.faults = faults or {}
        self.ran: list[str] = []

    def __call__(self, command: Sequence[str]) -> Ran:
        line = " ".join(command)
        self.ran.append(line)
        name = next((name for start, name in _COMMANDS.items() if line.startswith(start)), None)
        if name is None:
            return Ran(0, "")
        fault = self.faults.get(name)
        if fault == "absent":
            return Ran(127, f"{command[0]}: command not found")
        return Ran(0, recorded(f"{name}.{fault}" if fault else name))


def partition_keys(folder: Path, keys: Mapping[str, Sequence[str]]) -> Path:
    """As the kernel shows them: two keys of each device."""
    for device, values in keys.items():
        place = folder / device / "ports" / "1" / "pkeys"
        place.mkdir(parents=True)
        (place.parent / "link_layer").write_text("InfiniBand\n", encoding="utf-8")
        for number, value in enumerate((*values, "0x0000")):
            (place / str(number)).write_text(f"{value}\n", encoding="utf-8")
    return folder
