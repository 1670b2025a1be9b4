"""Virtual networks and subnets of a program, inside networks or declared apart."""

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network

from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import View

Network = IPv4Network | IPv6Network


@dataclass(frozen=True)
class Range:
    """A range of addresses and where the program says it."""

    network: Network
    holder: View

    @property
    def name(self) -> str:
        return f"{self.holder.resource.name} {self.network}"


def address_space(network: View) -> list[Range]:
    """The ranges of a VirtualNetwork; what isn't a range is Azure's to refuse."""
    return list(_ranges(network, network.texts("addressSpace.addressPrefixes") or []))


def subnet_ranges(network: View, stack: Stack) -> list[Range]:
    """The ranges of a network's subnets."""
    subnets = network.items("subnets") + stack.which_refer(
        network, "network:Subnet", "virtualNetworkName", "virtualNetworkName"
    )
    found: list[Range] = []
    for subnet in subnets:
        found += _ranges(subnet, prefixes(subnet))
    return found


def prefixes(subnet: View) -> list[str]:
    """Of a subnet, which has one or several, as the program writes them."""
    one = subnet.text("addressPrefix")
    return [*([one] if one else []), *(subnet.texts("addressPrefixes") or [])]


def _ranges(holder: View, texts: list[str]) -> Iterator[Range]:
    for text in texts:
        try:
            yield Range(ip_network(text, strict=False), holder)
        except ValueError:
            continue


def overlaps(ranges: list[Range]) -> Iterator[tuple[Range, Range]]:
    """Each pair of ranges that have addresses in common."""
    for index, first in enumerate(ranges):
        for second in ranges[index + 1 :]:
            if first.network.version == second.network.version and first.network.overlaps(second.network):
                yield first, second


TYPES = ("network:Subnet", "network:VirtualNetwork")

_AZURE_S_OWN = (
    "gatewaysubnet",
    "azurefirewallsubnet",
    "azurefirewallmanagementsubnet",
    "routeserversubnet",
    "azurebastionsubnet",
)
"""Azure asks for these names, and for most of them refuses or ignores a security group. Source:
learn.microsoft.com/azure/virtual-network/virtual-networks-faq, 2026."""


def subnets(props: View) -> Iterator[View]:
    """The subnets that a resource of one of TYPES declares, without those of Azure's own services."""
    declared = props.items("subnets") if props.resource.type == TYPES[1] else [props]
    for subnet in declared:
        names = ("name", "subnetName")
        given = next((subnet.text(each) for each in names if subnet.known(each)), None)
        if (given or subnet.resource.name).lower() not in _AZURE_S_OWN:
            yield subnet
