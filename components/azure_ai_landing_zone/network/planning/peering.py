"""The hub's half of a peering, for a team that makes it by hand."""

import re
import shlex
from collections.abc import Mapping

_NETWORK = re.compile(
    r"/subscriptions/(?P<subscription>[^/]+)/resourceGroups/(?P<group>[^/]+)/providers/Microsoft\.Network"
    r"/virtualNetworks/(?P<name>[^/]+)",
    re.IGNORECASE,
)


def network_parts(resource_id: str) -> Mapping[str, str]:
    """`subscription`, `group` and `name` of a virtual network. Raises ValueError."""
    found = _NETWORK.fullmatch(resource_id.rstrip("/"))
    if found is None:
        raise ValueError(f"must be the full resource id of a virtual network, got {resource_id!r}")
    return found.groupdict()


def hub_commands(
    *, hub_resource_id: str, network_resource_id: str, peering_name: str, gateway_transit: bool
) -> list[str]:
    """Commands of Azure's command line: to make the hub's half, and to renew it after a change of ranges."""
    hub = network_parts(hub_resource_id)
    place = (
        f"--subscription {hub['subscription']} --resource-group {shlex.quote(hub['group'])} "
        f"--vnet-name {shlex.quote(hub['name'])} --name {peering_name}"
    )
    return [
        f"az network vnet peering create {place} --remote-vnet {shlex.quote(network_resource_id)} "
        "--allow-vnet-access true --allow-forwarded-traffic false "
        f"--allow-gateway-transit {str(gateway_transit).lower()}",
        f"az network vnet peering sync {place}",
    ]
