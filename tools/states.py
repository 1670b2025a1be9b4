"""What every stack makes, in a form that two versions of this repository can be compared by.

    make states
    git diff tests/stacks/recorded

Writes <stack>.yaml of each stack, created in one simulated subscription: every resource by its URN
with what the program said of it. Left out is what isn't its doing: outputs and times, and dependencies that
follow from others. Masked are addresses that Azure hands out in the order in which things ask.
"""

import argparse
import base64
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent

FIRST = ("hub", "inference")
"""Stacks that others refer to."""

LAST = ("bootstrap",)
"""It has Azure refuse vaults that may be purged, such as that of the stack smoke."""

_HANDED_OUT = re.compile(r"\b(10\.\d+\.\d+\.\d+)(?![\d/])")
"""Addresses without a prefix length: those of interfaces."""

_LONGEST = 400
"""Of texts that are written out; longer ones are told apart by their hash. Tests read conditions of roles."""


def main() -> None:
    """Create all stacks and write what they are; exit with 1 if one can't be created."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("stacks", nargs="*", default=_stacks(), help="only these, in this order")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for stack in arguments.stacks:
        state = created(stack)
        told = told_of(state["deployment"]["resources"])
        text = yaml.safe_dump(told, sort_keys=False, width=110, allow_unicode=True)
        (arguments.folder / f"{stack}.yaml").write_text(text, encoding="utf-8")
        print(f"{stack}: {len(told)} resources", file=sys.stderr)


def created(stack: str) -> dict[str, Any]:
    """The state of a stack that has been brought up."""
    # The stack file's copy: without the repository's own, no command rewrites that.
    settings = Path(f"Pulumi.{stack}.yaml").absolute()
    settings.write_bytes((ROOT / "stacks" / settings.name).read_bytes())
    _pulumi("stack", "init", stack)
    _pulumi("up", "--yes", "--skip-preview", "--stack", stack, "--config-file", str(settings))
    state: dict[str, Any] = json.loads(_pulumi("stack", "export", "--show-secrets", "--stack", stack))
    return state


def told_of(resources: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a program said of its resources, sorted by URN."""
    order: dict[str, set[str]] = {one["urn"]: set(one.get("dependencies", [])) for one in resources}
    before: dict[str, set[str]] = {}
    for urn, direct in order.items():  # a state has everything after what it depends on
        before[urn] = direct.union(*(before[other] for other in direct))
    told = []
    for one in sorted(resources, key=lambda one: str(one["urn"])):
        direct = order[one["urn"]]
        needed = direct.difference(*(before[other] for other in direct))
        told.append(_told(one, sorted(_short(urn) for urn in needed)))
    return told


def _told(resource: dict[str, Any], needed: list[str]) -> dict[str, Any]:
    told = {
        "urn": _short(resource["urn"]),
        # A provider's is drawn by lot.
        "id": None if resource["type"].startswith("pulumi:providers:") else resource.get("id"),
        **{flag: resource.get(flag) for flag in ("protect", "external", "retainOnDelete")},
        "provider": _short(str(resource.get("provider", "")).rpartition("::")[0]),
        "after": needed,
        "inputs": _masked(resource.get("inputs", {})),
    }
    return {name: value for name, value in told.items() if value not in (None, False, "", [], {})}


def _short(urn: str) -> str:
    """Without what all URNs of a stack begin with; types of parents are in it."""
    return "::".join(urn.split("::")[2:])


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: item if name == "condition" else _masked(item) for name, item in sorted(value.items())}
    if isinstance(value, list):
        return [_masked(item) for item in value]
    if not isinstance(value, str):
        return value
    if unpacked := _unpacked(value):
        return _masked(unpacked)
    text = _HANDED_OUT.sub("<address>", value)
    if len(text) <= _LONGEST:
        return text
    return f"{text[:60]}… {len(text)} characters, sha256 {hashlib.sha256(text.encode()).hexdigest()}"


def _unpacked(value: str) -> dict[str, Any] | None:
    """A machine's customData, by the files in it."""
    if len(value) <= _LONGEST or not re.fullmatch(r"[A-Za-z0-9+/=]+", value):
        return None
    told: dict[str, Any] = yaml.safe_load(base64.b64decode(value))
    for file in told.get("write_files", []):
        file["content"] = _files(file["content"], file.get("encoding"))
    return told


def _files(content: str, encoding: str | None) -> Any:
    """What an archive has in it, as hashes; settings as data; the text of everything else."""
    if encoding is None:
        return json.loads(content) if content.startswith("{") else content
    with tarfile.open(fileobj=io.BytesIO(base64.b64decode(content))) as archive:
        files = {one.name: archive.extractfile(one) for one in archive.getmembers()}
        return {name: hashlib.sha256(file.read()).hexdigest() for name, file in files.items() if file}


def _stacks() -> list[str]:
    known = {path.name.split(".")[1] for path in (ROOT / "stacks").glob("Pulumi.*.yaml")}
    return [*FIRST, *sorted(known - {*FIRST, *LAST}), *LAST]


def _pulumi(*arguments: str) -> str:
    done = subprocess.run(
        ["pulumi", "-C", str(ROOT), *arguments], check=False, text=True, stdout=subprocess.PIPE
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\n'pulumi {' '.join(arguments)}' ended with {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    main()
