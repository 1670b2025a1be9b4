"""Models on the real engine: they come up, stay as they are, Azure would accept them, and what costs by the
hour is deleted first."""

import re

import pytest

from helpers.offline import Program, program
from helpers.published_types import refusals

pytestmark = [pytest.mark.engine, pytest.mark.xdist_group("model-service")]

MAKING = """
import pulumi
from pulumi_azure_native import network, resources
from azure_ai_landing_zone import (
    AccessGrant, AISearch, AISearchArgs, ContentSafety, ContentSafetyArgs, KeyVault,
    KeyVaultArgs, KeyVaultCreate, LogAnalyticsWorkspace, LogAnalyticsWorkspaceArgs, ManagedIdentity,
    ManagedIdentityArgs, ModelService, ModelServiceArgs, Naming, PrivateEndpointPlace, SharedPrivateLink,
)
from azure_ai_landing_zone.core.diagnostics import DiagnosticsManaged
from azure_ai_landing_zone.catalog.roles import BuiltInRole

group = resources.ResourceGroup("group", resource_group_name="rg-models", location="swedencentral")
common = {
    "location": "swedencentral", "resource_group_name": group.name, "naming": Naming(suffix="x1"),
    "protection": "off",
}
plain = {name: value for name, value in common.items() if name != "protection"}
spoke = network.VirtualNetwork(
    "spoke", virtual_network_name="vnet-spoke", resource_group_name=group.name, location="swedencentral",
    address_space=network.AddressSpaceArgs(address_prefixes=["10.40.0.0/24"]),
)
subnet = network.Subnet(
    "endpoints", subnet_name="snet-endpoints", virtual_network_name=spoke.name,
    resource_group_name=group.name, address_prefix="10.40.0.0/26", default_outbound_access=False,
)
place = PrivateEndpointPlace(subnet_resource_id=subnet.id)
logs = LogAnalyticsWorkspace("logs", LogAnalyticsWorkspaceArgs(**common))
diagnostics = DiagnosticsManaged(mode="managed", workspace_resource_id=logs.workspace_resource_id)
opener = ManagedIdentity("opener", ManagedIdentityArgs(**plain))
caller = ManagedIdentity("caller", ManagedIdentityArgs(**plain))
keys = KeyVault("keys", KeyVaultArgs(
    **common,
    vault=KeyVaultCreate(mode="create", keys=["models"], trusted_services=True),
    access=[AccessGrant(
        key="opener", principal_id=opener.principal_id,
        role=BuiltInRole.KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER,
    )],
))

def deployment(name, kind, capacity, **more):
    model = {"model": "gpt-5.5", "version": "2026-04-24"}
    return {"name": name, "deployment_type": kind, "capacity": capacity, **model, **more}

chat = ModelService("chat", ModelServiceArgs(
    **common,
    private_endpoint=place,
    diagnostics=diagnostics,
    encryption_key=keys.encryption_key("models", opener),
    access=[AccessGrant(
        key="caller", principal_id=caller.principal_id, role=BuiltInRole.COGNITIVE_SERVICES_OPENAI_USER
    )],
    blocklists=[{"name": "names", "terms": ["nightjar"], "patterns": ["night.*"]}],
    content_filters=[{"name": "shielded", "blocklist_names": ["names"]}, {"name": "strict"}],
    deployments=[
        deployment("chat", "GlobalProvisionedManaged", 15, spillover="more"),
        deployment("more", "GlobalStandard", 50),
        deployment("strict", "GlobalStandard", 9, content_filter="strict"),
    ],
), pulumi.ResourceOptions(depends_on=[keys]))
shields = ContentSafety("shields", ContentSafetyArgs(
    **common, private_endpoint=place, diagnostics=diagnostics,
))
find = AISearch("find", AISearchArgs(
    **common, private_endpoint=place, diagnostics=diagnostics,
    shared_private_links=[SharedPrivateLink(
        key="models", target_resource_id=chat.account_resource_id, group_id="openai_account"
    )],
), pulumi.ResourceOptions(depends_on=[chat]))
pulumi.export("endpoint", chat.endpoint)
pulumi.export("purge", chat.purge_command)
pulumi.export("approvals", find.approval_commands)
pulumi.export("shields", shields.endpoint)
"""

