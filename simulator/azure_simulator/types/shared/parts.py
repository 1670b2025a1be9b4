"""Parts of a gateway or load balancer that have ids of their own: front ends, pools, rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import Put
from azure_simulator.cloud.values import dig, each


def with_ids(put: Put, arm_type: str, kinds: Iterable[str]) -> dict[str, Any]:
    """The lists of parts that were sent, each part with what Azure adds to it."""
    return {
        kind: [
            {
                **part,
                "id": f"{put.id}/{kind}/{part.get('name')}",
                "type": f"{arm_type}/{kind}",
                "provisioningState": "Succeeded",
            }
            for _, part in each(put.props, kind)
        ]
        for kind in kinds
        if isinstance(dig(put.props, kind), list)
    }


def nameless(props: Mapping[str, Any], kinds: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Problems of parts that have no name, and of two with one name."""
    for kind in kinds:
        seen: set[str] = set()
        for path, part in each(props, kind):
            name = dig(part, "name")
            if name is None and "name" not in part:
                yield f"{path}.name", f"each of {kind} needs a name"
            elif name is not None and name.lower() in seen:
                yield f"{path}.name", f"'{name}' is also the name of another of {kind}"
            seen.add(str(name).lower())
