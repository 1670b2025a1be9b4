"""Azure Resource Manager's REST interface, as `azure-simulator serve` has it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from azure_simulator.cloud.seeds import seed
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription import Locks, Subscription
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.rest.face import answer
from azure_simulator.rest.request import Request
from azure_simulator.rest.troubles import read_troubles

ID = "/subscriptions/00000000-0000-0000-0000-000000000001"
READ_BLOBS = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read"
WRITE_BLOBS = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write"
SETTINGS = """
profile: locked-down
quotas: [{name: standardNDSH100v5Family, region: eastus, limit: 384}, {name: OpenAI.*Provisioned*, limit: 50}]
restrictions:
  - {sku: Standard_ND96isr_H100_v5, region: eastus, zones: ["2", "3"]}
  - {sku: Standard_NC4as_T4_v3, region: westeurope}
  - {sku: OpenAI.Standard.*, resourceType: Microsoft.CognitiveServices/accounts/deployments}
providers: [Microsoft.Compute]
features: [Microsoft.Compute/EncryptionAtHost]
existing:
  - id: %(id)s/resourceGroups/rg-hub/providers/Microsoft.Network/virtualNetworks/hub
    location: eastus
    properties: {addressSpace: {addressPrefixes: [10.0.0.0/16]}}
  - id: %(id)s/resourceGroups/rg-hub/providers/Microsoft.Network/privateDnsZones/%(zone)s
    location: global
softDeleted:
  - {id: %(id)s/resourceGroups/rg-old/providers/Microsoft.KeyVault/vaults/kv-ai, location: eastus}
  - {id: %(id)s/resourceGroups/rg-old/providers/Microsoft.CognitiveServices/accounts/aif, location: eastus}
