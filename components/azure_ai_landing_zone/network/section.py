"""The networks of a landing zone: its own, one that exists, a hub for others, and the connection to a hub."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

import pulumi
from pydantic import Field, model_validator

from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.core.model import Input, Model, SubnetId, VirtualNetworkId, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.hub import HubLayout, HubNetwork, HubNetworkArgs
from azure_ai_landing_zone.network.hub_facts import HubReference
from azure_ai_landing_zone.network.network import Network, NetworkArgs
from azure_ai_landing_zone.network.settings import HubConnection, HubPeering, NetworkLayout, NetworkSubnet
from azure_ai_landing_zone.sections.section import Section
from azure_ai_landing_zone.sections.site import Site, fields_of
from azure_ai_landing_zone.training.section import TrainingClusterSettings

ENDPOINTS = "endpoints"
"""The subnet of private endpoints."""

_ENDPOINT_ADDRESSES = 59
"""A /26: room for the endpoints of every service that a zone may get, so that the subnet never has to
move."""


class HubNetworkSettings(HubLayout):
    """A hub for this and other stacks."""

    dns_zone_names: list[str] = Field(default=[])
    """Private DNS zones for all spokes, such as privatelink.blob.core.windows.net: made here and linked to
    the hub. Spokes link themselves."""

    @model_validator(mode="after")
    def _check_zones(self) -> "HubNetworkSettings":
        problems = []
        for number, zone in enumerate(self.dns_zone_names):
            path = ("dns_zone_names", number)
            if not private_link.is_zone_name(zone):
                problems.append(Problem(path, f"no service has a zone of this name, got {zone!r}"))
            elif zone in self.dns_zone_names[:number]:
                problems.append(Problem(path, f"{zone} is there already"))
        refuse(HubNetworkSettings, problems)
        return self


class HubOfThisStack(Model):
    """The hub that this stack makes, `hub_network`."""

    mode: Literal["create"]
    """Made by this stack."""


class HubOfOtherStack(HubPeering):
    """A hub that another stack of this project or another one makes; the rest is read from its outputs."""

    mode: Literal["stack"]
    """By a stack reference."""
    stack: Annotated[str, Field(pattern=r"^[\w.-]+/[\w.-]+/[\w.-]+$")]
    """Full name: organisation, project and stack; the organisation is `organization` where state is in a blob
    container."""


class HubExisting(HubPeering):
    """A hub that others made."""

    mode: Literal["existing"]
    """By its ids."""
    virtual_network_resource_id: VirtualNetworkId
    """Of the hub's network, in this subscription or in `hub_subscription_id`."""
    firewall_private_ip_address: str | None = None
    """Of the hub's firewall, for networks with the egress `firewall`."""


HubChoice = Annotated[HubOfThisStack | HubOfOtherStack | HubExisting, Field(discriminator="mode")]


class NetworkCreate(NetworkLayout):
    """A virtual network of the zone's own: a private subnet for endpoints and one for each
    training cluster."""

    mode: Literal["create"]
    """Made by this stack."""
    hub_connection: HubChoice | None = None
    """The hub that it is peered with. Left out: it stands alone."""


class NetworkExisting(Model):
    """A virtual network that someone else answers for, its security groups and its way out included."""

    mode: Literal["existing"]
    """Made elsewhere; nothing of it is changed."""
    virtual_network_resource_id: VirtualNetworkId
    """Its private DNS zones are linked to it."""
    endpoint_subnet_resource_id: SubnetId
    """Where private endpoints go."""
    subnet_resource_ids: dict[str, SubnetId] = Field(default={})
    """One for each training cluster, by its name, and for everything else that has a subnet to itself."""


NetworkSettings = Annotated[NetworkCreate | NetworkExisting, Field(discriminator="mode")]


@dataclass(frozen=True, slots=True)
class NetworkPlace:
    """A network to put things into."""

    virtual_network_resource_id: Input[str]
    subnet_resource_ids: dict[str, Input[str]]
    """By the name of what has it to itself, and `endpoints`."""
    egress_ip_address: pulumi.Output[str | None] | None = None
    hub_commands: pulumi.Output[list[str]] | None = None
    nat_gateway_resource_id: pulumi.Output[str] | None = None