TAKING_OVER = """
embeddings = {"model": "text-embedding-3-large", "version": "1", "deployment_type": "GlobalStandard"}
theirs = ModelService("theirs", ModelServiceArgs(
    **common, content_filters=[],
    foundry_account={
        "mode": "existing",
        "account_resource_id": "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-models/"
        "providers/Microsoft.CognitiveServices/accounts/aif-ai-chat-x1",
    },
    deployments=[{"name": "theirs", "capacity": 10, **embeddings}],
), pulumi.ResourceOptions(depends_on=[chat]))
"""

MODELS = [
    ("cognitiveservices:Account", "chat-account"),
    ("cognitiveservices:Account", "shields-account"),
    ("cognitiveservices:Deployment", "chat-chat-deployment"),
    ("cognitiveservices:Deployment", "chat-more-deployment"),
    ("cognitiveservices:Deployment", "chat-strict-deployment"),
    ("cognitiveservices:RaiBlocklist", "chat-names-blocklist"),
    ("cognitiveservices:RaiBlocklistItem", "chat-names-3c4db1c4399b-blocked"),
    ("cognitiveservices:RaiBlocklistItem", "chat-names-52fa64b45332-blocked"),
    ("cognitiveservices:RaiPolicy", "chat-shielded-content-filter"),
    ("cognitiveservices:RaiPolicy", "chat-strict-content-filter"),
    ("search:Service", "find-service"),
    ("search:SharedPrivateLinkResource", "find-models-link"),
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Everything, created once; the last test destroys it."""
    created = program(tmp_path_factory.mktemp("models"), MAKING)
    created.up()
    return created


def test_it_is_what_it_says_stays_so_and_azure_would_accept_it(made: Program) -> None:
    resources = made.resources()
    there = [
        (one["type"].removeprefix("azure-native:"), one["urn"].split("::")[-1])
        for one in resources
        if one.get("custom") and not one.get("external")
    ]
    kinds = ("cognitiveservices:", "search:")
    assert sorted(one for one in there if one[0].startswith(kinds)) == MODELS
    group = "rg-models --location swedencentral"
    account = (
        "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-models/providers/"
        "Microsoft.CognitiveServices/accounts/aif-ai-chat-x1"
    )
    assert made.outputs() == {
        "endpoint": "https://aif-ai-chat-x1.openai.azure.com/",
        "purge": f"az cognitiveservices account purge --name aif-ai-chat-x1 --resource-group {group}",
        "approvals": [f"az network private-endpoint-connection list --id {account}"],
        "shields": "https://cs-ai-shields-x1.cognitiveservices.azure.com/",
    }
    made.up("--skip-preview", "--expect-no-changes")
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    assert refusals(resources) == []


def test_an_account_of_others_gets_deployments_and_nothing_else(made: Program) -> None:
    main = made.offline.folder / "__main__.py"
    main.write_text(MAKING + TAKING_OVER, encoding="utf-8")
    assert re.findall(r"azure-native:\S+ (\S+) created", made.up("--skip-preview")) == [
        "theirs-theirs-deployment"
    ]


def test_it_is_deleted_in_an_order_that_stops_paying(made: Program) -> None:
    said = made.pulumi("destroy", "--yes", "--skip-preview").output
    gone = re.findall(r"cognitiveservices:\w+ (chat-[\w-]+) deleted \(", said)
    assert gone == [
        "chat-chat-deployment",
        "chat-strict-deployment",
        "chat-more-deployment",
        "chat-strict-content-filter",
        "chat-shielded-content-filter",
        "chat-names-52fa64b45332-blocked",
        "chat-names-3c4db1c4399b-blocked",
        "chat-names-blocklist",
        "chat-account",
    ]
