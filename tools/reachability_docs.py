"""Writes docs/reference/reachability.md: what every subnet of every stack reaches, and who comes in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any

import recorded
from azure_ai_landing_zone_policies.reachability import matrix
from azure_ai_landing_zone_policies.reachability.ask import Answer, ask
from azure_ai_landing_zone_policies.reachability.land import Beyond, Land, Subnet
from azure_ai_landing_zone_policies.reachability.read import read

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "reference" / "reachability.md"

TOGETHER: tuple[tuple[str, ...], ...] = (
    ("training",),
    ("hub", "prod", "models", "clients"),
    ("smoke",),
    ("dev",),
    ("research",),
    ("inference",),
)
"""Stacks with a network, and those that belong together."""

ON_PREMISES = IPv4Network("10.200.0.0/16")

DNS_SERVERS = IPv4Network("10.200.0.0/28")
"""On-premises."""

_HEAD = """# Who reaches whom

What the model of reachability (`policies/azure_ai_landing_zone_policies/reachability`) says of each stack in
`stacks/`, from what `make states` recorded of it: from every subnet to every name that a private endpoint of
the zone answers to, to names on the internet, to another tenant's storage and on-premises; and who comes in.
This page is written by `make docs`, and a test compares it: a change of it is a change of who reaches whom.

Three things no state tells are assumed: on-premises is 10.200.0.0/16, behind a gateway of the network team in
the hub; its DNS servers, in 10.200.0.0/28, forward all names to the hub's DNS resolver; and addresses that
Azure hands out are the first of their subnet. "Everybody's" means that whoever sits there reaches other
tenants' things by the very same way: data can leave, and orders can come.

A private endpoint is named by its service's name, as DNS has it, or begins so.
"""


def resources_of(stacks: Sequence[str]) -> list[dict[str, Any]]:
    """What those stacks make, with the addresses that Azure hands out."""
    found = deepcopy([one for stack in stacks for one in recorded.resources(stack)])
    for one in found:
        inputs = one.get("inputs", {})
        for route in inputs.get("routes", []) if "network:RouteTable::" in one["urn"] else []:
            route["nextHopIpAddress"] = _first_of(found, "AzureFirewallSubnet")
        if inputs.get("dhcpOptions", {}).get("dnsServers") == ["<address>"]:
            inputs["dhcpOptions"]["dnsServers"] = [_first_of(found, "AzureFirewallSubnet")]
        if inputs.get("dnsSettings", {}).get("servers") == ["<address>"]:
            inputs["dnsSettings"]["servers"] = [_first_of(found, _resolver_subnet(found))]
        if ":InboundEndpoint::" in one["urn"]:
            inputs["ipConfigurations"][0]["privateIpAddress"] = _first_of(found, _resolver_subnet(found))
        for number, server in enumerate(inputs.get("targetDnsServers", [])):
            server["ipAddress"] = str(DNS_SERVERS[4 + number])
        for record in inputs.get("aRecords", []) if ":PrivateRecordSet::" in one["urn"] else []:
            record["ipv4Address"] = _first_of(found, str(_gateway_subnet(found)))
    return found


def land_of(stacks: Sequence[str]) -> Land:
    """What those stacks make, and on-premises behind the hub if there is one."""
    resources = resources_of(stacks)
    land = read(resources)
    hubs = [one.network for one in land.subnets.values() if one.name == "AzureFirewallSubnet"]
    servers = tuple(one.address for one in land.inbound_endpoints)
    beyond = [Beyond("on-premises", ON_PREMISES, hub, servers, DNS_SERVERS) for hub in hubs]
    return read(resources, beyond)


def page() -> str:
    """The text of the page."""
    return "\n".join([_HEAD, *(line for stacks in TOGETHER for line in _section(stacks))])


def _section(stacks: Sequence[str]) -> Iterator[str]:
    land = land_of(stacks)
    origins: list[Subnet | Beyond] = [*matrix.origins(land), *land.beyond]
    yield from (f"## {' and '.join(stacks)}", "")
    targets = [*matrix.targets(land), (str(ON_PREMISES), 443), (str(ON_PREMISES), 22)]
    told = {one.name: [_told(ask(land, one, *target)) for target in targets] for one in origins}
    shown = [one for one in origins if len({*told[one.name]}) > 1]
    yield f"| to | port | {' | '.join(f'from {_short(one)}' for one in shown)} |"
    yield f"| --- | --- | {' | '.join('---' for _ in shown)} |"
    for number, (target, port) in enumerate(targets):
        cells = " | ".join(told[one.name][number] for one in shown)
        yield f"| {_without_suffix(target)} | {port} | {cells} |"
    yield ""
    for one in origins:
        if one not in shown:
            yield f"- From {_short(one)} to all of these: {told[one.name][0]}."
    for name, into in matrix.inward(land):
        comer = _without_suffix(name).removeprefix("snet-ai-")
        open_ = [_without_suffix(one).removeprefix("snet-ai-") for one in into]
        yield f"- Into the zone from {comer}: {', '.join(open_) or 'nothing'}."
    for beyond in land.beyond:
        known = {_without_suffix(name): None for name in matrix.found_privately(land, beyond)}
        yield f"- Private addresses are told to {beyond.name} of: {', '.join(known) or 'nothing'}."
    yield ""


def _told(answer: Answer) -> str:
    if answer.verdict == "refused":
        return f"no ({_without_suffix(answer.why)})"
    if answer.verdict == "unknown":
        return f"can't tell ({_without_suffix(answer.why)})"
    return f"**{answer.way}**" + (", everybody's" if answer.others else "")


def _short(origin: Subnet | Beyond) -> str:
    return _without_suffix(origin.name).removeprefix("snet-ai-")


def _without_suffix(text: str) -> str:
    """Without what tells two subscriptions' names apart."""
    return re.sub(r"-?[0-9a-f]{6}\b", "", text)


def _first_of(resources: Sequence[Mapping[str, Any]], subnet: str) -> str:
    prefix = next(
        one["inputs"]["addressPrefix"]
        for one in resources
        if str(one.get("id")).endswith(f"/subnets/{subnet}")
    )
    return str(IPv4Network(prefix)[4])


def _resolver_subnet(resources: Sequence[Mapping[str, Any]]) -> str:
    """The subnet in which a DNS resolver is asked."""
    endpoint = next(one["inputs"] for one in resources if ":InboundEndpoint::" in one["urn"])
    return str(endpoint["ipConfigurations"][0]["subnet"]["id"]).rpartition("/")[2]


def _gateway_subnet(resources: Sequence[Mapping[str, Any]]) -> str:
    """The subnet that a gateway of models stands in, the only thing with a record of our own."""
    gateway = next(one["inputs"] for one in resources if ":ApiManagementService::" in one["urn"])
    return str(gateway["virtualNetworkConfiguration"]["subnetResourceId"]).rpartition("/")[2]


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
