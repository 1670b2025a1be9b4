"""Needs: what a part of a stack file asks of its zone, before anything is made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from azure_ai_landing_zone.access.identity import ExistingIdentity
from azure_ai_landing_zone.access.roles_on import Grantor, RolesOn
from azure_ai_landing_zone.access.trust import FederatedTrustChoice
from azure_ai_landing_zone.catalog.firewall_rules import Workload
from azure_ai_landing_zone.core.model import Model, Named
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand
from azure_ai_landing_zone.network.settings import NetworkSubnet

Path = tuple[str | int, ...]


class NeededEndpoint(NamedTuple):
    """A private endpoint that it makes for itself, at the place that the zone has for it."""

    role: str
    """Unique within the part."""
    service: str
    """Of catalog/private_link.csv."""
    subresource: str


@dataclass(frozen=True, slots=True)
class NeededIdentity:
    """An identity that the zone makes for it."""

    role: str = ""
    """What it is for, appended to the part's name; empty for the one that is called like the part."""
    called: Named | None = None
    """What has its name instead, where it has one of its own."""
    roles_on: RolesOn = field(default_factory=dict)
    """What it may do to what the zone has one of."""
    trusts: Sequence[FederatedTrustChoice] = ()
    existing: ExistingIdentity | None = None
    """Taken instead of one of the zone's own."""
    roles_path: Path | None = None
    """Where people set `roles_on`, from the part on; None where the library does."""


class Needs(Model):
    """Asked of settings that are right by themselves; none of it fails on those."""

    makes: ClassVar[type[object]]
    """The class of its component, by which others find it."""
    grantor: ClassVar[Grantor | None] = None
    """As what it gives identities roles on itself."""

    @property
    def title(self) -> str:
        """What people call it: the name in the stack file."""
        return ""

    @property
    def key(self) -> str:
        """What it is called in the state and in Azure, for as long as it lives."""
        return self.title

    def subnets(self) -> list[NetworkSubnet]:
        """Those that it has to itself, called after it."""
        return []

    def ways_out(self) -> list[Workload]:
        """What runs in those and fetches things from the internet: catalog/firewall_rules.csv has which."""
        return []

    def endpoints(self) -> list[NeededEndpoint]:
        """Private endpoints; their zones are made, linked or looked up by the landing zone."""
        return []

    def endpoint_targets(self) -> list[tuple[str, str]]:
        """Services and subresources of all private endpoints that it brings."""
        return [(one.service, one.subresource) for one in self.endpoints()]

    def stands_in_network(self) -> bool:
        """Whether it needs a network."""
        return bool(self.subnets() or self.endpoints())

    def identities(self) -> list[NeededIdentity]:
        """Identities that the zone makes for it."""
        return []

    def named_identities(self) -> Iterator[tuple[str, str, NeededIdentity]]:
        """Those with the names that others call them by, and with their keys."""
        for one in self.identities():
            if one.called is not None:
                yield one.called.name, one.called.key, one
            else:
                yield self.identity_name(one.role), _joined(self.key, one.role), one

    def identity_name(self, role: str = "") -> str:
        """What others call its identity in that role."""
        return _joined(self.title, role)

    def taken_names(self) -> list[str]:
        """Names that no other identity of the zone can have."""
        return [name for name, _, _ in self.named_identities()]

    def gives_roles(self) -> bool:
        """Whether there is something to give roles on, as its `grantor`."""
        return self.grantor is not None

    def fronted(self) -> list[tuple[str, str]]:
        """Other parts that people get at through this one alone, by setting and name: they have no role on
        the data of those."""
        return []

    def keeps_questions(self) -> bool:
        """Whether the zone's workspace gets what models were asked, or who asked it: data scientists have no
        role on it then. A role on a workspace shows all of its tables."""
        return False

    def providers(self) -> list[str]:
        """Resource providers, such as Microsoft.Web, that have to be registered although nothing of theirs
        is made."""
        return []

    def azure_names(self, zone: str) -> list[tuple[Kind, str]]:  # noqa: ARG002 (for what is called after it)
        """What its parts are called in a zone of that name, so that names that get too long are refused.
        Without its identities."""
        return []

    def gpu_demands(self) -> list[GpuDemand]:
        """What it takes of projects' GPU quota, with paths from itself on."""
        return []


def _joined(name: str, role: str) -> str:
    return f"{name}-{role}" if role else name
