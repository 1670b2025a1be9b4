"""Lets a node join only if its GPUs, links, InfiniBand and disks are whole. Runs at every boot, and again and
again while Slurm has the node."""

import argparse
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.node_setup.on_node import checks, commands, infiniband, reports, settings
from azure_ai_landing_zone.node_setup.on_node.checks import Finding

FILE = settings.STATE / "fabric-gate.json"
READY = settings.RUN / "ready"
"""There while the node has passed."""

PATIENCE = 600.0
"""Seconds after which a node that isn't whole yet counts as broken: ports come up, GPUs are reset and Fabric
Manager gets ready after the units before the gate have started."""
PAUSE = 15.0
"""Seconds between two looks."""


def findings(
    told: Mapping[str, Any], run: commands.Run = commands.run, devices: Path = infiniband.DEVICES
) -> Iterator[Finding]:
    """All that is wrong with this node."""
    gpus, fabric = told["gpus"], told["infiniband"]
    if gpus["vendor"] == "nvidia":
        yield from _nvidia(gpus, run)
    elif gpus["vendor"] == "amd":
        yield from checks.amd_gpus(run(["rocm-smi", "--showproductname"]).text, gpus["count"])
        yield from checks.amd_faults(_kernel_log(run))
        yield from checks.amd_links(run(["rocm-smi", "--showxgmierr"]).text)
    if fabric["ports"] != 0:
        ibstat = run(["ibstat"]).text
        ports = infiniband.infiniband_ports(ibstat)
        keys = {port.name: infiniband.partition_keys(port, devices) for port in ports}
        yield from checks.infiniband_ports(ibstat, keys, fabric["ports"], fabric["rateGbps"])
    if told["nvmeDisks"]:
        disks = run(["lsblk", "--nodeps", "--noheadings", "--output", "NAME,MODEL"]).text
        yield from checks.nvme_disks(disks, told["nvmeDisks"])
        yield from checks.scratch(run(["mountpoint", "--quiet", "/mnt/scratch"]).status)


def _nvidia(gpus: Mapping[str, Any], run: commands.Run) -> Iterator[Finding]:
    as_csv = "--format=csv,noheader,nounits"
    yield from checks.nvidia_gpus(run(["nvidia-smi", "--list-gpus"]).text, gpus["count"])
    ecc = "--query-gpu=index,ecc.mode.current,ecc.errors.uncorrected.volatile.total"
    rows = "--query-remapped-rows=gpu_bus_id,remapped_rows.pending,remapped_rows.failure"
    yield from checks.nvidia_ecc(
        run(["nvidia-smi", ecc, as_csv]).text, run(["nvidia-smi", rows, as_csv]).text
    )
    yield from checks.nvidia_xids(_kernel_log(run))
    if gpus["nvlinks"]:
        status = run(["nvidia-smi", "nvlink", "--status"]).text
        yield from checks.nvlinks(status, gpus["count"], gpus["nvlinks"])


def _kernel_log(run: commands.Run) -> str:
    return run(["journalctl", "--dmesg", "--boot", "--no-pager", "--output=short"]).text


def results(told: Mapping[str, Any], found: Sequence[Finding], node: str) -> list[reports.Result]:
    """A row for each check: those that passed as well, so that a check that stops being made is seen."""
    rows: list[reports.Result] = []
    said = checks.not_compared(told)
    for check, broken in checks.by_check(checks.checks_of(told), found).items():
        rows += [
            reports.Result("node", check, node, False, finding.message, finding.component)
            for finding in broken
        ] or [reports.Result("node", check, node, True, said.get(check, ""))]
    return rows


def sentence(finding: Finding) -> str:
    """For people, and for Slurm's reasons."""
    where = f"{finding.component}: " if finding.component else ""
    return f"{finding.check}: {where}{finding.message}"


def drain(told: Mapping[str, Any], node: str, reason: str, run: commands.Run = commands.run) -> None:
    """Keep Slurm from starting anything else on the node; what runs may end."""
    if told.get("slurm"):
        run(["scontrol", "update", f"NodeName={node}", "State=DRAIN", f"Reason=fabric gate: {reason}"])


def until_passed(
    look: Callable[[], list[Finding]],
    tell: Callable[[list[Finding]], object],
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Look until nothing is wrong. What is wrong after PATIENCE is told, and whenever it becomes something
    else; in the end that nothing is."""
    waited, told = 0.0, list[Finding]()
    while found := look():
        if waited >= PATIENCE and found != told:
            tell(found)
            told = found
        sleep(PAUSE)
        waited += PAUSE
    tell([])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="node-tool fabric_gate", description=__doc__)
    parser.add_argument(
        "--quiet", action="store_true", help="report only what is wrong (Slurm's health check)"
    )
    parser.add_argument("--until-passed", action="store_true", help="look again and again (at boot)")
    given = parser.parse_args(arguments)
    told, node = settings.load(), socket.gethostname()

    def look() -> list[Finding]:
        return list(findings(told))

    def tell(found: list[Finding]) -> None:
        if found or not given.quiet:
            reports.keep(told, results(told, found, node), FILE)
        if not found:
            settings.write(READY, "passed\n")
            return
        READY.unlink(missing_ok=True)
        for finding in found:
            print(sentence(finding), file=sys.stderr, flush=True)
        drain(told, node, sentence(found[0]))

    if given.until_passed:
        until_passed(look, tell)
        return 0
    found = look()
    tell(found)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
