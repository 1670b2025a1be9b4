"""Rule gpu-machine-has-no-public-address."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import stack_rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View, all_of, each
from azure_ai_landing_zone_policies.readers.machines import has_gpu_or_infiniband
from azure_ai_landing_zone_policies.readers.public_addresses import TYPES, Place, places


def _program(configuration: dict[str, object]) -> dict[str, object]:
    return {
        "interface": {
            "type": "azure-native:network:NetworkInterface",
            "properties": {"ipConfigurations": [{"name": "internal", **configuration}]},
        },
        "dev": {
            "type": "azure-native:compute:VirtualMachine",
            "properties": {
                "hardwareProfile": {"vmSize": "Standard_NC4as_T4_v3"},
                "networkProfile": {"networkInterfaces": [{"id": "${interface.id}"}]},
            },
        },
    }


@stack_rule(
    on=TYPES,
    area="compute",
    severity="critical",
    since="2026.4",
    pillar="Security",
    controls=("NS-1", "NS-2"),
    links=("https://learn.microsoft.com/azure/bastion/bastion-overview",),
    passes=_program({"subnet": {"id": "${subnet.id}"}}),
    fails=_program({"publicIPAddress": {"id": "${address.id}"}}),
)
def gpu_machine_has_no_public_address(props: View, stack: Stack) -> Iterator[str | CantTell]:
    """GPU machines have no address of their own on the internet

    A GPU machine with a public address is scanned within minutes, and is worth more to thieves than any
    other: they mine on it or rent it out, at your price. Nodes of Batch and of Azure ML get one by default,
    and a NAT rule of a public load balancer is as good as one. Reach machines through Bastion or a VPN, let
    them out through a NAT gateway, and remove the public address.
    """

    def check(place: Place) -> Iterator[str]:
        if all_of(place.given, lambda: any(has_gpu_or_infiniband(pool.size()) for pool in place.machines())):
            yield place.text

    yield from each(places(props, stack), check)
