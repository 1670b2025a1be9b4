"""What Azure refuses of DNS resolvers, their endpoints and rules."""

from collections.abc import Callable
from typing import Any

import pytest

from azure_simulator.cloud.resource_type import find

NETWORK = "azure-native:network"
MODULE = "azure-native:dnsresolver"
NETWORKS = (
    "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-test/providers/Microsoft.Network"
)


def subnet_id(name: str) -> str:
    return f"{NETWORKS}/virtualNetworks/v/subnets/{name}"


@pytest.mark.parametrize(
    ("token", "props", "expected"),
    [
        (
            "InboundEndpoint",
            {
                "ipConfigurations": [
                    {"subnet": {"id": subnet_id("a")}, "privateIpAllocationMethod": "Static"},
                    {"subnet": {"id": subnet_id("b")}, "privateIpAddress": "10.0.0.4"},
                ]
            },
            [
                ("ipConfigurations[0].privateIpAddress", "goes with privateIpAllocationMethod Static"),
                ("ipConfigurations[1].privateIpAddress", "goes with privateIpAllocationMethod Static"),
                ("ipConfigurations", "all of them must be in one subnet"),
            ],
        ),
        (
            "ForwardingRule",
            {"domainName": "example.com", "targetDnsServers": [{"ipAddress": "168.63.129.16", "port": 53}]},
            [
                (
                    "domainName",
                    "'example.com' must be 1 to 34 labels, each with a dot behind it, or a dot alone",
                ),
                ("targetDnsServers[0].ipAddress", "168.63.129.16 is Azure's own resolver"),
            ],
        ),
        ("ForwardingRule", {"domainName": "."}, [("targetDnsServers", "1 to 6 are needed, got 0")]),
        ("DnsForwardingRuleset", {}, [("dnsResolverOutboundEndpoints", "1 to 2 are needed, got 0")]),
    ],
)
def test_problems(token: str, props: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    unit = find(f"{MODULE}:{token}")
    assert unit is not None
    assert list(unit.problems(props)) == expected


@pytest.fixture
def made(client: Any, group: str) -> Callable[..., Any]:
    """A network with subnets that fit a resolver and that don't; and what makes the rest, by type."""

    def make(token: str, name: str, **inputs: Any) -> Any:
        return client.create(token, name, resourceGroupName=group, **inputs)

    spaces = {"addressPrefixes": ["10.0.0.0/16"]}
    for network, location in (("v", "eastus"), ("far", "westus")):
        make(
            f"{NETWORK}:VirtualNetwork",
            network,
            virtualNetworkName=network,
            location=location,
            addressSpace=spaces,
        )
    delegated = [{"name": "dns", "serviceName": "Microsoft.Network/dnsResolvers"}]
    for name, prefix, delegations in (
        ("in", "10.0.0.0/28", delegated),
        ("plain", "10.0.0.16/28", []),
        ("large", "10.0.2.0/23", delegated),
    ):
        make(
            f"{NETWORK}:Subnet",
            name,
            virtualNetworkName="v",
            subnetName=name,
            addressPrefix=prefix,
            delegations=delegations,
        )
    home = {"id": f"{NETWORKS}/virtualNetworks/v"}
    make(f"{MODULE}:DnsResolver", "r", dnsResolverName="r", location="eastus", virtualNetwork=home)
    return make


def outbound(make: Callable[..., Any], subnet: str) -> Any:
    return make(
        f"{MODULE}:OutboundEndpoint",
        "out",
        dnsResolverName="r",
        outboundEndpointName="out",
        location="eastus",
        subnet={"id": subnet},
    )


UNFIT = (
    'Code="BadRequest" Message="The specified subnet {} could not be used to provision the outbound '
    "endpoint. Please make sure you use a subnet of at least /28 and at most /24 size, which is not "
    'currently in use by any other DNS resolver endpoint or any other Azure service workloads."'
)


@pytest.mark.parametrize(
    ("subnet", "text"),
    [
        (subnet_id("in"), UNFIT.format(subnet_id("in"))),
        (subnet_id("large"), UNFIT.format(subnet_id("large"))),
        (
            subnet_id("plain"),
            f'Code="SubnetMissingRequiredDelegation" Message="Subnet {subnet_id("plain")} requires any of '
            "the following delegation(s) [Microsoft.Network/dnsResolvers] to reference service association "
            f'link {subnet_id("plain")}/serviceAssociationLinks/dnsResolverLink."',
        ),
    ],
)
def test_an_endpoint_has_a_subnet_to_itself(
    made: Callable[..., Any], refused: Any, subnet: str, text: str
) -> None:
    asked = made(
        f"{MODULE}:InboundEndpoint",
        "in",
        dnsResolverName="r",
        inboundEndpointName="in",
        location="eastus",
        ipConfigurations=[{"subnet": {"id": subnet_id("in")}}],
    )
    assert asked.outputs["ipConfigurations"][0]["privateIpAddress"] == "10.0.0.4"
    with refused(f"Status=400 {text}"):
        outbound(made, subnet)


ELSEWHERE = (
    'Status=400 Code="InvalidResourceReference" Message="Resource {} referenced by resource {} was not '
    "found. Please make sure that the referenced resource exists, and that both resources are in the same "
    'region."'
)
FAR = f"{NETWORKS}/virtualNetworks/far"


def test_a_resolver_is_in_the_region_of_its_network(made: Callable[..., Any], refused: Any) -> None:
    with refused(ELSEWHERE.format(FAR, f"{NETWORKS}/dnsResolvers/s")):
        made(
            f"{MODULE}:DnsResolver",
            "s",
            dnsResolverName="s",
            location="eastus",
            virtualNetwork={"id": FAR},
        )


def test_rules_hold_in_networks_of_their_region(made: Callable[..., Any], refused: Any) -> None:
    asks = outbound(made, subnet_id("in"))
    ruleset = made(
        f"{MODULE}:DnsForwardingRuleset",
        "set",
        dnsForwardingRulesetName="set",
        location="eastus",
        dnsResolverOutboundEndpoints=[{"id": asks.id}],
    )
    with refused(ELSEWHERE.format(FAR, f"{ruleset.id}/virtualNetworkLinks/link")):
        made(
            f"{MODULE}:PrivateResolverVirtualNetworkLink",
            "link",
            dnsForwardingRulesetName="set",
            virtualNetworkLinkName="link",
            virtualNetwork={"id": FAR},
        )
