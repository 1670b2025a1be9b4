"""Gateways, firewalls, addresses, endpoints, zones, peerings."""

from collections.abc import Iterator

from azure_ai_landing_zone.cost.charge import Charge, cant_tell, steady
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.charges.billed import ONE, Reader, by_use, charge, region

_BASTION_UNITS = 2
"""Scale units that a Bastion's price includes. Source: azure.microsoft.com/pricing/details/azure-bastion,
2026-11-22."""


def _firewall(view: View, stack: Stack) -> Iterator[Charge]:
    tier, kind = view.text("sku.tier") or "Standard", view.text("sku.name") or "AZFW_VNet"
    if kind != "AZFW_VNet":
        yield cant_tell("firewall", f"a firewall of {kind} has meters that aren't known here")
        return
    yield charge("firewall", tier, view, stack)
    yield by_use("firewallData", tier, view, stack, "firewallGb")


def _bastion(view: View, stack: Stack) -> Iterator[Charge]:
    tier = view.text("sku.name") or "Basic"
    if tier == "Developer":
        return
    yield charge("bastion", tier, view, stack)
    more = (view.number("scaleUnits") or _BASTION_UNITS) - _BASTION_UNITS
    if more > 0:
        yield charge("bastionScaleUnit", tier, view, stack, steady(more), f"{more} more scale units")


def _nat_gateway(view: View, stack: Stack) -> Iterator[Charge]:
    tier = view.text("sku.name") or "Standard"
    yield charge("natGateway", tier, view, stack)
    yield by_use("natGatewayData", tier, view, stack, "natGb")


def _address(view: View, stack: Stack) -> Iterator[Charge]:
    tier, scope = view.text("sku.name") or "Standard", view.text("sku.tier") or "Regional"
    if scope != "Regional" or (view.text("publicIPAddressVersion") or "IPv4") != "IPv4":
        raise CantTell("only regional IPv4 addresses have a price here")
    yield charge("publicAddress", tier, view, stack)


def _endpoint(view: View, stack: Stack) -> Iterator[Charge]:
    yield charge("privateEndpoint", "", view, stack)
    yield by_use("privateEndpointData", "", view, stack, "privateEndpointGb")


def _shared_link(_view: View, _stack: Stack) -> Iterator[Charge]:
    """Source: learn.microsoft.com/azure/search/search-indexer-howto-access-private, 2026-11-22: billed as a
    private endpoint of Azure Private Link."""
    yield Charge("privateEndpoint", "", "global", ONE, "shared private link")


def _by_meter(meter: str) -> Reader:
    """Of what one meter alone tells of."""
    return lambda view, stack: [charge(meter, "", view, stack)]


def _peering(view: View, stack: Stack) -> Iterator[Charge]:
    networks = stack.of("network:VirtualNetwork")
    remote = [
        one for one in networks if stack.refers(view, "remoteVirtualNetwork.id", one, "virtualNetworkName")
    ]
    own = [one for one in networks if stack.refers(view, "virtualNetworkName", one, "virtualNetworkName")]
    if not (remote and own):
        raise CantTell("the plan doesn't say whether both of its networks are in one region")
    if region(remote[0], stack) != region(own[0], stack):
        raise CantTell("between regions it has other meters")
    for meter in ("peeringIngress", "peeringEgress"):
        yield by_use(meter, "", own[0], stack, "peeringGb")


def _hub_connection(_view: View, _stack: Stack) -> Iterator[Charge]:
    """Source: learn.microsoft.com/azure/virtual-wan/pricing-concepts: connection units are those of branches,
    and the hub's router bills what passes between networks."""
    raise CantTell("what passes is billed with the virtual hub, which is the company's")


def _flow_log(_view: View, _stack: Stack) -> Iterator[Charge]:
    """Source: learn.microsoft.com/azure/network-watcher/vnet-flow-logs-overview, pricing (2024-05)."""
    text = "5 GB a month are free in a subscription; each GB beyond them, and each that is analysed, has no"
    raise CantTell(f"{text} price here")


READERS: dict[str, Reader] = {
    "dnsresolver:DnsForwardingRuleset": _by_meter("dnsForwardingRuleset"),
    "dnsresolver:InboundEndpoint": _by_meter("dnsResolverInbound"),
    "dnsresolver:OutboundEndpoint": _by_meter("dnsResolverOutbound"),
    "network:AzureFirewall": _firewall,
    "network:BastionHost": _bastion,
    "network:FlowLog": _flow_log,
    "network:HubVirtualNetworkConnection": _hub_connection,
    "network:NatGateway": _nat_gateway,
    "network:PrivateEndpoint": _endpoint,
    "network:PublicIPAddress": _address,
    "network:VirtualNetworkPeering": _peering,
    "privatedns:PrivateZone": _by_meter("privateZone"),
    "search:SharedPrivateLinkResource": _shared_link,
}
