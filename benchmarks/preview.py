"""What a resource costs in a preview: our components against a plain azure-native program.

Both programs register the same resources on the same engine; what an empty program costs is taken off both.
The figure is the ratio, since seconds say more about the machine than about us.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PROGRAMS = Path(__file__).parent / "programs"
ROUNDS = 5
LIMIT = 0.4
"""(ours − empty) / (plain − empty) at most."""


def main() -> None:
    """Measure, print, and fail where the ratio is over the limit; run inside `./offline` in a new folder."""
    for program in ("empty", "ours", "plain"):
        _pulumi(program, "stack", "init", "benchmark")
    resources = _registered()
    recorded = Path("resources.json").resolve()
    recorded.write_text(json.dumps(resources), encoding="utf-8")
    os.environ["BENCHMARK_RESOURCES"] = str(recorded)
    planned = len(_steps("plain"))
    if planned != len(resources):
        sys.exit(f"The plain program registers {planned} resources, and ours {len(resources)}.")
    seconds: dict[str, list[float]] = {"empty": [], "ours": [], "plain": []}
    for _ in range(ROUNDS):  # in turn, so that a slower minute meets all three
        for program, taken in seconds.items():
            start = time.perf_counter()
            _pulumi(program, "preview", "--stack", "benchmark")
            taken.append(time.perf_counter() - start)
    medians = {program: statistics.median(taken) for program, taken in seconds.items()}
    ratio = (medians["ours"] - medians["empty"]) / (medians["plain"] - medians["empty"])
    print(f"A preview of {len(resources)} Azure resources, median of {ROUNDS}:")
    for program, median in medians.items():
        print(f"  {program:6} {median:6.2f} s   ({min(seconds[program]):.2f} to {max(seconds[program]):.2f})")
    print(f"(ours - empty) / (plain - empty) = {ratio:.2f}, at most {LIMIT} is wanted")
    sys.exit(ratio > LIMIT)


def _registered() -> list[dict[str, Any]]:
    """The Azure resources that our program registers: type, logical name, inputs and protection."""
    return [
        {
            "type": step["newState"]["type"],
            "name": step["urn"].split("::")[-1],
            "inputs": step["newState"].get("inputs", {}),
            "protect": step["newState"].get("protect", False),
        }
        for step in _steps("ours")
    ]


def _steps(program: str) -> list[dict[str, Any]]:
    shown = json.loads(_pulumi(program, "preview", "--json", "--stack", "benchmark"))
    return [step for step in shown["steps"] if step["newState"]["type"].startswith("azure-native:")]


def _pulumi(program: str, *arguments: str) -> str:
    done = subprocess.run(
        ["pulumi", "-C", str(PROGRAMS / program), "--non-interactive", *arguments],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        printed = done.stdout + done.stderr
        sys.exit(f"{program}: 'pulumi {' '.join(arguments)}' ended with {done.returncode}\n{printed}")
    return done.stdout


if __name__ == "__main__":
    main()
