"""What Azure Resource Manager answers to requests that only read: from the subscription's settings, what is
in it, and the catalogue.

Shapes: github.com/Azure/azure-rest-api-specs, of the API versions that azure_ai_landing_zone/preflight asks,
2026-11-22.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.rest import listings, things
from azure_simulator.rest.request import Request

PAGE = 100
"""Items that an answer has at most, if nobody says otherwise."""


@dataclass(frozen=True)
class Answer:
    status: int
    content: Any
    """For JSON."""


@dataclass(frozen=True)
class _Route:
    method: str
    pattern: str
    """Of the path; names in braces are handed on."""
    action: str
    """What somebody has to be allowed to ask."""
    answers: Callable[..., Any]
    """A list where there is a `key`, else an object."""
    key: str | None = "value"


_S = "/subscriptions/{subscription}"
_AT = "/locations/{region}"
_KEYED: Final = (
    "Microsoft.Network/virtualNetworks",
    "Microsoft.Network/virtualHubs",
    "Microsoft.Network/privateDnsZones",
)

_ROUTES: Final = (
    _Route("GET", f"{_S}/providers", "Microsoft.Resources/subscriptions/providers/read", listings.providers),
    _Route("GET", f"{_S}/resources", "Microsoft.Resources/subscriptions/resources/read", things.resources),
    _Route("GET", f"{_S}/providers/Microsoft.Compute/skus", "Microsoft.Compute/skus/read", listings.sizes),
    _Route(
        "GET",
        f"{_S}/providers/Microsoft.Compute{_AT}/usages",
        "Microsoft.Compute/locations/usages/read",
        listings.vcpus,
    ),
    _Route(
        "GET",
        f"{_S}/providers/Microsoft.MachineLearningServices{_AT}/usages",
        "Microsoft.MachineLearningServices/locations/usages/read",
        listings.machine_learning_vcpus,
    ),
    _Route(
        "GET",
        f"{_S}/providers/Microsoft.CognitiveServices{_AT}/models",
        "Microsoft.CognitiveServices/locations/models/read",
        listings.models,
    ),
    _Route(
        "GET",
        f"{_S}/providers/Microsoft.CognitiveServices{_AT}/usages",
        "Microsoft.CognitiveServices/locations/usages/read",
        listings.model_usages,
    ),
    _Route(
        "GET",
        f"{_S}/providers/Microsoft.ContainerService{_AT}/kubernetesVersions",
        "Microsoft.ContainerService/locations/kubernetesVersions/read",
        listings.kubernetes_versions,
        "values",
    ),
    _Route(
        "GET",
        f"{_S}/providers/Microsoft.Compute{_AT}/publishers/{{publisher}}/artifacttypes/vmimage/offers/{{offer}}"
        "/skus/{sku}/versions",
        "Microsoft.Compute/locations/publishers/artifacttypes/offers/skus/versions/read",
        listings.image_versions,
        "",
    ),
    _Route(
        "GET",
        f"{_S}/providers/Microsoft.Features/providers/{{namespace}}/features/{{name}}",
        "Microsoft.Features/providers/features/read",
        listings.feature,
        None,
    ),
    *(
        _Route("GET", f"{_S}/providers/{namespace}/{{listed}}", f"{namespace}/{listed}/read", things.deleted)
        for namespace, listed in things.DELETED
    ),
    *(
        _Route(
            "POST", f"{_S}/providers/{namespace}/{{check}}", f"{namespace}/{check}/{right}", things.name, None
        )
        for namespace, check, right in things.NAME_CHECKS
    ),
    _Route(
        "GET",
        f"{_S}/providers/Microsoft.Network/privateDnsZones",
        "Microsoft.Network/privateDnsZones/read",
        things.zones,
    ),
    _Route(
        "GET",
        "{scope}/providers/Microsoft.Authorization/permissions",
        "Microsoft.Authorization/permissions/read",
        things.permissions,
    ),
    _Route(
        "GET",
        "{zone}/virtualNetworkLinks",
        "Microsoft.Network/privateDnsZones/virtualNetworkLinks/read",
        things.links,
    ),
    *(
        _Route("GET", f"{{above}}/providers/{type_}/{{own}}", f"{type_}/read", things.thing, None)
        for type_ in _KEYED
    ),
)


def answer(cloud: Subscription, request: Request, url: str = "", page: int = PAGE) -> Answer:
    """The answer to a request; `url` is where next pages are asked for."""
    for route in _ROUTES:
        match = re.fullmatch(_pattern(route), request.path, re.IGNORECASE)
        if match is None or route.method != request.method:
            continue
        if not request.query.get("api-version"):
            return _error(400, "MissingApiVersionParameter", "The api-version query parameter is required.")
        if not cloud.gate.may(route.action, request.path):
            refusal = cloud.gate.unauthorized(route.action, request.path)
            return _error(refusal.status, refusal.code, refusal.message)
        try:
            found = route.answers(cloud, request, **match.groupdict())
        except ArmError as refusal:
            return _error(refusal.status, refusal.code, refusal.message)
        if route.key is None:
            return Answer(200, found)
        if route.key == "":
            return Answer(200, list(found))
        return _paged(list(found), route.key, request, url, page)
    return _error(404, "InvalidResourceType", f"The resource type could not be found: {request.path}")


def _pattern(route: _Route) -> str:
    wide = {"scope": ".+", "zone": ".+/privateDnsZones/[^/]+", "above": ".+"}
    exact = {"listed": "|".join(one for _, one in things.DELETED), "check": "check[A-Za-z]+"}
    pattern = re.escape(route.pattern)
    for name in re.findall(r"\{(\w+)\}", route.pattern):
        shape = wide.get(name) or exact.get(name) or "[^/]+"
        pattern = pattern.replace(re.escape("{" + name + "}"), f"(?P<{name}>{shape})")
    return pattern


def _paged(items: list[Any], key: str, request: Request, url: str, page: int) -> Answer:
    start = int(request.query.get("$skiptoken", "0"))
    content: dict[str, Any] = {key: items[start : start + page]}
    if start + page < len(items):
        query = {**request.query, "$skiptoken": str(start + page)}
        content["nextLink"] = f"{url}{request.path}?{urlencode(query)}"
    return Answer(200, content)


def _error(status: int, code: str, message: str) -> Answer:
    return Answer(status, {"error": {"code": code, "message": message}})
