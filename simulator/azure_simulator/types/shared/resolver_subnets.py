"""What Azure asks of a subnet in which an endpoint of a DNS resolver stands."""

from __future__ import annotations

from typing import Literal

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Put
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import ranges

SOURCE = "learn.microsoft.com/azure/dns/dns-private-resolver-overview"

_SERVICE = "Microsoft.Network/dnsResolvers"
_SMALLEST, _LARGEST = 28, 24


def check_resolver_subnet(put: Put, subnet_id: str, kind: Literal["inbound", "outbound"]) -> None:
    """Raises ArmError: it is delegated, of a fitting size, in the resolver's network, and nobody else's."""
    resolver = put.cloud.store.get(arm.parent_of(put.id) or "")
    network = str(dig(resolver.inputs, "virtualNetwork.id")) if resolver else ""
    subnet = put.cloud.store.get(subnet_id)
    if subnet is None:
        return
    services = [str(dig(one, "serviceName")) for _, one in each(subnet.body, "delegations")]
    if services != [_SERVICE]:
        raise ArmError(
            400,
            "SubnetMissingRequiredDelegation",
            f"Subnet {subnet_id} requires any of the following delegation(s) [{_SERVICE}] to reference "
            f"service association link {subnet_id}/serviceAssociationLinks/dnsResolverLink.",
            seen="MicrosoftDocs/azure-docs#107008 (2023-03-22)",
        )
    sizes = [range_.prefixlen for text in ranges.prefixes(subnet.body) if (range_ := ranges.parse(text))]
    others = [user for user in put.cloud.users(subnet_id) if not arm.same_id(user, put.id)]
    elsewhere = not arm.same_id(arm.parent_of(subnet_id) or "", network)
    if elsewhere or others or not all(_LARGEST <= size <= _SMALLEST for size in sizes):
        raise ArmError(
            400,
            "BadRequest",
            f"The specified subnet {subnet_id} could not be used to provision the {kind} endpoint. Please "
            "make sure you use a subnet of at least /28 and at most /24 size, which is not currently in use "
            "by any other DNS resolver endpoint or any other Azure service workloads.",
            seen="Azure/azure-rest-api-specs#21744 (2022-12-05), whose end names ranges that are free by now",
        )
