"""Targets that would not work are refused before anything is deployed, in words that say what to change."""

import pytest

from azure_ai_landing_zone.endpoints.planning.request import EndpointRequest
from helpers.endpoint_requests import PROVIDERS, Problems, problems, storage, target

SUBRESOURCES = (
    "blob, blob_secondary, file, queue, queue_secondary, table, table_secondary, dfs, dfs_secondary, web or "
    "web_secondary"
)


@pytest.mark.parametrize(
    ("endpoints", "expected"),
    [
        pytest.param(
            [target(service="aisearch")],
            [(("endpoints", 0, "service"), "no service is called aisearch: did you mean aiSearch?")],
            id="service in another casing",
        ),
        pytest.param(
            [target(id_=f"{PROVIDERS}/Microsoft.KeyVault/vaults/v")],
            [
                (
                    ("endpoints", 0, "target_resource_id"),
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
                    ("endpoints", 0, "target_resource_id"),
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
                    ("endpoints", 0, "subresources"),
                    f"missing: storage has several, one or more of {SUBRESOURCES}",
                )
            ],
            id="no subresource",
        ),
        pytest.param(
            [target("db", "cosmosDB", subresources=("sql",))],
            [(("endpoints", 0, "subresources", 0), "cosmosDB has no subresource sql: did you mean Sql?")],
            id="group id in another casing",
        ),
        pytest.param(
            [storage("blob", "nfs")],
            [
                (
                    ("endpoints", 0, "subresources", 1),
                    "storage has no subresource nfs: did you mean dfs?",
                )
            ],
            id="unknown group id",
        ),
        pytest.param(
            [storage("blob", "blob")],
            [(("endpoints", 0, "subresources", 1), "blob is given twice: give it once")],
            id="group id twice",
        ),
        pytest.param(
            [storage("dfs")],
            [
                (
                    ("endpoints", 0, "subresources"),
                    "dfs needs blob too, for some operations send its clients there: add blob",
                )
            ],
            id="dfs without blob",
        ),
        pytest.param([storage("dfs"), storage("blob", key="more")], [], id="blob from another target"),
        pytest.param(
            [storage("blob"), storage("file", name="two")],
            [(("endpoints", 1, "key"), "data is the key of [0] already: give each its own")],
            id="key twice",
        ),
        pytest.param(
            [storage("blob"), storage("file", "blob", key="more", name="ONE")],
            [
                (
                    ("endpoints", 1, "target_resource_id"),
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
                    ("endpoints", 1, "target_resource_id"),
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
                    ("endpoints", 1, "service"),
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
                    ("endpoints", 0, "subzone"),
                    "missing: zones of kubernetesApiSubzone are named "
                    "{subzone}.privatelink.{region}.azmk8s.io",
                ),
                (
                    ("endpoints", 1, "subzone"),
                    "zones of kubernetesApi have no subzone in their names: leave it out",
                ),
            ],
            id="subzone",
        ),
        pytest.param(
            [target("keys", "keyVault", zone_names=("privatelink.vault.azure.net",))],
            [
                (
                    ("endpoints", 0, "zone_names"),
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
    assert path == ("endpoints", 0, "service")
    assert text.startswith("no service is called mainframe: there are foundry, openAI, ")
    assert text.endswith(", monitorWorkspace or containerAppsEnvironment")


def test_clouds_without_published_names_need_them_given() -> None:
    assert problems(target("hsm", "managedHsm"), cloud="china") == [
        (
            ("endpoints", 0, "zone_names"),
            "missing: Azure publishes no zone for managedHsm in china; ask its support",
        )
    ]
    given = target("hsm", "managedHsm", zone_names=("privatelink.managedhsm.azure.cn",))
    assert problems(given, cloud="china") == []
