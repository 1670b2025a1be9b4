"""Mocks that answer as Azure does, and refuse as it does."""

from __future__ import annotations

import pulumi
import pytest
from pulumi_azure_native import managedidentity, network, resources, storage

from azure_simulator.testing.answers import Answers
from azure_simulator.testing.mocks import register

GROUP = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg"


def test_ids_names_and_endpoints_are_azures() -> None:
    seen: dict[str, object] = {}

    def program() -> None:
        group = resources.ResourceGroup("group", resource_group_name="rg", location="eastus")
        account = storage.StorageAccount(
            "data",
            resource_group_name=group.name,
            account_name="stdata",
            kind="StorageV2",
            sku={"name": "Standard_LRS"},
        )
        person = managedidentity.UserAssignedIdentity("nodes", resource_group_name=group.name)
        pulumi.Output.all(account.id, account.primary_endpoints.blob, account.location).apply(
            lambda found: seen.update(account=found)
        )
        person.principal_id.apply(lambda found: seen.update(principal=found))

    made = register(program)
    assert seen["account"] == [
        f"{GROUP}/providers/Microsoft.Storage/storageAccounts/stdata",
        "https://stdata.blob.core.windows.net/",
        "eastus",
    ]
    assert seen["principal"] == made.outputs["nodes"]["principalId"]
    assert made.azure == [
        ("managedidentity:UserAssignedIdentity", "nodes"),
        ("resources:ResourceGroup", "group"),
        ("storage:StorageAccount", "data"),
    ]
    assert made.dependencies["data"] == {"group"}


def subnet(prefix: str) -> None:
    net = network.VirtualNetwork(
        "net", resource_group_name="rg", address_space={"address_prefixes": ["10.0.0.0/24"]}
    )
    network.Subnet("nodes", resource_group_name="rg", virtual_network_name=net.name, address_prefix=prefix)


def test_what_azure_refuses_raises_in_its_words() -> None:
    with pytest.raises(Exception, match="is outside the IP address range of virtual network 'net"):
        register(lambda: subnet("10.9.0.0/26"))
    with pytest.raises(Exception, match=r"addressPrefix: '10\.0\.0\.1/26' is not valid CIDR notation"):
        register(lambda: subnet("10.0.0.1/26"))
    made = register(lambda: subnet("10.9.0.0/26"), answers=Answers(refuses=False))
    assert made.outputs["nodes"]["provisioningState"] == "Succeeded"


def test_a_second_one_of_the_same_name_is_refused() -> None:
    def program() -> None:
        for name in ("one", "two"):
            resources.ResourceGroup(name, resource_group_name="rg-same", location="eastus")

    with pytest.raises(Exception, match="cannot create already existing resource"):
        register(program)


def test_what_the_program_does_not_make_is_there() -> None:
    def program() -> None:
        found = storage.StorageAccount.get(
            "theirs", f"{GROUP}/providers/Microsoft.Storage/storageAccounts/sttheirs"
        )
        found.primary_endpoints.blob.apply(seen.append)

    seen: list[str] = []
    register(program)
    assert seen == ["https://sttheirs.blob.core.windows.net/"]


def test_a_type_that_is_not_simulated_is_told() -> None:
    from pulumi_azure_native import web

    with pytest.raises(Exception, match="the simulated Azure has no azure-native:web:AppServicePlan"):
        register(lambda: web.AppServicePlan("plan", resource_group_name="rg"))
