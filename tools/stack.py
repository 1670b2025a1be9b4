"""`make up` and `make down`: one stack on the simulated Azure, also after a run that was killed."""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from answers import answers
from azure_ai_landing_zone.cli.terminal import console, show
from azure_ai_landing_zone_policies.reports.standing import standing
from azure_simulator.engine.attach import STATE_FOLDER
from recovery import ROOT, State, adopt, exported, needs, pulumi, recover, resources_of

QUIET = ("--suppress-outputs", "--suppress-progress")
"""The engine prints outputs twice and cuts them off, and dots between lines."""

_COLUMN = 36
"""Where the second column of the next steps begins, in characters after the first."""


def main() -> None:
    """Create or destroy a stack; exit with the status of the engine's command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("verb", choices=["up", "down"])
    parser.add_argument("stack", help="a file in stacks/: training, dev …")
    arguments = parser.parse_args()
    stack = arguments.stack
    file = ROOT / "stacks" / f"Pulumi.{stack}.yaml"
    if not file.exists():
        known = sorted(path.name.split(".")[1] for path in file.parent.glob("Pulumi.*.yaml"))
        sys.exit(f"There is no stack '{stack}': stacks/ has {', '.join(known)}.")
    if stack not in _stacks():
        pulumi("stack", "init", stack)
    recover(stack)
    sys.exit(_up(stack) if arguments.verb == "up" else _down(stack))


def _up(stack: str) -> int:
    command = ("up", "--yes", "--stack", stack, "--policy-pack", "policies", *QUIET)
    status, said = _run(*command)
    tried: set[str] = set()
    while status and adopt(stack, tried):
        status, said = _run(*command)
    if status:
        print(f"\n'{stack}' is not complete. What is there already is kept; 'make up STACK={stack}' goes on.")
        _answer(said)
        return status
    print(f"\n{stack} is up on the simulated Azure, and policy lets it pass.", flush=True)
    show(standing(json.dumps(exported(stack)), ROOT, datetime.now(UTC).date()), console())
    print("\nWhat next")
    for do, why in (
        (f"./offline pulumi stack -s {stack}", "resources and outputs"),
        (
            f"./offline pulumi preview -s {stack} --policy-pack policies",
            f"what a change in stacks/Pulumi.{stack}.yaml would do",
        ),
        (f"./offline .venv/bin/ailz page {stack} > {stack}.html", "a picture of it, for a browser"),
        ("docs/costs.md", "what it costs by section, and with your own prices"),
        (f"{STATE_FOLDER}/", "the simulated subscription and Pulumi's state"),
        (f"make down STACK={stack}", "destroy it"),
    ):
        below = "\n  " if len(do) > _COLUMN - 2 else ""
        print(f"  {do}{below}{'':{_COLUMN - len('' if below else do)}}{why}")
    return 0


def _down(stack: str) -> int:
    # nobody is asked, so that nobody reads a preview first
    command = ("destroy", "--yes", "--skip-preview", "--stack", stack, *QUIET)
    there = resources_of(stack)
    if refused := locked(stack, there):
        sys.exit("\n".join(refused))
    kept = held(there)
    excluded = [argument for urn in kept for argument in ("--exclude", urn)]
    status, said = _run(*command, *excluded, without=_SAID_WRONG if kept else ())
    if kept:
        print("\n".join(staying(stack, resources_of(stack))))
    if status:
        _answer(said)
    return status


def _answer(said: str) -> None:
    """Print what the docs answer to what was refused."""
    print("".join(f"{answer}\n" for answer in answers(said)), end="")


def held(resources: Sequence[State]) -> list[str]:
    """URNs of what is protected and of all that it needs, as `pulumi destroy --exclude-protected` has them.

    That walks every path to a resource again (pulumi 3.255, pkg/resource/graph/dependency_graph.go,
    markAsDependency), and there are a thousand million of them in a zone with most of the sections.
    """
    by_urn = {one["urn"]: one for one in resources}
    found: set[str] = set()
    left = [one["urn"] for one in resources if one.get("protect")]
    while left:
        urn = left.pop()
        if urn not in found and urn in by_urn:
            found.add(urn)
            left += needs(by_urn[urn])
    return [urn for urn in by_urn if urn in found]


def locked(stack: str, resources: Iterable[State]) -> list[str]:
    """Why nothing of it can go down, if it has locks: not even roles on what they are on can."""
    scopes = [one["inputs"]["scope"] for one in resources if one["type"] == _LOCK]
    return scopes and [
        f"Azure deletes nothing of what '{stack}' has locked, not even roles on it:",
        *(f"  {scope}" for scope in scopes),
        f"First `protection: on` in stacks/Pulumi.{stack}.yaml, and: make up STACK={stack}",
    ]


_LOCK = "azure-native:authorization:ManagementLockByScope"

_SAID_WRONG = (
    "Resources:\n",
    " deleted\n",
    " unchanged",
    "The resources in the stack have been deleted",
    "remove the stack completely",
)
"""In lines of the engine that count components too, which Azure hasn't, or that take all for gone."""


def staying(stack: str, resources: Iterable[State]) -> list[str]:
    """What is left after `make down`, and how it goes too."""
    left = [one for one in resources if one.get("custom") and not one["type"].startswith("pulumi:")]
    held = [one for one in left if one.get("protect")]
    return [
        "",
        f"{len(left)} resources of '{stack}' stay: these hold data and are protected, the rest is what they "
        "stand in.",
        *(f"  {one['type']}  {one.get('id', '')}" for one in held),
        f"To remove them too: ./offline pulumi state unprotect --all --yes -s {stack}",
        f"and then:           make down STACK={stack}",
    ]


def _stacks() -> list[str]:
    listed = json.loads(pulumi("stack", "ls", "--json", quiet=True))
    return [stack["name"].rpartition("/")[2] for stack in listed]


def _run(*arguments: str, without: tuple[str, ...] = ()) -> tuple[int, str]:
    """Exit status of a command of the engine, and what it said, without colours; lines are shown as they
    come, but for those with one of `without`."""
    color = "always" if sys.stdout.isatty() else "never"
    said = []
    with subprocess.Popen(
        ["pulumi", *arguments, "--color", color],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        # what it refuses before it begins
        stderr=subprocess.STDOUT,
    ) as running:
        for line in running.stdout or ():
            said.append(re.sub(r"\x1b\[[\d;]*m", "", line))
            if not any(one in said[-1] for one in without):
                print(line, end="", flush=True)
    return running.returncode, "".join(said)


if __name__ == "__main__":
    main()
