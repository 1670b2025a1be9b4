"""The hub that a network is peered with: this stack's, another stack's, or one that others made."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool

from azure_ai_landing_zone.core.model import (
    DnsForwardingRulesetId,
    Model,
    VirtualNetworkId,
    fields_of,
)
from azure_ai_landing_zone.network.settings import HubConnection, HubPeering


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


HubChoice = Annotated[HubOfThisStack | HubOfOtherStack | HubExisting, Field(discriminator="mode")]


def to_existing(hub_: HubExisting) -> HubConnection:
    """The connection, all of whose ids are given."""
    return HubConnection(
        **fields_of(hub_, HubPeering),
        virtual_network_resource_id=hub_.virtual_network_resource_id,
        firewall_private_ip_address=hub_.firewall_private_ip_address,
        forwarding_ruleset_resource_id=hub_.forwarding_ruleset_resource_id,
    )
