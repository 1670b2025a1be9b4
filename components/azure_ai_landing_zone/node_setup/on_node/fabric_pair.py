"""One side of a bandwidth test between two nodes: each adapter of the one with the same adapter of the other.
`node-tool fabric_pair serve` on one, `node-tool fabric_pair ask NODE` on the other."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from azure_ai_landing_zone.node_setup.on_node import bandwidth, commands, infiniband, settings

FIRST_PORT = 18_515
"""perftest's own; adapter n uses the nth from here."""
SECONDS = 5
TRIES = 30
"""Of a client whose server has not begun yet, a second apart."""


def near(device: str, folder: Path = infiniband.DEVICES) -> list[str]:
    """What keeps a test on the processor that the adapter is at: across processors it would be slower than
    the adapter."""
    file = folder / device.partition(":")[0] / "device" / "numa_node"
    node = file.read_text(encoding="utf-8").strip() if file.exists() else "-1"
    return [] if node == "-1" else ["numactl", f"--cpunodebind={node}", f"--membind={node}"]


def command(device: str, number: int, server: str = "") -> list[str]:
    """ib_write_bw through one adapter; without `server` it is the server."""
    name, _, port = device.partition(":")
    test = ["ib_write_bw", "-d", name, "-i", port, "-p", str(FIRST_PORT + number), "-s", "1048576", "-q", "2",
            "-D", str(SECONDS), "-F", "--report_gbits"]  # fmt: skip
    return [*near(device), *test, *([server] if server else [])]


def serve(devices: Sequence[str], run: commands.Run) -> int:
    for number, device in enumerate(devices):
        if (ran := run(command(device, number))).status:
            print(ran.text, file=sys.stderr)
    return 0


def ask(
    server: str,
    devices: Sequence[str],
    floor_gbps: float,
    run: commands.Run,
    sleep: Callable[[float], None] = time.sleep,
) -> list[dict[str, object]]:
    """What went through each adapter, in order."""
    found: list[dict[str, object]] = []
    for number, device in enumerate(devices):
        for _ in range(TRIES):
            ran = run(command(device, number, server))
            if ran.status == 0 or "Couldn't connect" not in ran.text:
                break
            sleep(1)
        measured = bandwidth.ib_write(ran.text, floor_gbps)
        found.append({"component": device, "measured": measured.value, "problem": measured.problem})
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="node-tool fabric_pair", description=__doc__)
    parser.add_argument("side", choices=("serve", "ask"))
    parser.add_argument("node", nargs="?", help="the node that serves")
    given = parser.parse_args(arguments)
    devices = infiniband.devices_of()
    run = partial(commands.run, timeout=float(SECONDS + TRIES + 10))
    if given.side == "serve":
        return serve(devices, run)
    floor = settings.load()["floors"]["adapterGbps"]
    print(json.dumps(ask(given.node, devices, floor, run)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
