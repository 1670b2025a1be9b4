"""A view of a resource's inputs in which a value is known, absent, or not known before deployment."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from pulumi_policy import proxy

T = TypeVar("T")


class CantTell(Exception):
    """The inputs don't say enough for a verdict. The message says what is missing."""


@dataclass(frozen=True)
class Resource:
    """What a rule may know of a resource besides its inputs."""

    type: str
    """As `type_name` gives it: `compute:VirtualMachine`."""
    today: date
    name: str = ""
    """Its logical name in the program."""
    urn: str = ""
    protect: bool = False
    links: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The URNs of the resources that each of its properties was made from. Known to stack rules only."""
    component: str = ""
    """The type of the component right below the landing zone that it is part of: TrainingCluster."""
    section: str = ""
    """The logical name of that component. Known of plans and states only."""
    api_version: str | None = None
    """Of Azure's API: 2024-03-01. None: what azure-native chooses. Empty: not known before deployment."""
    deployment: str = ""
    """The URN of the deployment whose template makes it; empty of what the program makes itself."""

    @property
    def of_engine(self) -> str:
        """The URN that the engine knows it by."""
        return self.deployment or self.urn


_UNKNOWN = frozenset(
    {
        proxy.UNKNOWN_ARCHIVE_VALUE,
        proxy.UNKNOWN_ARRAY_VALUE,
        proxy.UNKNOWN_ASSET_VALUE,
        proxy.UNKNOWN_BOOLEAN_VALUE,
        proxy.UNKNOWN_NUMBER_VALUE,
        proxy.UNKNOWN_OBJECT_VALUE,
        proxy.UNKNOWN_STRING_VALUE,
    }
)
"""The engine's marks for what isn't known before deployment."""

_NONE: Mapping[str, Any] = {}