"""


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[Subscription]:
    file = tmp_path / "subscription.yaml"
    file.write_text(SETTINGS % {"id": ID, "zone": "privatelink.blob.core.windows.net"}, encoding="utf-8")
    settings = SubscriptionSettings.read(file)
    with Store(tmp_path / "azure") as store:
        made = Subscription(store, locks=Locks(hold_s=0), settings=settings)
        seed(made, settings.existing, settings.soft_deleted)
        yield made


def ask(cloud: Subscription, path: str, method: str = "GET", body: Any = None, **query: str) -> Any:
    found = answer(
        cloud, Request(method, f"{ID}{path}", {"api-version": "x", **query}, body or {}), page=10_000
    )
    assert found.status == 200, found
    return found.content


def test_sizes_come_with_restrictions_and_zones(cloud: Subscription) -> None:
    path = "/providers/Microsoft.Compute/skus"
    found = {one["name"]: one for one in ask(cloud, path, **{"$filter": "location eq 'eastus'"})["value"]}
    assert found["Standard_ND96isr_H100_v5"] == {
        "resourceType": "virtualMachines",
        "name": "Standard_ND96isr_H100_v5",
        "family": "standardNDSH100v5Family",
        "locations": ["eastus"],
        "locationInfo": [{"location": "eastus", "zones": ["1", "2", "3"]}],
        "capabilities": [
            {"name": "vCPUs", "value": "96"},
            {"name": "EncryptionAtHostSupported", "value": "True"},
        ],
        "restrictions": [
            {
                "type": "Zone",
                "values": ["eastus"],
                "restrictionInfo": {"locations": ["eastus"], "zones": ["2", "3"]},
                "reasonCode": "NotAvailableForSubscription",
            }
        ],
    }
    assert found["Standard_NC4as_T4_v3"]["restrictions"] == []
    assert "Standard_NC6" not in found
    west = ask(cloud, path, **{"$filter": "location eq 'westeurope'"})["value"]
    (shut,) = [one["restrictions"] for one in west if one["name"] == "Standard_NC4as_T4_v3"]
    assert [(one["type"], one["restrictionInfo"]) for one in shut] == [
        ("Location", {"locations": ["westeurope"]})
    ]


def test_quotas_are_those_of_the_file(cloud: Subscription) -> None:
    usages = ask(cloud, "/providers/Microsoft.Compute/locations/eastus/usages")["value"]
    limits = {one["name"]["value"]: (one["currentValue"], one["limit"]) for one in usages}
    assert limits["standardNDSH100v5Family"] == (0, 384)
    assert limits["cores"] == (0, 1_000_000)
    models = ask(cloud, "/providers/Microsoft.CognitiveServices/locations/eastus/usages")["value"]
    assert {one["limit"] for one in models if "Provisioned" in one["name"]["value"]} == {50}


def test_models_come_with_the_ways_they_are_deployed(cloud: Subscription) -> None:
    listed = ask(cloud, "/providers/Microsoft.CognitiveServices/locations/eastus/models")["value"]
    (found,) = [one["model"] for one in listed if one["model"]["name"] == "gpt-5.5"]
    assert {one["name"]: one["usageName"] for one in found["skus"]} == {
        "GlobalStandard": "OpenAI.GlobalStandard.gpt-5.5",
        "DataZoneStandard": "OpenAI.DataZoneStandard.gpt-5.5",
        "ProvisionedManaged": "OpenAI.ProvisionedManaged",
        "GlobalProvisionedManaged": "OpenAI.GlobalProvisionedManaged",
        "DataZoneProvisionedManaged": "OpenAI.DataZoneProvisionedManaged",
    }


def test_registrations(cloud: Subscription) -> None:
    listed = {one["namespace"]: one for one in ask(cloud, "/providers")["value"]}
    states = {name: listed[name]["registrationState"] for name in ("Microsoft.Compute", "Microsoft.Storage")}
    assert states == {"Microsoft.Compute": "Registered", "Microsoft.Storage": "NotRegistered"}
    features = "/providers/Microsoft.Features/providers/Microsoft.Compute/features"
    assert [
        ask(cloud, f"{features}/{name}")["properties"]["state"] for name in ("EncryptionAtHost", "Other")
    ] == ["Registered", "NotRegistered"]


def test_names_and_what_was_deleted(cloud: Subscription) -> None:
    (vault,) = ask(cloud, "/providers/Microsoft.KeyVault/deletedVaults")["value"]
    assert vault["name"] == "kv-ai"
    assert vault["properties"]["vaultId"].endswith("/rg-old/providers/Microsoft.KeyVault/vaults/kv-ai")
    body = {"name": "kv-ai", "type": "Microsoft.KeyVault/vaults"}
    taken = ask(cloud, "/providers/Microsoft.KeyVault/checkNameAvailability", "POST", body)
    assert (taken["nameAvailable"], taken["reason"]) == (False, "AlreadyExists")
    path = "/providers/Microsoft.CognitiveServices/checkDomainAvailability"
    assert ask(cloud, path, "POST", {"subdomainName": "other"}) == {"isSubdomainAvailable": True}


def test_things_that_are_there(cloud: Subscription) -> None:
    network = ask(cloud, "/resourceGroups/rg-hub/providers/Microsoft.Network/virtualNetworks/hub")
    assert network["properties"]["addressSpace"] == {"addressPrefixes": ["10.0.0.0/16"]}
    assert (network["properties"]["subnets"], network["properties"]["virtualNetworkPeerings"]) == ([], [])
    (zone,) = ask(cloud, "/providers/Microsoft.Network/privateDnsZones")["value"]
    assert zone["name"] == "privatelink.blob.core.windows.net"
    listed = ask(cloud, "/resources", **{"$filter": "resourceGroup eq 'rg-hub'"})["value"]
    assert sorted(one["name"] for one in listed) == ["hub", "privatelink.blob.core.windows.net"]


def test_permissions_are_those_of_who_deploys(cloud: Subscription) -> None:
    (held,) = ask(cloud, "/providers/Microsoft.Authorization/permissions")["value"]
    assert held["actions"] == ["*"]
    assert "Microsoft.Authorization/*/Write" in held["notActions"]


def test_permissions_have_what_a_role_does_to_data(tmp_path: Path) -> None:
    """One of Azure's and one that is there already."""
    role = f"{ID}/providers/Microsoft.Authorization/roleDefinitions/6a0b4a0b-0000-0000-0000-0000000000aa"
    parts = {"actions": ["*/read"], "dataActions": [READ_BLOBS], "notDataActions": [WRITE_BLOBS]}
    told = {"roleName": "blobs", "assignableScopes": [ID], "permissions": [parts]}
    names = ("Key Vault Secrets User", role)
    settings = SubscriptionSettings.model_validate(
        {
            "roleAssignments": [{"role": name, "scope": ID} for name in names],
            "existing": [{"id": role, "properties": told}],
        }
    )
    with Store(tmp_path / "azure") as store:
        made = Subscription(store, locks=Locks(hold_s=0), settings=settings)
        seed(made, settings.existing, settings.soft_deleted)
        of_azure, own = ask(made, "/providers/Microsoft.Authorization/permissions")["value"]
    assert of_azure["dataActions"] == [
        "Microsoft.KeyVault/vaults/secrets/getSecret/action",
        "Microsoft.KeyVault/vaults/secrets/readMetadata/action",
    ]
    assert own == {"notActions": [], **parts}


