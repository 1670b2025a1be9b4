"""Section: a list of a stack file whose items say what they need of the zone, and make themselves."""

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, get_args, get_origin

import pulumi
from pydantic import BaseModel

from azure_ai_landing_zone.access.section import RolesOn
from azure_ai_landing_zone.core.model import Key, Model
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand
from azure_ai_landing_zone.network.settings import NetworkSubnet
from azure_ai_landing_zone.operations.alert_rules import AlertTarget

if TYPE_CHECKING:
    from azure_ai_landing_zone.zone.made import Made
    from azure_ai_landing_zone.zone.parts import Parts

Path = tuple[str | int, ...]


class SectionEndpoint(NamedTuple):
    """A private endpoint that an item makes for itself, with the place that Made.zones gives for it."""

    key: str
    """Unique within the zone."""
    service: str
    subresource: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What an item has become."""

    component: pulumi.Resource
    outputs: dict[str, Any]
    """What the stack puts out of it, under its name."""
    alert_targets: list[AlertTarget] = field(default_factory=list)


class Section(Model):
    """One item of the list. What it needs is asked before anything is made; none of it may fail on an item
    that is right by itself."""

    stage: ClassVar[Literal["data", "compute"]] = "compute"
    """`data` is made before training clusters, `compute` after them; within a stage, lists in the order of
    LandingZoneSettings."""

    name: Key
    """Unique within the list."""

    def subnets(self) -> list[NetworkSubnet]:
        """Those that it has to itself, called after it."""
        return []

    def endpoints(self) -> list[SectionEndpoint]:
        """Private endpoints; their zones are made, linked or looked up by the landing zone."""
        return []

    def identities(self) -> dict[str, RolesOn]:
        """Identities that the zone makes for it, by name, and what each may do to what the zone has one
        of."""
        return {}

    def azure_names(self) -> list[tuple[Kind, str]]:
        """What its parts are called, so that names that get too long are refused. Without its identities."""
        return []

    def gpu_demands(self, path: Path) -> list[GpuDemand]:  # noqa: ARG002 (for those that have some)
        """What it takes of projects' GPU quota. `path`: its own."""
        return []

    def problems(self, parts: "Parts") -> list[Problem]:  # noqa: ARG002 (for those that have some)
        """What doesn't fit the rest of the settings, with paths from itself on."""
        return []

    def make(self, made: "Made") -> Part:
        """Makes it, with what is there already."""
        raise NotImplementedError


@cache
def section_fields(settings: type[BaseModel]) -> list[str]:
    """The lists of sections that these settings have."""
    found = []
    for name, info in settings.model_fields.items():
        kind = (*get_args(info.annotation), None)[0]
        if get_origin(info.annotation) is list and isinstance(kind, type) and issubclass(kind, Section):
            found.append(name)
    return found
