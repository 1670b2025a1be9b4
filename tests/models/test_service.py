"""What model services, Content Safety and search are made of, without an engine."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone import (
    AISearch,
    AISearchArgs,
    ContentSafety,
    ContentSafetyArgs,
    LandingZone,
    LandingZoneSettings,
    ModelService,
    ModelServiceArgs,
    Naming,
    SettingsError,
)
from azure_ai_landing_zone.models.deployment import ModelDeployment
from azure_ai_landing_zone.models.section import ModelServiceItem
from helpers.registered import SUBSCRIPTION, Registered, register

COMMON: dict[str, Any] = {
    "location": "swedencentral",
    "resource_group_name": "rg",
    "naming": Naming(suffix="x1"),
}
EXISTING = (
    f"/subscriptions/{SUBSCRIPTION}/resourceGroups/other/providers/Microsoft.CognitiveServices/accounts/a"
)
PLACE = {"subnet_resource_id": "/subnets/s", "private_dns_zone_resource_ids": ["/one", "/two", "/three"]}
KEY = {
    "key_vault_uri": "https://kv.vault.azure.net/",
    "key_vault_resource_id": "/vaults/kv",
    "key_name": "models",
    "identity_resource_id": "/identities/opener",
    "client_id": "opener-client",
}


def chat(name: str, deployment_type: str, **more: Any) -> dict[str, Any]:
    model = {"model": "gpt-5.5", "version": "2026-04-24", "capacity": 15}
    return {"name": name, "deployment_type": deployment_type, **model, **more}


DEPLOYMENTS = [
    chat("chat", "GlobalProvisionedManaged", spillover="more"),
    chat("more", "GlobalStandard"),
    {
        "name": "embed",
        "model": "text-embedding-3-large",
        "version": "1",
        "deployment_type": "GlobalStandard",
        "capacity": 10,
    },
]


def service(**more: Any) -> Registered:
    args = {**COMMON, "deployments": DEPLOYMENTS, **more}
    return register(lambda: ModelService("chat", ModelServiceArgs(**args)))


def test_a_model_service() -> None:
    made = service(private_endpoint=PLACE)
    assert made.azure == [
        ("cognitiveservices:Account", "chat-account"),
        ("cognitiveservices:Deployment", "chat-chat-deployment"),
        ("cognitiveservices:Deployment", "chat-embed-deployment"),
        ("cognitiveservices:Deployment", "chat-more-deployment"),
        ("cognitiveservices:RaiPolicy", "chat-shielded-content-filter"),
        ("network:PrivateDnsZoneGroup", "chat-zone-group"),
        ("network:PrivateEndpoint", "chat-private-endpoint"),
    ]
    assert made.protected == {"chat-account"}
    assert made.inputs["chat-account"] == {
        "accountName": "aif-ai-chat-x1",
        "identity": {"type": "SystemAssigned"},
        "kind": "AIServices",
        "location": "swedencentral",
        "properties": {
            "allowProjectManagement": True,
            "customSubDomainName": "aif-ai-chat-x1",
            "disableLocalAuth": True,
            "networkAcls": {"bypass": "None", "defaultAction": "Deny"},
            "publicNetworkAccess": "Disabled",
            "restrictOutboundNetworkAccess": True,
        },
        "resourceGroupName": "rg",
        "sku": {"name": "S0"},
    }


def test_an_account_gets_one_write_at_a_time_and_loses_first_what_costs_by_the_hour() -> None:
    made = service(
        private_endpoint=PLACE,
        blocklists=[{"name": "names", "terms": ["a", "b"]}],
        content_filters=[{"name": "one", "blocklist_names": ["names"]}, {"name": "two"}],
    )
    children = [
        "chat-names-blocklist",
        *sorted(
            (name for name in made.types if name.endswith("-blocked")),
            key=lambda name: made.inputs[name]["properties"]["pattern"],
        ),
        "chat-one-content-filter",
        "chat-two-content-filter",
        "chat-more-deployment",
        "chat-embed-deployment",
        "chat-chat-deployment",
        "chat-private-endpoint",
    ]
    assert len(children) == 9
    for before, after in pairwise(children):
        assert before in made.dependencies[after]


def test_without_filters_deployments_wait_for_blocklists() -> None:
    made = service(blocklists=[{"name": "names", "terms": ["a"]}], content_filters=[])
    (term,) = [name for name in made.types if name.endswith("-blocked")]
    assert term in made.dependencies["chat-more-deployment"]
    assert "raiPolicyName" not in made.inputs["chat-more-deployment"]["properties"]


def test_deployments() -> None:
    made = service()
    assert made.inputs["chat-chat-deployment"]["sku"] == {"name": "GlobalProvisionedManaged", "capacity": 15}
    assert made.inputs["chat-chat-deployment"]["properties"] == {
        "model": {"format": "OpenAI", "name": "gpt-5.5", "version": "2026-04-24"},
        "raiPolicyName": "shielded",
        "spilloverDeploymentName": "more",
    }
    assert made.inputs["chat-more-deployment"]["properties"] == {
        "model": {"format": "OpenAI", "name": "gpt-5.5", "version": "2026-04-24"},
        "raiPolicyName": "shielded",
        "versionUpgradeOption": "OnceCurrentVersionExpired",
    }
    assert "raiPolicyName" not in made.inputs["chat-embed-deployment"]["properties"]


def test_the_format_of_a_model_is_that_of_the_catalogue() -> None:
    other = {"model": "DeepSeek-V4-Pro", "version": "2026-04-23", "capacity": 1}
    mine = chat("mine", "GlobalStandard", publisher="Contoso")
    deployments = [{"name": "deep", "deployment_type": "GlobalStandard", **other}, mine]
    made = service(deployments=deployments)
    formats = [
        made.inputs[f"chat-{name}-deployment"]["properties"]["model"]["format"] for name in ("deep", "mine")
    ]
    assert formats == ["DeepSeek", "Contoso"]


def test_a_filter_says_everything_itself() -> None:
    strict = {"hate": "Low"}
    made = service(content_filters=[{"name": "one", "completion_harms": strict}])
    properties = made.inputs["chat-one-content-filter"]["properties"]
    assert (properties["basePolicyName"], properties["mode"]) == ("Microsoft.DefaultV2", "Blocking")
    assert [
        (one["name"], one["source"], one.get("severityThreshold"), one["enabled"], one["blocking"])
        for one in properties["contentFilters"]
    ] == [
        ("Hate", "Prompt", "Medium", True, True),
        ("Sexual", "Prompt", "Medium", True, True),
        ("Violence", "Prompt", "Medium", True, True),
        ("Selfharm", "Prompt", "Medium", True, True),
        ("Hate", "Completion", "Low", True, True),
        ("Sexual", "Completion", "Medium", True, True),
        ("Violence", "Completion", "Medium", True, True),
        ("Selfharm", "Completion", "Medium", True, True),
        ("Jailbreak", "Prompt", None, True, True),
        ("Indirect Attack", "Prompt", None, True, True),
        ("Protected Material Text", "Completion", None, True, True),
        ("Protected Material Code", "Completion", None, True, False),
    ]


def test_weaker_filters_once_they_are_approved() -> None:
    weak = {"name": "one", "user_attacks": "annotate", "protected_text": "off", "protected_code": "off"}
    made = service(content_filters=[weak], modified_filters_approved=True)
    entries = made.inputs["chat-one-content-filter"]["properties"]["contentFilters"]
    assert [(one["enabled"], one["blocking"]) for one in entries[-4:]] == [
        (True, False),
        (True, True),
        (False, False),
        (False, False),
    ]


def test_a_key_of_ones_own_is_opened_by_an_identity_that_was_there_before() -> None:
    made = service(encryption_key=KEY)
    account = made.inputs["chat-account"]
    assert account["identity"] == {
        "type": "SystemAssigned, UserAssigned",
        "userAssignedIdentities": ["/identities/opener"],
    }
    assert account["properties"]["encryption"] == {
        "keySource": "Microsoft.KeyVault",
        "keyVaultProperties": {
            "identityClientId": "opener-client",
            "keyName": "models",
            "keyVaultUri": "https://kv.vault.azure.net/",
        },
    }


def test_a_deleted_account_comes_back_on_request() -> None:
    assert "restore" not in service().inputs["chat-account"]["properties"]
    made = service(foundry_account={"mode": "create", "deleted_account": "restore", "trusted_services": True})
    properties = made.inputs["chat-account"]["properties"]
    assert (properties["restore"], properties["networkAcls"]["bypass"]) == (True, "AzureServices")


def test_an_account_of_others_gets_deployments_where_it_is() -> None:
    made = service(foundry_account={"mode": "existing", "account_resource_id": EXISTING})
    assert made.inputs["chat-more-deployment"]["resourceGroupName"] == "other"
    assert made.protected == set()


@pytest.mark.parametrize(
    ("kind", "more", "problem"),
    [
        (
            ModelServiceArgs,
            {"foundry_account": {"mode": "existing", "account_resource_id": EXISTING}, "encryption_key": KEY},
            "encryption_key: goes with an account that is made here: leave it out",
        ),
        (
            ContentSafetyArgs,
            {"content_safety": {"mode": "existing", "account_resource_id": EXISTING}, "encryption_key": KEY},
            "encryption_key: goes with an account that is made here: leave it out",
        ),
        (
            AISearchArgs,
            {"access": [{"key": "a", "principal_id": "p", "role": "AcrPull"}]},
            "access[0].role: AcrPull is a role on Microsoft.ContainerRegistry/registries and means nothing "
            "on Microsoft.Search/searchServices",
        ),
        (
            ContentSafetyArgs,
            {"access": [{"key": "a", "principal_id": "p", "role": "Owner"}]},
            "access[0].role: Owner can give away roles: choose a narrower one; what deploys takes a Deployer",
        ),
    ],
)
def test_wrong_arguments(kind: Any, more: dict[str, Any], problem: str) -> None:
    with pytest.raises(SettingsError) as raised:
        kind(**COMMON, **more)
    assert str(raised.value).split("\n") == [
        f"1 problem in the arguments of {kind.__name__}:",
        f"  {problem}",
    ]


def test_content_safety() -> None:
    args: dict[str, Any] = COMMON | {"private_endpoint": PLACE, "protection": "off"}
    made = register(lambda: ContentSafety("shields", ContentSafetyArgs(**args)))
    assert made.azure == [
        ("cognitiveservices:Account", "shields-account"),
        ("network:PrivateDnsZoneGroup", "shields-zone-group"),
        ("network:PrivateEndpoint", "shields-private-endpoint"),
    ]
    account = made.inputs["shields-account"]
    assert (account["kind"], account["accountName"]) == ("ContentSafety", "cs-ai-shields-x1")
    assert "allowProjectManagement" not in account["properties"]
    assert account["properties"]["networkAcls"] == {"defaultAction": "Deny"}
    assert made.protected == set()


def test_search_links_are_made_one_after_another() -> None:
    links = [
        {"key": "blobs", "target_resource_id": "/store", "group_id": "blob"},
        {"key": "models", "target_resource_id": "/models", "group_id": "openai_account"},
    ]
    args: dict[str, Any] = COMMON | {"shared_private_links": links}
    made = register(lambda: AISearch("find", AISearchArgs(**args)))
    assert made.azure == [
        ("search:Service", "find-service"),
        ("search:SharedPrivateLinkResource", "find-blobs-link"),
        ("search:SharedPrivateLinkResource", "find-models-link"),
    ]
    assert "find-blobs-link" in made.dependencies["find-models-link"]
    assert made.inputs["find-service"] == {
        "disableLocalAuth": True,
        "hostingMode": "Default",
        "identity": {"type": "SystemAssigned"},
        "location": "swedencentral",
        "networkRuleSet": {"bypass": "None"},
        "partitionCount": 1,
        "publicNetworkAccess": "Disabled",
        "replicaCount": 2,
        "resourceGroupName": "rg",
        "searchServiceName": "srch-ai-find-x1",
        "semanticSearch": "disabled",
        "sku": {"name": "standard"},
    }


def test_the_zone_opens_the_key_and_lets_callers_in() -> None:
    settings = yaml.safe_load((Path(__file__).parent / "zone.yaml").read_text(encoding="utf-8"))
    made = register(lambda: LandingZone("models", LandingZoneSettings.load(settings, "settings")))
    access = {name for type_, name in made.azure if type_ == "authorization:RoleAssignment"}
    assert {name for name in access if "support" in name or "self" in name or "key" in name} == {
        "models-germany-models-support-access",
        "models-key-vault-admins-access",
        "models-key-vault-auditors-access",
        "models-key-vault-sweden-key-access",
        "models-knowledge-search-support-access",
        "models-knowledge-search-sweden-self-access",
        "models-shields-safety-support-access",
        "models-sweden-models-support-access",
    }
    assert "models-key-vault-sweden-key-access" in made.dependencies["models-sweden-models-account"]
    assert "models-sweden-models-chat-deployment" in made.dependencies["models-knowledge-search-sweden-link"]
    locations = {
        name: made.inputs[f"models-{name}-models-account"]["location"] for name in ("sweden", "germany")
    }
    assert locations == {"sweden": "swedencentral", "germany": "germanywestcentral"}
    assert made.inputs["models-germany-models-private-endpoint"]["location"] == "swedencentral"


@pytest.mark.parametrize(
    ("model", "role"),
    [
        ("gpt-5.5", "Cognitive Services OpenAI User"),
        ("DeepSeek-V4-Pro", "Cognitive Services User"),
    ],
)
def test_callers_of_other_publishers_models_may_call_them(model: str, role: str) -> None:
    """OpenAI User has data actions of OpenAI's models alone."""
    deployment = ModelDeployment(
        name="chat",
        model=model,
        version="1",
        deployment_type="GlobalStandard",
        capacity=1,
        publisher="OpenAI" if model.startswith("gpt") else "DeepSeek",
    )
    item = ModelServiceItem(name="one", deployments=[deployment])
    assert item.caller_role == role
