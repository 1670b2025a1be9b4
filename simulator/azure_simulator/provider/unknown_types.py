"""Types that are not simulated, kept by the shape that the SDK gives them and by nothing else."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Final, Literal

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.arm import ProviderError
from azure_simulator.cloud.resource_shapes import resource_shape
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.shapes import ResourceShape, Scalar

UnknownTypes = Literal["refuse", "shape"]
VARIABLE: Final = "AZURE_SIMULATOR_UNKNOWN_TYPES"
_GROUP = "resourceGroupName"
_lock = threading.Lock()


def from_text(text: str) -> UnknownTypes:
    """What the variable may hold; raises ValueError. Nothing is `refuse`."""
    if text in ("", "refuse"):
        return "refuse"
    if text == "shape":
        return "shape"
    raise ValueError(f"{VARIABLE}: expected refuse, the default, or shape, got {text!r}")


class _ShapeOnly(ResourceType):
    """Of Azure's own nothing is known, its path neither: the id is made up."""

    generic = True

    def create(self, put: Put) -> Mapping[str, Any]:  # noqa: ARG002
        _, module, name = self.pulumi_type.split(":")
        return {"type": f"Simulated.{module}/{name}"}


def shape_only(token: str) -> ResourceType:
    """The type of a token that has no file in `types/`; raises ProviderError where the SDK lacks it too."""
    token = resource_type.plain_token(token)
    with _lock:
        if found := ResourceType.registry.get(token):
            return found
        try:
            path = _path(token, resource_shape(token))
        except LookupError as missing:
            raise ProviderError(str(missing)) from None
        type(token, (_ShapeOnly,), {"pulumi_type": token, "path": path})
        return ResourceType.registry[token]


def kept() -> list[str]:
    """Tokens of the types that this process keeps by shape alone."""
    units = ResourceType.registry.values()
    return sorted(unit.pulumi_type for unit in units if isinstance(unit, _ShapeOnly))


def _path(token: str, shape: ResourceShape) -> str:
    """From the names among the inputs that no answer has: where they are parts of an id, so is each of these.
    All but the resource's own are put into one part, as nothing says what they are names of."""
    _, module, name = token.split(":")
    names = {
        key: field.required
        for key, field in shape.inputs.fields.items()
        if isinstance(field.shape, Scalar) and key.endswith("Name") and key not in shape.outputs.fields
    }
    group = "/resourceGroups/{resourceGroupName}" if _GROUP in names else ""
    above = [key for key, required in names.items() if required and key != _GROUP]
    own = next((key for key, required in names.items() if not required), None)
    place = "-".join([f"Simulated.{module}", *(f"{{{key}}}" for key in above)])
    last = f"{{{own}}}" if own else "default"
    return f"/subscriptions/{{subscriptionId}}{group}/providers/{place}/{name}/{last}"
