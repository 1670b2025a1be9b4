"""What Azure refuses of model accounts, their deployments and filters, and of search services."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from azure_simulator.cloud import resource_type
from simulator.samples import ACCOUNT_ID, PROVIDERS, missing

COGNITIVE = "azure-native:cognitiveservices"
SEARCH = "azure-native:search"
MODELS_ID = f"{PROVIDERS}/Microsoft.CognitiveServices/accounts/models"
Refused = Callable[[str], AbstractContextManager[None]]


def account(name: str = "models", **properties: Any) -> dict[str, Any]:
    return {
        "accountName": name,
        "location": "eastus",
        "kind": "AIServices",
        "sku": {"name": "S0"},
        "identity": {"type": "SystemAssigned"},
        "properties": {"customSubDomainName": name, **properties},
    }


def deployment(
    name: str = "chat", sku: str = "GlobalStandard", capacity: int = 15, **more: Any
) -> dict[str, Any]:
    model = {"format": "OpenAI", "name": "gpt-5.5", "version": "2026-04-24"}
    return {
        "accountName": "models",
        "deploymentName": name,
        "sku": {"name": sku, "capacity": capacity},
        "properties": {"model": model, **more},
    }


def policy(*filters: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "accountName": "models",
        "raiPolicyName": "shielded",
        "properties": {"contentFilters": list(filters), **more},
    }


def search(**more: Any) -> dict[str, Any]:
    return {"searchServiceName": "find", "location": "eastus", "sku": {"name": "standard"}, **more}


def link(name: str = "one", group: str = "blob") -> dict[str, Any]:
    return {
        "searchServiceName": "find",
        "sharedPrivateLinkResourceName": name,
        "properties": {"privateLinkResourceId": ACCOUNT_ID, "groupId": group},
    }


@pytest.fixture
def models(client: Any, group: str) -> str:
    """The name of a group with a model account in it."""
    client.create(f"{COGNITIVE}:Account", "models", resourceGroupName=group, **account())
    return group


@pytest.mark.parametrize(
    ("token", "inputs", "text"),
    [
        (
            f"{COGNITIVE}:Account",
            account("un_der"),
            "properties.customSubDomainName: 'un_der' is no host name: letters, digits and hyphens "
            "(CustomDomainInvalid)",
        ),
        (
            f"{COGNITIVE}:Account",
            account() | {"properties": {"publicNetworkAccess": "Disabled"}},
            "properties.customSubDomainName: private endpoints and Entra tokens need one",
        ),
        (
            f"{COGNITIVE}:Account",
            {k: v for k, v in account(allowProjectManagement=True).items() if k != "identity"},
            "identity: an account with projects needs one",
        ),
        (
            f"{COGNITIVE}:Account",
            {k: v for k, v in account(encryption={}).items() if k != "identity"},
            "identity: a key of the customer's own is opened with one",
        ),
        (
            f"{COGNITIVE}:Deployment",
            deployment(sku="GlobalProvisionedManaged", capacity=17),
            "sku.capacity: 17 units of gpt-5.5 as GlobalProvisionedManaged, which has 15, then steps of 5",
        ),
        (
            f"{COGNITIVE}:Deployment",
            deployment(
                sku="ProvisionedManaged",
                model={"format": "Meta", "name": "Llama-3.3-70B-Instruct", "version": "1"},
            ),
            "sku.capacity: 15 units of Llama-3.3-70B-Instruct as ProvisionedManaged, which isn't offered",
        ),
        (
            f"{COGNITIVE}:Deployment",
            deployment(spilloverDeploymentName="more"),
            "properties.spilloverDeploymentName: GlobalStandard doesn't spill over: provisioned ones do",
        ),
        (
            f"{COGNITIVE}:Deployment",
            deployment() | {"properties": {}},
            "properties.model: a deployment is of a model",
        ),
        (
            f"{COGNITIVE}:RaiPolicy",
            policy({"name": "Jailbreak", "source": "Completion"}),
            "properties.contentFilters[0].source: Jailbreak looks at the Prompt only",
        ),
        (
            f"{COGNITIVE}:RaiPolicy",
            policy({"name": "Hate", "source": "Prompt"}),
            "properties.contentFilters[0].severityThreshold: Hate needs one: Low, Medium or High",
        ),
        (
            f"{COGNITIVE}:RaiPolicy",
            policy(*[{"name": "Jailbreak", "source": "Prompt"}] * 2),
            "properties.contentFilters[1]: Jailbreak of Prompt is given twice",
        ),
        (
            f"{COGNITIVE}:RaiBlocklistItem",
            {
                "accountName": "models",
                "raiBlocklistName": "l",
                "raiBlocklistItemName": "i",
                "properties": {"pattern": "x" * 1001},
            },
            "properties.pattern: 1001 characters: 1 to 1000",
        ),
        (
            f"{SEARCH}:Service",
            search(disableLocalAuth=True, authOptions={"aadOrApiKey": {}}),
            "authOptions: can't be given where disableLocalAuth is true",
        ),
        (
            f"{SEARCH}:Service",
            search(partitionCount=5),
            "partitionCount: 5 is none of 1, 2, 3, 4, 6, 12",
        ),
        (
            f"{SEARCH}:Service",
            search(sku={"name": "basic"}, replicaCount=4),
            "replicaCount: 4 is outside 1 to 3",
        ),
        (
            f"{SEARCH}:Service",
            search(partitionCount=12, replicaCount=4),
            "partitionCount: 12 times 4 replicas are more than 36 search units",
        ),
        (
            f"{SEARCH}:SharedPrivateLinkResource",
            link(group="vault"),
            "properties.groupId: 'vault' is no group id of Microsoft.Storage/storageAccounts: blob, table, "
            "dfs, file",
        ),
    ],
)
def test_refused_whatever_exists(
    client: Any, group: str, token: str, inputs: dict[str, Any], text: str
) -> None:
    _, failures = client.check(token, "x", {"resourceGroupName": group, **inputs})
    assert "; ".join(f"{path}: {reason}" for path, reason in failures) == text


@pytest.mark.parametrize(
    ("token", "inputs", "text"),
    [
        (
            f"{COGNITIVE}:Account",
            account("other", customSubDomainName="Models"),
            'Status=409 Code="CustomDomainInUse" Message="Please pick a different name. The subdomain name '
            "'Models' is not available as it's already used by a resource.\"",
        ),
        (
            f"{COGNITIVE}:Account",
            account("other", restore=True),
            'Status=400 Code="CanNotRestoreANonExistingResource" Message="Could not locate a resource to '
            'restore."',
        ),
        (
            f"{COGNITIVE}:Deployment",
            deployment(model={"format": "OpenAI", "name": "gpt-4o", "version": "2024-05-13"}),
            'Status=400 Code="ServiceModelDeprecated" Message="The model '
            "'Format:OpenAI,Name:gpt-4o,Version:2024-05-13' has been deprecated since 10/01/2026 00:00:00.\"",
        ),
        (
            f"{COGNITIVE}:Deployment",
            deployment(raiPolicyName="shielded"),
            missing(f"{MODELS_ID}/raiPolicies/shielded", f"{MODELS_ID}/deployments/chat"),
        ),
        (
            f"{COGNITIVE}:Deployment",
            deployment(sku="GlobalProvisionedManaged", spilloverDeploymentName="more"),
            missing(f"{MODELS_ID}/deployments/more", f"{MODELS_ID}/deployments/chat"),
        ),
        (
            f"{COGNITIVE}:RaiPolicy",
            policy(customBlocklists=[{"blocklistName": "names", "source": "Prompt"}]),
            missing(f"{MODELS_ID}/raiBlocklists/names", f"{MODELS_ID}/raiPolicies/shielded"),
        ),
    ],
)
def test_refused_for_what_exists(
    client: Any, models: str, refused: Refused, token: str, inputs: dict[str, Any], text: str
) -> None:
    with refused(text):
        client.create(token, "x", resourceGroupName=models, **inputs)


def test_a_deleted_account_keeps_its_name_until_it_comes_back(
    client: Any, group: str, refused: Refused
) -> None:
    made = client.create(f"{COGNITIVE}:Account", "models", resourceGroupName=group, **account())
    client.delete(made)
    with refused(
        'Status=409 Code="FlagMustBeSetForRestore" Message="An existing resource with ID '
        f"'{MODELS_ID}' has been soft-deleted. To restore the resource, you must specify 'restore' to be "
        "'true' in the property. If you don't want to restore existing resource, please purge it first.\""
    ):
        client.create(f"{COGNITIVE}:Account", "models", resourceGroupName=group, **account())
    with refused(
        'Status=409 Code="CustomDomainInUse" Message="Please pick a different name. The subdomain name '
        "'models' is not available as it's already used by a resource.\""
    ):
        other = account("other", customSubDomainName="models")
        client.create(f"{COGNITIVE}:Account", "other", resourceGroupName=group, **other)
    client.create(f"{COGNITIVE}:Account", "models", resourceGroupName=group, **account(restore=True))


def test_a_filter_stays_while_a_deployment_uses_it(client: Any, models: str, refused: Refused) -> None:
    made = client.create(f"{COGNITIVE}:RaiPolicy", "shielded", resourceGroupName=models, **policy())
    using = client.create(
        f"{COGNITIVE}:Deployment", "chat", resourceGroupName=models, **deployment(raiPolicyName="shielded")
    )
    with refused(
        f'Status=409 Code="ResourceInUse" Message="{made.id} cannot be deleted because it is used by '
        f'{using.id}."'
    ):
        client.delete(made)
    client.delete(using)
    client.delete(made)


def test_an_account_says_where_it_answers(client: Any, models: str) -> None:
    kinds = {"AIServices": "cognitiveservices.azure.com", "OpenAI": "openai.azure.com"}
    for number, (kind, host) in enumerate(kinds.items()):
        made = client.create(
            f"{COGNITIVE}:Account", "a", resourceGroupName=models, **account(f"a{number}") | {"kind": kind}
        )
        assert made.outputs["properties"]["endpoint"] == f"https://a{number}.{host}/"


def test_a_host_name_stays(client: Any, group: str, refused: Refused) -> None:
    made = client.create(f"{COGNITIVE}:Account", "models", resourceGroupName=group, **account())
    with refused(
        'Status=409 Code="PropertyChangeNotAllowed" Message="Changing property '
        "'properties.customSubDomainName' is not allowed.\""
    ):
        client.update(made, resourceGroupName=group, **account(customSubDomainName="another"))


def test_search_has_one_link_for_each_thing_it_reaches(client: Any, group: str, refused: Refused) -> None:
    client.create(
        "azure-native:storage:StorageAccount",
        "st",
        resourceGroupName=group,
        accountName="stsim",
        location="eastus",
        kind="StorageV2",
        sku={"name": "Standard_LRS"},
    )
    client.create(f"{SEARCH}:Service", "find", resourceGroupName=group, **search())
    made = client.create(f"{SEARCH}:SharedPrivateLinkResource", "one", resourceGroupName=group, **link())
    assert made.outputs["properties"]["status"] == "Pending"
    with refused(
        'Status=409 Code="Conflict" Message="\'one\' is a shared private link of that resource and group id."'
    ):
        client.create(f"{SEARCH}:SharedPrivateLinkResource", "two", resourceGroupName=group, **link("two"))
    with refused('Status=400 Code="ServiceNameUnavailable" Message="The name \'find\' is not available."'):
        client.create("azure-native:resources:ResourceGroup", "rg2", resourceGroupName="rg2")
        client.create(f"{SEARCH}:Service", "find", resourceGroupName="rg2", **search())


@pytest.mark.parametrize(
    ("token", "child"),
    [
        ("Deployment", "deployments/chat"),
        ("RaiPolicy", "raiPolicies/p"),
        ("RaiBlocklistItem", "raiBlocklists/l/raiBlocklistItems/i"),
    ],
)
def test_an_account_takes_one_write_at_a_time(token: str, child: str) -> None:
    unit = resource_type.find(f"{COGNITIVE}:{token}")
    assert unit is not None
    assert unit.serial_with(f"{MODELS_ID}/{child}") == MODELS_ID
    busy = unit.busy(MODELS_ID)
    assert busy is not None
    assert str(busy) == (
        'Status=409 Code="RequestConflict" Message="Another operation is being performed on the parent '
        f"resource '{MODELS_ID}'. Please try again later.\""
    )
