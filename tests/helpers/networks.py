"""A hub and two spokes as a state has them, to plant mistakes in and to ask about."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from ipaddress import IPv4Network
from typing import Any

from azure_ai_landing_zone_policies.reachability.land import Beyond, Land, Subnet, VirtualHub
from azure_ai_landing_zone_policies.reachability.read import read

GROUP = "/subscriptions/s/resourceGroups/rg/providers"
NETWORK = f"{GROUP}/Microsoft.Network"
FIREWALL_ADDRESS = "10.0.0.4"
ZONE = "privatelink.blob.core.windows.net"
NAME = "weights.blob.core.windows.net"
ON_PREMISES = Beyond("on-premises", IPv4Network("10.200.0.0/16"), f"{NETWORK}/virtualNetworks/hub".lower())


class State:
    """Resources by their name, which tests change before they read them."""

    def __init__(self) -> None:
        self.inputs: dict[str, dict[str, Any]] = {}
        self._ids: dict[str, tuple[str, str]] = {}

    def add(self, name: str, type_: str, id_: str, **inputs: Any) -> None:
        self._ids[name] = (f"azure-native:{type_}", id_)
        self.inputs[name] = deepcopy(inputs)

    def remove(self, name: str) -> None:
        del self.inputs[name]

    def land(self, beyond: Beyond = ON_PREMISES, hubs: Sequence[VirtualHub] = ()) -> Land:
        resources: list[Mapping[str, Any]] = [
            {
                "urn": f"urn:pulumi:s::p::pulumi:x$component${self._ids[name][0]}::{name}",
                "id": self._ids[name][1],
                "inputs": inputs,
            }
            for name, inputs in self.inputs.items()
        ]
        return read(resources, [beyond], hubs)


def whole() -> State:
    """Spoke one has jobs, and endpoints for storage; spoke two has callers. Both leave by the hub's firewall,
    which lets them meet on 443, and out to one name."""
    state = State()
    spokes = {"one": "10.1.0.0/16", "two": "10.2.0.0/16"}
    for name, range_ in {"hub": "10.0.0.0/16", **spokes}.items():
        state.add(
            name,
            "network:VirtualNetwork",
            f"{NETWORK}/virtualNetworks/{name}",
            addressSpace={"addressPrefixes": [range_]},
        )
    for spoke in spokes:
        _peer(state, spoke, "hub", allowForwardedTraffic=True, useRemoteGateways=True)
        _peer(state, "hub", spoke, allowGatewayTransit=True)
    state.add(
        "table",
        "network:RouteTable",
        f"{NETWORK}/routeTables/table",
        disableBgpRoutePropagation=True,
        routes=[
            {
                "name": "everything",
                "addressPrefix": "0.0.0.0/0",
                "nextHopType": "VirtualAppliance",
                "nextHopIpAddress": FIREWALL_ADDRESS,
            }
        ],
    )
    _group(
        state,
        "jobs-group",
        ("out", "Outbound", 100, True, ["10.1.1.0/24"], ["*"], ["443"]),
        ("none-out", "Outbound", 4096, False, ["*"], ["*"], ["*"]),
        ("in", "Inbound", 100, True, ["10.2.0.0/16"], ["10.1.1.0/24"], ["443"]),
        ("none-in", "Inbound", 4096, False, ["*"], ["*"], ["*"]),
    )
    _group(
        state,
        "endpoints-group",
        ("in", "Inbound", 100, True, ["10.1.0.0/16"], ["10.1.0.0/24"], ["443"]),
        ("none-in", "Inbound", 4096, False, ["*"], ["*"], ["*"]),
    )
    _subnet(state, "hub", "AzureFirewallSubnet", "10.0.0.0/26")
    _subnet(state, "hub", "GatewaySubnet", "10.0.1.0/27")
    policies = {"privateEndpointNetworkPolicies": "NetworkSecurityGroupEnabled"}
    _subnet(state, "one", "endpoints", "10.1.0.0/24", "endpoints-group", **policies)
    _subnet(
        state, "one", "jobs", "10.1.1.0/24", "jobs-group", routeTable={"id": f"{NETWORK}/routeTables/table"}
    )
    _subnet(state, "two", "callers", "10.2.1.0/24", routeTable={"id": f"{NETWORK}/routeTables/table"})
    _firewall(state)
    _storage(state)
    return state


def subnet(land: Land, name: str) -> Subnet:
    return next(one for one in land.subnets.values() if one.name == name)


def _peer(state: State, here: str, there: str, **flags: bool) -> None:
    state.add(
        f"{here}-to-{there}",
        "network:VirtualNetworkPeering",
        f"{NETWORK}/virtualNetworks/{here}/virtualNetworkPeerings/{here}-to-{there}",
        remoteVirtualNetwork={"id": f"{NETWORK}/virtualNetworks/{there}"},
        allowVirtualNetworkAccess=True,
        **flags,
    )


_Rule = tuple[str, str, int, bool, list[str], list[str], list[str]]


def _group(state: State, name: str, *rules: _Rule) -> None:
    state.add(
        name,
        "network:NetworkSecurityGroup",
        f"{NETWORK}/networkSecurityGroups/{name}",
        securityRules=[
            {
                "name": rule,
                "direction": direction,
                "priority": priority,
                "access": "Allow" if allow else "Deny",
                "protocol": "*",
                "sourceAddressPrefixes": sources,
                "destinationAddressPrefixes": destinations,
                "destinationPortRanges": ports,
            }
            for rule, direction, priority, allow, sources, destinations, ports in rules
        ],
    )


def _subnet(
    state: State, network: str, name: str, prefix: str, group: str | None = None, **inputs: Any
) -> None:
    if group:
        inputs["networkSecurityGroup"] = {"id": f"{NETWORK}/networkSecurityGroups/{group}"}
    state.add(
        name,
        "network:Subnet",
        f"{NETWORK}/virtualNetworks/{network}/subnets/{name}",
        addressPrefix=prefix,
        defaultOutboundAccess=False,
        **inputs,
    )


def _firewall(state: State) -> None:
    policy = f"{NETWORK}/firewallPolicies/policy"
    state.add("policy", "network:FirewallPolicy", policy, dnsSettings={"enableProxy": True})
    state.add(
        "rules",
        "network:FirewallPolicyRuleCollectionGroup",
        f"{policy}/ruleCollectionGroups/rules",
        priority=200,
        ruleCollections=[
            {
                "name": "names",
                "priority": 100,
                "action": {"type": "Allow"},
                "rules": [
                    {
                        "ruleType": "ApplicationRule",
                        "name": "hub",
                        "sourceAddresses": ["10.1.0.0/16", "10.2.0.0/16"],
                        "protocols": [{"protocolType": "Https", "port": 443}],
                        "targetFqdns": ["huggingface.co"],
                    }
                ],
            },
            {
                "name": "spokes",
                "priority": 200,
                "action": {"type": "Allow"},
                "rules": [
                    {
                        "ruleType": "NetworkRule",
                        "name": "meet",
                        "sourceAddresses": ["10.2.0.0/16"],
                        "ipProtocols": ["TCP"],
                        "destinationAddresses": ["10.1.0.0/16"],
                        "destinationPorts": ["443"],
                    }
                ],
            },
        ],
    )
    state.add(
        "firewall",
        "network:AzureFirewall",
        f"{NETWORK}/azureFirewalls/firewall",
        firewallPolicy={"id": policy},
        ipConfigurations=[{"subnet": {"id": f"{NETWORK}/virtualNetworks/hub/subnets/AzureFirewallSubnet"}}],
    )


def _storage(state: State) -> None:
    account = f"{GROUP}/Microsoft.Storage/storageAccounts/weights"
    zone = f"{NETWORK}/privateDnsZones/{ZONE}"
    endpoint = f"{NETWORK}/privateEndpoints/endpoint"
    state.add("weights", "storage:StorageAccount", account, location="eastus", publicNetworkAccess="Disabled")
    state.add("zone", "privatedns:PrivateZone", zone)
    state.add(
        "link",
        "privatedns:VirtualNetworkLink",
        f"{zone}/virtualNetworkLinks/one",
        virtualNetwork={"id": f"{NETWORK}/virtualNetworks/one"},
    )
    state.add(
        "endpoint",
        "network:PrivateEndpoint",
        endpoint,
        subnet={"id": f"{NETWORK}/virtualNetworks/one/subnets/endpoints"},
        privateLinkServiceConnections=[{"privateLinkServiceId": account, "groupIds": ["blob"]}],
    )
    state.add(
        "zone-group",
        "network:PrivateDnsZoneGroup",
        f"{endpoint}/privateDnsZoneGroups/default",
        privateDnsZoneConfigs=[{"privateDnsZoneId": zone}],
    )
