"""A Slurm cluster of Debian's slurmctld and slurmd on the configuration that we generate, in namespaces."""

import base64
import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone.catalog import sizes
from azure_ai_landing_zone.node_setup import contents
from azure_ai_landing_zone.node_setup.on_node.slurm_setup import configuration, daemon_command
from azure_ai_landing_zone.node_setup.services import NodeServices, SlurmMembership, node_custom_data
from azure_ai_landing_zone.slurm.plan import SlurmCluster, slurm_files
from helpers.debian import unpacked
from helpers.registered import register
from node_setup.recorded_outputs import FOLDER, partition_keys

HERE = Path(__file__).parent
NODES = ("train000000", "train000002", "train00000A")
"""Names of a scale set have gaps."""
SIZE = "Standard_ND96isr_H100_v5"
SCALE_SET = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachineScaleSets/vmss-train"

STUB = """#!/bin/sh
# Prints what was recorded of a tool: the file that is called like its first arguments.
case "$(basename "$0") $*" in
"nvidia-smi --list-gpus"*) file=nvidia-smi-list ;;
"nvidia-smi --query-gpu"*) file=nvidia-smi-ecc ;;
"nvidia-smi --query-remapped"*) file=nvidia-smi-remapped ;;
"nvidia-smi nvlink"*) file=nvidia-smi-nvlink ;;
ibstat*) file=ibstat ;;
lsblk*) file=lsblk ;;
journalctl*) file=kernel ;;
mountpoint*) exit 0 ;;
esac
cat "/opt/recorded/$file.txt"
"""


def told() -> dict[str, Any]:
    """What a node is told, as its customData says; only the fabric's floors are left out, since no tool here
    measures anything."""
    size = sizes.find(SIZE)
    assert size is not None
    slurm = SlurmMembership(
        partition="train",
        scheduler_address="10.9.0.1",
        vault_uri="https://vault.example",
        munge_key_secret="munge",
        reserved_cores=0,
    )
    seen: list[str] = []
    register(lambda: node_custom_data(size, NodeServices(slurm=slurm, client_id="c")).apply(seen.append))
    config = json.loads(base64.b64decode(seen[0]).decode().partition("\n")[2])
    settings: dict[str, Any] = json.loads(config["write_files"][0]["content"])
    # What an H100 node keeps for itself is more than a test machine has.
    return settings | {"floors": None, "slurm": settings["slurm"] | {"reservedMemoryMib": 0}}


@dataclass
class Cluster:
    """Running machines."""

    work: Path
    process: subprocess.Popen[bytes]
    daemons: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def enter(self, node: str | None = None) -> list[str]:
        """What a command line begins with to run on a machine; None is the scheduler."""
        file = self.work / "pid" if node is None else self.work / "nodes" / node / "pid"
        wait(file.exists, f"{node} is there")
        # The numbers in the files are those of the cluster's own process namespace.
        inner = file.read_text(encoding="utf-8").strip()
        outer = _outside(self.process.pid, inner)
        return ["nsenter", f"--target={outer}", "--mount", "--net", "--uts", "--pid"]

    def run(
        self, *command: str, node: str | None = None, status: int | None = 0, seconds: float = 120
    ) -> str:
        """Run a command on a machine."""
        done = subprocess.run(
            [*self.enter(node), *command], capture_output=True, text=True, timeout=seconds, check=False,
            cwd="/", env={"PATH": "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"},
        )  # fmt: skip
        assert status is None or done.returncode == status, f"{done.stdout}{done.stderr}\n{self.logs()}"
        return done.stdout

    def start(self, node: str | None, *command: str) -> None:
        """Leave a command running on a machine, until the cluster ends."""
        folder = self.work if node is None else self.work / "nodes" / node
        log = (folder / f"{Path(command[0]).name}.out").open("wb")
        process = subprocess.Popen([*self.enter(node), *command], stdout=log, stderr=log, cwd="/")
        self.daemons.append(process)

    def boot(self, node: str, *, restarted: bool = False) -> bool:
        """What a node does by itself: it joins if it passes its gate. Whether it does. `restarted`: it says
        that it has just started; all machines here have been up for as long as the one that they are on."""
        self.run("/usr/local/sbin/node-tool", "environment", node=node)
        passed = subprocess.run(
            [*self.enter(node), "/usr/local/sbin/node-tool", "fabric_gate"], capture_output=True, check=False
        )
        if passed.returncode:
            return False
        self.start(node, *daemon_command(told()), *(["-b"] if restarted else []))
        return True

    def fault(self, node: str, name: str, fault: str = "") -> None:
        """From now on a tool on that node prints the recording of a fault, or of health again."""
        text = (FOLDER / f"{name}{f'.{fault}' if fault else ''}.txt").read_text(encoding="utf-8")
        (self.work / "nodes" / node / "recorded" / f"{name}.txt").write_text(text, encoding="utf-8")

    def states(self, partition: str) -> dict[str, str]:
        """Of a partition's nodes."""
        shown = self.run("sinfo", "--noheader", "--Node", f"--partition={partition}", "--format=%N %t")
        return dict(line.split() for line in shown.splitlines() if not line.startswith(" "))

    def logs(self) -> str:
        """For a test that failed."""
        return "\n".join(
            f"== {file}\n{file.read_text(errors='replace')[-1500:]}" for file in self.work.rglob("*.out")
        )


