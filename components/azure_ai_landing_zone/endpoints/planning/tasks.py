"""What someone else has to do so that private endpoints are found: the hub's team, Azure Policy, an owner."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.endpoints.planning.plan import PrivateDnsPlan
from azure_ai_landing_zone.endpoints.planning.request import PrivateDnsRequest

TaskKind = Literal["zone", "role", "policy", "link", "approval"]

ZONE_ROLE = "Private DNS Zone Contributor"
"""Built-in; has privateDnsZones/join/action, which zone groups need, and may link networks."""

_VAULT_NAMES = {
    "vaultcore.azure.net": "vault.azure.net",
    "vaultcore.usgovcloudapi.net": "vault.usgovcloudapi.net",
    "vaultcore.azure.cn": "vault.azure.cn",
}
"""The only service whose public names end otherwise than its zone without `privatelink.`.
Source: learn.microsoft.com/azure/private-link/private-endpoint-dns, 2026-07-16."""


@dataclass(frozen=True, slots=True)
class HubTask:
    """One thing that this stack doesn't do."""

    task: TaskKind
    zone: str | None
    text: str
    """The whole of it, for people."""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class DnsRecord:
    """An A record that someone else writes."""

    zone: str | None
    """None: no zone of the endpoint fits the name."""
    name: str
    """Relative to the zone, or the whole name."""
    addresses: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"addresses": list(self.addresses)}

    @property
    def text(self) -> str:
        where = f" in {self.zone}" if self.zone else ""
        return f"record A: {self.name}{where} is {', '.join(self.addresses)}"


def hub_tasks(request: PrivateDnsRequest, plan: PrivateDnsPlan) -> tuple[HubTask, ...]:
    """All that is left to others, zone by zone; known before anything is deployed."""
    return (*_zone_tasks(request, plan), *_approvals(request, plan))


def _zone_tasks(request: PrivateDnsRequest, plan: PrivateDnsPlan) -> Iterator[HubTask]:
    for zone, choice in plan.zones.items():
        where = choice.resource_id or zone
        if choice.mode == "existing":
            yield HubTask("role", zone, f"give who deploys the role {ZONE_ROLE} on {where}")
        if choice.mode == "external":
            text = f"create the private DNS zone {zone}, and in it the A records that this stack outputs"
            yield HubTask("zone", zone, text)
        if choice.mode == "policyManaged":
            yield HubTask("policy", zone, _policy_text(request, plan, zone))
        if choice.mode in ("existing", "external", "policyManaged") and not choice.link:
            yield HubTask("link", zone, f"link {where} to {_networks(request)}")


def _policy_text(request: PrivateDnsRequest, plan: PrivateDnsPlan, zone: str) -> str:
    kinds = []
    for endpoint in plan.endpoints:
        service = request.endpoints[endpoint.position].service
        link = private_link.find(service, endpoint.group_id)
        if link is not None and zone in endpoint.zones:
            kinds.append(f"{link.resource_type} ({endpoint.group_id})")
    what = ", ".join(dict.fromkeys(kinds))
    return (
        f"have a policy (deployIfNotExists) write zone groups for endpoints of {what} into the private DNS "
        f"zone {zone}"
    )


def _networks(request: PrivateDnsRequest) -> str:
    given = [network.resource_id or network.name for network in request.networks]
    if not given:
        return "the networks that look names up, or to the hub that they ask"
    either = ", unless they ask a DNS server in a network that is linked" if not request.custom_dns else ""
    return f"{', '.join(given)}{either}"


def _approvals(request: PrivateDnsRequest, plan: PrivateDnsPlan) -> Iterator[HubTask]:
    for endpoint in plan.endpoints:
        target = request.endpoints[endpoint.position]
        link = private_link.find(target.service, endpoint.group_id)
        if target.needs_approval and link is not None:
            action = f"{link.resource_type}/privateEndpointConnectionsApproval/action"
            where = target.target_resource_id or target.key
            text = (
                f"approve the connection of endpoint {endpoint.name} on {where}, with {action} there; "
                "nothing gets through before"
            )
            yield HubTask("approval", None, text)


def dns_record(fqdn: str, addresses: Sequence[str], zones: Sequence[str]) -> DnsRecord:
    """The record that a public name of an endpoint needs, in the one of its zones that fits."""
    for zone in zones:
        suffix = zone.replace("privatelink.", "", 1)
        for ending in (suffix, _VAULT_NAMES.get(suffix, suffix)):
            if fqdn.lower().endswith(f".{ending}"):
                return DnsRecord(zone, fqdn[: -len(ending) - 1], tuple(addresses))
    return DnsRecord(None, fqdn, tuple(addresses))


def hub_report(tasks: Sequence[HubTask], records: Sequence[DnsRecord]) -> str:
    """Tasks and records as text, one a line; an empty text if nothing is left to anyone."""
    return "\n".join([*(f"{task.task}: {task.text}" for task in tasks), *(record.text for record in records)])