class View:
    """The inputs of a resource, or an object inside them, as the engine hands them over.

    Paths are property names joined by dots. Reading an absent value gives None. A value that isn't known
    before deployment, or of a type that Azure doesn't have there, raises CantTell with its path.
    """

    __slots__ = ("_parameters", "_path", "_value", "resource")

    def __init__(
        self, value: Any, resource: Resource, path: str = "", parameters: Mapping[str, Any] = _NONE
    ) -> None:
        self._value = value
        self._path = path
        self._parameters = parameters
        self.resource = resource

    def path(self, path: str) -> str:
        """`path` from the resource, to be shown."""
        return f"{self._path}.{path}" if self._path else path

    def is_same(self, other: "View") -> bool:
        """Whether both are views of one resource."""
        return self.resource.urn == other.resource.urn

    def seen_from(self, other: "View", path: str) -> str:
        """`path` to be shown in a sentence about `other`: with this resource's name, if it is another."""
        return self.path(path) if self.is_same(other) else f"{self.resource.name}: {self.path(path)}"

    def given(self, path: str) -> bool:
        """Whether there is a value, known or not."""
        parent, _, name = path.rpartition(".")
        holder = self._read(parent) if parent else self._object(self._value, self._path)
        if holder is None:
            return False
        return self._object(holder, self.path(parent)).get(name) is not None

    def for_rule(self, parameters: Mapping[str, Any]) -> "View":
        """The same view with the parameters of the rule that will look at it."""
        if parameters == self._parameters:  # most rules have none, and most resources many rules
            return self
        return View(self._value, self.resource, self._path, parameters)

    def parameter(self, name: str) -> Any:
        """A parameter of the rule, as the project's settings or the rule itself give it."""
        return self._parameters[name]

    def known(self, path: str) -> bool:
        """Whether there is a value that is known. Never raises CantTell."""
        try:
            return self._read(path) is not None
        except CantTell:
            return False

    def names(self) -> list[str]:
        """The names in the object itself, in its order."""
        return list(self._object(self._value, self._path))

    def keys(self, path: str) -> list[str]:
        """The names in the map at `path`, in its order; whether their values are known doesn't matter."""
        entries = self._read(path)
        return [] if entries is None else list(self._object(entries, self.path(path)))

    def text(self, path: str) -> str | None:
        value = self._read(path)
        if value is None or isinstance(value, str):
            return value
        raise self._wrong(path, value, "text")

    def flag(self, path: str) -> bool | None:
        """A boolean; also the words true and false, which Azure takes too."""
        value = self._read(path)
        if isinstance(value, str) and value.lower() in ("true", "false"):
            return value.lower() == "true"
        if value is None or isinstance(value, bool):
            return value
        raise self._wrong(path, value, "true or false")

    def number(self, path: str) -> int | None:
        """A whole number, which the engine hands over as a float; also one written as text."""
        value = self._read(path)
        if isinstance(value, str) and value.isdecimal():
            return int(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and float(value).is_integer():
            return int(value)
        if value is None:
            return None
        raise self._wrong(path, value, "a whole number")

    def texts(self, path: str) -> list[str] | None:
        items = self._list(path)
        if items is None:
            return None
        for index, item in enumerate(items):
            if not isinstance(item, str) or item in _UNKNOWN:
                raise self._wrong(f"{path}[{index}]", item, "text")
        return list(items)

    def items(self, path: str) -> "list[View]":
        """Views of the objects in a list. One that isn't known raises CantTell only when it is read."""
        items = self._list(path) or []
        whole = self.path(path)
        return [
            View(item, self.resource, f"{whole}[{index}]", self._parameters)
            for index, item in enumerate(items)
        ]

    def entry(self, path: str, key: str) -> str | None:
        """The text under `key`, in any casing, in the map at `path`."""
        entries = self._read(path)
        if entries is None:
            return None
        for name in self._object(entries, self.path(path)):
            if name.lower() == key.lower():
                value = entries[name]
                if value is None or isinstance(value, str):
                    return self._known(value, f"{path}.{name}")
                raise self._wrong(f"{path}.{name}", value, "text")
        return None

    def quantity(self, path: str, key: str) -> int | None:
        """The whole number under `key`, which may have dots in it, in the map at `path`."""
        entries = self._read(path)
        if entries is None:
            return None
        value = self._known(self._object(entries, self.path(path)).get(key), f"{path}.{key}")
        return (
            None if value is None else View({"value": value}, self.resource, self.path(path)).number("value")
        )

    def plain(self, path: str) -> Any:
        """All of the value, with the engine's marks for what in it isn't known."""
        return _plain(self._read(path))

    def _read(self, path: str) -> Any:
        value, names = self._value, path.split(".")
        for depth, name in enumerate(names):
            if not isinstance(value, dict):  # paths are put together only where they are shown
                return self._object(value, self.path(".".join(names[:depth])) if depth else self._path)
            value = value.get(name)
            if value is None:
                return None
        return self._known(value, path)

    def _list(self, path: str) -> list[Any] | None:
        value = self._read(path)
        if value is None:
            return None
        if not isinstance(value, list):
            raise self._wrong(path, value, "a list")
        return value

    def _known(self, value: T, path: str) -> T:
        if isinstance(value, str) and value in _UNKNOWN:
            raise CantTell(f"{self.path(path)} isn't known before deployment")
        return value

    def _object(self, value: Any, path: str) -> Mapping[str, Any]:
        if isinstance(value, dict):
            return value
        raise _unexpected(path, value, "an object")

    def _wrong(self, path: str, value: Any, expected: str) -> CantTell:
        return _unexpected(self.path(path), value, expected)


def _unexpected(path: str, value: Any, expected: str) -> CantTell:
    if isinstance(value, str) and value in _UNKNOWN:
        return CantTell(f"{path} isn't known before deployment")
    shown = "a list" if isinstance(value, list) else show(value)
    return CantTell(f"{path} is {shown}; {expected} is expected")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return proxy.UNKNOWN_STRING_VALUE if isinstance(value, str) and value in _UNKNOWN else value


def show(value: object) -> str:
    """A value as it would be written in JSON."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, dict):
        return "an object"
    return json.dumps(value, default=repr)


def each(subjects: Iterable[T], check: Callable[[T], Iterator[str | CantTell]]) -> Iterator[str | CantTell]:
    """What `check` yields for every subject; one that can't be told doesn't hide the problems of the next."""
    for subject in subjects:
        try:
            yield from check(subject)
        except CantTell as unsure:
            yield unsure


def all_of(*conditions: Callable[[], bool]) -> bool:
    """True if all hold, False if one doesn't; raises CantTell only if what can't be told would decide."""
    unsure: CantTell | None = None
    for condition in conditions:
        try:
            if not condition():
                return False
        except CantTell as reason:
            unsure = unsure or reason
    if unsure:
        raise unsure
    return True


def first_of(*conditions: tuple[str, Callable[[], bool]]) -> str | None:
    """The name of the first condition that holds; raises CantTell if none does and one can't be told."""
    unsure: CantTell | None = None
    for name, condition in conditions:
        try:
            if condition():
                return name
        except CantTell as reason:
            unsure = unsure or reason
    if unsure:
        raise unsure
    return None
