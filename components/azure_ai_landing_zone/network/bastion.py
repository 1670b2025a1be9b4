"""Bastion: how people reach machines that have no public address."""

from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import network
from pydantic import Field, StrictInt

from azure_ai_landing_zone.core.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff, diagnose
from azure_ai_landing_zone.core.model import Input, Model, Zone
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.network.address_ranges import AddressRange, AllowedIpRange


class BastionCreate(Model):
    """A Bastion of the network's own, in AzureBastionSubnet. It is paid by the hour, used or not."""

    mode: Literal["create"]
    """Made with the network."""
    scale_units: StrictInt = Field(default=2, ge=2, le=50)
    """Each carries about 20 RDP or 40 SSH sessions.
    Source: learn.microsoft.com/azure/bastion/configuration-settings."""
    people_ranges: list[AllowedIpRange] = Field(default=[])
    """Public ranges that people come from. Left out: from anywhere, with their sign-in."""
    zones: list[Zone] = Field(default=[])
    """Availability zones that it is spread over; none where the region has none."""


class BastionExisting(Model):
    """One in the hub or another peer, Standard or Premium: those reach across peerings."""

    mode: Literal["existing"]
    """Made by others."""
    address_range: AddressRange
    """Of its AzureBastionSubnet."""


class BastionDisabled(Model):
    """Nobody signs in to machines from outside."""

    mode: Literal["disabled"]
    """Not made."""


BastionChoice = Annotated[BastionCreate | BastionExisting | BastionDisabled, Field(discriminator="mode")]


class BastionArgs(ComponentArgs):
    """A Bastion, and the subnet it stands in."""

    host: BastionCreate
    """What it is made of."""
    subnet_resource_id: Input[str]
    """Of an AzureBastionSubnet of /26 or larger."""
    diagnostics: Diagnostics = DiagnosticsOff(mode="off")
    """Who signed in where, and when."""


class Bastion(Component):
    """A Standard Bastion with a public address: native clients and tunnels work, into peered networks too."""

    bastion_host_resource_id: pulumi.Output[str]

    def __init__(self, name: str, args: BastionArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        label = args.label or name
        check_names(Bastion, args.naming, azure_names(label))
        super().__init__(name, opts)
        names = self._names(args.naming)
        tags = args.tags.as_azure() if args.tags else None
        address = network.PublicIPAddress(
            f"{name}-address",
            public_ip_address_name=names.of("publicIPAddress", f"{label}-bastion"),
            resource_group_name=args.resource_group_name,
            location=args.location,
            sku=network.PublicIPAddressSkuArgs(name="Standard", tier="Regional"),
            public_ip_allocation_method="Static",
            public_ip_address_version="IPv4",
            zones=args.host.zones or None,
            tags=tags,
            opts=self._child(),
        )
        host = network.BastionHost(
            f"{name}-host",
            bastion_host_name=names.of("bastionHost", label),
            resource_group_name=args.resource_group_name,
            location=args.location,
            sku=network.SkuArgs(name="Standard"),
            scale_units=args.host.scale_units,
            enable_tunneling=True,
            ip_configurations=[
                network.BastionHostIPConfigurationArgs(
                    name="bastion",
                    subnet=network.SubResourceArgs(id=args.subnet_resource_id),
                    public_ip_address=network.SubResourceArgs(id=address.id),
                    private_ip_allocation_method="Dynamic",
                )
            ],
            zones=args.host.zones or None,
            tags=tags,
            opts=self._child(),
        )
        for made, resource, type_ in (
            ("address", address, "Microsoft.Network/publicIPAddresses"),
            ("host", host, "Microsoft.Network/bastionHosts"),
        ):
            diagnose(
                f"{name}-{made}",
                args.diagnostics,
                resource_id=resource.id,
                resource_type=type_,
                opts=self._child(),
            )
        self.bastion_host_resource_id = host.id
        self.register_outputs({"bastion_host_resource_id": self.bastion_host_resource_id})


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a Bastion called so names."""
    return [("bastionHost", label), ("publicIPAddress", f"{label}-bastion")]
