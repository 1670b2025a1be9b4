"""Draws what a stack made, from its state: components as boxes, resources in them, references as arrows.

`pulumi stack export | python tools/diagram.py` prints a Mermaid flowchart, which GitHub shows as a picture.
"""

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

_LEFT_OUT = ("pulumi:", "azure-native:authorization:", "azure-native:resources:ResourceGroup")
"""The stack itself, and what would only draw an arrow from everything to everything."""


def diagram(deployment: dict[str, Any]) -> str:
    """The Mermaid text of a deployment's resources; the same for the same resources in any order."""
    resources = sorted(deployment["resources"], key=lambda resource: str(resource["urn"]))
    drawn = {
        resource["urn"]: resource
        for resource in resources
        if resource.get("custom") and not resource["type"].startswith(_LEFT_OUT)
    }
    lines = ["flowchart LR"]
    parents = sorted({resource.get("parent", "") for resource in drawn.values()})
    for parent in parents:
        lines.append(f'  subgraph {_id(parent)}["{_name(parent)}"]')
        lines += [
            f'    {_id(urn)}["{_kind(resource)}<br/>{resource["urn"].split("::")[-1]}"]'
            for urn, resource in drawn.items()
            if resource.get("parent", "") == parent
        ]
        lines.append("  end")
    lines += sorted(
        {f"  {_id(urn)} --> {_id(to)}" for urn in drawn for to in _references(drawn[urn]) if to in drawn}
    )
    return "\n".join(lines) + "\n"


def _references(resource: dict[str, Any]) -> Iterator[str]:
    for urns in (resource.get("propertyDependencies") or {}).values():
        yield from urns or ()


def _kind(resource: dict[str, Any]) -> str:
    return str(resource["type"].split(":")[-1])


def _name(urn: str) -> str:
    kind, name = urn.split("::")[2:]
    return f"{kind.split('$')[-1].split(':')[-1]} {name}"


def _id(urn: str) -> str:
    return re.sub(r"\W+", "_", "_".join(urn.split("::")[2:]))


if __name__ == "__main__":
    print(diagram(json.load(sys.stdin)["deployment"]), end="")
