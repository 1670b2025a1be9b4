"""A minimal program for each simulated type: one resource of it, and what that stands on.

What the project's stacks have is taken from their recorded states, the rest is in one_of_each.yaml."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import recorded
from azure_simulator.cloud import arm, resource_type
from azure_simulator.cloud.values import texts

_WRITTEN = Path(__file__).with_suffix(".yaml")
_GROUP = f"/subscriptions/{arm.SUBSCRIPTION_ID}/resourceGroups/rg-each"

_IN_ORDER = (
    "azure-native:authorization:RoleAssignment",
    "azure-native:cognitiveservices:RaiPolicy",
    "azure-native:storage:BlobContainer",
)
"""What others stand on without an id of it in their inputs."""

_ADDRESS = "10.99.0.9"


@dataclass(frozen=True)
class Piece:
    """A resource as a program writes it."""

    token: str
    name: str
    id: str
    inputs: dict[str, Any]
    after: frozenset[str]
    """Ids of what must be there first, beyond what its inputs mention."""
    kept: bool = False
    """Azure lets nobody delete it by itself."""


_AMONG_OTHERS = "brownfield"
"""The stack that refers to what others have, which no stack makes."""


@cache
def programs() -> dict[str, list[Piece]]:
    """By type, in the order that the pieces are made."""
    made: dict[str, list[Piece]] = {}
    for pieces in (_written(), _recorded()):
        by_id = _by_id(pieces)
        for piece in pieces:
            if piece.token not in made:
                made[piece.token] = list(_closure(piece, by_id))
    return {unit.pulumi_type: made.get(unit.pulumi_type, []) for unit in resource_type.all_types()}


def _closure(piece: Piece, by_id: dict[str, Piece], seen: set[str] | None = None) -> Iterator[Piece]:
    seen = set() if seen is None else seen
    if piece.id in seen:
        return
    seen.add(piece.id)
    for needed in _needed(piece):
        if needed in by_id:
            yield from _closure(by_id[needed], by_id, seen)
    yield piece


def _needed(piece: Piece) -> list[str]:
    """Ids in lower case: of the place, of what the inputs mention, of what comes before."""
    found = [_above(piece.id), *piece.after, *(text for _, text in texts(piece.inputs))]
    return [above for text in found for above in _chain(text.lower())]


def _above(id_: str) -> str:
    return arm.parent_of(id_) or ""


def _chain(id_: str) -> list[str]:
    """An id and all those above it, the highest first."""
    if not id_.startswith("/subscriptions/"):
        return []
    above = arm.parent_of(id_)
    return [*(_chain(above) if above and above != id_ else []), id_]


def _written() -> list[Piece]:
    content = yaml.load(_WRITTEN.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    ids: dict[str, str] = {}
    pieces = []
    for name, piece in content.items():
        token = f"azure-native:{piece['type']}"
        inputs = _filled(piece["inputs"], ids)
        unit = resource_type.find(token)
        assert unit is not None, token
        group = {"resourceGroupName": "rg-each"} if "resourceGroupName" in unit.arm.parameters else {}
        inputs = {**group, **inputs}
        ids[name] = unit.arm.fill(arm.SUBSCRIPTION_ID, inputs)
        after = frozenset(ids[other].lower() for other in piece.get("after", []))
        pieces.append(Piece(token, name, ids[name], inputs, after))
    return pieces


def _filled(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(item, ids) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, ids) for item in value]
    return re.sub(r"\{([\w-]+)\}", lambda found: ids[found[1]], value) if isinstance(value, str) else value


def _recorded() -> list[Piece]:
    """What can be made again from the records of all stacks, which were made in one subscription; what
    stands on the least comes first."""
    told = [one for stack in recorded.stacks() if stack != _AMONG_OTHERS for one in recorded.resources(stack)]
    ids = {one["urn"]: one.get("id", "").lower() for one in told}
    pieces = [
        Piece(
            _token(one["urn"]),
            one["urn"].split("::")[-1],
            one["id"],
            _unmasked(one["inputs"]),
            frozenset(ids[urn] for urn in one.get("after", []) if _token(urn) in _IN_ORDER),
            kept=one.get("retainOnDelete", False),
        )
        for one in told
        if _token(one["urn"]).startswith("azure-native:") and not one.get("external")
        if not any(", sha256 " in text for _, text in texts(one["inputs"]))
    ]
    by_id = _by_id(pieces)
    return sorted(pieces, key=lambda piece: len(list(_closure(piece, by_id))))


def _token(urn: str) -> str:
    return urn.split("::")[0].split("$")[-1]


def _by_id(pieces: Iterable[Piece]) -> dict[str, Piece]:
    return {piece.id.lower(): piece for piece in pieces}


def _unmasked(value: Any) -> Any:
    """Recorded inputs have no addresses that were handed out."""
    if isinstance(value, dict):
        return {key: _unmasked(item) for key, item in value.items() if not key.startswith("__")}
    if isinstance(value, list):
        return [_unmasked(item) for item in value]
    return value.replace("<address>", _ADDRESS) if isinstance(value, str) else value
