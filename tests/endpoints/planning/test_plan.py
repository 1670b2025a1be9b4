"""Every row of the private link table becomes the right endpoint, and is held against everything else."""

from collections.abc import Mapping
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.catalog.private_link import Cloud, PrivateLink
from azure_ai_landing_zone.core.problem import PlanRefused
from azure_ai_landing_zone.endpoints.planning.checks import private_dns_problems
from azure_ai_landing_zone.endpoints.planning.plan import EndpointPlan, plan_private_dns
from azure_ai_landing_zone.endpoints.planning.request import (
    EndpointRequest,
    NetworkRequest,
    PrivateDnsRequest,
    ZoneChoice,
)

SUBSCRIPTION = "/subscriptions/s/resourceGroups/rg/providers"
NETWORK = f"{SUBSCRIPTION}/Microsoft.Network/virtualNetworks/spoke"
SPOKE = NetworkRequest("spoke", NETWORK)
CREATE = ZoneChoice("create")

CASES = [
    pytest.param(link, cloud, id=f"{link.service}-{link.group_ids[0]}-{cloud}")
    for service in private_link.services()
    for link in private_link.of_service(service)
    for cloud in get_args(Cloud)
    if link.zones[cloud]
]
"""Each row in each cloud in which it has zones."""


def endpoint(link: PrivateLink, **changes: Any) -> EndpointRequest:
    values: dict[str, Any] = {
        "key": "it",
        "service": link.service,
        "region": "eastus",
        "target_resource_id": f"{SUBSCRIPTION}/{link.resource_type}/it",
        "subresources": link.group_ids[:1],
        "subnet_resource_id": f"{NETWORK}/subnets/endpoints",
        "subzone": "mine" if "{subzone}" in link.zones["public"][0] else None,
    }
    return EndpointRequest(**(values | changes))


def alone(link: PrivateLink, cloud: Cloud, **changes: Any) -> PrivateDnsRequest:
    """The row's endpoint with what has to stand beside it."""
    endpoints = [endpoint(link, subresources=(*link.group_ids[:1], *([link.needs] if link.needs else [])))]
    return PrivateDnsRequest(**({"cloud": cloud, "endpoints": endpoints, "networks": [SPOKE]} | changes))


def zones_of(link: PrivateLink, cloud: Cloud) -> list[str]:
    names = [name.replace("{region}", "eastus").replace("{subzone}", "mine") for name in link.zones[cloud]]
    if link.needs:
        other = private_link.find(link.service, link.needs)
        assert other is not None
        names += other.zones[cloud]
    return names


def problems(request: PrivateDnsRequest) -> list[tuple[tuple[str | int, ...], str]]:
    return [(problem.path, problem.message) for problem in private_dns_problems(request)]


@pytest.mark.parametrize(("link", "cloud"), CASES)
def test_one_endpoint_with_all_its_zones_in_one_group(link: PrivateLink, cloud: Cloud) -> None:
    plan = plan_private_dns(alone(link, cloud))
    zones = tuple(zones_of(link, cloud))
    own = tuple(zones[: len(link.zones[cloud])])
    assert plan.endpoints[0] == EndpointPlan(f"it-{link.group_ids[0]}", 0, link.group_ids[0], own, own, None)
    assert plan.zones == dict.fromkeys(zones, CREATE)
    assert plan.addresses == link.addresses * len(plan.endpoints)


@pytest.mark.parametrize(("link", "cloud"), CASES)
def test_a_zone_less_is_found(link: PrivateLink, cloud: Cloud) -> None:
    zones = zones_of(link, cloud)
    for missing in zones:
        said = {zone: CREATE for zone in [*zones, "privatelink.grafana.azure.com"] if zone != missing}
        said["privatelink.grafana.azure.com"] = ZoneChoice("external")  # so that others aren't created
        if missing == "privatelink.grafana.azure.com":
            continue
        assert (
            ("dns_zones", missing),
            "missing: it needs it; say what becomes of it, or of all zones that aren't named as "
            "`other_dns_zones`",
        ) in problems(alone(link, cloud, zones=said))


