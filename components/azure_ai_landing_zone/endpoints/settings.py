"""What a user says of private endpoints, the zones of their names, and the networks that look them up."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool

from azure_ai_landing_zone.catalog.private_link import Cloud
from azure_ai_landing_zone.core.model import Input, Key, Model, PrivateDnsZoneId, Region
from azure_ai_landing_zone.endpoints.planning.request import ZoneChoice


class DnsZoneCreate(Model):
    """A zone made by this stack and linked to its networks."""

    mode: Literal["create"]
    """Says which kind this is."""

    def choice(self) -> ZoneChoice:
        return ZoneChoice(self.mode)


class DnsZoneExisting(Model):
    """A zone that someone else made, such as the hub's team; this stack writes its records there."""

    mode: Literal["existing"]
    """Says which kind this is."""
    resource_id: Input[PrivateDnsZoneId]
    """Full id; the zone may be in another subscription."""
    link_networks: StrictBool = False
    """Whether this stack links the zone to its networks. Otherwise that is left to whoever made it."""

    def choice(self) -> ZoneChoice:
        known = self.resource_id if isinstance(self.resource_id, str) else None
        return ZoneChoice(self.mode, known, self.link_networks)


class DnsZonePolicyManaged(Model):
    """Azure Policy writes the records (deployIfNotExists): a zone group of ours would take turns with its."""

    mode: Literal["policyManaged"]
    """Says which kind this is."""

    def choice(self) -> ZoneChoice:
        return ZoneChoice(self.mode)


class DnsZoneExternal(Model):
    """Someone else writes the records, by hand or in DNS servers of their own; they are an output."""

    mode: Literal["external"]
    """Says which kind this is."""

    def choice(self) -> ZoneChoice:
        return ZoneChoice(self.mode)


DnsZoneChoice = Annotated[
    DnsZoneCreate | DnsZoneExisting | DnsZonePolicyManaged | DnsZoneExternal, Field(discriminator="mode")
]
OtherDnsZonesChoice = Annotated[
    DnsZoneCreate | DnsZonePolicyManaged | DnsZoneExternal, Field(discriminator="mode")
]


class PrivateDnsSettings(Model):
    """Who answers for the private DNS zones."""

    cloud: Cloud = "public"
    """Decides the names of zones: public, government (US) or china (21Vianet)."""
    dns_zones: dict[str, DnsZoneChoice] = Field(default={})
    """By zone name, such as privatelink.openai.azure.com. May name existing zones that nothing needs."""
    other_dns_zones: OtherDnsZonesChoice | None = None
    """For zones that `dns_zones` doesn't name. Left out, they are created if `dns_zones` is empty, and
    refused if it is not: a zone created beside those of a hub is found by nobody."""
    custom_dns: StrictBool = False
    """Networks of endpoints ask DNS servers elsewhere (Azure Firewall, a Private Resolver) whose network is
    linked; they need no link of their own."""


class LinkedNetwork(Model):
    """A virtual network that has to resolve the names."""

    name: Key
    """For the names of its links."""
    virtual_network_resource_id: Input[str]
    """Of a network in this or another subscription."""


class PrivateTarget(Model):
    """What is to be reached privately, without the ids."""

    service: str
    """Such as foundry, aiSearch or storage: a key of the private link catalogue."""
    subresources: list[str] = Field(default=[])
    """Group ids such as blob and dfs. Left out: the only one that the service has."""
    region: Region | None = None
    """Of the resource, where that isn't the endpoints' own. Some zones have it in their names."""
    subzone: str | None = None
    """Of a private AKS cluster whose zone is named so."""
    zone_names: list[Annotated[str, Field(pattern=r"^([a-z0-9-]+\.)+[a-z]{2,}$")]] = Field(default=[])
    """Instead of those of the catalogue, in clouds where Azure's pages give none or don't agree."""
    request_message: str | None = Field(default=None, min_length=1, max_length=140)
    """Set it where the deployer may not approve connections on the resource: someone else does, and reads
    this."""


class PrivateEndpointTarget(PrivateTarget):
    """What is to be reached privately, and from where."""

    key: Key
    """For the names of its endpoints."""
    target_resource_id: Input[str]
    """Of a resource in this or another subscription or region."""
    subnet_resource_id: Input[str]
    """Where its endpoints stand; in the component's own region and subscription."""
    after_resource_ids: list[Input[str]] = Field(default=[])
    """What has to be finished first: a Foundry account's deployments and projects. Azure refuses an endpoint
    while one is being made (400 AccountProvisioningStateInvalid)."""
