"""What somebody else answers for: on the real engine a second preview has nothing to say."""

import json

import pytest

from helpers.offline import Program, program

pytestmark = pytest.mark.engine

COMPANY = """
import pulumi
from pulumi_azure_native import containerservice, resources
from azure_ai_landing_zone import (
    AISearch, AISearchArgs, ContainerRegistry, ContainerRegistryArgs, ContentSafety, ContentSafetyArgs,
    KeyVault, KeyVaultArgs, KeyVaultCreate, LogAnalyticsWorkspace, LogAnalyticsWorkspaceArgs, ModelService,
    ModelServiceArgs, Naming, StorageAccount, StorageAccountArgs,
)

group = resources.ResourceGroup("group", resource_group_name="rg-company", location="swedencentral")
common = {
    "location": "swedencentral", "resource_group_name": group.name, "naming": Naming(suffix="x1"),
    "protection": "off",
}
vault = KeyVaultCreate(mode="create")
logs = LogAnalyticsWorkspace("logs", LogAnalyticsWorkspaceArgs(**common))
pulumi.export("logs", logs.workspace_resource_id)
pulumi.export("images", ContainerRegistry("images", ContainerRegistryArgs(**common)).registry_resource_id)
pulumi.export("files", StorageAccount("files", StorageAccountArgs(**common)).account_resource_id)
pulumi.export("keys", KeyVault("keys", KeyVaultArgs(**common, vault=vault)).vault_resource_id)
models = ModelService("models", ModelServiceArgs(**common, content_filters=[]))
pulumi.export("models", models.account_resource_id)
pulumi.export("safety", ContentSafety("safety", ContentSafetyArgs(**common)).account_resource_id)
pulumi.export("search", AISearch("search", AISearchArgs(**common)).service_resource_id)
aks = containerservice.ManagedCluster(
    "aks", resource_name_="aks-company", resource_group_name=group.name, location="swedencentral",
    dns_prefix="company", identity={"type": "SystemAssigned"}, oidc_issuer_profile={"enabled": True},
    agent_pool_profiles=[{"name": "system", "mode": "System", "count": 2, "vm_size": "Standard_D4s_v5"}],
)
pulumi.export("aks", aks.id)
"""

