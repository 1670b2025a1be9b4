"""A hub's DNS resolver: answers on-premises for names in Azure, and asks on-premises for the company's own.

azure-native 3.29.0 speaks a preview of its API, 2023-07-01-preview; other versions take a package that one
makes oneself. The preview lies between two versions that aren't, 2022-07-01 and 2025-05-01, and Azure's own
SDK changed none of these types from the one to the other (azure-mgmt-dnsresolver, CHANGELOG.md, 1.1.0).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network
from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import dnsresolver, network
from pydantic import AfterValidator, Field

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Input, Key, Model
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.network.address_ranges import AddressRange
from azure_ai_landing_zone.network.planning.addresses import DelegatedService
from azure_ai_landing_zone.network.planning.ranges import parse
from azure_ai_landing_zone.network.planning.security_rules import resolver_rules
from azure_ai_landing_zone.network.subnets import SubnetSpec

DNS_PORT = 53

RESOLVERS: DelegatedService = "Microsoft.Network/dnsResolvers"
"""What has their subnets to itself."""


def _server(value: str) -> str:
    try:
        IPv4Address(value)
    except ValueError:
        raise ValueError(f"must be an IPv4 address such as 10.200.0.4, got {value!r}: correct it") from None
    if value == single_facts.text("azureResolver"):
        raise ValueError(
            f"{value} is Azure's own resolver, which Azure takes in no rule: name another server"
        )
    return value


DnsServer = Annotated[str, AfterValidator(_server)]
"""Address of a DNS server that listens on port 53."""

_LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"

DomainName = Annotated[
    str,
    Field(max_length=253, pattern=rf"^{_LABEL}(\.{_LABEL}){{0,33}}$"),
]
"""Of 1 to 34 labels, without a dot at its end. Source:
learn.microsoft.com/azure/dns/private-resolver-endpoints-rulesets, 2026-11-23."""


class DomainForwarding(Model):
    """A domain whose names are asked of others than Azure."""

    name: Key
    """Of the rule."""
    domain_name: DomainName
    """Such as corp.example.com; what lies below it goes with it. Among several the longest wins, and a
    private zone that the hub knows comes first."""
    target_dns_servers: list[DnsServer] = Field(min_length=1, max_length=6)
    """In the order in which they are tried. They have to be reached from the hub, by its gateway or a
    peering. Source: MicrosoftDocs/azure-docs includes/dns-limits-private-resolver.md, 2023-10-09."""


class DnsResolverCreate(Model):
    """A resolver in the hub. Each of its endpoints is paid by the month, used or not."""

    mode: Literal["create"]
    """Made with the hub: one endpoint that is asked, and one that asks where there are `forwarding` rules."""
    asked_from: list[AddressRange] = Field(default=[])
    """Ranges outside of Azure, such as those of the company's DNS servers, that may ask; the hub and its
    spokes always may."""
    forwarding: list[DomainForwarding] = Field(default=[], max_length=1000)
    """Domains of which the company's own servers know. Source: as `target_dns_servers`."""


class DnsResolverDisabled(Model):
    """Names in Azure are found by whoever asks the firewall, or Azure itself."""

    mode: Literal["disabled"]
    """Not made."""


DnsResolverChoice = Annotated[DnsResolverCreate | DnsResolverDisabled, Field(discriminator="mode")]


def resolver_problems(resolver: DnsResolverCreate, address_space: str) -> list[Problem]:
    """What speaks against it in a hub with that address space."""
    problems = []
    own = parse(address_space)
    for field in ("name", "domain_name"):
        values = [getattr(rule, field) for rule in resolver.forwarding]
        for number, value in enumerate(values):
            if value in values[:number]:
                text = f"{value} is that of [{values.index(value)}] too: take another, or one rule for both"
                problems.append(Problem(("forwarding", number, field), text))
    for number, rule in enumerate(resolver.forwarding):
        for place, server in enumerate(rule.target_dns_servers):
            if own is not None and IPv4Address(server) in own:
                text = (
                    f"{server} lies in the hub, {own}, whose rules would send the question back to it: name "
                    "a server outside of it"
                )
                problems.append(Problem(("forwarding", number, "target_dns_servers", place), text))
    return [Problem(("dns_resolver", *problem.path), problem.message) for problem in problems]


@dataclass(frozen=True, slots=True)
class MadeResolver:
    """What others need of it."""

    ip_address: pulumi.Output[str]
    """Where it is asked, known once it answers."""
    ruleset_resource_id: pulumi.Output[str] | None
    """Of the forwarding rules, known once the hub has them; None without any."""


