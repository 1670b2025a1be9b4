"""Bastion: how people reach machines that have no public address."""

from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import network
from pydantic import Field, StrictBool, StrictInt

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.diagnostics import Diagnostics, DiagnosticsOff
from azure_ai_landing_zone.core.model import Input, Model, Zone
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.network.address_ranges import AddressRange, PublicIpRange
from azure_ai_landing_zone.network.public_address import public_address


class BastionCreate(Model):
    """A Bastion of the network's own, in AzureBastionSubnet. It is paid by the hour, used or not."""

    mode: Literal["create"]
    """Made with the network."""
    scale_units: StrictInt = Field(default=2, ge=2, le=50)
    """Each carries about 20 RDP or 40 SSH sessions.
    Source: learn.microsoft.com/azure/bastion/configuration-settings."""
    people_ranges: list[PublicIpRange] = Field(default=[])
    """Public ranges that people come from. Left out: from anywhere, with their sign-in."""
    zones: list[Zone] = Field(default=[])
    """Availability zones that it is spread over; none where the region has none."""
    copy_paste: StrictBool = False
    """Whether people copy text out of machines and into them, in the browser. Native clients do as they are
    set up. Source: learn.microsoft.com/azure/bastion/bastion-vm-copy-paste."""


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
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args, diagnostics=args.diagnostics)
        address = public_address(making, "address", called="bastion", zones=args.host.zones)
        host = network.BastionHost(
            f"{name}-host",
            bastion_host_name=making.azure_name("bastionHost"),
            sku=network.SkuArgs(name="Standard"),
            scale_units=args.host.scale_units,
            # `az network bastion ssh` takes it; files go by it as well, with the sign-in of whoever copies.
            enable_tunneling=True,
            disable_copy_paste=not args.host.copy_paste,
            ip_configurations=[
                network.BastionHostIPConfigurationArgs(
                    name="bastion",
                    subnet=network.SubResourceArgs(id=args.subnet_resource_id),
                    public_ip_address=network.SubResourceArgs(id=address.id),
                    private_ip_allocation_method="Dynamic",
                )
            ],
            zones=args.host.zones or None,
            opts=making.child(),
            **making.place,
        )
        making.watch(address.id, "Microsoft.Network/publicIPAddresses", "address")
        making.watch(host.id, "Microsoft.Network/bastionHosts", "host")
        self.bastion_host_resource_id = host.id
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a Bastion called so names."""
    return [("bastionHost", label), ("publicIPAddress", f"{label}-bastion")]
