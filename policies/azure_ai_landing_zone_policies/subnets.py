"""Subnets that hold machines or services."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.view import View

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
