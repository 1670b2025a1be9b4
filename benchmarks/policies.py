"""What the policy pack costs: a preview with it against one without, and the rules' own time per resource.

Both previews are of the training stack, taken in turn in one run. The figure to hold is their ratio, since
seconds say more about the machine than about us. The rules' time is that of one core: a preview
judges a program once, so all that rules read when they are first used is part of it, and told apart.
"""

import gc
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
from azure_ai_landing_zone_policies.program.stack import Stack

ROOT = Path(__file__).resolve().parent.parent
STACK = "training"
ROUNDS = 5
LIMIT = 1.2
"""A preview with the pack takes at most so many times one without."""
RULES_LIMIT = 0.25
"""Milliseconds of one core that the rules take for a resource, with all that is read once in a process."""


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
    quick = _rules_are_quick()
    sys.exit(ratio > LIMIT or not quick)


def _rules_are_quick() -> bool:
    stack, resources = _program()
    gc.freeze()  # as where the pack is served
    first, *later = (1000 * _judged(stack) for _ in range(1 + ROUNDS))
    once = first - statistics.median(later)
    print(
        f"The rules alone take {first:.0f} ms of one core for {resources} resources, {once:.0f} of them once "
        f"in a process: {first / resources:.2f} ms a resource, at most {RULES_LIMIT} is wanted"
    )
    return first / resources <= RULES_LIMIT


def _program() -> tuple[Stack, int]:
    """The examples of all stack rules, put together as one program, and how many they are."""
    resources = {
        f"{rule.name}-{name}": resource
        for rule in all_rules()
        if rule.stack_check
        for name, resource in rule.facts.fails.items()
    }
    return program(resources, date.today()), len(resources)


def _judged(stack: Stack) -> float:
    """Seconds that all rules take."""
    types = {type_ for rule in all_rules() for type_ in rule.facts.on}
    start = time.process_time()
    pack = Pack(all_rules(), {})
    for view in stack.of(*types):
        pack.resource(view)
    pack.stack(stack)
    return time.process_time() - start


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
