"""The hub's half of a peering, or the connection of a virtual hub, for a team that makes it by hand."""

import re
import shlex
from collections.abc import Mapping, Sequence

_GROUP = (
    r"/subscriptions/(?P<subscription>[^/]+)/resourceGroups/(?P<group>[^/]+)/providers/Microsoft\.Network"
)


def network_parts(resource_id: str) -> Mapping[str, str]:
    """`subscription`, `group` and `name` of a virtual network. Raises ValueError."""
    return _parts(resource_id, "virtualNetworks", "a virtual network")


def virtual_hub_parts(resource_id: str) -> Mapping[str, str]:
    """The same of a virtual hub."""
    return _parts(resource_id, "virtualHubs", "a virtual hub")


def _parts(resource_id: str, kind: str, called: str) -> Mapping[str, str]:
    found = re.fullmatch(f"{_GROUP}/{kind}/(?P<name>[^/]+)", resource_id.rstrip("/"), re.IGNORECASE)
    if found is None:
        raise ValueError(f"must be the full resource id of {called}, got {resource_id!r}")
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


def connection_commands(
    *,
    hub_resource_id: str,
    network_resource_id: str,
    connection_name: str,
    internet_security: bool,
    associated: str | None,
    propagated: Sequence[str],
    labels: Sequence[str],
) -> list[str]:
    """The command that makes a virtual hub's connection, of the command line's extension virtual-wan. Route
    tables are ids; none where they are the hub's to choose. Source:
    learn.microsoft.com/cli/azure/network/vhub/connection, 2026-11-23."""
    hub = virtual_hub_parts(hub_resource_id)
    words = [
        f"az network vhub connection create --subscription {hub['subscription']}",
        f"--resource-group {shlex.quote(hub['group'])} --vhub-name {shlex.quote(hub['name'])}",
        f"--name {connection_name} --remote-vnet {shlex.quote(network_resource_id)}",
        f"--internet-security {str(internet_security).lower()}",
    ]
    if associated is not None:
        tables = " ".join(shlex.quote(one) for one in propagated)
        words.append(f"--associated {shlex.quote(associated)} --propagated {tables}")
        words.append(f"--labels {' '.join(shlex.quote(one) for one in labels)}")
    return [" ".join(words)]
