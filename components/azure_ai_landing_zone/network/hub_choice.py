"""The hub that a network is connected to: this stack's, another stack's, or one that others made."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool

from azure_ai_landing_zone.core.model import (
    DnsForwardingRulesetId,
    Model,
    VirtualHubId,
    VirtualNetworkId,
    fields_of,
)
from azure_ai_landing_zone.network.hub import HubNetwork, HubNetworkSettings
from azure_ai_landing_zone.network.hub_facts import HubReference
from azure_ai_landing_zone.network.settings import (
    HubConnection,
    HubPeering,
    VirtualHubConnection,
    VirtualHubLink,
)


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
    forwarding_rules: StrictBool = False
    """Whether names go by the forwarding rules of the hub's DNS resolver, where the network asks Azure's own:
    who asks the hub's firewall or resolver has them anyhow."""


class HubExisting(HubPeering):
    """A hub that others made."""

    mode: Literal["existing"]
    """By its ids."""
    virtual_network_resource_id: VirtualNetworkId
    """Of the hub's network, in this subscription or in `hub_subscription_id`."""
    firewall_private_ip_address: str | None = None
    """Of the hub's firewall, for networks with the egress `firewall`."""
    forwarding_ruleset_resource_id: DnsForwardingRulesetId | None = None
    """Of forwarding rules of a DNS resolver that are to hold here, where the network asks Azure's own."""


class HubOfVirtualWan(VirtualHubLink):
    """A virtual hub of a Virtual WAN that the company has. Neither is made here."""

    mode: Literal["virtualHub"]
    """By its id."""
    virtual_hub_resource_id: VirtualHubId
    """Of the virtual hub, in this subscription or in `hub_subscription_id`."""
    firewall_private_ip_address: str | None = None
    """Of the Azure Firewall in the hub: for AKS alone, with the egress `firewall`. It asks for a default
    route in a table of its subnet, and doesn't see the hub's."""
    forwarding_ruleset_resource_id: DnsForwardingRulesetId | None = None
    """Of forwarding rules of a DNS resolver that are to hold here, where the network asks Azure's own."""


HubChoice = Annotated[
    HubOfThisStack | HubOfOtherStack | HubExisting | HubOfVirtualWan, Field(discriminator="mode")
]


def planned(
    choice: HubOfThisStack | HubOfOtherStack | HubExisting | HubOfVirtualWan | None,
    hub: HubNetworkSettings | None,
) -> HubConnection | VirtualHubConnection | None:
    """The connection as far as it is known before anything exists; a hub of ours has what is asked of it, or
    says at once that it hasn't."""
    later = "known later"
    if isinstance(choice, HubOfThisStack):
        if hub is None:
            return None
        return HubConnection(
            address_ranges=[hub.address_space],
            virtual_network_resource_id=later,
            firewall_private_ip_address=later if hub.firewall.mode == "create" else None,
        )
    if isinstance(choice, HubOfOtherStack):
        return HubConnection(
            **fields_of(choice, HubPeering),
            virtual_network_resource_id=later,
            firewall_private_ip_address=later,
            forwarding_ruleset_resource_id=later if choice.forwarding_rules else None,
        )
    return _by_ids(choice)


def connection(
    choice: HubOfThisStack | HubOfOtherStack | HubExisting | HubOfVirtualWan | None,
    own: HubNetwork | None,
    reference: HubReference | None,
    *,
    wants_firewall: bool,
    asks_azure: bool,
) -> HubConnection | VirtualHubConnection | None:
    """The connection with the ids that it takes. `wants_firewall`: everything leaves by the hub's;
    `asks_azure`: names are asked of Azure's own resolver."""
    if isinstance(choice, HubOfThisStack) and own is not None:
        address = own.firewall_private_ip_address
        has_firewall = own.firewall_resource_id is not None
        return HubConnection(
            address_ranges=own.address_ranges,
            virtual_network_resource_id=own.virtual_network_resource_id,
            firewall_private_ip_address=address.apply(str) if has_firewall else None,
            forwarding_ruleset_resource_id=own.forwarding_ruleset_resource_id if asks_azure else None,
        )
    if isinstance(choice, HubOfOtherStack) and reference is not None:
        return HubConnection(
            **fields_of(choice, HubPeering),
            virtual_network_resource_id=reference.virtual_network_resource_id,
            firewall_private_ip_address=reference.firewall_private_ip_address
            if wants_firewall
            else reference.firewall_if_any,
            forwarding_ruleset_resource_id=reference.forwarding_ruleset_resource_id
            if choice.forwarding_rules
            else None,
        )
    return _by_ids(choice)


def _by_ids(
    choice: HubOfThisStack | HubOfOtherStack | HubExisting | HubOfVirtualWan | None,
) -> HubConnection | VirtualHubConnection | None:
    """All of whose ids are given."""
    if isinstance(choice, HubExisting):
        return HubConnection(**fields_of(choice, HubConnection))
    if isinstance(choice, HubOfVirtualWan):
        return VirtualHubConnection(**fields_of(choice, VirtualHubConnection))
    return None
