"""What stands on a page, as plain values: `build` finds it in a state, the writers write it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

AreaKind = Literal["network", "subnet", "section"]


@dataclass(frozen=True, slots=True)
class Thing:
    """One resource, or several of one type that there is no more to say about."""

    names: tuple[str, ...]
    """Logical names."""
    type: str
    """As `type_name` gives it: storage:StorageAccount."""
    facts: tuple[str, ...] = ()
    """Size, zone, placement, fabric, where it leads, whether it is open."""
    parts: int = 0
    """Resources that lie inside of it."""

    @property
    def title(self) -> str:
        return self.names[0] if len(self.names) == 1 else f"{len(self.names)} × {self.kind}"

    @property
    def kind(self) -> str:
        return self.type.rpartition(":")[2]


@dataclass(frozen=True, slots=True)
class Area:
    """A network with its subnets, a subnet with what has addresses of it, or a section with the rest."""

    kind: AreaKind
    name: str
    facts: tuple[str, ...] = ()
    """Ranges, peers, the way out."""
    things: tuple[Thing, ...] = ()
    areas: tuple["Area", ...] = ()

    def all_things(self) -> Iterator[Thing]:
        yield from self.things
        for area in self.areas:
            yield from area.all_things()


@dataclass(frozen=True, slots=True)
class Way:
    """What becomes of a connection."""

    verdict: Literal["reached", "refused", "unknown"]
    text: str
    others: bool = False
    """Whether other tenants' things are reached by the very same way."""


@dataclass(frozen=True, slots=True)
class Target:
    """A name, and what every origin gets when it asks for it."""

    name: str
    port: int
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """Who reaches whom."""

    origins: tuple[str, ...] = ()
    """Names of subnets."""
    targets: tuple[Target, ...] = ()
    inward: tuple[str, ...] = ()
    """A sentence for each subnet that others of the networks come into."""


@dataclass(frozen=True, slots=True)
class Right:
    """A role that somebody has."""

    role: str
    scope: str
    because: str
    """The logical name of its assignment."""
    conditional: bool


@dataclass(frozen=True, slots=True)
class Principal:
    """Somebody, what they may do, and whom else they can be by it."""

    name: str
    kind: str
    """As the assignments say: Group, ServicePrincipal, User."""
    works: tuple[str, ...]
    """Names of what works as it."""
    rights: tuple[Right, ...]
    becomes: tuple[str, ...] = ()
    """Whom else it can be by any chain, and how."""
    unsure: str = ""
    """Why that can't be told."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the inventory."""

    name: str
    type: str
    section: str
    azure_name: str


@dataclass(frozen=True, slots=True)
class Said:
    """What a rule said of a resource."""

    rule: str
    resource: str
    text: str
    mandatory: bool
    link: str


@dataclass(frozen=True, slots=True)
class Changes:
    """Against a former state."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[tuple[str, tuple[str, ...]], ...]
    """Logical names, and the inputs that differ. Their values are nowhere: they may be secret."""

    @property
    def none(self) -> bool:
        return not (self.added or self.removed or self.changed)


@dataclass(frozen=True, slots=True)
class Cost:
    """The estimate, in words and by section."""

    sentences: tuple[str, ...]
    sections: tuple[tuple[str, str, str, str], ...]
    """Name, and dollars or the price list's money a month: at least, expected, at most."""


@dataclass(frozen=True, slots=True)
class Page:
    """All of it."""

    stack: str
    project: str
    day: str
    areas: tuple[Area, ...]
    reach: Reach
    principals: tuple[Principal, ...]
    items: tuple[Item, ...]
    cost: Cost
    rules: int
    """How many looked at it."""
    said: tuple[Said, ...]
    waivers: tuple[str, ...]
    """What waivers and the baseline let pass, in sentences."""
    changes: Changes | None
    """None: no former state was given."""
