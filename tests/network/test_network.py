"""A network lets nothing in or out but what its subnets are for."""

from typing import Any

import pulumi

from azure_ai_landing_zone import (
    Network,
    NetworkArgs,
    NetworkSubnet,
)
from azure_ai_landing_zone.core.diagnostics import DiagnosticsManaged
from azure_ai_landing_zone.network.bastion import BastionCreate, BastionExisting
from helpers.registered import Registered, register
from network.samples import HUB_ID, SUBNETS, arguments, flow, hub


def made(**changes: Any) -> Registered:
    return register(lambda: Network("net", NetworkArgs(**arguments(**changes))))


def test_network_is_closed() -> None:
    network = made()
    assert network.azure == [
        ("network:NatGateway", "net-nat-gateway"),
        ("network:NetworkSecurityGroup", "net-endpoints-security-group"),
        ("network:NetworkSecurityGroup", "net-nodes-security-group"),
        ("network:PublicIPAddress", "net-egress-address"),
        ("network:Subnet", "net-endpoints-subnet"),
        ("network:Subnet", "net-nodes-subnet"),
        ("network:VirtualNetwork", "net-virtual-network"),
    ]
    assert network.inputs["net-nodes-subnet"] == {
        "addressPrefix": "10.0.1.0/25",
        "defaultOutboundAccess": False,
        "natGateway": {"id": "/net-nat-gateway"},
        "networkSecurityGroup": {"id": "/net-nodes-security-group"},
        "privateEndpointNetworkPolicies": "Disabled",
        "privateLinkServiceNetworkPolicies": "Enabled",
        "resourceGroupName": "rg",
        "subnetName": "snet-ai-net-nodes-x1",
        "virtualNetworkName": "net-virtual-network",
    }
    assert network.inputs["net-endpoints-subnet"] == {
        "addressPrefix": "10.0.0.0/26",
        "defaultOutboundAccess": False,
        "networkSecurityGroup": {"id": "/net-endpoints-security-group"},
        "privateEndpointNetworkPolicies": "NetworkSecurityGroupEnabled",
        "privateLinkServiceNetworkPolicies": "Enabled",
        "resourceGroupName": "rg",
        "subnetName": "snet-ai-net-endpoints-x1",
        "virtualNetworkName": "net-virtual-network",
    }
    rules = {
        name: [
            (rule["direction"], rule["priority"], rule["access"], rule["sourceAddressPrefix"])
            for rule in network.inputs[f"net-{name}-security-group"]["securityRules"]
        ]
        for name in ("nodes", "endpoints")
    }
    assert rules == {
        "nodes": [
            ("Inbound", 100, "Allow", "10.0.1.0/25"),
            ("Inbound", 4096, "Deny", "*"),
            ("Outbound", 100, "Allow", "10.0.1.0/25"),
            ("Outbound", 110, "Allow", "10.0.1.0/25"),
            ("Outbound", 4096, "Deny", "*"),
        ],
        "endpoints": [
            ("Inbound", 100, "Allow", "10.0.0.0/16"),
            ("Inbound", 4096, "Deny", "*"),
            ("Outbound", 4096, "Deny", "*"),
        ],
    }


def test_a_rule_for_one_address_is_written_as_azure_writes_it_back() -> None:
    network = made(bastion=BastionExisting(mode="existing", address_range="10.9.0.0/26"), hub=hub())
    nodes = network.inputs["net-nodes-security-group"]["securityRules"]
    assert nodes[1] == {
        "name": "AllowBastion",
        "priority": 110,
        "direction": "Inbound",
        "access": "Allow",
        "protocol": "Tcp",
        "sourceAddressPrefix": "10.9.0.0/26",
        "sourcePortRange": "*",
        "destinationAddressPrefix": "10.0.1.0/25",
        "destinationPortRange": "22",
    }
    assert nodes[3]["destinationAddressPrefixes"] == ["10.0.0.0/16", "10.9.0.0/24"]


def test_network_without_a_way_out() -> None:
    network = made(subnets=SUBNETS[1:], egress="none")
    assert [type_ for type_, _ in network.azure] == [
        "network:NetworkSecurityGroup",
        "network:Subnet",
        "network:VirtualNetwork",
    ]
    assert "natGateway" not in network.inputs["net-nodes-subnet"]
    rules = network.inputs["net-nodes-security-group"]["securityRules"]
    assert [rule["name"] for rule in rules if rule["direction"] == "Outbound"] == [
        "AllowTheNetworkOutbound",
        "DenyEverythingElseOutbound",
    ]