@pytest.mark.parametrize(("link", "cloud"), CASES)
def test_a_zone_too_many_is_found(link: PrivateLink, cloud: Cloud) -> None:
    zones = zones_of(link, cloud)
    said = dict.fromkeys([*zones, "privatelink.mariadb.database.azure.com"], CREATE)
    assert problems(alone(link, cloud, zones=said)) == [
        (
            ("dns_zones", "privatelink.mariadb.database.azure.com"),
            "no service has a zone of this name: leave it out",
        )
    ]


@pytest.mark.parametrize(("link", "cloud"), CASES)
def test_a_second_zone_of_a_name_is_found(link: PrivateLink, cloud: Cloud) -> None:
    zones = zones_of(link, cloud)
    request = alone(link, cloud, zones=dict.fromkeys(zones, CREATE), provided=frozenset(zones[:1]))
    assert problems(request) == [
        (
            ("dns_zones", zones[0]),
            "another component makes it (`provided_zone_resource_ids`), and a network can be linked to one "
            "zone of a name only: leave it out",
        )
    ]


@pytest.mark.parametrize(("link", "cloud"), CASES)
def test_a_missing_link_is_found(link: PrivateLink, cloud: Cloud) -> None:
    (path, text), *more = problems(alone(link, cloud, networks=[]))
    assert (path, more) == (("networks",), [])
    assert text.startswith(f"missing: nothing could look names up in {zones_of(link, cloud)[0]}")
    assert text.endswith("; give the networks to link to them")


@pytest.mark.parametrize(("link", "cloud"), CASES)
def test_a_zone_with_another_writer_is_found(link: PrivateLink, cloud: Cloud) -> None:
    zones = zones_of(link, cloud)
    own = len(link.zones[cloud])
    said = {zone: ZoneChoice("policyManaged") if zone == zones[own - 1] else CREATE for zone in zones}
    found = problems(alone(link, cloud, zones=said))
    if own == 1:
        assert found == []
        assert plan_private_dns(alone(link, cloud, zones=said)).endpoints[0].zone_group == ()
        return
    create = [f"{zone} (create)" for zone in zones[: own - 1]]
    would = " and ".join(filter(None, [", ".join(create[:-1]), create[-1]]))
    assert found == [
        (
            ("endpoints", 0),
            f"the endpoint of {link.group_ids[0]} has one zone group, which has one owner, and this stack "
            f"would write {would} and Azure Policy would write {zones[own - 1]} (policyManaged): give all "
            "its zones modes of one owner",
        )
    ]


def test_the_blob_zone_of_storage_and_of_the_monitor_scope_is_made_once() -> None:
    scope, blob = private_link.find("monitorScope", "azuremonitor"), private_link.find("storage", "blob")
    assert scope is not None
    assert blob is not None
    endpoints = [endpoint(blob, key="data"), endpoint(scope, key="scope")]
    plan = plan_private_dns(PrivateDnsRequest("public", endpoints, networks=[SPOKE]))
    assert list(plan.zones) == [
        "privatelink.blob.core.windows.net",
        "privatelink.monitor.azure.com",
        "privatelink.oms.opinsights.azure.com",
        "privatelink.ods.opinsights.azure.com",
        "privatelink.agentsvc.azure-automation.net",
    ]
    assert plan.addresses == 12


def test_endpoints_of_one_resource_are_made_one_after_another() -> None:
    blob = private_link.find("storage", "blob")
    assert blob is not None
    accounts = f"{SUBSCRIPTION}/Microsoft.Storage/storageAccounts"
    endpoints = [
        endpoint(blob, key="data", subresources=("blob", "dfs")),
        endpoint(blob, key="other", target_resource_id=f"{accounts}/other"),
        endpoint(blob, key="again", target_resource_id=f"{accounts}/it".upper(), subresources=("file",)),
    ]
    plan = plan_private_dns(PrivateDnsRequest("public", endpoints, networks=[SPOKE]))
    assert [(endpoint.name, endpoint.after) for endpoint in plan.endpoints] == [
        ("data-blob", None),
        ("data-dfs", "data-blob"),
        ("other-blob", None),
        ("again-file", "data-dfs"),
    ]


