"""Rule peered-network-is-allowed."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from azure_ai_landing_zone_policies.engine.parameters import Parameter
from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View


def _peering(network: str) -> dict[str, object]:
    return {"remoteVirtualNetwork": {"id": f"/subscriptions/s/resourceGroups/g/{network}"}}


@rule(
    on=("network:VirtualNetworkPeering", "network:HubVirtualNetworkConnection"),
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
            "ids of networks and virtual hubs, or globs of them, in any casing",
            ["/subscriptions/*/virtualNetworks/vnet-hub-*"],
        ),
    ),
    passes=_peering("providers/Microsoft.Network/virtualNetworks/vnet-hub-1"),
    fails=_peering("providers/Microsoft.Network/virtualNetworks/vnet-other"),
)
def peered_network_is_allowed(props: View) -> Iterator[str | CantTell]:
    """Networks are peered with those that the company allows

    A peering joins two networks as if they were one, also with one of another subscription or tenant, and
    past every firewall between them; so does a connection with a virtual hub. Give the hubs in `allowed`;
    without it the rule is silent.
    """
    allowed = props.parameter("allowed")
    if allowed is None:
        return
    if props.resource.type == "network:HubVirtualNetworkConnection":
        group, hub = props.text("resourceGroupName"), props.text("virtualHubName")
        place = f"resourceGroups/{group}/providers/Microsoft.Network/virtualHubs/{hub}"
        if group and hub and not any(_is_meant(place, glob) for glob in allowed):
            yield f"virtualHubName is {hub} in {group}; allowed are {', '.join(allowed)}"
        return
    path = "remoteVirtualNetwork.id"
    network = props.text(path)
    if network and not any(fnmatchcase(network.lower(), glob.lower()) for glob in allowed):
        yield f"{path} is {network}; allowed are {', '.join(allowed)}"


def _is_meant(place: str, glob: str) -> bool:
    """In whatever subscription the glob has: that of a connection is its provider's to say."""
    _, _, subscription, *_ = [*glob.lower().split("/"), "", ""]
    return fnmatchcase(f"/subscriptions/{subscription}/{place}".lower(), glob.lower())
