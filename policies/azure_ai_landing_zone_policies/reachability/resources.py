"""Resources of a state, and what their inputs say, as all readers of this room look at them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network
from typing import Any

from azure_ai_landing_zone_policies.reachability.parties import parsed

Inputs = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Resource:
    """One; its id is in lower case."""

    id: str
    inputs: Inputs

    @property
    def parent(self) -> str:
        """Id of what it is part of."""
        return self.id.rsplit("/", 2)[0]

    @property
    def name(self) -> str:
        return self.id.rpartition("/")[2]


def id_of(reference: object) -> str:
    return str(reference.get("id", "")).lower() if isinstance(reference, Mapping) else ""


def texts(holder: object, *keys: str) -> tuple[str, ...]:
    """Of keys that have one text or a list of them."""
    found: list[str] = []
    for key in keys:
        value = holder.get(key) if isinstance(holder, Mapping) else None
        found += [value] if isinstance(value, str) else list(value or [])
    return tuple(found)


def ranges(found: Iterable[str]) -> tuple[IPv4Network, ...]:
    return tuple(range_ for text in found if (range_ := parsed(text)) is not None)
