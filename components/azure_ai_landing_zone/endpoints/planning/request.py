"""What is asked for: resources to reach privately, and who answers for the zones of their names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.catalog.private_link import Cloud, PrivateLink

ZoneMode = Literal["create", "existing", "policyManaged", "external", "provided"]
"""Who answers for a zone. `provided`: another component of the same program makes and links it."""

WRITERS: Mapping[ZoneMode, str] = MappingProxyType(
    {
        "create": "this stack",
        "existing": "this stack",
        "provided": "this stack",
        "policyManaged": "Azure Policy",
        "external": "someone else",
    }
)
"""Who writes the records of a zone. An endpoint has one zone group, and so one writer for all its zones.
Source: learn.microsoft.com/azure/private-link/private-endpoint-dns-integration, 2025-06-10."""


@dataclass(frozen=True, slots=True)
class ZoneChoice:
    """What is to become of a zone."""

    mode: ZoneMode
    resource_id: str | None = None
    """Of an existing zone; None where it is known after deployment only."""
    link: bool = False
    """Whether this stack links an existing zone to the networks."""

    @property
    def is_linked_here(self) -> bool:
        return self.mode == "create" or self.link


@dataclass(frozen=True, slots=True)
class NetworkRequest:
    """A network that has to resolve the names."""

    name: str
    resource_id: str | None
    """None: known after deployment only."""


@dataclass(frozen=True, slots=True)
class EndpointRequest:
    """A resource that is to be reached privately."""

    key: str
    service: str
    region: str
    """Of the target, for zones that have a region in their name."""
    target_resource_id: str | None
    """None: known after deployment only."""
    target_token: str | None = None
    """Tells targets apart whose ids aren't known yet; the key does otherwise."""
    subresources: tuple[str, ...] = ()
    zone_names: tuple[str, ...] = ()
    """Instead of the catalogue's, where those aren't certain."""
    subzone: str | None = None
    subnet_resource_id: str | None = None
    """None: known after deployment only."""
    needs_approval: bool = False
    """Whether someone else approves the connection."""
    waits: bool = False
    """Whether it was said what has to be finished on the target first."""

    @property
    def target(self) -> str:
        """The same text for the same resource, in whatever casing its id is written."""
        return (self.target_resource_id or self.target_token or self.key).lower()

    @property
    def network_resource_id(self) -> str | None:
        """The network of the subnet."""
        return self.subnet_resource_id and self.subnet_resource_id.rpartition("/subnets/")[0]

    def links(self) -> list[tuple[str, PrivateLink]]:
        """The group ids that are asked for, with their rows; those that the catalogue lacks are left out."""
        found = [(group, private_link.find(self.service, group)) for group in self.group_ids()]
        return [(group, link) for group, link in found if link is not None]

    def group_ids(self) -> tuple[str, ...]:
        """Those given, or the only one that the service has."""
        rows = private_link.of_service(self.service)
        return self.subresources or (rows[0].group_ids[:1] if len(rows) == 1 else ())


@dataclass(frozen=True, slots=True)
class PrivateDnsRequest:
    """Endpoints that share their DNS: every name is resolved alike in all of the networks."""

    cloud: Cloud
    endpoints: Sequence[EndpointRequest]
    zones: Mapping[str, ZoneChoice] = field(default_factory=dict)
    """By zone name."""
    other_zones: ZoneChoice | None = None
    """For zones that `zones` doesn't name. None: they are created, unless `zones` names any."""
    provided: frozenset[str] = frozenset()
    """Names of zones that another component makes."""
    networks: Sequence[NetworkRequest] = ()
    custom_dns: bool = False
    """The endpoints' networks ask DNS servers in a linked network, and need no link of their own."""

    def choice(self, zone: str) -> ZoneChoice | None:
        """What becomes of a zone; None if nothing says so."""
        if zone in self.provided:
            return ZoneChoice("provided")
        default = self.other_zones or (None if self.zones else ZoneChoice("create"))
        return self.zones.get(zone, default)

    def zone_names(self, endpoint: EndpointRequest, link: PrivateLink) -> tuple[str, ...]:
        """The zones of one endpoint, in the order of the catalogue, without placeholders."""
        names = endpoint.zone_names or link.zones[self.cloud]
        return tuple(
            name.replace("{region}", endpoint.region).replace("{subzone}", endpoint.subzone or "{subzone}")
            for name in names
        )

    def needed(self) -> dict[str, list[int]]:
        """Every zone that an endpoint needs, with the positions of those that need it."""
        needed: dict[str, list[int]] = {}
        for number, endpoint in enumerate(self.endpoints):
            for _, link in endpoint.links():
                for zone in self.zone_names(endpoint, link):
                    users = needed.setdefault(zone, [])
                    if number not in users:
                        users.append(number)
        return needed
