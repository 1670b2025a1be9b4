"""Draws what a stack made, from its state: components as boxes, resources in them, references as arrows.

`./offline pulumi stack export -s training | python tools/diagram.py README.md` puts a Mermaid flowchart
between the file's marks; GitHub shows it as a picture.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from marked import put_into

_LEFT_OUT = (
    "pulumi:",
    "azure-native:authorization:",
    "azure-native:monitor:ActivityLogAlert",
    "azure-native:monitor:DiagnosticSetting",
    "azure-native:monitor:MetricAlert",
    "azure-native:monitor:ScheduledQueryRule",
    "azure-native:resources:ResourceGroup",
)
"""The stack itself, and what would only draw an arrow from everything to everything."""


def diagram(deployment: dict[str, Any]) -> str:
    """The Mermaid block of a deployment's resources; the same for the same resources in any order."""
    drawn = [
        resource
        for resource in sorted(deployment["resources"], key=lambda resource: str(resource["urn"]))
        if resource.get("custom") and not resource["type"].startswith(_LEFT_OUT)
    ]
    node = {resource["id"]: f"r{number}" for number, resource in enumerate(drawn)}
    lines = ["```mermaid", "flowchart LR"]
    for number, parent in enumerate(sorted({resource["parent"] for resource in drawn})):
        kind, name = parent.split("::")[2:]
        lines.append(f'  subgraph c{number}["{kind.split(":")[-1]} {name}"]')
        lines += [
            f'    {node[resource["id"]]}["{_kind(resource)}<br/>{_role(resource, name)}"]'
            for resource in drawn
            if resource["parent"] == parent
        ]
        lines.append("  end")
    arrows = {
        (node[resource["id"]], node[to]) for resource in drawn for to in _references(resource, list(node))
    }
    lines += sorted(f"  {source} --> {target}" for source, target in arrows)
    return "\n".join([*lines, "```"]) + "\n"


def _kind(resource: dict[str, Any]) -> str:
    return str(resource["type"].split(":")[-1])


def _role(resource: dict[str, Any], component: str) -> str:
    return str(resource["urn"].split("::")[-1].removeprefix(f"{component}-"))


def _references(resource: dict[str, Any], ids: list[str]) -> Iterator[str]:
    """Ids in the inputs, and the id that the resource's own one lies under."""
    values = set(_texts(resource.get("inputs", {})))
    own = resource["id"]
    yield from (other for other in ids if other in values and other != own)
    parents = [other for other in ids if own.startswith(f"{other}/")]
    yield from sorted(parents, key=len)[-1:]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


if __name__ == "__main__":
    file = Path(sys.argv[1])
    drawn = diagram(json.load(sys.stdin)["deployment"])
    file.write_text(put_into(file.read_text(encoding="utf-8"), "diagram", drawn), encoding="utf-8")
