"""What the stack's own saved state has."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pulumi
from pulumi.runtime.proto.resource_pb2 import ResourceInvokeRequest
from pulumi.runtime.rpc import deserialize_properties
from pulumi.runtime.settings import get_monitor


@dataclass(frozen=True, slots=True)
class SavedResource:
    """One that an earlier run made."""

    within: str
    """The type of the component that it is in, if any."""
    name: str
    """Logical."""
    outputs: Mapping[str, Any]


def saved_resources(type_: str) -> tuple[SavedResource, ...]:
    """Of that type, in preview and in up, also after an up that failed half-way; of a new stack none."""
    return _saved(get_monitor(), _this_stack(), type_)


@functools.lru_cache(maxsize=16)
def _saved(monitor: Any, stack: str, type_: str) -> tuple[SavedResource, ...]:
    found = _answer(monitor, stack)
    return tuple(_read(urn, found[urn]) for urn in sorted(found) if found[urn]["type"] == type_)


@functools.lru_cache(maxsize=16)
def _answer(monitor: Any, stack: str) -> Any:
    """By URN.

    Not by `pulumi.runtime.invoke`: that turns references to resources in anybody's outputs into resources,
    and the engine knows none that isn't registered yet ("unknown resource"). Here they stay ids.
    """
    request = ResourceInvokeRequest(tok="pulumi:pulumi:readStackResourceOutputs")
    request.args.update({"stackName": stack})
    answer = getattr(monitor.Invoke(request), "return")
    if "outputs" not in answer:  # of mocks
        return {}
    return answer["outputs"]


def _this_stack() -> str:
    return f"{pulumi.get_organization()}/{pulumi.get_project()}/{pulumi.get_stack()}"


def _read(urn: str, one: Any) -> SavedResource:
    types, name = urn.split("::", 3)[2:]
    *_, within, _type = ("", *types.split("$"))
    return SavedResource(within, name, deserialize_properties(one["outputs"]))
