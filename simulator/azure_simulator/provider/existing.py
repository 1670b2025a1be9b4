"""What exists in a simulated Azure though no state knows of it: a create whose answer was lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from azure_simulator.cloud import arm, resource_type
from azure_simulator.cloud.store import Resource, Store
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.values import Props, dig


@dataclass(frozen=True)
class Existing:
    """A resource as its provider would have answered."""

    id: str
    inputs: Props
    """What was last sent, as plain values."""
    outputs: Props


def existing(
    folder: Path, token: str, inputs: Mapping[str, Any], subscription: str = arm.SUBSCRIPTION_ID
) -> Existing | None:
    """What `inputs` lead to in the simulated Azure of `folder`; None where it isn't there.

    subscription: that of the resource's provider.
    """
    if not (folder / Store.FILE).exists():
        return None
    with Store(folder) as store:
        if token.startswith("kubernetes:"):
            return _object(store, token, inputs)
        unit = resource_type.find(token)
        if unit is None:
            return None
        cloud = Subscription(store, subscription)
        try:
            id_ = unit.arm.fill(subscription, inputs)
        except KeyError:
            return None
        found = cloud.get(id_) if store.get(id_) else None
        return Existing(found.id, found.inputs, found.body) if found else None


def _object(store: Store, token: str, inputs: Mapping[str, Any]) -> Existing | None:
    """A Kubernetes object or a release; None where several clusters have it, since which is meant can't be
    told from inputs."""
    wanted = _place(inputs)
    found = [(_place(other.body), other) for other in store.of_token(token)]
    fitting = [
        (place, other)
        for place, other in found
        if place[1] == wanted[1] and place[0] in (wanted[0], wanted[0] or "default", None)
    ]
    return _answered(*fitting[0]) if wanted[1] and len(fitting) == 1 else None


def _answered(place: tuple[str | None, str | None], found: Resource) -> Existing:
    namespace, name = place
    return Existing(f"{namespace}/{name}" if namespace else str(name), found.inputs, found.body)


def _place(manifest: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """(namespace, name) of an object, or of a release, which has them at the top."""
    at = manifest.get("metadata", manifest)
    return dig(at, "namespace"), dig(at, "name")