def wait(until: Callable[[], bool], what: str, seconds: float = 120) -> None:
    """Until it is so; fails the test after that time."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.2)


def _outside(parent: int, inner: str) -> str:
    """The number here of a process that has the number `inner` in the namespace that `parent` made."""
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text(encoding="utf-8")
        except OSError:
            continue
        spaces = next((line.split()[1:] for line in text.splitlines() if line.startswith("NSpid:")), [])
        if len(spaces) > 1 and spaces[-1] == inner and _below(status.parent, parent):
            return status.parent.name
    raise AssertionError(f"no process {inner} below {parent}")


def _below(process: Path, ancestor: int) -> bool:
    while process.name not in ("0", "1", str(ancestor)):
        stat = (process / "stat").read_text(encoding="utf-8")
        process = Path("/proc") / stat.rpartition(")")[2].split()[1]
    return process.name == str(ancestor)


def _prepare(work: Path, nodes: Sequence[str], accounting: bool) -> None:
    """The files of all machines."""
    size = sizes.find(SIZE)
    assert size is not None
    host = "scheduler" if accounting else None
    train = [SlurmCluster("train", size, 8)]
    hours = 100 if accounting else None
    files = slurm_files(
        "research", train, accounting_host=host, enforces_accounts=accounting, max_hours=hours
    )
    if accounting:
        (work / "later").touch()
    devices = work / "devices"
    devices.mkdir()
    for number in range(8):
        (devices / f"nvidia{number}").symlink_to("/dev/null")
    for name, text in configuration({"slurm": {"files": files}}, "scheduler", "10.9.0.1").items():
        (work / "slurm").mkdir(exist_ok=True)
        (work / "slurm" / name).write_text(_for_this_kernel(text, devices), encoding="utf-8")
    for path, text, mode in contents(accounting=accounting):
        file = work / "files" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(mode)
    own = work / "files" / "etc" / "azure-ai-landing-zone" / "node.json"
    own.parent.mkdir(parents=True)
    own.write_text(
        json.dumps(
            {
                "clientId": "c",
                "slurm": {"role": "scheduler", "proven": ["train"], "scaleSets": {"train": SCALE_SET}},
            }
        ),
        encoding="utf-8",
    )
    tools = work / "files" / "usr" / "local" / "bin"
    tools.mkdir(parents=True)
    for name in ("nvidia-smi", "ibstat", "lsblk", "journalctl", "mountpoint"):
        (tools / name).write_text(STUB, encoding="utf-8")
        (tools / name).chmod(0o755)
    (work / "munge.key").write_bytes(os.urandom(128))
    for node in nodes:
        place = work / "nodes" / node
        (place / "etc").mkdir(parents=True)
        (place / "etc" / "node.json").write_text(json.dumps(told()), encoding="utf-8")
        (place / "recorded").mkdir()
        for recording in FOLDER.glob("*.txt"):
            text = recording.read_text(encoding="utf-8")
            (place / "recorded" / recording.name).write_text(text, encoding="utf-8")
        partition_keys(
            place / "infiniband", {f"mlx5_ib{number}": ("0x8012", "0x7fff") for number in range(8)}
        )


def _for_this_kernel(text: str, devices: Path) -> str:
    """The generated text, less what the kernel of a test machine has not: GPUs, and control groups that
    several nodes on one kernel could have each to itself; and less memory and fewer processors."""
    replaced = {
        "ProctrackType=proctrack/cgroup": "ProctrackType=proctrack/linuxproc",
        "TaskPlugin=task/affinity,task/cgroup": "TaskPlugin=task/none",
        "File=/dev/nvidia": f"File={devices}/nvidia",
        "ConstrainDevices=yes": "ConstrainDevices=no",
        "jobacct_gather/cgroup": "jobacct_gather/none",
    }
    for ours, theirs in replaced.items():
        text = text.replace(ours, theirs)
    if "ClusterName=" in text:
        # One that does much else may stall for longer than the 10 s that Slurm gives an answer.
        text += "MessageTimeout=60\nBatchStartTimeout=60\n"
    return re.sub(r"DefMemPerCPU=\d+ DefCpuPerGPU=\d+", "DefMemPerCPU=64 DefCpuPerGPU=1", text)


@contextmanager
def running(work: Path, nodes: Sequence[str] = NODES, *, accounting: bool = False) -> Iterator[Cluster]:
    """Machines that run until the end; their nodes aren't booted yet. Skips where Debian's packages or
    namespaces can't be had. `accounting`: with MariaDB and slurmdbd, which the test starts, and slurmctld."""
    database = ("slurmdbd", "mariadb-server", "openssl") if accounting else ()
    packages = unpacked("slurmctld", "slurmd", "slurm-client", "munge", "iproute2", "kmod", *database)
    if os.geteuid() != 0:
        pytest.skip("machines in namespaces take root")
    _prepare(work, nodes, accounting)
    command = ["unshare", "--mount", "--net", "--uts", "--pid", "--fork", "--kill-child"]
    with (work / "machines.out").open("wb") as log:
        process = subprocess.Popen(
            [*command, "bash", str(HERE / "machines.sh"), str(packages), str(work), *nodes],
            stdout=log,
            stderr=log,
        )
    cluster = Cluster(work, process)
    try:
        wait((work / "pid").exists, f"the scheduler is up\n{cluster.logs()}")
        yield cluster
    finally:
        for daemon in cluster.daemons:
            daemon.kill()
        process.kill()
        process.wait()
        for daemon in cluster.daemons:
            daemon.wait()
