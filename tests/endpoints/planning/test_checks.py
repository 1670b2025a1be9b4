"""Zones and networks that would not work are refused before anything is deployed."""

from typing import Any

import pytest

from azure_ai_landing_zone.endpoints.planning.request import NetworkRequest, ZoneChoice
from helpers.endpoint_requests import (
    CREATE,
    EXTERNAL,
    OTHER,
    POLICY,
    SEARCH_ZONE,
    SPOKE,
    ZONES,
    Problems,
    problems,
    storage,
    target,
)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, [], id="nothing said"),
        pytest.param({"zones": {SEARCH_ZONE: CREATE}}, [], id="created"),
        pytest.param(
            {"zones": {"privatelink.azurecr.io": EXTERNAL}},
            [
                (
                    ("dns_zones", SEARCH_ZONE),
                    "missing: search needs it; say what becomes of it, or of all zones that aren't named as "
                    "`other_dns_zones`",
                )
            ],
            id="forgotten beside others",
        ),
        pytest.param(
            {"zones": {"privatelink.azurecr.io": EXTERNAL}, "other_zones": POLICY}, [], id="other zones"
        ),
        pytest.param(
            {"zones": {"privatelink.azurecr.io": CREATE, SEARCH_ZONE: CREATE}},
            [(("dns_zones", "privatelink.azurecr.io"), "no target needs it: leave it out")],
            id="created for nobody",
        ),
        pytest.param(
            {"zones": {"privatelink.serch.windows.net": EXTERNAL}, "other_zones": CREATE},
            [
                (
                    ("dns_zones", "privatelink.serch.windows.net"),
                    f"no service has a zone of this name: did you mean {SEARCH_ZONE}?",
                )
            ],
            id="misspelt",
        ),
        pytest.param(
            {"zones": {SEARCH_ZONE: ZoneChoice("existing", f"{ZONES}/privatelink.azurecr.io")}},
            [
                (
                    ("dns_zones", SEARCH_ZONE, "resource_id"),
                    f"is the id of privatelink.azurecr.io, not of {SEARCH_ZONE}: correct it",
                )
            ],
            id="id of another zone",
        ),
        pytest.param(
            {
                "zones": {
                    SEARCH_ZONE: ZoneChoice("existing", f"{ZONES}/{SEARCH_ZONE}"),
                    "Privatelink.search.windows.net": CREATE,
                }
            },
            [
                (
                    ("dns_zones", "Privatelink.search.windows.net"),
                    f"must be in lower case, or it would be a second zone beside {SEARCH_ZONE}: correct it",
                )
            ],
            id="existing and created",
        ),
        pytest.param(
            {"zones": {SEARCH_ZONE: CREATE}, "provided": frozenset([SEARCH_ZONE])},
            [
                (
                    ("dns_zones", SEARCH_ZONE),
                    "another component makes it (`provided_zone_resource_ids`), and a network can be linked "
                    "to one zone of a name only: leave it out",
                )
            ],
            id="made by two components",
        ),
        pytest.param(
            {"zones": {SEARCH_ZONE: ZoneChoice("existing", f"{ZONES}/{SEARCH_ZONE}")}, "networks": []},
            [],
            id="existing and linked by its owner",
        ),
        pytest.param(
            {
                "zones": {SEARCH_ZONE: ZoneChoice("existing", f"{ZONES}/{SEARCH_ZONE}", link=True)},
                "networks": [],
            },
            [
                (
                    ("networks",),
                    f"missing: nothing could look names up in {SEARCH_ZONE}; give the networks to link to "
                    "them",
                )
            ],
            id="existing and to be linked to nothing",
        ),
        pytest.param(
            {"networks": [NetworkRequest("spoke", SPOKE), NetworkRequest("spoke", SPOKE.upper())]},
            [
                (("networks", 1, "name"), "spoke is that of [0] already: give each network once"),
                (
                    ("networks", 1, "virtual_network_resource_id"),
                    f"{SPOKE.upper()} is that of [0] already: give each network once",
                ),
            ],
            id="network twice",
        ),
    ],
)
def test_zones_and_networks(changes: dict[str, Any], expected: Problems) -> None:
    assert problems(target(), **changes) == expected


def test_the_wrong_zone_of_the_monitor_scope_is_found() -> None:
    """With dots instead of a hyphen it is in wide use, and gets no records."""
    wrong = "privatelink.agentsvc.azure.automation.net"
    assert problems(target("scope", "monitorScope"), zones={wrong: CREATE}, other_zones=CREATE) == [
        (
            ("dns_zones", wrong),
            "no service has a zone of this name: did you mean privatelink.agentsvc.azure-automation.net?",
        )
    ]


def test_an_endpoint_in_a_network_that_is_not_linked_is_found() -> None:
    stray = target(subnet_resource_id=f"{OTHER}/subnets/endpoints")
    assert problems(stray) == [
        (
            ("endpoints", 0, "subnet_resource_id"),
            f"its network {OTHER} is linked to no zone and could not look the name up: add it to `networks`, "
            "or set `custom_dns` if it asks DNS servers in a network that is linked",
        )
    ]
    assert problems(stray, custom_dns=True) == []
    assert problems(stray, other_zones=POLICY) == []
    assert problems(stray, networks=[NetworkRequest("spoke", None)]) == []
    assert problems(stray, networks=[NetworkRequest("other", OTHER.upper())]) == []


def test_an_endpoint_has_one_writer_of_records() -> None:
    models = target("models", "foundry")
    openai, cognitive = "privatelink.openai.azure.com", "privatelink.cognitiveservices.azure.com"
    hub = ZoneChoice("existing", f"{ZONES}/{openai}")
    mixed = {openai: hub, cognitive: POLICY, "privatelink.services.ai.azure.com": EXTERNAL}
    assert problems(models, zones=mixed) == [
        (
            ("endpoints", 0),
            f"the endpoint of account has one zone group, which has one owner, and Azure Policy would write "
            f"{cognitive} (policyManaged), this stack would write {openai} (existing) and someone else would "
            "write privatelink.services.ai.azure.com (external): give all its zones modes of one owner",
        )
    ]
    assert problems(models, zones={openai: hub}, other_zones=CREATE) == []


def test_all_problems_come_at_once() -> None:
    endpoints = [target(service="x"), storage("dfs"), target("data", "keyVault")]
    found = problems(*endpoints, zones={"nothing.net": EXTERNAL})
    assert [path for path, _ in found] == [
        ("endpoints", 0, "service"),
        ("endpoints", 1, "subresources"),
        ("endpoints", 2, "key"),
        ("dns_zones", "privatelink.dfs.core.windows.net"),
        ("dns_zones", "privatelink.vaultcore.azure.net"),
    ]
