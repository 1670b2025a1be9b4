"""What the policy pack costs: a preview with it against one without, and the rules' own time per resource.

Both previews are of the training stack, taken in turn in one run. The figure to hold is their ratio, since
seconds say more about the machine than about us.
"""

import os
import statistics
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.engine.pack import Pack
from azure_ai_landing_zone_policies.engine.testing import program

ROOT = Path(__file__).resolve().parent.parent
STACK = "training"
ROUNDS = 5
LIMIT = 1.3
"""A preview with the pack takes at most so many times one without."""


def main() -> None:
    """Measure, print, and fail where the ratio is over the limit; run inside `./offline` in a new folder."""
    _pulumi("stack", "init", STACK)
    seconds: dict[str, list[float]] = {"without": [], "with": []}
    for _ in range(ROUNDS):  # in turn, so that a slower minute meets both
        for name, pack in (("without", ()), ("with", ("--policy-pack", str(ROOT / "policies")))):
            start = time.perf_counter()
            _pulumi("preview", "--stack", STACK, *pack)
            seconds[name].append(time.perf_counter() - start)
    medians = {name: statistics.median(taken) for name, taken in seconds.items()}
    ratio = medians["with"] / medians["without"]
    print(f"A preview of the stack {STACK} with {len(all_rules())} rules and without, median of {ROUNDS}:")
    for name, median in medians.items():
        print(f"  {name:8} {median:6.2f} s   ({min(seconds[name]):.2f} to {max(seconds[name]):.2f})")
    print(f"with / without = {ratio:.2f}, at most {LIMIT} is wanted")
    resources, taken = _rules()
    print(f"The rules alone, on {resources} resources: {1000 * taken / resources:.2f} ms a resource")
    sys.exit(ratio > LIMIT)


def _rules() -> tuple[int, float]:
    """How long all rules take on the examples of all stack rules, put together as one program."""
    resources = {
        f"{rule.name}-{name}": resource
        for rule in all_rules()
        if rule.stack_check
        for name, resource in rule.facts.fails.items()
    }
    stack = program(resources, date.today())
    types = {type_ for rule in all_rules() for type_ in rule.facts.on}
    start = time.perf_counter()
    pack = Pack(all_rules(), {})
    for view in stack.of(*types):
        pack.resource(view)
    pack.stack(stack)
    return len(resources), time.perf_counter() - start


def _pulumi(*arguments: str) -> None:
    done = subprocess.run(
        ["pulumi", "-C", str(ROOT), "--non-interactive", *arguments],
        check=False,
        capture_output=True,
        text=True,
        env=dict(os.environ),
    )
    if done.returncode:
        sys.exit(f"'pulumi {' '.join(arguments)}' ended with {done.returncode}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
