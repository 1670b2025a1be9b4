"""Private endpoints and their names: which endpoints, which zones, who writes their records."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.endpoints.planning.checks import private_dns_problems
from azure_ai_landing_zone.endpoints.planning.request import WRITERS, PrivateDnsRequest, ZoneChoice


@dataclass(frozen=True, slots=True)
class EndpointPlan:
    """One private endpoint: a resource and a group id."""

    name: str
    """`<key>-<group id>`, unique among the endpoints."""
    position: int
    """Of its target among the requests."""
    group_id: str
    zones: tuple[str, ...]
    zone_group: tuple[str, ...]
    """The zones whose records this stack writes: all of them or none."""
    after: str | None
    """The endpoint that has to be there first: a target takes one at a time and answers 409 to a second
    (StorageAccountOperationInProgress: github.com/Azure/bicep-registry-modules/issues/6001, 2025-09-24)."""


@dataclass(frozen=True, slots=True)
class PrivateDnsPlan:
    """What becomes of a request that nothing speaks against."""

    endpoints: tuple[EndpointPlan, ...]
    zones: Mapping[str, ZoneChoice]
    """Each name once, however many endpoints need it."""
    addresses: int
    """What the endpoints take of their subnets, as far as Azure tells."""
    warnings: tuple[str, ...]


def plan_private_dns(request: PrivateDnsRequest) -> PrivateDnsPlan:
    """The plan of a request. Raises PlanRefused with everything that speaks against it."""
    if problems := private_dns_problems(request):
        raise PlanRefused(problems)
    choices = {zone: request.choice(zone) for zone in request.needed()}
    zones = {zone: choice for zone, choice in choices.items() if choice is not None}
    endpoints: list[EndpointPlan] = []
    last_of: dict[str, str] = {}
    addresses = 0
    for position, endpoint in enumerate(request.endpoints):
        for group_id, link in endpoint.links():
            name = f"{endpoint.key}-{group_id}"
            names = request.zone_names(endpoint, link)
            group = tuple(zone for zone in names if WRITERS[zones[zone].mode] == "this stack")
            endpoints.append(
                EndpointPlan(name, position, group_id, names, group, last_of.get(endpoint.target))
            )
            last_of[endpoint.target] = name
            addresses += link.addresses
    return PrivateDnsPlan(tuple(endpoints), zones, addresses, tuple(_warnings(request)))


def _warnings(request: PrivateDnsRequest) -> Iterator[str]:
    for endpoint in request.endpoints:
        for _, link in endpoint.links():
            if request.cloud in link.uncertain and not endpoint.zone_names:
                names = " and ".join(link.zones[request.cloud])
                yield (
                    f"{endpoint.key}: Azure's pages don't agree that {link.service} has {names} in "
                    f"{request.cloud}; compare with the endpoint in the portal, and give other names as "
                    "`zone_names`"
                )
            if link.after_children and endpoint.target_resource_id is None and not endpoint.waits:
                yield (
                    f"{endpoint.key}: Azure refuses an endpoint of {link.service} while deployments or "
                    "projects are being made (AccountProvisioningStateInvalid): give their ids as "
                    "`after_resource_ids`"
                )
