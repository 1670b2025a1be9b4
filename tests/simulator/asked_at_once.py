"""Asks for the shapes of many types at once, in a new process for each seed: a program for `test_shapes.py`.

Prints a line of JSON for each process: its seed, and what was found of every type that got no shape.
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading

import pulumi_azure_native  # noqa: F401  a process begins where none of the SDK's modules is loaded yet

from azure_simulator.cloud import resource_type, sdk_types

AT_ONCE = 28
_QUICK = {
    "cognitiveservices",
    "dashboard",
    "keyvault",
    "managedidentity",
    "privatedns",
    "resources",
    "search",
    "storage",
    "storagecache",
}
"""Modules of the SDK that load in less than 0.2 s."""


def main() -> None:
    """Forks, so that what all of them need is imported once; two at a time."""
    units = [unit for unit in resource_type.all_types() if unit.pulumi_type.split(":")[1] in _QUICK]
    running = 0
    for seed in map(int, sys.argv[1:]):
        if running == 2:
            os.wait()
            running -= 1
        if os.fork() == 0:
            shuffled = random.Random(seed)  # noqa: S311  an order, not a secret
            tokens = shuffled.sample([unit.pulumi_type for unit in units], AT_ONCE)
            line = json.dumps({"seed": seed, "without": _without_shape(tokens)}) + "\n"
            os.write(1, line.encode())  # whole, however many write at once
            os._exit(0)
        running += 1
    while running:
        os.wait()
        running -= 1


def _without_shape(tokens: list[str]) -> dict[str, str]:
    """Type → what came instead of its shape, or nothing where each thread got one."""
    sys.setswitchinterval(1e-5)
    found: dict[str, str] = {}
    start = threading.Barrier(len(tokens))

    def ask(token: str) -> None:
        start.wait()
        try:
            sdk_types.read(token)
        except Exception as error:
            found[token] = repr(error)

    threads = [threading.Thread(target=ask, args=(token,)) for token in tokens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


if __name__ == "__main__":
    main()