def test_everything_goes_through_the_hub_s_firewall() -> None:
    network = made(egress="firewall", hub=hub(firewall_private_ip_address="10.9.0.4"))
    assert "net-nat-gateway" not in network.inputs
    assert network.inputs["net-route-table"]["disableBgpRoutePropagation"] is True
    assert network.inputs["net-route-table"]["routes"] == [
        {
            "name": "everything-through-the-firewall",
            "addressPrefix": "0.0.0.0/0",
            "nextHopType": "VirtualAppliance",
            "nextHopIpAddress": "10.9.0.4",
        }
    ]
    assert network.inputs["net-nodes-subnet"]["routeTable"] == {"id": "/net-route-table"}
    assert "routeTable" not in network.inputs["net-endpoints-subnet"]


def test_what_leaves_by_the_firewall_asks_it_for_names() -> None:
    """Names that are asked of Azure's own resolver are seen by nobody: DNS would be a way out."""
    behind: dict[str, Any] = {"egress": "firewall", "hub": hub(firewall_private_ip_address="10.9.0.4")}

    def asked(**changes: Any) -> list[str]:
        options = made(**changes).inputs["net-virtual-network"].get("dhcpOptions", {"dnsServers": []})
        found: list[str] = options["dnsServers"]
        return found

    assert asked(**behind) == ["10.9.0.4"]
    assert asked(dns_servers=["168.63.129.16"], **behind) == ["168.63.129.16"]
    assert asked(hub=behind["hub"]) == []
    scratch = NetworkSubnet(name="scratch", purpose="lustre", addresses=11)
    assert asked(subnets=[*SUBNETS, scratch], **behind) == []


def test_who_is_called_through_the_firewall_answers_through_it() -> None:
    network = made(flows=[flow()], hub=hub(firewall_private_ip_address="10.9.0.4"))
    assert network.inputs["net-route-table"]["routes"] == [
        {
            "name": "flows-0",
            "addressPrefix": "10.64.0.0/20",
            "nextHopType": "VirtualAppliance",
            "nextHopIpAddress": "10.9.0.4",
        }
    ]
    assert network.inputs["net-route-table"]["disableBgpRoutePropagation"] is True
    nodes = network.inputs["net-nodes-subnet"]
    assert (nodes["routeTable"], nodes["natGateway"]) == (
        {"id": "/net-route-table"},
        {"id": "/net-nat-gateway"},
    )
    assert "net-route-table" not in made(flows=[flow()]).inputs
    assert "net-route-table" not in made(flows=[flow()], hub=hub()).inputs
    assert "net-route-table" not in made(hub=hub(firewall_private_ip_address="10.9.0.4")).inputs


def test_a_hub_that_turns_out_to_have_no_firewall_is_gone_straight_through() -> None:
    later: pulumi.Output[Any] = pulumi.Output.from_input(None)
    table = made(flows=[flow()], hub=hub(firewall_private_ip_address=later)).inputs["net-route-table"]
    assert (table["routes"], table["disableBgpRoutePropagation"]) == ([], False)


def test_a_flow_opens_the_subnets_that_it_is_for() -> None:
    network = made(flows=[flow(subnet_names=["nodes"])])
    opened = {
        name: [rule["name"] for rule in network.inputs[f"net-{name}-security-group"]["securityRules"]]
        for name in ("endpoints", "nodes")
    }
    assert "AllowFlow-callers" in opened["nodes"]
    assert "AllowFlow-callers" not in opened["endpoints"]


def test_a_plan_against_floods_is_somebody_else_s() -> None:
    plan = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/ddosProtectionPlans/all"
    network = made(ddos_protection_plan_resource_id=plan).inputs["net-virtual-network"]
    assert (network["enableDdosProtection"], network["ddosProtectionPlan"]) == (True, {"id": plan})


def test_both_halves_of_the_peering_the_hub_s_first() -> None:
    network = made(hub=hub(use_remote_gateways=True))
    assert network.inputs["net-hub-side-peering"] == {
        "allowForwardedTraffic": False,
        "allowGatewayTransit": True,
        "allowVirtualNetworkAccess": True,
        "remoteVirtualNetwork": {"id": "/net-virtual-network"},
        "remoteVirtualNetworkAddressSpace": {"addressPrefixes": ["10.0.0.0/16"]},
        "resourceGroupName": "rg-hub",
        "syncRemoteAddressSpace": "true",
        "useRemoteGateways": False,
        "virtualNetworkName": "hub",
        "virtualNetworkPeeringName": "peer-ai-net-x1",
    }
    assert network.inputs["net-peering"] == {
        "allowForwardedTraffic": True,
        "allowGatewayTransit": False,
        "allowVirtualNetworkAccess": True,
        "remoteVirtualNetwork": {"id": HUB_ID},
        "remoteVirtualNetworkAddressSpace": {"addressPrefixes": ["10.9.0.0/24"]},
        "resourceGroupName": "rg",
        "syncRemoteAddressSpace": "true",
        "useRemoteGateways": True,
        "virtualNetworkName": "net-virtual-network",
        "virtualNetworkPeeringName": "peer-ai-net-x1",
    }
    assert "net-nodes-subnet" in network.dependencies["net-hub-side-peering"]
    assert "net-hub-side-peering" in network.dependencies["net-peering"]


