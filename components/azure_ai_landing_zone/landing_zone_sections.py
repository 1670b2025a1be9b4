"""The sections of a landing zone's settings. A section with `mode` says whether it is made, taken over or
left out."""

from typing import Annotated, Literal

from pydantic import Field

from azure_ai_landing_zone.checkpoint_store import CheckpointRetention
from azure_ai_landing_zone.model import Key, Model, PrivateDnsZoneId, SubnetId, VirtualNetworkId
from azure_ai_landing_zone.network_layout import Egress
from azure_ai_landing_zone.training_cluster import TrainingNodes


class ResourceGroupCreate(Model):
    """A resource group of the zone's own."""

    mode: Literal["create"]
    """Made by this stack."""


class ResourceGroupExisting(Model):
    """A resource group that someone else answers for."""

    mode: Literal["existing"]
    """Made elsewhere; nothing of it is changed."""
    name: str
    """Of a resource group in the stack's subscription."""


class NetworkCreate(Model):
    """A virtual network of the zone's own: a private subnet for endpoints and one for each
    training cluster."""

    mode: Literal["create"]
    """Made by this stack."""
    address_space: str
    """An IPv4 range that nothing it will ever be connected to uses, such as 10.40.0.0/16; never within
    172.16.0.0/16."""
    egress: Egress = "natGateway"
    """How nodes reach the internet."""


class NetworkExisting(Model):
    """A virtual network that someone else answers for, its security groups and its way out included."""

    mode: Literal["existing"]
    """Made elsewhere; nothing of it is changed."""
    virtual_network_resource_id: VirtualNetworkId
    """Its private DNS zones are linked to it."""
    endpoint_subnet_resource_id: SubnetId
    """Where private endpoints go."""
    cluster_subnet_resource_ids: dict[str, SubnetId] = Field(default={})
    """One for each training cluster, by the cluster's name."""


class PrivateDnsZonesCreate(Model):
    """Zones made by this stack, linked to its network."""

    mode: Literal["create"]
    """Made by this stack."""
    hub_resource_group_name: str | None = None
    """Of an existing group, in the hub's subscription where there is one. Left out: the zone's own group."""


class PrivateDnsZonesExisting(Model):
    """Zones of a hub, which links them to the network."""

    mode: Literal["existing"]
    """Made elsewhere; nothing of it is changed."""
    zone_resource_ids: dict[str, PrivateDnsZoneId]
    """By zone name, such as privatelink.blob.core.windows.net."""


class PrivateDnsZonesDisabled(Model):
    """Azure Policy or the hub's team writes the records of private endpoints."""

    mode: Literal["disabled"]
    """Left to others."""


class TrainingClusterSettings(TrainingNodes):
    """A training cluster of the zone, with an identity of its own."""

    name: Key
    """Of the cluster within the zone."""
    checkpoint_store: Key | None = None
    """The checkpoint store, by name, that its nodes write to."""


class CheckpointStoreSettings(CheckpointRetention):
    """A checkpoint store of the zone."""

    name: Key
    """Of the store within the zone."""


ResourceGroupSettings = Annotated[ResourceGroupCreate | ResourceGroupExisting, Field(discriminator="mode")]
NetworkSettings = Annotated[NetworkCreate | NetworkExisting, Field(discriminator="mode")]
PrivateDnsZonesSettings = Annotated[
    PrivateDnsZonesCreate | PrivateDnsZonesExisting | PrivateDnsZonesDisabled, Field(discriminator="mode")
]
