"""Section: a part of a stack file that makes itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pulumi

from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.core.model import AccessGrant, Input, Named
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.node_setup.services import FabricReports, NodeMount, SlurmMembership
from azure_ai_landing_zone.sections.made import Made, Part
from azure_ai_landing_zone.sections.needs import Needs, Path
from azure_ai_landing_zone.sections.others import Others

ELSEWHERE = "/"


def elsewhere(*path: str | int) -> Path:
    """The path of a problem that lies outside of the part that found it."""
    return (ELSEWHERE, *path)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForNodes:
    """What a part gives the nodes of a training cluster."""

    after: pulumi.Resource | None = None
    """Is there before they are: nodes ask for it as soon as they boot. None for what others made."""
    mounts: list[NodeMount] = field(default_factory=list)
    checkpoint_container_url: Input[str] | None = None
    fabric_reports: FabricReports | None = None
    slurm: SlurmMembership | None = None
    homes: str | None = None
    """The folder in which each person has a home."""
    access: list[AccessGrant] = field(default_factory=list)
    """Who may do what to the scale set itself."""


class Section(Needs):
    """What there is one of at most in a stack file, and the base of the items of its lists."""

    ground: ClassVar[bool] = False
    """Made before identities and everything else: what all stands on."""
    after: ClassVar[tuple[type[Needs], ...]] = ()
    """Kinds of parts that are made before this one, where there are any."""
    requires: ClassVar[Mapping[type[Needs], str]] = {}
    """Kinds of parts that there have to be with this one, with the reason."""

    def problems(self, others: Others) -> Sequence[Problem]:  # noqa: ARG002 (for those that have some)
        """What doesn't fit the rest of the settings, with paths from itself on, or `elsewhere`."""
        return []

    def make(self, made: Made) -> Part:
        """Makes it, with what is there already."""
        raise NotImplementedError


class Item(Named, Section):
    """One of a list."""

    @property
    def title(self) -> str:
        return self.name


class ServesNodes(Item):
    """Gives nodes of training clusters something: a mount, a place for checkpoints, a scheduler."""

    def ways_out_for(self, needs: Needs) -> list[Workload]:  # noqa: ARG002 (for those that have some)
        """What nodes of that cluster fetch from the internet for it."""
        return []

    def for_nodes(self, cluster: Needs, made: Made) -> ForNodes | None:
        """What the nodes of that cluster get of it, if anything."""
        raise NotImplementedError