OURS = """
import json
from pathlib import Path
import pulumi
from pulumi_azure_native import network, resources
from azure_ai_landing_zone import (
    AccessGrant, AISearch, AISearchArgs, ContainerRegistry, ContainerRegistryArgs, ContainerRegistryExisting,
    ContentSafety, ContentSafetyArgs, ContentSafetyExisting, DiagnosticsManaged, FoundryAccountExisting,
    InferenceCluster, InferenceClusterArgs, InferenceClusterExisting, InferencePool, InferencePoolArgs,
    KeyVault, KeyVaultArgs, KeyVaultExisting, LogAnalyticsWorkspace, LogAnalyticsWorkspaceArgs,
    LogAnalyticsWorkspaceExisting, ManagedIdentity, ManagedIdentityArgs, ModelDeployment, ModelService,
    ModelServiceArgs, Naming, PrivateEndpointPlace, SearchServiceExisting, StorageAccount, StorageAccountArgs,
    StorageAccountExisting,
)
from azure_ai_landing_zone.catalog.roles import BuiltInRole

IDS = json.loads(Path("ids.json").read_text())
group = resources.ResourceGroup("group", resource_group_name="rg-ours", location="swedencentral")
common = {
    "location": "swedencentral", "resource_group_name": group.name, "naming": Naming(suffix="x2"),
}
spoke = network.VirtualNetwork(
    "spoke", virtual_network_name="vnet-spoke", resource_group_name=group.name, location="swedencentral",
    address_space=network.AddressSpaceArgs(address_prefixes=["10.40.0.0/24"]),
)
subnet = network.Subnet(
    "endpoints", subnet_name="snet-endpoints", virtual_network_name=spoke.name,
    resource_group_name=group.name, address_prefix="10.40.0.0/26", default_outbound_access=False,
)
place = PrivateEndpointPlace(subnet_resource_id=subnet.id)
reader = ManagedIdentity("reader", ManagedIdentityArgs(**common))

def may(role):
    return [AccessGrant(key="reader", principal_id=reader.principal_id, role=role)]

logs = LogAnalyticsWorkspace("logs", LogAnalyticsWorkspaceArgs(
    **common, access=may(BuiltInRole.LOG_ANALYTICS_READER),
    workspace=LogAnalyticsWorkspaceExisting(mode="existing", workspace_resource_id=IDS["logs"]),
))
images = ContainerRegistry("images", ContainerRegistryArgs(
    **common, access=may(BuiltInRole.ACR_PULL), private_endpoint=place,
    registry=ContainerRegistryExisting(mode="existing", registry_resource_id=IDS["images"]),
))
files = StorageAccount("files", StorageAccountArgs(
    **common, access=may(BuiltInRole.STORAGE_BLOB_DATA_READER), private_endpoints={"blob": place},
    account=StorageAccountExisting(mode="existing", account_resource_id=IDS["files"]),
))
keys = KeyVault("keys", KeyVaultArgs(
    **common, access=may(BuiltInRole.KEY_VAULT_READER), private_endpoint=place,
    vault=KeyVaultExisting(mode="existing", vault_resource_id=IDS["keys"]),
))
models = ModelService("models", ModelServiceArgs(
    **common, access=may(BuiltInRole.FOUNDRY_USER), private_endpoint=place,
    foundry_account=FoundryAccountExisting(mode="existing", account_resource_id=IDS["models"]),
    deployments=[ModelDeployment(
        name="chat", deployment_type="GlobalStandard", capacity=10, model="gpt-5.5", version="2026-04-24",
    )],
))
safety = ContentSafety("safety", ContentSafetyArgs(
    **common, access=may(BuiltInRole.COGNITIVE_SERVICES_USER), private_endpoint=place,
    content_safety=ContentSafetyExisting(mode="existing", account_resource_id=IDS["safety"]),
))
found = AISearch("search", AISearchArgs(
    **common, access=may(BuiltInRole.READER), private_endpoint=place,
    search_service=SearchServiceExisting(mode="existing", service_resource_id=IDS["search"]),
))
aks = InferenceCluster("aks", InferenceClusterArgs(
    **common, access=may(BuiltInRole.AKS_RBAC_READER),
    managed_cluster=InferenceClusterExisting(mode="existing", cluster_resource_id=IDS["aks"]),
))
InferencePool("chat", InferencePoolArgs(
    location="swedencentral", cluster_resource_id=aks.cluster_resource_id, pool_name="chat",
    size="Standard_NC24ads_A100_v4", max_nodes=2,
))
StorageAccount("own", StorageAccountArgs(**common, diagnostics=DiagnosticsManaged(
    mode="managed", workspace_resource_id=logs.workspace_resource_id,
)))
for name, id_ in {
    "logs": logs.workspace_resource_id, "images": images.registry_resource_id,
    "files": files.account_resource_id, "keys": keys.vault_resource_id,
    "models": models.account_resource_id, "safety": safety.account_resource_id,
    "search": found.service_resource_id, "aks": aks.cluster_resource_id,
}.items():
    pulumi.export(name, id_)
"""


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A program that takes over what another one made, in one Azure, and has been created."""
    folder = tmp_path_factory.mktemp("existing")
    company = program(folder, COMPANY)
    company.up("--skip-preview")
    (folder / "ids.json").write_text(json.dumps(company.outputs()), encoding="utf-8")
    (folder / "__main__.py").write_text(OURS, encoding="utf-8")
    made = Program(company.offline, "ours")
    made.offline.run("pulumi", "stack", "init", "ours")
    made.up()
    return made


def test_a_second_preview_has_nothing_to_say(ours: Program) -> None:
    """An engine of before 3.272 tells its SDK no id of what is only read."""
    ours.pulumi("preview", "--expect-no-changes")


def test_ids_put_out_are_those_given(ours: Program) -> None:
    given = json.loads((ours.offline.folder / "ids.json").read_text(encoding="utf-8"))
    assert ours.outputs() == given


def test_what_this_program_put_there_is_read_by_the_next_up(ours: Program) -> None:
    """The first one may have read it before: a refresh then says that it changed (docs/brownfield.md)."""
    ours.up("--skip-preview", "--expect-no-changes")
    read = {one["urn"].split("::")[-1]: one["outputs"] for one in ours.resources() if one.get("external")}
    assert len(read["images-registry"]["privateEndpointConnections"]) == 1
    assert [one["name"] for one in read["aks-cluster"]["agentPoolProfiles"]] == ["system", "chat7a3f"]
    ours.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
