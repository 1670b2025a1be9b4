"""Rule address-ranges-do-not-overlap."""

from collections.abc import Iterator
from ipaddress import ip_network

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.networks import address_space, overlaps, subnet_ranges
from azure_ai_landing_zone_policies.readers.node_pools import TYPES as POOL_TYPES
from azure_ai_landing_zone_policies.readers.node_pools import has_infiniband, node_pools

_RDMA = ip_network("172.16.0.0/16")
"""The host of RDMA sizes uses it. Source: learn.microsoft.com/azure/virtual-machines/setup-infiniband."""


def _program(subnet: str) -> dict[str, object]:
    return {
        "network": {
            "type": "azure-native:network:VirtualNetwork",
            "properties": {
                "addressSpace": {"addressPrefixes": ["10.40.0.0/16"]},
                "subnets": [
                    {"name": "nodes", "addressPrefix": "10.40.0.0/20"},
                    {"name": "files", "addressPrefix": subnet},
                ],
            },
        },
    }


@stack_rule(
    on=("network:VirtualNetwork",),
    area="network",
    severity="high",
    since="2026.4",
    pillar="Reliability",
    controls=(),
    links=("https://learn.microsoft.com/azure/virtual-network/virtual-network-vnet-plan-design-arm",),
    passes=_program("10.40.16.0/24"),
    fails=_program("10.40.8.0/24"),
)
def address_ranges_do_not_overlap(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """Networks and subnets have addresses of their own

    Azure refuses overlapping subnets halfway through a deployment, and networks that overlap can never be
    peered: a network that is in use doesn't get other addresses. Networks with InfiniBand machines leave
    172.16.0.0/16 free, which the hosts use for RDMA. Take ranges from one plan.
    """
    inside = stack.which_refer(
        props, "network:VirtualNetworkPeering", "virtualNetworkName", "virtualNetworkName"
    )
    for first, second in overlaps(subnet_ranges(props, stack)):
        yield f"subnet ranges {first.network} and {second.network} overlap; give each its own"
    own = address_space(props)
    for peering in inside:
        for other in stack.made_from(peering, "remoteVirtualNetwork", "network:VirtualNetwork"):
            for first, second in overlaps(own + address_space(other)):
                if not first.holder.is_same(second.holder):
                    yield (
                        f"addressSpace has {first.network}, and the network {other.resource.name} that it "
                        f"is peered with {second.network}; give one of them other addresses"
                    )
    rdma = [each.network for each in own if each.network.version == 4 and each.network.overlaps(_RDMA)]
    if rdma and _has_infiniband(stack):
        yield (
            f"addressSpace has {rdma[0]}, and InfiniBand machines use 172.16.0.0/16 themselves; "
            "take another range"
        )
    for other in _behind_the_same_hub(props, stack):
        for first, second in overlaps(own + address_space(other)):
            if not first.holder.is_same(second.holder):
                yield (
                    f"addressSpace has {first.network}, and the network {other.resource.name} behind the "
                    f"same virtual hub {second.network}; give one of them other addresses"
                )


def _behind_the_same_hub(network: View, stack: Stack) -> Iterator[View]:
    """Networks that are connected to a virtual hub before this one is."""
    connections = stack.of("network:HubVirtualNetworkConnection")
    if len(connections) < 2:
        return
    seen: dict[tuple[str | None, str | None], list[View]] = {}
    for connection in connections:
        hub = connection.text("resourceGroupName"), connection.text("virtualHubName")
        others = seen.setdefault(hub, [])
        joined = stack.made_from(connection, "remoteVirtualNetwork", "network:VirtualNetwork")
        if any(one.is_same(network) for one in joined):
            yield from others
        others += joined


def _has_infiniband(stack: Stack) -> bool:
    return stack.some(
        stack.of(*POOL_TYPES), lambda view: any(has_infiniband(pool.size()) for pool in node_pools(view))
    )
