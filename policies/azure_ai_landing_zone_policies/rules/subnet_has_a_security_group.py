"""Rule subnet-has-a-security-group."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, each
from azure_ai_landing_zone_policies.readers.networks import TYPES, subnets


def _program(**properties: object) -> dict[str, object]:
    return {
        "nodes": H100_NODES,
        "subnet": {
            "type": "azure-native:network:Subnet",
            "properties": {"addressPrefix": "10.40.0.0/24", **properties},
        },
    }


@stack_rule(
    on=TYPES,
    area="network",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("NS-1",),
    links=("https://learn.microsoft.com/azure/virtual-network/network-security-groups-overview",),
    baseline="advisory",
    only_with_ai=True,
    passes=_program(networkSecurityGroup={"id": "${group.id}"}),
    fails=_program(),
)
def subnet_has_a_security_group(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Subnets have a network security group

    Without one everything in the network reaches everything in the subnet: one machine that is taken over is
    enough. Give each subnet a network security group, in the subnet itself so that an update can't lose it.
    """

    def check(subnet: View) -> Iterator[str]:
        if not subnet.given("networkSecurityGroup"):
            yield f"{subnet.path('networkSecurityGroup')} isn't set; give the subnet one"

    yield from each(subnets(props), check)
