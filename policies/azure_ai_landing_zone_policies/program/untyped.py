"""Resources that a program writes as ARM does, read as the type that they are.

`azure-native:resources:Resource` takes any ARM type, with an API version of the program's choice: for what
azure-native's classes lack.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.program.arm_paths import ARM_PATHS, KEEPS_PROPERTIES
from azure_ai_landing_zone_policies.program.type_names import api_version, type_name

GENERIC = "resources:Resource"

_OWN = ("resourceProviderNamespace", "parentResourcePath", "resourceType", "resourceName", "properties")

Links = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Typed:
    """A resource as the type that rules know it by."""

    type: str
    """As `type_name` gives it; empty if no rule can be about it."""
    inputs: Mapping[str, Any]
    links: Links = field(default_factory=dict)
    """Which resources each input was made from."""
    api_version: str | None = None
    """As in `Resource`."""


def typed(token: str, inputs: Mapping[str, Any], links: Links | None = None) -> Typed:
    """A resource of any token as azure-native's class of its ARM type would have it.

    `inputs` have the engine's marks for what isn't known yet.
    """
    links = links or {}
    type_ = type_name(token) or ""
    version = _api_version(token, type_, inputs)
    if type_ != GENERIC:
        return Typed(type_, inputs, links, version)
    found = next(_matches(inputs), None)
    if found is None:
        return Typed(type_, inputs, links, version)
    type_, names = found
    inner = inputs.get("properties", {})
    kept = {name: value for name, value in inputs.items() if name not in _OWN}
    if "parentResourcePath" in links:
        links = {**dict.fromkeys(list(names)[:-1], links["parentResourcePath"]), **links}
    if type_ in KEEPS_PROPERTIES or not isinstance(inner, Mapping):
        return Typed(type_, {**kept, **names, "properties": inner}, links, version)
    beside = {name: _beside(value) for name, value in inner.items()}
    if "properties" in links:
        links = {**dict.fromkeys(beside, links["properties"]), **links}
    return Typed(type_, {**kept, **names, **beside}, links, version)


def _api_version(token: str, type_: str, inputs: Mapping[str, Any]) -> str | None:
    """As the program writes it, or as the provider has put it into the inputs. In a general resource that is
    the version of the resources' own API."""
    written = inputs.get("apiVersion") if type_ == GENERIC else inputs.get("azureApiVersion")
    if isinstance(written, str) and UNKNOWN_STRING_VALUE not in written:
        return written
    return "" if type_ == GENERIC else api_version(token)


def _matches(inputs: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The type of the resource, if only one can be meant, and the names that its path has."""
    namespace, kind = (str(inputs.get(name, "")) for name in ("resourceProviderNamespace", "resourceType"))
    parent = str(inputs.get("parentResourcePath") or "").strip("/")
    name = inputs.get("resourceName", UNKNOWN_STRING_VALUE)
    last = kind.split("/")[-1].lower()
    for type_, path in ARM_PATHS.items():
        if tuple(part.lower() for part in _kind(path)) != (namespace.lower(), last):
            continue
        segments = path.split("/")
        parents = segments[1:-2]
        own = {segments[-1][1:-1]: name} if segments[-1].startswith("{") else {}
        if UNKNOWN_STRING_VALUE in parent:
            if sum(_kind(other) == _kind(path) for other in ARM_PATHS.values()) == 1:
                unknown = {part[1:-1]: UNKNOWN_STRING_VALUE for part in parents if part.startswith("{")}
                yield type_, unknown | own
            continue
        found = _names(parents, [part for part in parent.split("/") if part])
        if found is not None:
            yield type_, found | own


def _kind(path: str) -> tuple[str, str]:
    """The provider's namespace and the last part of the ARM type."""
    segments = path.split("/")
    return segments[0], segments[-2]


def _names(pattern: list[str], path: list[str]) -> dict[str, Any] | None:
    """The names in a path; None if it isn't of the pattern."""
    names: dict[str, Any] = {}
    for wanted, given in zip_longest(pattern, path, fillvalue=""):
        if wanted.startswith("{") and given:
            names[wanted[1:-1]] = given
        elif wanted.lower() != given.lower():
            return None
    return names


def _beside(value: Any) -> Any:
    """A value of ARM as azure-native has it: what is in an inner resource's `properties` stands beside."""
    if isinstance(value, list):
        return [_beside(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    flat = {name: _beside(item) for name, item in value.items() if name != "properties"}
    inner = value.get("properties")
    if isinstance(inner, Mapping):
        return {**flat, **{name: _beside(item) for name, item in inner.items()}}
    return flat if inner is None else {**flat, "properties": inner}
