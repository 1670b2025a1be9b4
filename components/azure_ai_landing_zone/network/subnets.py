"""Subnets of a network with what belongs to them, made one after another."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pulumi
from pulumi_azure_native import network

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.network.planning.security_rules import SecurityRule


@dataclass(frozen=True, slots=True)
class SubnetSpec:
    """One subnet, spelled out."""

    key: str
    """Of the logical names of the subnet and its security group."""
    azure_name: str
    prefix: str
    security_group_name: str | None
    """None where Azure allows no security group: firewalls and gateways."""
    rules: Sequence[SecurityRule] = ()
    nat_gateway: "network.NatGateway | None" = None
    route_table: "network.RouteTable | None" = None
    delegation: str | None = None
    for_endpoints: bool = False


def make_subnets(
    making: Making,
    specs: Sequence[SubnetSpec],
    *,
    virtual_network: "network.VirtualNetwork",
    after: Sequence[pulumi.Resource] = (),
) -> "dict[str, network.Subnet]":
    """The subnets by key. Azure writes one at a time (429 AnotherOperationInProgress otherwise): each waits
    for the one before, and the first for `after`."""
    made: dict[str, network.Subnet] = {}
    previous = list(after)
    for spec in specs:
        group: network.NetworkSecurityGroup | None = None
        role = f"{spec.key}-security-group"
        if spec.security_group_name is not None:
            group = network.NetworkSecurityGroup(
                f"{making.name}-{role}",
                network_security_group_name=spec.security_group_name,
                security_rules=[_rule(rule) for rule in spec.rules],
                opts=making.child(),
                **making.place,
            )
            making.watch(group.id, "Microsoft.Network/networkSecurityGroups", role)
        # What belongs to a subnet is in this one resource: apart, each update would undo the other.
        made[spec.key] = network.Subnet(
            f"{making.name}-{spec.key}-subnet",
            subnet_name=spec.azure_name,
            virtual_network_name=virtual_network.name,
            address_prefix=spec.prefix,
            # Only when a subnet is made can it be closed; a service that it is delegated to decides itself.
            default_outbound_access=None if spec.delegation else False,
            network_security_group=network.NetworkSecurityGroupArgs(id=group.id) if group else None,
            nat_gateway=network.SubResourceArgs(id=spec.nat_gateway.id) if spec.nat_gateway else None,
            route_table=network.RouteTableArgs(id=spec.route_table.id) if spec.route_table else None,
            delegations=_delegation(spec.delegation),
            # Without it the security group isn't applied to private endpoints.
            private_endpoint_network_policies="NetworkSecurityGroupEnabled"
            if spec.for_endpoints
            else "Disabled",
            opts=making.child(depends_on=previous),
            **making.group,
        )
        previous = [made[spec.key]]
    return made


def _delegation(service: str | None) -> "list[network.DelegationArgs] | None":
    if service is None:
        return None
    return [network.DelegationArgs(name=service.replace("/", "-"), service_name=service)]


def _rule(rule: SecurityRule) -> "network.SecurityRuleArgs":
    """A list of one is written as Azure writes it back: in the property for one."""
    ends: dict[str, Any] = {}
    for one, many, values in (
        ("source_address_prefix", "source_address_prefixes", rule.sources),
        ("destination_address_prefix", "destination_address_prefixes", rule.destinations),
        ("destination_port_range", "destination_port_ranges", rule.ports),
    ):
        ends |= {one: values[0]} if len(values) == 1 else {many: list(values)}
    return network.SecurityRuleArgs(
        name=rule.name,
        priority=rule.priority,
        direction=rule.direction,
        access="Allow" if rule.allow else "Deny",
        protocol=rule.protocol,
        source_port_range="*",
        **ends,
    )
