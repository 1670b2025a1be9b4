"""`make up` and `make down`: one stack on the simulated Azure, also after a run that was killed.

Called inside `./offline`, which holds the folder's lock: whatever lock or unfinished operation a stack still
has is from a run that has ended.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from azure_simulator.cloud.subscription import existing_id
from azure_simulator.engine.attach import FOLDER_VARIABLE, STATE_FOLDER

ROOT = Path(__file__).resolve().parent.parent


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
        _pulumi("stack", "init", stack)
    _recover(stack)
    sys.exit(_up(stack) if arguments.verb == "up" else _down(stack))


def _up(stack: str) -> int:
    status = _status("up", "--yes", "--stack", stack, "--policy-pack", "policies")
    if status:
        print(f"\n'{stack}' is not complete. What is there already is kept; 'make up STACK={stack}' goes on.")
        return status
    built = Counter(resource["type"] for resource in _resources(stack) if resource.get("custom"))
    width = max(len(kind) for kind in built)
    print(f"\n{stack} is up on the simulated Azure, and policy lets it pass:")
    for kind, count in sorted(built.items()):
        if not kind.startswith("pulumi:"):
            print(f"  {count:3} × {kind:{width}}")
    print(
        f"\nWhere to look\n"
        f"  ./offline pulumi stack -s {stack}          resources and outputs\n"
        f"  ./offline pulumi preview -s {stack} --policy-pack policies\n"
        f"  {'':35} what a change in stacks/Pulumi.{stack}.yaml would do\n"
        f"  {STATE_FOLDER}/                            the simulated subscription and Pulumi's state\n"
        f"  make down STACK={stack}                    destroy it"
    )
    return 0


def _down(stack: str) -> int:
    protected = [resource for resource in _resources(stack) if resource.get("protect")]
    if not protected:
        return _status("destroy", "--yes", "--stack", stack)
    status = _status("destroy", "--yes", "--stack", stack, "--exclude-protected")
    print(f"\n{len(protected)} resources of '{stack}' are protected and stay, with what they need:")
    for resource in protected:
        print(f"  {resource['type']}  {resource.get('id', '')}")
    print(
        f"To remove them too: ./offline pulumi state unprotect --all -s {stack}\n"
        f"and then:            make down STACK={stack}"
    )
    return status


def _recover(stack: str) -> None:
    """Take up where a killed run left off: release its lock, adopt what Azure finished, forget the rest."""
    if any(_backend().glob(f".pulumi/locks/organization/*/{stack}/*.json")):
        print(f"The last run of '{stack}' did not end: releasing its lock", file=sys.stderr)
        _pulumi("cancel", "--yes", "--stack", stack)
    exported = _export(stack)
    deployment = exported["deployment"]
    unfinished = deployment.pop("pending_operations", None)
    if not unfinished:
        return
    print(f"It left {len(unfinished)} operations unfinished: reading what Azure has", file=sys.stderr)
    # `pulumi refresh --import-pending-creates` of v3.255 drops what it is told to adopt
    deployment["resources"] += _finished_creates(unfinished)
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as edited:
        json.dump(exported, edited)
        edited.flush()
        _pulumi("stack", "import", "--stack", stack, "--file", edited.name)
    _pulumi("refresh", "--yes", "--skip-preview", "--stack", stack)


def _finished_creates(operations: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The resources that Azure went on to make; their outputs come with the next refresh."""
    azure = Path(os.environ[FOLDER_VARIABLE], "azure")
    for operation in operations:
        resource = operation["resource"]
        if operation["type"] == "creating":
            found = existing_id(azure, resource["type"], resource.get("inputs", {}))
            if found is not None:
                yield {**resource, "id": found}


def _stacks() -> list[str]:
    listed = json.loads(_pulumi("stack", "ls", "--json", quiet=True))
    return [stack["name"].rpartition("/")[2] for stack in listed]


def _resources(stack: str) -> list[dict[str, Any]]:
    resources: list[dict[str, Any]] = _export(stack)["deployment"].get("resources", [])
    return resources


def _export(stack: str) -> dict[str, Any]:
    exported: dict[str, Any] = json.loads(_pulumi("stack", "export", "--stack", stack, quiet=True))
    return exported


def _backend() -> Path:
    return Path(unquote(urlparse(os.environ["PULUMI_BACKEND_URL"]).path))


def _pulumi(*arguments: str, quiet: bool = False) -> str:
    """The output of a command that must succeed; shown as it comes unless `quiet`."""
    done = subprocess.run(
        ["pulumi", *arguments], cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE if quiet else None
    )
    if done.returncode:
        sys.exit(f"'pulumi {' '.join(arguments)}' ended with {done.returncode}")
    return done.stdout or ""


def _status(*arguments: str) -> int:
    return subprocess.run(["pulumi", *arguments], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    main()
