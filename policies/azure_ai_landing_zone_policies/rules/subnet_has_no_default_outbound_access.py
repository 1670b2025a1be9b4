"""Rule subnet-has-no-default-outbound-access."""

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
    controls=("NS-2",),
    links=("https://learn.microsoft.com/azure/virtual-network/ip-services/default-outbound-access",),
    baseline="advisory",
    only_with_ai=True,
    passes=_program(defaultOutboundAccess=False),
    fails=_program(),
)
def subnet_has_no_default_outbound_access(props: View, _stack: Stack) -> Iterator[str | CantTell]:
    """Machines leave the network only where the program says so

    Unless a subnet turns it off, Azure gives every machine a way out to the internet, by an address that
    nobody owns and that changes: no list of allowed addresses holds, and data leaves unseen. Azure has ended
    it for new networks, and azure-native's API version still leaves it on. Set defaultOutboundAccess to false
    when the subnet is made, and add a NAT gateway or a firewall.
    """

    def check(subnet: View) -> Iterator[str]:
        if not subnet.given("delegations") and subnet.flag("defaultOutboundAccess") is not False:
            yield f"{subnet.path('defaultOutboundAccess')} isn't false; set it, and add a NAT gateway"

    yield from each(subnets(props), check)
