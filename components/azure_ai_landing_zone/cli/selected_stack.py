"""Stack files, read without Pulumi."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from azure_ai_landing_zone.stack_files import source

_ZONE = "azure-ai-landing-zone:landingZone"
_WORKLOADS = "azure-ai-landing-zone:inferenceWorkloads"
_SUBSCRIPTION = "azure-native:subscriptionId"


class StackFileError(Exception):
    """There is no such stack, or its file can't be read. The message says what to do."""


@dataclass(frozen=True, slots=True)
class StackFile:
    """What one has for others than Pulumi."""

    name: str
    file: Path
    project: str
    zone: Any
    """None: the stack is no landing zone."""
    inside_a_cluster: bool
    """Whether it is of what runs in a cluster that another stack has."""
    subscription: str | None


def stack_file(folder: Path, stack: str) -> StackFile:
    """The file of a stack of the project in a folder. Raises StackFileError."""
    about = _read(folder / "Pulumi.yaml")
    where = folder / str(about.get("stackConfigDir") or about.get("config") or ".")
    file = where / f"Pulumi.{stack}.yaml"
    if not file.is_file():
        there = sorted(path.name.split(".")[1] for path in where.glob("Pulumi.*.yaml"))
        raise StackFileError(f"there is no {file}: stacks are {', '.join(there) or 'none'}")
    config = _read(file).get("config")
    config = config if isinstance(config, dict) else {}
    subscription = config.get(_SUBSCRIPTION)
    return StackFile(
        stack,
        file,
        str(about.get("name") or "azure-ai-landing-zone"),
        config.get(_ZONE),
        _WORKLOADS in config,
        subscription if isinstance(subscription, str) else None,
    )


def file_of_reference(folder: Path, project: str, reference: str) -> StackFile | None:
    """Of a stack by the name that a reference has for it, `organization/project/stack` or `stack` alone; None
    where it isn't one of the project in this folder. Raises StackFileError where its file can't be read."""
    *above, stack = reference.split("/")
    if above and above[-1] != project:
        return None
    return stack_file(folder, stack)


def _read(file: Path) -> dict[str, Any]:
    try:
        content = source.values(file)
    except ValueError as problem:
        raise StackFileError(str(problem)) from None
    if not isinstance(content, dict):
        raise StackFileError(f"{file} has no settings")
    return content
