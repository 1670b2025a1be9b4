"""Requests for private endpoints, and what speaks against them."""

from typing import Any

from azure_ai_landing_zone.endpoints.planning.checks import private_dns_problems
from azure_ai_landing_zone.endpoints.planning.request import (
    EndpointRequest,
    NetworkRequest,
    PrivateDnsRequest,
    ZoneChoice,
)

PROVIDERS = "/subscriptions/s/resourceGroups/rg/providers"
SPOKE = f"{PROVIDERS}/Microsoft.Network/virtualNetworks/spoke"
OTHER = f"{PROVIDERS}/Microsoft.Network/virtualNetworks/other"
ZONES = "/subscriptions/h/resourceGroups/hub/providers/Microsoft.Network/privateDnsZones"
SEARCH_ZONE = "privatelink.search.windows.net"
CREATE, POLICY, EXTERNAL = ZoneChoice("create"), ZoneChoice("policyManaged"), ZoneChoice("external")

Problems = list[tuple[tuple[str | int, ...], str]]


def target(
    key: str = "search", service: str = "aiSearch", id_: str | None = None, **more: Any
) -> EndpointRequest:
    return EndpointRequest(key=key, service=service, region="eastus", target_resource_id=id_, **more)


def storage(*subresources: str, key: str = "data", name: str = "one") -> EndpointRequest:
    id_ = f"{PROVIDERS}/Microsoft.Storage/storageAccounts/{name}"
    return target(key, "storage", id_, subresources=subresources)


def problems(*endpoints: EndpointRequest, **changes: Any) -> Problems:
    values: dict[str, Any] = {"cloud": "public", "networks": [NetworkRequest("spoke", SPOKE)]}
    request = PrivateDnsRequest(**(values | changes), endpoints=endpoints)
    return [(problem.path, problem.message) for problem in private_dns_problems(request)]
