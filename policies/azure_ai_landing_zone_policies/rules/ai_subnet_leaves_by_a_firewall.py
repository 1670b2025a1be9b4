"""Rule ai-subnet-leaves-by-a-firewall."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.networks import subnets


def _program(**subnet: object) -> dict[str, object]:
    routes = [
        {
            "name": "out",
            "addressPrefix": "0.0.0.0/0",
            "nextHopType": "VirtualAppliance",
            "nextHopIpAddress": "10.0.0.4",
        }
    ]
    return {
        "nodes": H100_NODES,
        "routes": {"type": "azure-native:network:RouteTable", "properties": {"routes": routes}},
        "subnet": {
            "type": "azure-native:network:Subnet",
            "properties": {"addressPrefix": "10.1.0.0/24", "defaultOutboundAccess": False, **subnet},
        },
    }


@stack_rule(
    on=("network:Subnet", "network:VirtualNetwork"),
    area="network",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("NS-1", "NS-3"),
    links=("https://learn.microsoft.com/azure/well-architected/service-guides/virtual-network",),
    baseline="disabled",
    only_with_ai=True,
    passes=_program(routeTable={"id": "${routes.id}"}),
    fails=_program(natGateway={"id": "${nat.id}"}),
)
def ai_subnet_leaves_by_a_firewall(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """What leaves a subnet of AI passes a firewall, or doesn't leave

    A NAT gateway lets every node reach every address on the internet: weights, datasets and tokens leave
    by it as easily as packages come in, and nobody sees where they went. Route 0.0.0.0/0 to a firewall
    that knows what may be reached, or give the subnet no way out. Subnets with a route table count as
    routed; whether the table has that route is looked at where it is in the program.
    """

    def check(subnet: View) -> Iterator[str]:
        if subnet.given("natGateway") and not _routed(subnet, stack):
            yield (
                f"{subnet.path('natGateway')} lets its machines reach the whole internet; route "
                "0.0.0.0/0 to a "
                "firewall, or remove it"
            )

    yield from each(subnets(props), check)


def _routed(subnet: View, stack: Stack) -> bool:
    """Whether the way to the internet is a firewall's, as far as the program says."""
    if not subnet.given("routeTable"):
        return False
    name = "routeTable" if subnet.resource.type == "network:Subnet" else "subnets"
    tables = stack.made_from(subnet, name, "network:RouteTable")
    return not tables or stack.some(tables, _has_default_route)


def _has_default_route(table: View) -> bool:
    return any(
        route.text("addressPrefix") == "0.0.0.0/0" and route.text("nextHopType") == "VirtualAppliance"
        for route in table.items("routes")
    )