def test_long_answers_come_in_pages(cloud: Subscription) -> None:
    path, query = f"{ID}/providers", {"api-version": "x"}
    whole = answer(cloud, Request("GET", path, query), page=10_000).content["value"]
    items: list[Any] = []
    request = Request("GET", path, query)
    for _ in range(100):
        content = answer(cloud, request, "https://azure", 7).content
        items += content["value"]
        if "nextLink" not in content:
            break
        assert len(content["value"]) == 7
        request = Request.to("GET", content["nextLink"].removeprefix("https://azure"))
    assert items == whole


def test_who_may_not_read_is_refused(cloud: Subscription) -> None:
    nobody = Subscription(cloud.store, settings=cloud.settings.model_copy(update={"role_assignments": ()}))
    found = answer(nobody, Request("GET", f"{ID}/providers", {"api-version": "x"}))
    assert (found.status, found.content["error"]["code"]) == (403, "AuthorizationFailed")


@pytest.mark.parametrize(
    ("path", "query", "status", "code"),
    [
        ("/providers", {}, 400, "MissingApiVersionParameter"),
        ("/elsewhere", {"api-version": "x"}, 404, "InvalidResourceType"),
        (
            "/resourceGroups/rg-hub/providers/Microsoft.Network/virtualNetworks/none",
            {"api-version": "x"},
            404,
            "ResourceNotFound",
        ),
    ],
)
def test_other_requests_are_refused(
    cloud: Subscription, path: str, query: dict[str, str], status: int, code: str
) -> None:
    found = answer(cloud, Request("GET", f"{ID}{path}", query))
    assert (found.status, found.content["error"]["code"]) == (status, code)


def test_troubles_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "troubles.yaml"
    file.write_text("[{path: '*/usages', status: '429', later: 1}, 7]", encoding="utf-8")
    with pytest.raises(ValueError, match="of the wrong kind") as raised:
        read_troubles(file)
    keys = "path, status, retryAfterS, delayS, broken, dropped, times"
    assert str(raised.value).split("\n") == [
        f"{file}: [0]: unknown key 'later'; known are {keys}",
        f"{file}: [0].status: '429' is of the wrong kind",
        f"{file}: [1]: expected an object, got 7",
    ]
    file.write_text("[{path: '*/usages', status: 429, retryAfterS: 1, times: 2}]", encoding="utf-8")
    (one,) = read_troubles(file)
    assert (one.path, one.status, one.retry_after_s, one.times) == ("*/usages", 429, 1, 2)