def subnets_of(clusters: Sequence[TrainingClusterSettings], items: Sequence[Section]) -> list[NetworkSubnet]:
    """The subnets of a network of our own. The endpoints' comes first, so that no cluster moves it."""
    return [
        NetworkSubnet(name=ENDPOINTS, purpose="privateEndpoints", addresses=_ENDPOINT_ADDRESSES),
        *(
            NetworkSubnet(name=cluster.name, purpose="nodes", addresses=cluster.node_limit)
            for cluster in clusters
        ),
        *(subnet for item in items for subnet in item.subnets()),
    ]


def make_hub(site: Site, settings: HubNetworkSettings) -> HubNetwork:
    return HubNetwork(
        f"{site.name}-hub",
        HubNetworkArgs(
            **site.common,
            **fields_of(settings, HubLayout),
            label=site.name,
            diagnostics=site.diagnostics,
        ),
        site.child(),
    )


def make_network(
    site: Site,
    settings: NetworkCreate | NetworkExisting,
    clusters: Sequence[TrainingClusterSettings],
    items: Sequence[Section],
    hub: HubConnection | None,
) -> NetworkPlace:
    if isinstance(settings, NetworkExisting):
        existing: dict[str, Input[str]] = {ENDPOINTS: settings.endpoint_subnet_resource_id}
        existing |= settings.subnet_resource_ids
        return NetworkPlace(settings.virtual_network_resource_id, existing)
    subnets = subnets_of(clusters, items)
    made = Network(
        f"{site.name}-network",
        NetworkArgs(
            **site.common,
            **fields_of(settings, NetworkLayout),
            label=site.name,
            subnets=subnets,
            hub=hub,
            diagnostics=site.diagnostics,
        ),
        site.child(),
        hub_provider=site.hub_provider,
    )
    return NetworkPlace(
        made.virtual_network_resource_id.apply(str),
        {subnet.name: made.subnet_resource_ids[subnet.name] for subnet in subnets},
        made.egress_ip_address,
        made.hub_commands if hub is not None and hub.hub_side == "commands" else None,
        made.nat_gateway_resource_id.apply(str) if settings.egress == "natGateway" else None,
    )


def refer_to_hub(site: Site, settings: NetworkCreate | NetworkExisting | None) -> HubReference | None:
    """The hub's stack, where the network is connected to one."""
    connection = settings.hub_connection if isinstance(settings, NetworkCreate) else None
    if not isinstance(connection, HubOfOtherStack):
        return None
    return HubReference(connection.stack, connection.address_ranges, site.child())


def connect(
    settings: NetworkCreate | NetworkExisting | None,
    *,
    own: HubNetwork | None,
    reference: HubReference | None,
) -> HubConnection | None:
    """The connection with the ids that it takes."""
    if not isinstance(settings, NetworkCreate) or settings.hub_connection is None:
        return None
    choice = settings.hub_connection
    wants_firewall = settings.egress == "firewall"
    if isinstance(choice, HubOfThisStack):
        if own is None:
            return None
        return HubConnection(
            address_ranges=own.address_ranges,
            virtual_network_resource_id=own.virtual_network_resource_id,
            firewall_private_ip_address=own.firewall_private_ip_address.apply(str)
            if wants_firewall
            else None,
        )
    peering = fields_of(choice, HubPeering)
    if isinstance(choice, HubExisting):
        return HubConnection(
            **peering,
            virtual_network_resource_id=choice.virtual_network_resource_id,
            firewall_private_ip_address=choice.firewall_private_ip_address,
        )
    if reference is None:
        return None
    return HubConnection(
        **peering,
        virtual_network_resource_id=reference.virtual_network_resource_id,
        firewall_private_ip_address=reference.firewall_private_ip_address if wants_firewall else None,
    )


def planned_connection(settings: NetworkCreate, hub: HubNetworkSettings | None) -> HubConnection | None:
    """The connection as far as it is known before anything exists; a hub of ours has what is asked of it, or
    says at once that it hasn't."""
    choice, later = settings.hub_connection, "known later"
    if isinstance(choice, HubOfThisStack):
        if hub is None:
            return None
        has_firewall = hub.firewall.mode == "create"
        return HubConnection(
            address_ranges=[hub.address_space],
            virtual_network_resource_id=later,
            firewall_private_ip_address=later if has_firewall else None,
        )
    if isinstance(choice, HubExisting):
        return HubConnection(
            **fields_of(choice, HubPeering),
            virtual_network_resource_id=choice.virtual_network_resource_id,
            firewall_private_ip_address=choice.firewall_private_ip_address,
        )
    if choice is None:
        return None
    return HubConnection(
        **fields_of(choice, HubPeering),
        virtual_network_resource_id=later,
        firewall_private_ip_address=later,
    )
