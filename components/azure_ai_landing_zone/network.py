"""Network: a virtual network with a closed subnet for each use, and one way out."""

from typing import Literal

import pulumi
from pulumi_azure_native import network
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.model import Key, Model, refuse
from azure_ai_landing_zone.naming import Kind
from azure_ai_landing_zone.planning.problem import PlanRefused
from azure_ai_landing_zone.planning.subnets import SubnetRequest, plan_subnets


class NetworkSubnet(Model):
    """One subnet."""

    name: Key
    """Of the subnet within the network."""
    purpose: Literal["nodes", "privateEndpoints"]
    """Decides what its network security group lets in: nodes of the same subnet reach each other on every
    port, and
    private endpoints are reached from the whole virtual network on port 443."""
    addresses: StrictInt = Field(ge=1, le=65_000)
    """Network interfaces that live in it at most; Azure's own five are added. A change moves the subnet."""


class NetworkArgs(ComponentArgs):
    """What a Network is made of."""

    address_space: str
    """An IPv4 range that nothing it will ever be connected to uses, such as 10.40.0.0/16; never within
    172.16.0.0/16."""
    subnets: list[NetworkSubnet]
    """Placed one after another: append new ones at the end, and no existing one moves."""
    egress: Literal["natGateway", "none"] = "natGateway"
    """How machines reach the internet. `none` leaves them without: HPC nodes then can't fetch packages."""

    @model_validator(mode="after")
    def _check_plan(self) -> "NetworkArgs":
        try:
            self.prefixes()
        except PlanRefused as refused:
            refuse(NetworkArgs, refused.problems)
        return self

    def prefixes(self) -> dict[str, str]:
        """The CIDR of each subnet. Raises PlanRefused."""
        requests = [SubnetRequest(subnet.name, subnet.addresses) for subnet in self.subnets]
        return plan_subnets(self.address_space, requests)


class Network(Component):
    """A virtual network whose subnets let nothing in but what they are for, and whose machines have no
    public address.

    Subnets are private from the start (no default outbound access) and made one after another, as Azure
    insists.
    """

    virtual_network_resource_id: pulumi.Output[str]
    """Full id of the virtual network."""
    subnet_resource_ids: pulumi.Output[dict[str, str]]
    """Full ids of the subnets, by name."""
    egress_ip_address: pulumi.Output[str | None]
    """The public address that the outside sees, for others' allow-lists; none without a NAT gateway."""

    def __init__(self, name: str, args: NetworkArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        label = args.label or name
        check_names(Network, args.naming, azure_names(label, [subnet.name for subnet in args.subnets]))
        super().__init__(name, opts)
        names = self._names(args.naming)
        tags = args.tags.as_azure() if args.tags else None
        prefixes = args.prefixes()

        virtual_network = network.VirtualNetwork(
            f"{name}-virtual-network",
            virtual_network_name=names.of("virtualNetwork", label),
            resource_group_name=args.resource_group_name,
            location=args.location,
            address_space=network.AddressSpaceArgs(address_prefixes=[args.address_space]),
            tags=tags,
            opts=self._child(),
        )
        nat_gateway: network.NatGateway | None = None
        self.egress_ip_address = pulumi.Output.from_input(None)
        if args.egress == "natGateway":
            address = network.PublicIPAddress(
                f"{name}-egress-address",
                public_ip_address_name=names.of("publicIPAddress", f"{label}-egress"),
                resource_group_name=args.resource_group_name,
                location=args.location,
                sku=network.PublicIPAddressSkuArgs(name="Standard", tier="Regional"),
                public_ip_allocation_method="Static",
                public_ip_address_version="IPv4",
                tags=tags,
                opts=self._child(),
            )
            nat_gateway = network.NatGateway(
                f"{name}-nat-gateway",
                nat_gateway_name=names.of("natGateway", label),
                resource_group_name=args.resource_group_name,
                location=args.location,
                sku=network.NatGatewaySkuArgs(name="Standard"),
                public_ip_addresses=[network.SubResourceArgs(id=address.id)],
                idle_timeout_in_minutes=4,
                tags=tags,
                opts=self._child(),
            )
            self.egress_ip_address = address.ip_address

        subnets: dict[str, network.Subnet] = {}
        previous: list[pulumi.Resource] = []
        for subnet in args.subnets:
            security_group = network.NetworkSecurityGroup(
                f"{name}-{subnet.name}-security-group",
                network_security_group_name=names.of("networkSecurityGroup", f"{label}-{subnet.name}"),
                resource_group_name=args.resource_group_name,
                location=args.location,
                security_rules=_inbound_rules(subnet, prefixes[subnet.name]),
                tags=tags,
                opts=self._child(),
            )
            made = network.Subnet(
                f"{name}-{subnet.name}-subnet",
                subnet_name=names.of("subnet", f"{label}-{subnet.name}"),
                resource_group_name=args.resource_group_name,
                virtual_network_name=virtual_network.name,
                address_prefix=prefixes[subnet.name],
                default_outbound_access=False,
                network_security_group=network.NetworkSecurityGroupArgs(id=security_group.id),
                nat_gateway=network.SubResourceArgs(id=nat_gateway.id)
                if nat_gateway is not None and subnet.purpose == "nodes"
                else None,
                # Without it the security group isn't applied to private endpoints.
                private_endpoint_network_policies="NetworkSecurityGroupEnabled"
                if subnet.purpose == "privateEndpoints"
                else "Disabled",
                opts=self._child(depends_on=previous),
            )
            subnets[subnet.name] = made
            previous = [made]

        self.virtual_network_resource_id = virtual_network.id
        self.subnet_resource_ids = pulumi.Output.all(
            **{subnet_name: subnet_made.id for subnet_name, subnet_made in subnets.items()}
        )
        self.register_outputs(
            {
                "virtual_network_resource_id": self.virtual_network_resource_id,
                "subnet_resource_ids": self.subnet_resource_ids,
                "egress_ip_address": self.egress_ip_address,
            }
        )


def azure_names(label: str, subnets: list[str]) -> list[tuple[Kind, str]]:
    """What a Network called so names."""
    kinds: tuple[Kind, ...] = ("networkSecurityGroup", "subnet")
    of_subnets: list[tuple[Kind, str]] = [(kind, f"{label}-{subnet}") for subnet in subnets for kind in kinds]
    return [
        ("virtualNetwork", label),
        ("natGateway", label),
        ("publicIPAddress", f"{label}-egress"),
        *of_subnets,
    ]


def _inbound_rules(subnet: NetworkSubnet, prefix: str) -> list[network.SecurityRuleArgs]:
    """What may come in, then nothing else: Azure's own defaults would let the whole network and its peers
    in."""
    if subnet.purpose == "nodes":
        allowed = _rule(
            "AllowNodesOfThisSubnet", 100, "Allow", source=prefix, protocol="*", port="*", to=prefix
        )
    else:
        allowed = _rule(
            "AllowHttpsFromTheNetwork",
            100,
            "Allow",
            source="VirtualNetwork",
            protocol="Tcp",
            port="443",
            to=prefix,
        )
    return [allowed, _rule("DenyEverythingElse", 4096, "Deny", source="*", protocol="*", port="*", to="*")]


def _rule(
    name: str, priority: int, access: str, *, source: str, protocol: str, port: str, to: str
) -> network.SecurityRuleArgs:
    return network.SecurityRuleArgs(
        name=name,
        priority=priority,
        direction="Inbound",
        access=access,
        protocol=protocol,
        source_address_prefix=source,
        source_port_range="*",
        destination_address_prefix=to,
        destination_port_range=port,
    )
