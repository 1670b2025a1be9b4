"""What is in a subscription before any program runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from azure_simulator.cloud.seeds import SeedError, seed
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.subscription_settings import ExistingResource, SubscriptionSettings
from azure_simulator.provider.server import SimulatedAzure

HUB = "/subscriptions/00000000-0000-0000-0000-000000000009/resourceGroups/rg-hub"
NETWORK = f"{HUB}/providers/Microsoft.Network/virtualNetworks/hub"
ZONE = f"{HUB}/providers/Microsoft.Network/privateDnsZones/privatelink.blob.core.windows.net"
LINK = f"{ZONE}/virtualNetworkLinks/hub"
VAULT = f"{HUB}/providers/Microsoft.KeyVault/vaults/kv-old"

# as `az resource show` prints them, the network after what refers to it
COMPANY: list[dict[str, Any]] = [
    {
        "id": LINK,
        "name": "hub",
        "type": "Microsoft.Network/privateDnsZones/virtualNetworkLinks",
        "location": "global",
        "properties": {"registrationEnabled": False, "virtualNetwork": {"id": NETWORK}},
    },
    {"id": ZONE, "location": "global", "properties": {"numberOfRecordSets": 1}},
    {
        "id": NETWORK,
        "etag": 'W/"1"',
        "location": "westeurope",
        "tags": {"owner": "network"},
        "properties": {
            "addressSpace": {"addressPrefixes": ["10.0.0.0/16"]},
            "provisioningState": "Succeeded",
        },
    },
]


def existing(*resources: dict[str, Any]) -> list[ExistingResource]:
    return [ExistingResource(**resource) for resource in resources]


def test_a_company_s_things_are_there_in_whatever_order(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        cloud = Subscription(store)
        assert seed(cloud, existing(*COMPANY), []) == [ZONE, NETWORK, LINK]
        network = cloud.get(NETWORK)
        assert network is not None
        assert (network.body["location"], network.body["tags"]) == ("westeurope", {"owner": "network"})
        assert network.body["addressSpace"] == {"addressPrefixes": ["10.0.0.0/16"]}
        assert [group.id for group in store.of_token("azure-native:resources:ResourceGroup")] == [HUB]


def test_what_was_deleted_does_not_come_back(tmp_path: Path) -> None:
    settings = SubscriptionSettings(existing=tuple(existing(*COMPANY)))
    with SimulatedAzure(tmp_path, settings=settings):
        pass
    with Store(tmp_path) as store:
        Subscription(store).delete(LINK)
    with SimulatedAzure(tmp_path, settings=settings):
        pass
    with Store(tmp_path) as store:
        assert [store.get(id_) is None for id_ in (LINK, ZONE, NETWORK)] == [True, False, False]


def test_a_second_link_to_the_zone_of_a_company_is_refused(
    tmp_path: Path, connect: Any, refused: Any
) -> None:
    settings = SubscriptionSettings(existing=tuple(existing(*COMPANY)))
    with SimulatedAzure(tmp_path, settings=settings) as azure:
        client = connect(azure)
        token = "azure-native:privatedns:PrivateZone"
        client.create("azure-native:resources:ResourceGroup", "g", resourceGroupName="rg")
        zone = "privatelink.blob.core.windows.net"
        client.create(token, "z", resourceGroupName="rg", privateZoneName=zone, location="global")
        with refused(
            'Status=400 Code="BadRequest" Message="A virtual network cannot be linked to multiple zones with '
            f"overlapping namespaces. You tried to link virtual network with '{zone}' and '{zone}' zones.\""
        ):
            client.create(
                "azure-native:privatedns:VirtualNetworkLink",
                "l",
                resourceGroupName="rg",
                privateZoneName=zone,
                virtualNetworkLinkName="hub",
                location="global",
                virtualNetwork={"id": NETWORK},
                registrationEnabled=False,
            )


def test_the_name_of_a_deleted_vault_stays_taken(tmp_path: Path, connect: Any) -> None:
    settings = SubscriptionSettings(soft_deleted=tuple(existing({"id": VAULT, "location": "eastus"})))
    with SimulatedAzure(tmp_path, settings=settings) as azure:
        client = connect(azure)
        client.create("azure-native:resources:ResourceGroup", "g", resourceGroupName="rg")
        properties = {
            "sku": {"family": "A", "name": "standard"},
            "tenantId": "00000000-0000-0000-0000-000000000002",
            "accessPolicies": [],
        }
        with pytest.raises(Exception, match=r'Code="(VaultAlreadyExists|ConflictError)"'):
            client.create(
                "azure-native:keyvault:Vault",
                "v",
                resourceGroupName="rg",
                vaultName="kv-old",
                properties=properties,
            )


@pytest.mark.parametrize(
    ("resources", "text"),
    [
        (
            [{"id": f"{HUB}/providers/Microsoft.Web/sites/w"}],
            f"{HUB}/providers/Microsoft.Web/sites/w: the simulated Azure has no Microsoft.Web/sites",
        ),
        (
            [COMPANY[0]],
            f"{LINK}: ParentResourceNotFound: Failed to perform 'write' on resource(s) of type "
            f"'privateDnsZones/virtualNetworkLinks', because the parent resource '{ZONE}' could not be "
            "found.",
        ),
        (
            [{"id": NETWORK, "properties": {"addressSpace": "10.0.0.0/16"}}],
            f"{NETWORK}: addressSpace: expected an object, got a string ('10.0.0.0/16')",
        ),
    ],
)
def test_what_can_not_be_there_is_named(tmp_path: Path, resources: list[dict[str, Any]], text: str) -> None:
    with Store(tmp_path) as store, pytest.raises(SeedError) as refused:
        seed(Subscription(store), existing(*resources), [])
    assert str(refused.value) == text


@pytest.mark.programs
def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "company.json"
    file.write_text(json.dumps(COMPANY), encoding="utf-8")
    command = [sys.executable, "-m", "azure_simulator", "seed", str(file)]
    run = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    left = "those that were there before stay as they are"
    assert run.stdout == f"{ZONE}\n{NETWORK}\n{LINK}\n3 of 3 made; {left}\n"
    again = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert again.stdout == f"0 of 3 made; {left}\n"
    file.write_text("[{}]", encoding="utf-8")
    wrong = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert (wrong.returncode, wrong.stderr) == (
        1,
        f"azure-simulator: {file}: existing[0].id: field required, got {{}}\n",
    )
