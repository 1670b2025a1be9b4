"""What would not work together is refused before anything is deployed, in words that say what to change."""

from typing import Any

import pytest

from azure_ai_landing_zone.planning.private_dns_checks import private_dns_problems
from azure_ai_landing_zone.planning.private_dns_request import (
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


SUBRESOURCES = (
    "blob, blob_secondary, file, queue, queue_secondary, table, table_secondary, dfs, dfs_secondary, web or "
    "web_secondary"
)


@pytest.mark.parametrize(
    ("endpoints", "expected"),
    [
        pytest.param(
            [target(service="aisearch")],
            [(("targets", 0, "service"), "no service is called aisearch: did you mean aiSearch?")],
            id="service in another casing",
        ),
        pytest.param(
            [target(id_=f"{PROVIDERS}/Microsoft.KeyVault/vaults/v")],
            [
                (
                    ("targets", 0, "target_resource_id"),
                    "must be the full id of a Microsoft.Search/searchServices, got "
                    f"'{PROVIDERS}/Microsoft.KeyVault/vaults/v': correct it or `service`",
                )
            ],
            id="resource of another type",
        ),
        pytest.param(
            [target(id_="search")],
            [
                (
                    ("targets", 0, "target_resource_id"),
                    "must be the full id of a Microsoft.Search/searchServices, got 'search': correct it or "
                    "`service`",
                )
            ],
            id="name instead of an id",
        ),
        pytest.param(
            [storage()],
            [
                (
                    ("targets", 0, "subresources"),
                    f"missing: storage has several, one or more of {SUBRESOURCES}",
                )
            ],
            id="no subresource",
        ),
        pytest.param(
            [target("db", "cosmosDB", subresources=("sql",))],
            [(("targets", 0, "subresources", 0), "cosmosDB has no subresource sql: did you mean Sql?")],
            id="group id in another casing",
        ),
        pytest.param(
            [storage("blob", "nfs")],
            [
                (
                    ("targets", 0, "subresources", 1),
                    "storage has no subresource nfs: did you mean dfs?",
                )
            ],
            id="unknown group id",
        ),
        pytest.param(
            [storage("blob", "blob")],
            [(("targets", 0, "subresources", 1), "blob is given twice: give it once")],
            id="group id twice",
        ),
        pytest.param(
            [storage("dfs")],
            [
                (
                    ("targets", 0, "subresources"),
                    "dfs needs blob too, for some operations send its clients there: add blob",
                )
            ],
            id="dfs without blob",
        ),
        pytest.param([storage("dfs"), storage("blob", key="more")], [], id="blob from another target"),
        pytest.param(
            [storage("blob"), storage("file", name="two")],
            [(("targets", 1, "key"), "data is the key of [0] already: give each its own")],
            id="key twice",
        ),
        pytest.param(
            [storage("blob"), storage("file", "blob", key="more", name="ONE")],
            [
                (
                    ("targets", 1, "target_resource_id"),
                    "[0] is an endpoint of blob of this resource already, and a second one takes the first "
                    "one's record out of the zone: leave one out, or keep the second in other DNS",
                )
            ],
            id="second endpoint of a resource",
        ),
        pytest.param(
            [target("a", "keyVault", target_token="[0]"), target("b", "keyVault", target_token="[0]")],
            [
                (
                    ("targets", 1, "target_resource_id"),
                    "[0] is an endpoint of vault of this resource already, and a second one takes the first "
                    "one's record out of the zone: leave one out, or keep the second in other DNS",
                )
            ],
            id="second endpoint of a resource whose id is not known yet",
        ),
        pytest.param(
            [target("a", "monitorScope"), target("b", "monitorScope")],
            [
                (
                    ("targets", 1, "service"),
                    "[0] is a monitor scope already, and networks that share DNS can use one only: put "
                    "everything into one scope",
                )
            ],
            id="two monitor scopes",
        ),
        pytest.param(
            [target("api", "kubernetesApiSubzone"), target("api2", "kubernetesApi", subzone="x")],
            [
                (
                    ("targets", 0, "subzone"),
                    "missing: zones of kubernetesApiSubzone are named "
                    "{subzone}.privatelink.{region}.azmk8s.io",
                ),
                (
                    ("targets", 1, "subzone"),
                    "zones of kubernetesApi have no subzone in their names: leave it out",
                ),
            ],
            id="subzone",
        ),
        pytest.param(
            [target("keys", "keyVault", zone_names=("privatelink.vault.azure.net",))],
            [
                (
                    ("targets", 0, "zone_names"),
                    "Azure writes records into zones with its own names only, for keyVault "
                    "privatelink.vaultcore.azure.net: leave it out",
                )
            ],
            id="other zone names",
        ),
    ],
)
def test_targets(endpoints: list[EndpointRequest], expected: Problems) -> None:
    assert problems(*endpoints) == expected


def test_unknown_services_are_told_what_there_is() -> None:
    ((path, text),) = problems(target(service="mainframe"))
    assert path == ("targets", 0, "service")
    assert text.startswith("no service is called mainframe: there are foundry, openAI, ")
    assert text.endswith(", monitorWorkspace or containerAppsEnvironment")


def test_clouds_without_published_names_need_them_given() -> None:
    assert problems(target("hsm", "managedHsm"), cloud="china") == [
        (
            ("targets", 0, "zone_names"),
            "missing: Azure publishes no zone for managedHsm in china; ask its support",
        )
    ]
    given = target("hsm", "managedHsm", zone_names=("privatelink.managedhsm.azure.cn",))
    assert problems(given, cloud="china") == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({}, [], id="nothing said"),
        pytest.param({"zones": {SEARCH_ZONE: CREATE}}, [], id="created"),
        pytest.param(
            {"zones": {"privatelink.azurecr.io": EXTERNAL}},
            [
                (
                    ("zones", SEARCH_ZONE),
                    "missing: search needs it; say what becomes of it, or of all zones that aren't named as "
                    "`other_zones`",
                )
            ],
            id="forgotten beside others",
        ),
        pytest.param(
            {"zones": {"privatelink.azurecr.io": EXTERNAL}, "other_zones": POLICY}, [], id="other zones"
        ),
        pytest.param(
            {"zones": {"privatelink.azurecr.io": CREATE, SEARCH_ZONE: CREATE}},
            [(("zones", "privatelink.azurecr.io"), "no target needs it: leave it out")],
            id="created for nobody",
        ),
        pytest.param(
            {"zones": {"privatelink.serch.windows.net": EXTERNAL}, "other_zones": CREATE},
            [
                (
                    ("zones", "privatelink.serch.windows.net"),
                    f"no service has a zone of this name: did you mean {SEARCH_ZONE}?",
                )
            ],
            id="misspelt",
        ),
        pytest.param(
            {"zones": {SEARCH_ZONE: ZoneChoice("existing", f"{ZONES}/privatelink.azurecr.io")}},
            [
                (
                    ("zones", SEARCH_ZONE, "resource_id"),
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
                    ("zones", "Privatelink.search.windows.net"),
                    f"must be in lower case, or it would be a second zone beside {SEARCH_ZONE}: correct it",
                )
            ],
            id="existing and created",
        ),
        pytest.param(
            {"zones": {SEARCH_ZONE: CREATE}, "provided": frozenset([SEARCH_ZONE])},
            [
                (
                    ("zones", SEARCH_ZONE),
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
            ("zones", wrong),
            "no service has a zone of this name: did you mean privatelink.agentsvc.azure-automation.net?",
        )
    ]


def test_an_endpoint_in_a_network_that_is_not_linked_is_found() -> None:
    stray = target(subnet_resource_id=f"{OTHER}/subnets/endpoints")
    assert problems(stray) == [
        (
            ("targets", 0, "subnet_resource_id"),
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
            ("targets", 0),
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
        ("targets", 0, "service"),
        ("targets", 1, "subresources"),
        ("targets", 2, "key"),
        ("zones", "privatelink.dfs.core.windows.net"),
        ("zones", "privatelink.vaultcore.azure.net"),
    ]
