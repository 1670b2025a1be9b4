"""Brings a stack's state and the simulated Azure together again, after a run that was cut off.

Called inside `./offline`, which holds the folder's lock: whatever lock or unfinished operation a stack still
has is from a run that has ended.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from answers import answers
from azure_simulator.cloud.subscription import SUBSCRIPTION_ID
from azure_simulator.cloud.values import SECRET, SIGNATURE
from azure_simulator.engine.attach import FOLDER_VARIABLE
from azure_simulator.provider.existing import Existing, existing

ROOT = Path(__file__).resolve().parent.parent

State = dict[str, Any]
"""A resource as a state has it, or an operation on one."""


def recover(stack: str) -> None:
    """Take up where a killed run left off: release its lock, adopt what Azure finished, forget the rest."""
    if any(_backend().glob(f".pulumi/locks/organization/*/{stack}/*.json")):
        print(f"The last run of '{stack}' did not end: releasing its lock", file=sys.stderr)
        pulumi("cancel", "--yes", "--stack", stack)
    whole = exported(stack)
    deployment = whole["deployment"]
    unfinished = deployment.pop("pending_operations", None)
    if not unfinished:
        return
    print(f"It left {len(unfinished)} operations unfinished: reading what Azure has", file=sys.stderr)
    # `pulumi refresh --import-pending-creates` of v3.255 drops what it is told to adopt
    deployment["resources"] += _finished_creates(deployment["resources"], unfinished)
    _import(stack, whole)
    pulumi("refresh", "--yes", "--skip-preview", "--stack", stack)


def adopt(stack: str, tried: set[str]) -> bool:
    """Take in what Azure made for this stack and no state knows of, and return whether there was any.

    An answer was lost, or a state had to be taken from its backup: `up` is told that it exists already.

    tried: the URNs that were taken in before, to which those of this time are added. What the next `up` lacks
        again isn't there for it.
    """
    whole = exported(stack)
    resources = whole["deployment"].get("resources", [])
    found = [new for new in adoptable(resources, _planned(stack)) if new["urn"] not in tried]
    if not found:
        return False
    print(f"\nAzure made {len(found)} resources that the state doesn't know of: taking them in, and going on")
    for new in found:
        print(f"  {new['type']}  {new['id']}", flush=True)
        tried.add(new["urn"])
    resources += found
    _import(stack, whole)
    targets = [argument for new in found for argument in ("--target", new["urn"])]
    pulumi("refresh", "--yes", "--skip-preview", "--stack", stack, *targets)
    return True


def adoptable(resources: list[State], planned: Iterable[State]) -> Iterator[State]:
    """Of what a preview would create, what is there: as a state has it, and after what it needs."""
    known = {(resource["type"], resource["id"].lower()) for resource in _of_all_stacks() if "id" in resource}
    there = {resource["urn"] for resource in resources}
    for new in planned:
        found = _existing(resources, new) if needs(new) <= there else None
        if found is not None and (new["type"], found.id.lower()) not in known:
            there.add(new["urn"])
            shown = new.get("inputs", {})
            of_the_provider = {key: value for key, value in shown.items() if key.startswith("__")}
            yield {
                **new,
                "id": found.id,
                "inputs": {**_marked(found.inputs, shown), **of_the_provider},
                "outputs": _marked(found.outputs, shown),
            }


def needs(resource: State) -> set[str]:
    """URNs of what has to be there for a resource: its parent, its provider, and what it depends on."""
    of_properties = (resource.get("propertyDependencies") or {}).values()
    named = {resource.get("parent", ""), _provider(resource), resource.get("deletedWith", "")}
    depended = {
        *(resource.get("dependencies") or ()),
        *chain.from_iterable(urns or () for urns in of_properties),
    }
    return (named | depended) - {""}


def resources_of(stack: str) -> list[State]:
    """The resources in the state of a stack."""
    resources: list[State] = exported(stack)["deployment"].get("resources", [])
    return resources


def pulumi(*arguments: str, quiet: bool = False) -> str:
    """The output of a command that must succeed; shown as it comes unless `quiet`."""
    done = subprocess.run(
        ["pulumi", *arguments],
        cwd=ROOT,
        check=False,
        text=True,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.PIPE,
    )
    print(done.stderr, end="", file=sys.stderr)
    if done.returncode:
        ended = f"'pulumi {' '.join(arguments)}' ended with {done.returncode}"
        sys.exit("\n".join([ended, *answers(done.stderr)]))
    return done.stdout or ""


def _finished_creates(resources: list[State], operations: Iterable[State]) -> Iterator[State]:
    """The resources that Azure went on to make."""
    for operation in operations:
        resource = operation["resource"]
        if operation["type"] == "creating":
            found = _existing(resources, resource)
            if found is not None:
                yield {**resource, "id": found.id, "outputs": found.outputs}


def _existing(resources: list[State], new: State) -> Existing | None:
    """What Azure has of a resource, in the subscription of its provider."""
    settings: dict[str, str] = next(
        (resource.get("inputs", {}) for resource in resources if resource["urn"] == _provider(new)), {}
    )
    subscription = settings.get("subscriptionId", SUBSCRIPTION_ID)
    azure = Path(os.environ[FOLDER_VARIABLE], "azure")
    return existing(azure, new["type"], new.get("inputs", {}), subscription)


def _provider(resource: State) -> str:
    """The URN of a resource's provider."""
    provider: str = resource.get("provider", "")
    return provider.rpartition("::")[0]


def _marked(value: Any, shown: Any) -> Any:
    """`value` with Pulumi's marks on what a preview doesn't show because it is a secret."""
    if shown == "[secret]":
        return {SIGNATURE: SECRET, "plaintext": json.dumps(value)}
    if isinstance(value, dict) and isinstance(shown, dict):
        return {key: _marked(item, shown.get(key)) for key, item in value.items()}
    if isinstance(value, list) and isinstance(shown, list) and len(value) == len(shown):
        return [_marked(item, like) for item, like in zip(value, shown, strict=True)]
    return value


def _planned(stack: str) -> list[State]:
    """The resources that a preview would create; none where there can't be one."""
    done = subprocess.run(
        ["pulumi", "preview", "--json", "--stack", stack],
        cwd=ROOT,
        check=False,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    if done.returncode:
        return []
    steps = json.loads(done.stdout[done.stdout.index("{") :])["steps"]
    return [step["newState"] for step in steps if step["op"] == "create"]


def _of_all_stacks() -> Iterator[State]:
    """The resources in every state of the folder: what another stack has is not ours."""
    for state in _backend().glob(".pulumi/stacks/*/*.json"):
        latest = json.loads(state.read_bytes())["checkpoint"].get("latest") or {}
        yield from latest.get("resources", ())


def exported(stack: str) -> State:
    """The state of a stack, as it can be brought in again."""
    found: State = json.loads(pulumi("stack", "export", "--stack", stack, quiet=True))
    return found


def _import(stack: str, whole: State) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as edited:
        json.dump(whole, edited)
        edited.flush()
        pulumi("stack", "import", "--stack", stack, "--file", edited.name)


def _backend() -> Path:
    return Path(unquote(urlparse(os.environ["PULUMI_BACKEND_URL"]).path))
