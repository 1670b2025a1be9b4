"""How many addresses a subnet needs for what lives in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from azure_ai_landing_zone.catalog import lustre_subnets
from azure_ai_landing_zone.core.problem import PlanRefused, Problem
from azure_ai_landing_zone.network.planning.subnets import RESERVED_ADDRESSES

BASTION_PREFIX = 26
"""Of AzureBastionSubnet, at least. Source: learn.microsoft.com/azure/bastion/configuration-settings."""

FIREWALL_PREFIX = 26
"""Of AzureFirewallSubnet and AzureFirewallManagementSubnet: a firewall scales out within it.
Source: learn.microsoft.com/azure/firewall/firewall-faq and
learn.microsoft.com/azure/firewall/management-nic."""

GATEWAY_PREFIX = 27
"""Of GatewaySubnet, so that VPN and ExpressRoute can stand side by side.
Source: learn.microsoft.com/azure/expressroute/expressroute-about-virtual-network-gateways."""

ENDPOINTS_PREFIX = 26
"""Of a subnet of private endpoints: room for those of every service that a zone may get, so that it never
has to move."""

DelegatedService = Literal[
    "Microsoft.App/environments",
    "Microsoft.Network/dnsResolvers",
    "Microsoft.Web/hostingEnvironments",
    "Microsoft.Web/serverFarms",
]
"""What a subnet can be delegated to: Container Apps and Foundry agents, a DNS resolver, and API Management in
its v2 tiers, injected or integrated."""

_DELEGATED_PREFIXES: Mapping[DelegatedService, int] = {
    "Microsoft.App/environments": 24,
    "Microsoft.Network/dnsResolvers": 28,
    "Microsoft.Web/hostingEnvironments": 24,
    "Microsoft.Web/serverFarms": 24,
}
"""Prefix that each service recommends for a subnet of its own. Sources, in this order:
microsoft-foundry/foundry-samples 15-private-network-standard-agent-setup 2026-01-28,
learn.microsoft.com/azure/dns/dns-private-resolver-overview, and of API Management's v2 tiers
learn.microsoft.com/azure/api-management/inject-vnet-v2 and integrate-vnet-outbound."""

DEFAULT_SURGE_PERCENT = 10
"""Of AKS. Source: learn.microsoft.com/azure/aks/upgrade-aks-cluster."""

NodeNetworking = Literal["overlay", "flat"]
"""Whether pods have addresses of a range of their own (Azure CNI overlay), or of the nodes' subnet."""


@dataclass(frozen=True, slots=True)
class NodePool:
    """A node pool at its largest."""

    node_limit: int
    """Where autoscaling ends."""
    surge_percent: int = DEFAULT_SURGE_PERCENT
    """Nodes beyond that while it is upgraded; Azure rounds up."""
    pods_per_node: int = 30
    """Counts with flat networking only: each pod slot of a node holds an address, used or not."""


def kubernetes_addresses(
    pools: Sequence[NodePool], networking: NodeNetworking, *, load_balancer_addresses: int = 4
) -> int:
    """Of a cluster's nodes at their maximum, all pools upgraded at once; of internal load balancers; and one
    for the private endpoint of the API server."""
    each = [(pool.pods_per_node if networking == "flat" else 0) + 1 for pool in pools]
    nodes = [pool.node_limit + -(-pool.node_limit * pool.surge_percent // 100) for pool in pools]
    return sum(one * many for one, many in zip(each, nodes, strict=True)) + load_balancer_addresses + 1


def lustre_addresses(storage_tib: int) -> int:
    """Of one Managed Lustre file system, which wants a subnet for itself. Raises PlanRefused."""
    if (subnet := lustre_subnets.find(storage_tib)) is not None:
        return fitting(subnet.prefix)
    most = lustre_subnets.largest().largest_tib
    text = (
        f"Azure publishes subnet sizes up to {most} TiB, got {storage_tib}: ask for the number with "
        "`az amlfs get-subnets-size` and give it as `addresses`"
    )
    raise PlanRefused([Problem(("storage_tib",), text)])


def delegated_addresses(service: DelegatedService) -> int:
    """Of a subnet delegated to `service`."""
    return fitting(_DELEGATED_PREFIXES[service])


def fitting(prefix: int) -> int:
    """What exactly fills a subnet of that prefix."""
    return (1 << (32 - prefix)) - RESERVED_ADDRESSES
