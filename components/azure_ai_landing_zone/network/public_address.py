"""A public address: of what has to have one, since machines have none."""

from collections.abc import Sequence

from pulumi_azure_native import network

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Zone


def public_address(
    making: Making, role: str, *, called: str, zones: Sequence[Zone] = ()
) -> "network.PublicIPAddress":
    """One that stays the same. `called`: its part of Azure's name, after the component's label."""
    return network.PublicIPAddress(
        f"{making.name}-{role}",
        public_ip_address_name=making.azure_name("publicIPAddress", called),
        sku=network.PublicIPAddressSkuArgs(name="Standard", tier="Regional"),
        public_ip_allocation_method="Static",
        public_ip_address_version="IPv4",
        zones=list(zones) or None,
        opts=making.child(),
        **making.place,
    )
