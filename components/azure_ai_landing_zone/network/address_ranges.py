"""Private address ranges in settings."""

import ipaddress
from typing import Annotated

from pydantic import AfterValidator

from azure_ai_landing_zone.network.planning.ranges import parse


def _range(value: str) -> str:
    if parse(value) is None:
        raise ValueError(f"must be an IPv4 range such as 10.40.0.0/16, got {value!r}: correct it")
    return value


AddressRange = Annotated[str, AfterValidator(_range)]
"""An IPv4 range in CIDR notation, without host bits."""


def _public(value: str) -> str:
    try:
        found = ipaddress.IPv4Network(value)
    except ValueError:
        raise ValueError(
            f"must be a public IPv4 address or range such as 20.10.0.0/24, got {value!r}"
        ) from None
    if found.is_private:
        raise ValueError(f"must be public: {value} reaches nothing but a private endpoint")
    if found.prefixlen == 31:
        raise ValueError(f"Azure takes no /31: give the two addresses of {value}")
    return str(found.network_address) if found.prefixlen == 32 else str(found)


PublicIpRange = Annotated[str, AfterValidator(_public)]
"""One address, or a range of at least four. Source: learn.microsoft.com/azure/storage/common/
storage-network-security-ip-address-range, 2025-06-18."""

_SHORTEST_PREFIX = 24
"""Ours: an office or a pool of runners has no more, and a stolen token is of no use elsewhere."""


def _few(value: str) -> str:
    found = ipaddress.IPv4Network(value)
    if found.prefixlen < _SHORTEST_PREFIX:
        most = 2 ** (32 - _SHORTEST_PREFIX)
        raise ValueError(
            f"lets {found.num_addresses:,} addresses in: give ranges of a /{_SHORTEST_PREFIX} at most, "
            f"{most} addresses"
        )
    return value


AllowedIpRange = Annotated[PublicIpRange, AfterValidator(_few)]
"""A public range that is let in to what holds data, secrets or state: of 256 addresses at most."""
