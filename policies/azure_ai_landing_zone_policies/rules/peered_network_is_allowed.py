"""Rule peered-network-is-allowed."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _peering(network: str) -> dict[str, object]:
    return {"remoteVirtualNetwork": {"id": f"/subscriptions/s/resourceGroups/g/{network}"}}


@rule(
    on=("network:VirtualNetworkPeering",),
    area="network",
    severity="medium",
    since="2026.4",
    pillar="Security",
    controls=("NS-1",),
    links=("https://learn.microsoft.com/azure/virtual-network/virtual-network-peering-overview",),
    parameters=(
        Parameter(
            "allowed",
            "texts",
            None,
            "ids of networks, or globs of them, in any casing",
            ["/subscriptions/*/virtualNetworks/vnet-hub-*"],
        ),
    ),
    passes=_peering("providers/Microsoft.Network/virtualNetworks/vnet-hub-1"),
    fails=_peering("providers/Microsoft.Network/virtualNetworks/vnet-other"),
)
def peered_network_is_allowed(props: View) -> Iterator[str | CantTell]:
    """Networks are peered with those that the company allows

    A peering joins two networks as if they were one, also with one of another subscription or tenant, and
    past every firewall between them. Give the hubs in `allowed`; without it the rule is silent.
    """
    allowed = props.parameter("allowed")
    if allowed is None:
        return
    path = "remoteVirtualNetwork.id"
    network = props.text(path)
    if network and not any(fnmatchcase(network.lower(), glob.lower()) for glob in allowed):
        yield f"{path} is {network}; allowed are {', '.join(allowed)}"
