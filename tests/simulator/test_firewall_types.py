"""What Azure refuses of firewalls, their rules and Bastions."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from azure_simulator.cloud.resource_type import find

NETWORKS = (
    "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-test/providers/Microsoft.Network"
)
FIREWALL = "azure-native:network:AzureFirewall"
POLICY = "azure-native:network:FirewallPolicy"
RULES = "azure-native:network:FirewallPolicyRuleCollectionGroup"
BASTION = "azure-native:network:BastionHost"

Refused = Callable[[str], AbstractContextManager[None]]


def subnet_id(name: str) -> str:
    return f"{NETWORKS}/virtualNetworks/v/subnets/{name}"


def collections(*rules: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"priority": 200, "ruleCollections": [{"priority": 100, "rules": list(rules), **more}]}


APPLICATION = {
    "ruleType": "ApplicationRule",
    "name": "a",
    "sourceAddresses": ["*"],
    "targetFqdns": ["pypi.org"],
    "protocols": [{"protocolType": "Https", "port": 443}],
}
NAMED = {
    "ruleType": "NetworkRule",
    "name": "n",
    "sourceAddresses": ["*"],
    "destinationFqdns": ["ntp.ubuntu.com"],
    "destinationPorts": ["123"],
    "ipProtocols": ["UDP"],
}


@pytest.mark.parametrize(
    ("token", "props", "expected"),
    [
        (
            FIREWALL,
            {"sku": {"name": "AZFW_VNet"}},
            [("ipConfigurations", "a firewall in a virtual network needs an IP configuration")],
        ),
        (
            FIREWALL,
            {"ipConfigurations": [{"subnet": {"id": subnet_id("firewall")}}]},
            [
                (
                    "ipConfigurations[0].subnet.id",
                    "the subnet must be called AzureFirewallSubnet, got firewall",
                )
            ],
        ),
        (
            FIREWALL,
            {"managementIpConfiguration": {"subnet": {"id": subnet_id("AzureFirewallSubnet")}}},
            [
                (
                    "managementIpConfiguration",
                    "AzureFirewall management IP configuration requires both a subnet and a public IP "
                    "address",
                ),
                (
                    "managementIpConfiguration.subnet.id",
                    "the subnet must be called AzureFirewallManagementSubnet, got AzureFirewallSubnet",
                ),
            ],
        ),
        (
            POLICY,
            {"intrusionDetection": {"mode": "Deny"}},
            [("intrusionDetection", "needs a policy of tier Premium, got Standard")],
        ),
        (RULES, collections() | {"priority": 99}, [("priority", "99 is outside 100 to 65000")]),
        (
            RULES,
            collections(APPLICATION, NAMED),
            [
                (
                    "ruleCollections[0].rules",
                    "rules of one collection are all application or all network rules",
                )
            ],
        ),
        (
            RULES,
            collections(APPLICATION, APPLICATION),
            [("ruleCollections[0].rules[1].name", "another rule of this collection is called 'a'")],
        ),
        (
            RULES,
            {"ruleCollections": [{"priority": 100}, {"priority": 100}, {"priority": 1}]},
            [
                ("ruleCollections[1].priority", "100 is also the priority of ruleCollections[0]"),
                ("ruleCollections[2].priority", "1 is outside 100 to 65000"),
            ],
        ),
        (
            RULES,
            collections({**APPLICATION, "sourceAddresses": [], "targetFqdns": []}),
            [
                ("ruleCollections[0].rules[0].sourceAddresses", "a rule needs source addresses or IP groups"),
                (
                    "ruleCollections[0].rules[0].targetFqdns",
                    "an application rule needs target FQDNs, FQDN tags, URLs or web categories",
                ),
            ],
        ),
        (
            RULES,
            collections(
                {**APPLICATION, "fqdnTags": ["X"], "protocols": [{"protocolType": "Http", "port": 80}]}
            ),
            [("ruleCollections[0].rules[0].protocols", "a rule with FQDN tags takes https:443 only")],
        ),
        (
            RULES,
            collections({**NAMED, "destinationFqdns": []}),
            [
                (
                    "ruleCollections[0].rules[0].destinationAddresses",
                    "a network rule needs destination addresses, FQDNs or IP groups",
                )
            ],
        ),
        (
            BASTION,
            {"sku": {"name": "Basic"}, "scaleUnits": 51, "enableTunneling": True},
            [
                ("scaleUnits", "51 is outside 2 to 50"),
                ("enableTunneling", "tunnels and native clients need the Standard or Premium SKU"),
            ],
        ),
    ],
)
def test_refused_at_once(token: str, props: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    unit = find(token)
    assert unit is not None
    assert list(unit.problems(props)) == expected


def make_subnet(client: Any, name: str, prefix: str, **more: Any) -> None:
    client.create(
        "azure-native:network:VirtualNetwork",
        "network",
        resourceGroupName="rg-test",
        virtualNetworkName="v",
        addressSpace={"addressPrefixes": ["10.0.0.0/16"]},
    )
    client.create(
        "azure-native:network:Subnet",
        "subnet",
        resourceGroupName="rg-test",
        virtualNetworkName="v",
        subnetName=name,
        addressPrefix=prefix,
        **more,
    )


def make_policy(client: Any, **more: Any) -> None:
    client.create(POLICY, "policy", resourceGroupName="rg-test", firewallPolicyName="p", **more)


def firewall(client: Any, tier: str = "Standard") -> Any:
    return client.create(
        FIREWALL,
        "firewall",
        resourceGroupName="rg-test",
        azureFirewallName="fw",
        sku={"name": "AZFW_VNet", "tier": tier},
        firewallPolicy={"id": f"{NETWORKS}/firewallPolicies/p"},
        ipConfigurations=[{"name": "c", "subnet": {"id": subnet_id("AzureFirewallSubnet")}}],
    )


def test_a_firewall_answers_with_its_address(client: Any, group: str) -> None:  # noqa: ARG001
    make_subnet(client, "AzureFirewallSubnet", "10.0.0.64/26")
    make_policy(client)
    assert firewall(client).outputs["ipConfigurations"][0]["privateIPAddress"] == "10.0.0.68"


def test_a_firewall_needs_room(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    make_subnet(client, "AzureFirewallSubnet", "10.0.0.0/27")
    make_policy(client)
    with refused(
        'Status=400 Code="BadRequest" Message="Subnet AzureFirewallSubnet with prefix 10.0.0.0/27 is too '
        'small for Azure Firewall: it needs /26 or larger."'
    ):
        firewall(client)


def test_a_standard_firewall_takes_no_premium_policy(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    make_subnet(client, "AzureFirewallSubnet", "10.0.0.0/26")
    make_policy(client, sku={"tier": "Premium"})
    with refused(
        'Status=400 Code="BadRequest" Message="A Premium Policy cannot be attached to a Standard tier '
        'firewall"'
    ):
        firewall(client)
    assert firewall(client, "Premium").id.endswith("/fw")


def test_names_in_network_rules_need_the_dns_proxy(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    make_policy(client)
    values: dict[str, Any] = {
        "resourceGroupName": "rg-test",
        "firewallPolicyName": "p",
        "ruleCollectionGroupName": "g",
        "priority": 200,
        "ruleCollections": [
            {
                "ruleCollectionType": "FirewallPolicyFilterRuleCollection",
                "name": "c",
                "priority": 100,
                "action": {"type": "Allow"},
                "rules": [NAMED],
            }
        ],
    }
    with refused(
        'Status=400 Code="BadRequest" Message="In order to use DestinationFqdns in Network Rules, DNS Proxy '
        "must be enabled, or RequireProxyForNetworkRules must be set to 'false'. See rule n in network rule "
        'collection c"'
    ):
        client.create(RULES, "rules", **values)


def bastion(client: Any, subnet: str) -> Any:
    return client.create(
        BASTION,
        "bastion",
        resourceGroupName="rg-test",
        bastionHostName="b",
        sku={"name": "Standard"},
        ipConfigurations=[{"name": "c", "subnet": {"id": subnet_id(subnet)}}],
    )


def test_a_bastion_stands_in_a_subnet_of_its_name(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    make_subnet(client, "bastion", "10.0.0.0/26")
    with refused(
        f'Status=400 Code="SubnetNameMustBeAzureBastionSubnet" Message="Subnet name {subnet_id("bastion")} '
        "is invalid for Azure Bastion. Azure Bastion can only be created in subnet with name "
        "'AzureBastionSubnet'.\""
    ):
        bastion(client, "bastion")


def test_a_bastion_keeps_its_control_plane(client: Any, group: str, refused: Refused) -> None:  # noqa: ARG001
    client.create(
        "azure-native:network:NetworkSecurityGroup",
        "group",
        resourceGroupName="rg-test",
        networkSecurityGroupName="nsg",
    )
    make_subnet(
        client,
        "AzureBastionSubnet",
        "10.0.0.0/26",
        networkSecurityGroup={"id": f"{NETWORKS}/networkSecurityGroups/nsg"},
    )
    with refused(
        'Status=400 Code="NetworkSecurityGroupNotCompliantForAzureBastionSubnet" Message="Network security '
        'group nsg does not have necessary rules for Azure Bastion Subnet AzureBastionSubnet."'
    ):
        bastion(client, "AzureBastionSubnet")
