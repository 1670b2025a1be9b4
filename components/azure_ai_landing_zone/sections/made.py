"""Made: what there is of a landing zone while it is being put together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pulumi

from azure_ai_landing_zone.access.identity import ManagedIdentity, ManagedIdentityArgs
from azure_ai_landing_zone.access.people import PeopleKind
from azure_ai_landing_zone.access.roles_on import Grantor
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.model import AccessGrant, Input, OwnRole, PrivateEndpointPlace
from azure_ai_landing_zone.operations.alert_rules import AlertTarget
from azure_ai_landing_zone.sections.needs import Needs
from azure_ai_landing_zone.sections.others import Others
from azure_ai_landing_zone.sections.places import EndpointPlaces
from azure_ai_landing_zone.sections.site import Site

C = TypeVar("C")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What a part of a stack file has become."""

    component: object
    """Others find it by its class."""
    outputs: Any
    """What the stack puts out of it: of an item of a list under its name, of what there is one of each under
    the name of an output."""
    further: Sequence[object] = ()
    """What else others find by its class."""
    alert_targets: list[AlertTarget] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class NetworkPlace:
    """A network to put things into."""

    virtual_network_resource_id: Input[str]
    subnet_resource_ids: Mapping[str, Input[str]]
    """By the key of what has it to itself, and `endpoints`."""
    hub_virtual_network_resource_id: Input[str] | None = None
    """Of the hub that it is a spoke of."""
    asks_the_hub: bool = False
    """Whether names are asked of the hub's firewall, and have to be known there."""


class Made:
    """Parts find what they need here, by its class: what was made before them."""

    def __init__(self, site: Site, others: Others) -> None:
        """`others`: all parts of the stack file, each right and fitting the rest."""
        self.site = site
        self.others = others
        self.identities: dict[str, ManagedIdentity] = {}
        """By name."""
        self._identity_keys: dict[str, str] = {}
        self._parts: list[tuple[Needs, Part]] = []

    def keep(self, needs: Needs, part: Part) -> None:
        """Lets others find it."""
        self._parts.append((needs, part))

    def make_identities(self) -> None:
        """Those that parts need."""
        site = self.site
        for _, needs in self.others.each(Needs):
            for name, key, one in needs.named_identities():
                args = ManagedIdentityArgs(
                    **site.common, label=key, trusts=list(one.trusts), existing=one.existing
                )
                self.identities[name] = ManagedIdentity(f"{site.name}-{key}", args, site.child())
                self._identity_keys[name] = key

    def parts(self) -> Iterator[tuple[Needs, Part]]:
        """In the order in which they were made."""
        return iter(self._parts)

    def of(self, kind: type[C], name: str) -> C:
        """The component of that class that the part of that name has become."""
        for needs, part in self._parts:
            if needs.title == name and isinstance(part.component, kind):
                return part.component
        raise LookupError(f"no {kind.__name__} {name} is made yet, which the settings' checks refuse")

    def all_of(self, kind: type[C]) -> dict[str, C]:
        """All components of that class, by the names of their parts."""
        return {
            needs.title: part.component for needs, part in self._parts if isinstance(part.component, kind)
        }

    def only(self, kind: type[C]) -> C | None:
        """What there is one of at most. Raises LookupError for what is made later only."""
        if (found := self.so_far(kind)) is not None:
            return found
        made = {id(needs) for needs, _ in self._parts}
        for _, needs in self.others.each(Needs):
            if id(needs) not in made and issubclass(needs.makes, kind):
                raise LookupError(f"{kind.__name__} is asked for before it is made: name it in `after`")
        return None

    def so_far(self, kind: type[C]) -> C | None:
        """What there is of it by now."""
        for _, part in self._parts:
            for one in (part.component, *part.further):
                if isinstance(one, kind):
                    return one
        return None

    def present(self, *kinds: type[pulumi.Resource]) -> list[pulumi.Resource]:
        """Those of these that there are, to depend on."""
        return [one for one in map(self.only, kinds) if one is not None]

    def the(self, kind: type[C]) -> C:
        """What the settings' checks ask for."""
        if (found := self.only(kind)) is None:
            raise LookupError(f"no {kind.__name__}, which the settings' checks refuse")
        return found

    def identity(self, needs: Needs, role: str = "") -> ManagedIdentity:
        """The one that the zone made for a part, in that role."""
        return self.identities[needs.identity_name(role)]

    def subnet_id(self, needs: Needs) -> Input[str]:
        """Of the subnet that a part has to itself."""
        return self.the(NetworkPlace).subnet_resource_ids[needs.key]

    def place(self, needs: Needs, role: str) -> PrivateEndpointPlace:
        """Where the private endpoint of a part stands."""
        if (place := self.place_if_needed(needs, role)) is None:
            raise LookupError(f"{type(needs).__name__} needs no private endpoint called {role}")
        return place

    def place_if_needed(self, needs: Needs, role: str) -> PrivateEndpointPlace | None:
        """The same; None where the part makes no such endpoint."""
        for endpoint in needs.endpoints():
            if endpoint.role == role:
                return self.the(EndpointPlaces).place(endpoint.service, endpoint.subresource)
        return None

    def key_of(self, identity: str) -> str:
        """What the identity of that name is called in the state and in Azure."""
        return self._identity_keys[identity]

    def grant(self, identity: str, role: BuiltInRole | OwnRole) -> AccessGrant:
        """A role for the identity of that name."""
        principal_id = self.identities[identity].principal_id
        return AccessGrant(key=self.key_of(identity), principal_id=principal_id, role=role)

    def part_access(
        self,
        readers: Mapping[str, Sequence[str]],
        role: BuiltInRole,
        peoples: Sequence[str],
        kind: PeopleKind,
    ) -> dict[str, list[AccessGrant]]:
        """Who is let at which part of a resource, by the part's name: identities by `role`, and people at
        `peoples`."""
        found = {part: [self.grant(name, role) for name in names] for part, names in readers.items()}
        for part in peoples:
            found.setdefault(part, []).extend(self.site.people.access(kind))
        return found

    def grants_on(self, grantor: Grantor) -> list[AccessGrant]:
        """The roles that identities ask for on what the zone has one of."""
        found = []
        for _, needs in self.others.each(Needs):
            for name, key, one in needs.named_identities():
                found += [
                    AccessGrant(
                        key=key if number == 0 else f"{key}-{number}",
                        principal_id=self.identities[name].principal_id,
                        role=role,
                    )
                    for number, role in enumerate(one.roles_on.get(grantor, []))
                ]
        return found

    def alert_targets(self) -> list[AlertTarget]:
        """Everything so far that the library may have alerts for."""
        return [target for _, part in self._parts for target in part.alert_targets]
