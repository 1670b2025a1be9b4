"""What the engine sees of one resource: preview, create, diff, update, refresh, import, delete."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pulumi.runtime.proto import provider_pb2

from azure_simulator.cloud.faults import Faults
from azure_simulator.cloud.store import Store
from azure_simulator.cloud.values import UNKNOWN, Secret
from azure_simulator.provider.server import SimulatedAzure

SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000001"
GROUP = "azure-native:resources:ResourceGroup"
VNET = "azure-native:network:VirtualNetwork"
SUBNET = "azure-native:network:Subnet"
NSG = "azure-native:network:NetworkSecurityGroup"
STORAGE = "azure-native:storage:StorageAccount"
IDENTITY = "azure-native:managedidentity:UserAssignedIdentity"
SPACE = {"addressPrefixes": ["10.0.0.0/16"]}
LOCATION_HINT = (
    "Either set it explicitly or configure it with 'pulumi config set azure-native:location <value>'."
)


def account(group: str, name: str = "stsim", **more: Any) -> dict[str, Any]:
    return {
        "resourceGroupName": group,
        "accountName": name,
        "kind": "StorageV2",
        "sku": {"name": "Standard_LRS"},
        **more,
    }


# Preview, create, read


def test_preview_knows_the_inputs_only(client: Any) -> None:
    outputs = client.preview(IDENTITY, "i", resourceGroupName="rg", resourceName="id", location="eastus")
    assert outputs["location"] == "eastus"
    assert outputs["principalId"] is UNKNOWN
    assert outputs["name"] is UNKNOWN


def test_create_answers_more_than_was_sent(client: Any, group: str) -> None:
    made = client.create(STORAGE, "s", **account(group, location="East US", tags={"a": "b"}))
    assert (
        made.id == f"{SUBSCRIPTION}/resourceGroups/rg-test/providers/Microsoft.Storage/storageAccounts/stsim"
    )
    assert made.outputs["name"] == "stsim"
    assert made.outputs["type"] == "Microsoft.Storage/storageAccounts"
    assert made.outputs["location"] == "eastus"
    assert made.outputs["provisioningState"] == "Succeeded"
    assert made.outputs["primaryEndpoints"]["blob"] == "https://stsim.blob.core.windows.net/"
    assert made.outputs["minimumTlsVersion"] == "TLS1_0"
    assert "accountName" not in made.outputs


def test_existing_resource_is_not_created_again(client: Any, group: str, refused: Any) -> None:
    made = client.create(STORAGE, "s", **account(group))
    with refused(
        f"cannot create already existing resource '{made.id}'\n"
        "If an earlier run made it and the answer was lost, this takes it into the state:\n"
        f"  pulumi import azure-native:storage:StorageAccount other {made.id} --stack dev "
        "--generate-code=false"
    ):
        client.create(STORAGE, "other", **account(group))


def test_existing_resource_of_a_component_is_imported_below_it(client: Any, group: str, refused: Any) -> None:
    made = client.create(STORAGE, "s", **account(group))
    token = f"test:index:Outer$test:index:Store${STORAGE}"
    with refused(
        f"cannot create already existing resource '{made.id}'\n"
        "If an earlier run made it and the answer was lost, this takes it into the state:\n"
        f"  pulumi import azure-native:storage:StorageAccount other {made.id} --stack dev "
        "--generate-code=false --parent 'parent=<URN of the test:index:Store it belongs to>'\n"
        "  (pulumi stack --stack dev --show-urns tells the URN)"
    ):
        client.create(token, "other", **account(group))


def test_when_it_was_made_is_kept_until_it_is_deleted(client: Any, group: str) -> None:
    made = client.create(STORAGE, "s", **account(group))
    _, _, read = client.read(STORAGE, made.id, made)
    changed = client.update(made, **account(group, tags={"a": "b"}))
    assert changed.outputs["creationTime"] == read["creationTime"] == made.outputs["creationTime"]
    client.delete(changed)
    again = client.create(STORAGE, "s", **account(group))
    assert again.outputs["creationTime"] > made.outputs["creationTime"]

    network = {"resourceGroupName": group, "virtualNetworkName": "v", "addressSpace": SPACE}
    first = client.create(VNET, "v", **network)
    second = client.update(first, **network, tags={"a": "b"})
    client.delete(second)
    etags = [made.outputs["etag"] for made in (first, second, client.create(VNET, "v", **network))]
    assert etags[0] == etags[2] != etags[1], "an etag goes by how often it was written"


def test_refresh_finds_nothing_and_import_checks_clean(client: Any, group: str) -> None:
    made = client.create(STORAGE, "s", **account(group, location="East US"))
    id_, inputs, outputs = client.read(STORAGE, made.id, made)
    assert (id_, inputs, outputs) == (made.id, made.inputs, made.outputs)
    _, imported, _ = client.read(STORAGE, made.id)
    checked, failures = client.check(STORAGE, "s", imported)
    assert failures == []
    assert checked == imported
    assert imported["accountName"] == "stsim"
    assert imported["resourceGroupName"] == "rg-test"


def test_drift_is_seen_by_refresh_and_repaired_by_update(client: Any, group: str, tmp_path: Path) -> None:
    made = client.create(STORAGE, "s", **account(group, allowSharedKeyAccess=False))
    with Store(tmp_path / "azure") as store:
        found = store.get(made.id)
        assert found is not None
        found.body["allowSharedKeyAccess"] = True
        found.body["tags"] = {"by": "hand"}
        store.put(found)
    _, inputs, _ = client.read(STORAGE, made.id, made)
    assert inputs == {**made.inputs, "allowSharedKeyAccess": True, "tags": {"by": "hand"}}
    made.inputs = inputs
    news, _ = client.check(STORAGE, "s", account(group, allowSharedKeyAccess=False, location="eastus"))
    diff = client.diff(made, news)
    assert dict(diff.detailedDiff).keys() == {"allowSharedKeyAccess", "tags"}
    assert list(diff.replaces) == []
    updated = client.update(made, **account(group, allowSharedKeyAccess=False))
    assert updated.outputs["allowSharedKeyAccess"] is False
    assert "tags" not in updated.outputs


def test_gone_resources_read_as_gone(client: Any, group: str) -> None:
    made = client.create(STORAGE, "s", **account(group))
    client.delete(made)
    assert client.read(STORAGE, made.id, made) == ("", {}, {})
    client.delete(made)


def test_passwords_stay_secret_and_are_never_answered(client: Any, group: str) -> None:
    network = client.create(VNET, "v", resourceGroupName=group, virtualNetworkName="v", addressSpace=SPACE)
    subnet = client.create(
        SUBNET, "n", resourceGroupName=group, virtualNetworkName="v", addressPrefix="10.0.0.0/24"
    )
    assert network.id in subnet.id
    nic = client.create(
        "azure-native:network:NetworkInterface",
        "nic",
        resourceGroupName=group,
        networkInterfaceName="nic",
        ipConfigurations=[{"name": "ip", "subnet": {"id": subnet.id}}],
    )
    made = client.create(
        "azure-native:compute:VirtualMachine",
        "vm",
        resourceGroupName=group,
        vmName="vm",
        hardwareProfile={"vmSize": "Standard_D4s_v5"},
        networkProfile={"networkInterfaces": [{"id": nic.id}]},
        osProfile={"adminUsername": "azureuser", "adminPassword": Secret("Pa55word!"), "computerName": "vm"},
        tags={"plain": "x", "hidden": Secret("y")},
    )
    assert made.inputs["osProfile"]["adminPassword"] == Secret("Pa55word!")
    assert "adminPassword" not in made.outputs["osProfile"]
    assert made.outputs["tags"] == {"plain": "x", "hidden": Secret("y")}


# Diff


def test_replacement_deletes_first_unless_the_name_is_random(client: Any, group: str) -> None:
    named = client.create(VNET, "v", resourceGroupName=group, virtualNetworkName="v", addressSpace=SPACE)
    diff = client.diff(named, {**named.inputs, "location": "westus"})
    assert (list(diff.replaces), diff.deleteBeforeReplace) == (["location"], True)
    kind = provider_pb2.PropertyDiff.UPDATE_REPLACE
    assert diff.detailedDiff["location"].kind == kind
    unnamed = client.create(VNET, "w", resourceGroupName=group, addressSpace=SPACE)
    diff = client.diff(unnamed, {**unnamed.inputs, "location": "westus"})
    assert (list(diff.replaces), diff.deleteBeforeReplace) == (["location"], False)


def test_a_new_name_is_a_replacement(client: Any, group: str) -> None:
    made = client.create(VNET, "v", resourceGroupName=group, virtualNetworkName="v", addressSpace=SPACE)
    assert list(client.diff(made, {**made.inputs, "virtualNetworkName": "w"}).replaces) == [
        "virtualNetworkName"
    ]


def test_ignored_changes_are_no_difference(client: Any, group: str) -> None:
    made = client.create(VNET, "v", resourceGroupName=group, virtualNetworkName="v", addressSpace=SPACE)
    news = {**made.inputs, "tags": {"a": "b"}}
    assert client.diff(made, news, ignore=["tags"]).changes == provider_pb2.DiffResponse.DIFF_NONE
    assert client.diff(made, news).changes == provider_pb2.DiffResponse.DIFF_SOME


# Resource groups, subnets beside their network, things that always exist


def test_group_takes_its_content_along(client: Any, group: str) -> None:
    network = client.create(VNET, "v", resourceGroupName=group, virtualNetworkName="v", addressSpace=SPACE)
    client.delete(client.create(GROUP, "other", resourceGroupName="rg-other"))
    assert client.read(VNET, network.id)[0] == network.id
    _, inputs, outputs = client.read(GROUP, f"{SUBSCRIPTION}/resourceGroups/{group}")
    made = type(network)(GROUP, "rg", f"{SUBSCRIPTION}/resourceGroups/{group}", inputs, outputs)
    client.delete(made)
    assert client.read(VNET, network.id)[0] == ""


def test_subnets_of_their_own_are_not_pushed_into_the_networks_inputs(client: Any, group: str) -> None:
    network = client.create(VNET, "v", resourceGroupName=group, virtualNetworkName="v", addressSpace=SPACE)
    client.create(SUBNET, "n", resourceGroupName=group, virtualNetworkName="v", addressPrefix="10.0.0.0/24")
    _, inputs, outputs = client.read(VNET, network.id, network)
    assert inputs == network.inputs
    assert [subnet["name"] for subnet in outputs["subnets"]] == ["n"]
    updated = client.update(
        network, resourceGroupName=group, virtualNetworkName="v", addressSpace=SPACE, tags={"a": "b"}
    )
    assert [subnet["name"] for subnet in updated.outputs["subnets"]] == ["n"]


def test_inline_subnets_are_resources_and_go_when_left_out(client: Any, group: str) -> None:
    both = [{"name": "a", "addressPrefix": "10.0.0.0/24"}, {"name": "b", "addressPrefix": "10.0.1.0/24"}]
    given = {"resourceGroupName": group, "virtualNetworkName": "v", "addressSpace": SPACE}
    network = client.create(VNET, "v", **given, subnets=both)
    assert client.read(SUBNET, f"{network.id}/subnets/b")[0] == f"{network.id}/subnets/b"
    client.update(network, **given, subnets=both[:1])
    assert client.read(SUBNET, f"{network.id}/subnets/b")[0] == ""


def test_blob_service_exists_with_its_account_and_falls_back_to_defaults(client: Any, group: str) -> None:
    token = "azure-native:storage:BlobServiceProperties"
    owner = client.create(STORAGE, "s", **account(group))
    before = client.read(token, f"{owner.id}/blobServices/default")[2]
    assert before["deleteRetentionPolicy"] == {"allowPermanentDelete": False, "enabled": False}
    made = client.create(
        token,
        "default",
        resourceGroupName=group,
        accountName="stsim",
        deleteRetentionPolicy={"enabled": True, "days": 7},
    )
    assert made.outputs["deleteRetentionPolicy"]["days"] == 7
    client.delete(made)
    assert client.read(token, made.id)[2] == before


def test_identities_have_ids_that_depend_on_the_resource_alone(client: Any, group: str) -> None:
    first = client.create(IDENTITY, "i", resourceGroupName=group, resourceName="id-a")
    client.delete(first)
    again = client.create(IDENTITY, "i", resourceGroupName=group, resourceName="id-a")
    assert again.outputs["principalId"] == first.outputs["principalId"]
    assert again.outputs["principalId"] != again.outputs["clientId"]
    owner = client.create(
        STORAGE,
        "s",
        **account(group, identity={"type": "UserAssigned", "userAssignedIdentities": [again.id]}),
    )
    assert owner.outputs["identity"]["userAssignedIdentities"] == {
        again.id: {key: again.outputs[key] for key in ("clientId", "principalId")}
    }


# Several providers, faults, restarts


def test_each_provider_keeps_its_own_subscription(client: Any, new_client: Any) -> None:
    hub = "11111111-1111-1111-1111-111111111111"
    there = new_client(subscription=hub)
    made = there.create(GROUP, "rg", resourceGroupName="rg-hub")
    assert made.id == f"/subscriptions/{hub}/resourceGroups/rg-hub"
    here = client.create(GROUP, "rg", resourceGroupName="rg-hub")
    assert here.id == f"{SUBSCRIPTION}/resourceGroups/rg-hub"


def test_what_azure_accepted_is_there_after_a_restart(tmp_path: Path, connect: Any) -> None:
    folder = tmp_path / "kept"
    with SimulatedAzure(folder) as azure:
        made = connect(azure).create(GROUP, "rg", resourceGroupName="rg")
    with SimulatedAzure(folder) as azure:
        assert connect(azure).read(GROUP, made.id, made) == (made.id, made.inputs, made.outputs)


def test_faults_reach_the_engine_and_leave_nothing(tmp_path: Path, connect: Any, refused: Any) -> None:
    faults = Faults.from_json(
        '[{"type": "*ResourceGroup", "times": 1,'
        ' "error": {"status": 503, "code": "ServerBusy", "message": "Later."}}]'
    )
    with SimulatedAzure(tmp_path / "faulty", faults) as azure:
        client = connect(azure)
        with refused('Status=503 Code="ServerBusy" Message="Later."'):
            client.create(GROUP, "rg", resourceGroupName="rg")
        assert client.create(GROUP, "rg", resourceGroupName="rg").id == f"{SUBSCRIPTION}/resourceGroups/rg"


def test_both_providers_are_announced(azure: SimulatedAzure) -> None:
    assert re.fullmatch(r"azure-native:\d+,kubernetes:\d+", azure.debug_providers)
