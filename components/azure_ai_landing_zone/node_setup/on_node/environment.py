"""What jobs and containers have to know so that they find InfiniBand, written at every boot."""

import argparse
import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import infiniband, metadata_guard, settings

FILE = settings.FOLDER / "fabric.env"
PROFILE = Path("/etc/profile.d/azure-ai-landing-zone.sh")
ENROOT = Path("/etc/enroot")

PATIENCE = 180.0
"""Seconds until Azure's names count as never coming. One service of the image gives them at boot, maybe
before the devices are there, and another looks each minute.
Source: github.com/Azure/azhpc-images@8e9d055, install_azure_persistent_rdma_naming.sh."""
PAUSE = 2.0

MOUNTED = ("/opt/microsoft", "/etc/nccl.conf")
"""What the Azure HPC image wrote for the size: topology files, and where NCCL finds them. Containers without
them get the wrong paths between GPUs and adapters. Source: github.com/Azure/azhpc-images, customizations/."""
JOBS = (("/mnt/scratch", "rw"), ("/run/azure-ai-landing-zone/jobs", "ro"))
"""What TMPDIR, caches and DEEPSPEED_HOSTFILE of a job point into: in its containers as well."""


def interface(routes: str) -> str | None:
    """The Ethernet interface of the default route, from /proc/net/route."""
    rows = [line.split() for line in routes.splitlines()[1:]]
    found = sorted((int(row[6]), row[0]) for row in rows if len(row) > 7 and row[1] == row[7] == "00000000")
    return found[0][1] if found else None


def environment(fixed: Mapping[str, str], ports: list[str], ethernet: str | None) -> dict[str, str]:
    """The size's variables, and those that name devices: InfiniBand for data, Ethernet to find each other."""
    found = dict(fixed)
    if ports:
        # `=` takes the names as they are, not as beginnings of names.
        found["NCCL_IB_HCA"] = "=" + ",".join(ports)
        found["UCX_NET_DEVICES"] = ",".join(ports)
    if ethernet:
        found["NCCL_SOCKET_IFNAME"] = f"={ethernet}"
        found["GLOO_SOCKET_IFNAME"] = ethernet
    return dict(sorted(found.items()))


def renamed(
    devices: Callable[[], list[str]], expected: int | None, sleep: Callable[[float], None] = time.sleep
) -> list[str]:
    """The InfiniBand ports, once all are there under Azure's names, such as mlx5_ib0:1, and none under the
    driver's. `expected`: how many there are; None: at least one."""
    waited, found = 0.0, devices()
    while waited < PATIENCE and (
        len(found) < (1 if expected is None else expected)
        or any(re.match(r"mlx5_\d", name) for name in found)
    ):
        sleep(PAUSE)
        waited, found = waited + PAUSE, devices()
    return found


def env_file(variables: Mapping[str, str]) -> str:
    """As systemd, Docker and Enroot read it: no quotes, so no blanks in values."""
    for name, value in variables.items():
        if not re.fullmatch(r"[A-Z][A-Z0-9_]*", name) or re.search(r"\s", value):
            raise ValueError(f"{name}={value} can't stand in an environment file")
    return "".join(f"{name}={value}\n" for name, value in variables.items())


def fstab(kinds: Mapping[str, str]) -> str:
    """What Enroot mounts into each container. `kinds`: of what the image has, by path, `dir` or `file`."""
    lines = [f"{path} {path} none x-create={kind},bind,ro,nosuid" for path, kind in kinds.items()]
    lines += [f"{path} {path} none x-create=dir,bind,{how},nosuid" for path, how in JOBS]
    return "".join(f"{line}\n" for line in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="node-tool environment", description=__doc__)
    parser.add_argument("--wait", action="store_true", help="until devices have their names (at boot)")
    given = parser.parse_args(arguments)
    told: dict[str, Any] = settings.load()
    ports = infiniband.devices_of()
    if given.wait:
        ports = renamed(infiniband.devices_of, told["infiniband"]["ports"])
    routes = Path("/proc/net/route").read_text(encoding="utf-8")
    fixed = told["environment"] | ({"CHECKPOINT_URL": told["checkpoints"]} if told["checkpoints"] else {})
    fixed |= metadata_guard.ENVIRONMENT if told["clientId"] else {}
    found = environment(fixed, ports, interface(routes))
    text = env_file(found)
    settings.write(FILE, text)
    settings.write(PROFILE, f"set -a\n. {FILE}\nset +a\n")
    mounts = [path for path in MOUNTED if Path(path).exists()]
    kinds = {path: "dir" if Path(path).is_dir() else "file" for path in mounts}
    settings.write(ENROOT / "environ.d" / "50-fabric.env", text)
    settings.write(ENROOT / "mounts.d" / "50-fabric.fstab", fstab(kinds))
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