def test_what_exists_on_the_hub_s_side_is_not_made() -> None:
    network = made(hub=hub(hub_side="existing", use_remote_gateways=True))
    assert [name for type_, name in network.azure if "Peering" in type_] == ["net-peering"]


def test_the_hub_s_half_is_made_with_the_hub_s_provider() -> None:
    seen: dict[str, bool] = {}

    def program() -> None:
        provider = pulumi.ProviderResource("azure-native", "connectivity", {})
        network = Network("net", NetworkArgs(**arguments(hub=hub())), hub_provider=provider)
        for child in network._childResources:
            seen[child._name] = getattr(child, "_provider", None) is provider

    register(program)
    assert [name for name, theirs in seen.items() if theirs] == ["net-hub-side-peering"]


def test_a_bastion_takes_no_place_from_others() -> None:
    without, network = made(), made(bastion=BastionCreate(mode="create"))
    assert set(network.azure) - set(without.azure) == {
        ("network:BastionHost", "net-bastion-host"),
        ("network:NetworkSecurityGroup", "net-bastion-security-group"),
        ("network:PublicIPAddress", "net-bastion-address"),
        ("network:Subnet", "net-bastion-subnet"),
    }
    for name in ("endpoints", "nodes"):
        assert network.inputs[f"net-{name}-subnet"] == without.inputs[f"net-{name}-subnet"]
    subnet = network.inputs["net-bastion-subnet"]
    assert (subnet["subnetName"], subnet["addressPrefix"]) == ("AzureBastionSubnet", "10.0.255.192/26")


def test_every_purpose_has_what_it_needs_in_one_resource() -> None:
    network = made(
        subnets=[
            *SUBNETS,
            NetworkSubnet(name="scratch", purpose="lustre", addresses=27),
            NetworkSubnet(
                name="agents", purpose="delegated", addresses=251, delegation="Microsoft.App/environments"
            ),
        ]
    )
    agents = network.inputs["net-agents-subnet"]
    assert agents["delegations"] == [
        {"name": "Microsoft.App-environments", "serviceName": "Microsoft.App/environments"}
    ]
    assert "defaultOutboundAccess" not in agents
    assert agents["natGateway"] == {"id": "/net-nat-gateway"}
    scratch = network.inputs["net-scratch-security-group"]["securityRules"]
    clients = next(rule for rule in scratch if rule["name"] == "AllowLustreClients")
    assert clients["sourceAddressPrefix"] == network.inputs["net-nodes-subnet"]["addressPrefix"]
    assert clients["destinationPortRanges"] == ["988", "1019-1023"]
    nodes = network.inputs["net-nodes-security-group"]["securityRules"]
    assert "AllowLustre" in [rule["name"] for rule in nodes]


def test_what_is_pinned_stays_and_further_ranges_are_the_network_s() -> None:
    network = made(
        additional_address_spaces=["10.8.0.0/24"],
        pinned_prefixes={"nodes": "10.0.7.0/24"},
        dns_servers=["10.9.0.4"],
    )
    assert network.inputs["net-nodes-subnet"]["addressPrefix"] == "10.0.7.0/24"
    assert network.inputs["net-virtual-network"]["addressSpace"] == {
        "addressPrefixes": ["10.0.0.0/16", "10.8.0.0/24"]
    }
    assert network.inputs["net-virtual-network"]["dhcpOptions"] == {"dnsServers": ["10.9.0.4"]}


def test_what_can_report_does() -> None:
    network = made(
        diagnostics=DiagnosticsManaged(mode="managed", workspace_resource_id="/workspace"),
        bastion=BastionCreate(mode="create"),
    )
    reporting = [name.removesuffix("-diagnostics") for type_, name in network.azure if "Diagnostic" in type_]
    assert reporting == [
        "net-bastion-address",
        "net-bastion-host",
        "net-bastion-security-group",
        "net-egress-address",
        "net-endpoints-security-group",
        "net-nodes-security-group",
        "net-virtual-network",
    ]
