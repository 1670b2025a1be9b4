"""How the processes of a job find each other: a hosts file for DeepSpeed, variables for PyTorch.

Sources: deepspeed.ai/getting-started (resource configuration), pytorch.org/docs/stable/elastic/run.html.
"""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path

from azure_ai_landing_zone.node_setup.on_node import settings

PORT = 29_500
"""PyTorch's own default; jobs that share a node take another each."""


def files(
    hosts: Sequence[str], slots: int, port: int = PORT, fabric: str = "", job: str = "manual"
) -> dict[str, str]:
    """The content of `hostfile` and `rendezvous.env`; the first host leads."""
    wrong = [host for host in hosts if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?", host)]
    if wrong or not hosts:
        raise ValueError(f"not names of hosts: {', '.join(wrong) or 'none given'}")
    variables = {
        "MASTER_ADDR": hosts[0],
        "MASTER_PORT": str(port),
        "NNODES": str(len(hosts)),
        "NPROC_PER_NODE": str(slots),
        "WORLD_SIZE": str(len(hosts) * slots),
        "RDZV_BACKEND": "c10d",
        "RDZV_ENDPOINT": f"{hosts[0]}:{port}",
        "RDZV_ID": job,
    }
    return {
        "hostfile": "".join(f"{host} slots={slots}\n" for host in hosts),
        "rendezvous.env": fabric + "".join(f"{name}={value}\n" for name, value in variables.items()),
    }


def port_of(job: int) -> int:
    """Another port for each of the jobs that run at a time, below those that Linux hands out."""
    return 20_000 + job % 10_000


def write(hosts: Sequence[str], slots: int, job: str, root: Path = settings.RUN) -> Path:
    """Write a job's files; the folder they are in."""
    folder = root / "jobs" / job
    fabric = settings.FOLDER / "fabric.env"
    text = fabric.read_text(encoding="utf-8") if fabric.exists() else ""
    port = port_of(int(job)) if job.isdigit() else PORT
    for name, content in files(hosts, slots, port, text, job).items():
        settings.write(folder / name, content)
    return folder


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="node-tool rendezvous", description=__doc__)
    parser.add_argument("--job", default="manual", help="what the files are for")
    parser.add_argument("--gpus", default="", help="of the job on each node; else all that a node has")
    parser.add_argument("hosts", nargs="+", help="the nodes of the job, the leading one first")
    given = parser.parse_args(arguments)
    slots = int(given.gpus) if given.gpus.isdigit() else int(settings.load()["gpus"]["count"])
    print(write(given.hosts, max(1, slots), given.job))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