def test_what_the_data_cannot_tell_is_warned_of() -> None:
    search, models = private_link.find("aiSearch", "searchService"), private_link.find("foundry", "account")
    assert search is not None
    assert models is not None
    endpoints = [endpoint(search, key="search"), endpoint(models, key="models", target_resource_id=None)]
    request = PrivateDnsRequest("public", endpoints, networks=[SPOKE])
    after = (
        "models: Azure refuses an endpoint of foundry while deployments or projects are being made "
        "(AccountProvisioningStateInvalid): give their ids as `after_resource_ids`"
    )
    assert plan_private_dns(request).warnings == (after,)
    endpoints = [
        endpoint(search, key="search"),
        endpoint(models, key="models", target_resource_id=None, waits=True),
    ]
    request = PrivateDnsRequest("government", endpoints, networks=[SPOKE])
    assert plan_private_dns(request).warnings == (
        "search: Azure's pages don't agree that aiSearch has privatelink.search.azure.us in government; "
        "compare with the endpoint in the portal, and give other names as `zone_names`",
        "models: Azure's pages don't agree that foundry has privatelink.cognitiveservices.azure.us and "
        "privatelink.openai.azure.us and privatelink.services.ai.azure.us in government; compare with the "
        "endpoint in the portal, and give other names as `zone_names`",
    )
    endpoints = [endpoint(search, zone_names=("privatelink.search.windows.us",))]
    plan = plan_private_dns(PrivateDnsRequest("government", endpoints, networks=[SPOKE]))
    assert (plan.warnings, list(plan.zones)) == ((), ["privatelink.search.windows.us"])


LINKS = [link for service in private_link.services() for link in private_link.of_service(service)]
MODES = st.sampled_from(
    [None, CREATE, ZoneChoice("policyManaged"), ZoneChoice("external"), ZoneChoice("provided")]
)


@given(
    picked=st.lists(st.sampled_from(LINKS), max_size=8),
    other=MODES.filter(lambda choice: choice is None or choice.mode != "provided"),
    modes=st.lists(MODES, min_size=40, max_size=40),
    linked=st.booleans(),
)
def test_any_request_is_refused_or_has_one_zone_of_a_name_and_one_writer_an_endpoint(
    picked: list[PrivateLink], other: ZoneChoice | None, modes: list[ZoneChoice | None], linked: bool
) -> None:
    endpoints = [
        endpoint(link, key=f"k{number}", target_resource_id=f"{SUBSCRIPTION}/{link.resource_type}/{number}")
        for number, link in enumerate(picked)
    ]
    names = list(PrivateDnsRequest("public", endpoints).needed())
    chosen: Mapping[str, ZoneChoice | None] = dict(zip(names, modes, strict=False))
    request = PrivateDnsRequest(
        "public",
        endpoints,
        zones={name: choice for name, choice in chosen.items() if choice and choice.mode != "provided"},
        provided=frozenset(name for name, choice in chosen.items() if choice and choice.mode == "provided"),
        other_zones=other,
        networks=[SPOKE] if linked else [],
    )
    try:
        plan = plan_private_dns(request)
    except PlanRefused as refused:
        assert refused.problems  # noqa: PT017 (either outcome is right)
        return
    assert list(plan.zones) == names
    assert linked or "create" not in {choice.mode for choice in plan.zones.values()}
    assert len({endpoint.name for endpoint in plan.endpoints}) == len(picked)
    for made in plan.endpoints:
        assert made.zone_group in ((), made.zones)
        assert {plan.zones[zone].mode for zone in made.zone_group} <= {"create", "provided"}