def make_resolver(
    making: Making,
    settings: DnsResolverCreate,
    *,
    virtual_network: "network.VirtualNetwork",
    inbound: "network.Subnet",
    inbound_prefix: str,
    outbound: "network.Subnet | None",
    after: Sequence[pulumi.Resource],
) -> MadeResolver:
    """The resolver with its endpoints and rules, all of it linked to the hub: who asks the inbound endpoint
    is answered by Azure's resolver there, with the hub's zones first and then its rules. Source:
    learn.microsoft.com/azure/dns/private-resolver-architecture, 2026-11-23.
    """
    name = making.name
    resolver = dnsresolver.DnsResolver(
        f"{name}-dns-resolver",
        dns_resolver_name=making.azure_name("dnsResolver"),
        virtual_network=dnsresolver.SubResourceArgs(id=virtual_network.id),
        opts=making.child(depends_on=after),
        **making.place,
    )
    address = address_in(inbound_prefix)
    asked = dnsresolver.InboundEndpoint(
        f"{name}-dns-inbound",
        dns_resolver_name=resolver.name,
        inbound_endpoint_name="inbound",
        ip_configurations=[
            dnsresolver.IpConfigurationArgs(
                subnet=dnsresolver.SubResourceArgs(id=inbound.id),
                # Static, since servers elsewhere have it written down.
                private_ip_address=address,
                private_ip_allocation_method="Static",
            )
        ],
        opts=making.child(),
        **making.place,
    )
    ip_address = asked.id.apply(lambda _: address)
    if outbound is None:
        return MadeResolver(ip_address, None)
    asks = dnsresolver.OutboundEndpoint(
        f"{name}-dns-outbound",
        dns_resolver_name=resolver.name,
        outbound_endpoint_name="outbound",
        subnet=dnsresolver.SubResourceArgs(id=outbound.id),
        # One change of a resolver at a time.
        opts=making.child(depends_on=[asked]),
        **making.place,
    )
    ruleset = dnsresolver.DnsForwardingRuleset(
        f"{name}-dns-ruleset",
        dns_forwarding_ruleset_name=making.azure_name("dnsForwardingRuleset"),
        dns_resolver_outbound_endpoints=[dnsresolver.SubResourceArgs(id=asks.id)],
        opts=making.child(),
        **making.place,
    )
    for rule in settings.forwarding:
        dnsresolver.ForwardingRule(
            f"{name}-dns-rule-{rule.name}",
            dns_forwarding_ruleset_name=ruleset.name,
            forwarding_rule_name=rule.name,
            domain_name=f"{rule.domain_name}.",
            forwarding_rule_state="Enabled",
            target_dns_servers=[
                dnsresolver.TargetDnsServerArgs(ip_address=server, port=DNS_PORT)
                for server in rule.target_dns_servers
            ],
            # A rule's domain stays (domain_name is ForceNew in hashicorp/terraform-provider-azurerm@084c240,
            # private_dns_resolver_forwarding_rule_resource.go), and its name is taken until it is gone.
            opts=making.child(replace_on_changes=["domainName"], delete_before_replace=True),
            **making.group,
        )
    link = link_ruleset(
        f"{name}-dns-ruleset-link",
        link_name="hub",
        ruleset_name=ruleset.name,
        virtual_network_resource_id=virtual_network.id,
        resource_group_name=making.group["resource_group_name"],
        opts=making.child(),
    )
    known = pulumi.Output.all(ruleset.id, link.id).apply(lambda ids: str(ids[0]))
    return MadeResolver(ip_address, known)


def link_ruleset(
    name: str,
    *,
    link_name: str,
    ruleset_name: Input[str],
    virtual_network_resource_id: Input[str],
    resource_group_name: Input[str],
    opts: pulumi.ResourceOptions,
) -> "dnsresolver.PrivateResolverVirtualNetworkLink":
    """A network in the ruleset's region whose Azure resolver heeds its rules."""
    return dnsresolver.PrivateResolverVirtualNetworkLink(
        name,
        dns_forwarding_ruleset_name=ruleset_name,
        resource_group_name=resource_group_name,
        virtual_network_link_name=link_name,
        virtual_network=dnsresolver.SubResourceArgs(id=virtual_network_resource_id),
        opts=opts,
    )


def resolver_spec(making: Making, key: str, prefix: str, asked_from: tuple[str, ...]) -> SubnetSpec:
    """A subnet with one of its endpoints."""
    return SubnetSpec(
        key=key,
        azure_name=making.azure_name("subnet", key),
        prefix=prefix,
        security_group_name=making.azure_name("networkSecurityGroup", key),
        rules=resolver_rules(prefix, asked_from),
        delegation=RESOLVERS,
    )


def address_in(prefix: str) -> str:
    """The first address of a subnet that Azure doesn't keep."""
    return str(IPv4Network(prefix)[4])


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a resolver of a hub called so names."""
    return [("dnsResolver", label), ("dnsForwardingRuleset", label)]
