"""Checkpoint stores of each kind, and a workspace on what others made, on the real engine."""

from pathlib import Path

import pytest

from helpers.offline import program
from helpers.published_types import refusals

pytestmark = [pytest.mark.engine, pytest.mark.xdist_group("checkpoints-and-ml")]

PLACE = """
import pulumi
from pulumi_azure_native import network, resources
from azure_ai_landing_zone.core.model import PrivateEndpointPlace
from azure_ai_landing_zone.core.naming import Naming

group = resources.ResourceGroup("group", resource_group_name="rg-data", location="eastus")
common = {"location": "eastus", "resource_group_name": group.name, "naming": Naming(suffix="x1")}
spoke = network.VirtualNetwork(
    "spoke", virtual_network_name="vnet-spoke", resource_group_name=group.name, location="eastus",
    address_space=network.AddressSpaceArgs(address_prefixes=["10.40.0.0/24"]),
)
subnet = network.Subnet(
    "endpoints", subnet_name="snet-endpoints", virtual_network_name=spoke.name,
    resource_group_name=group.name, address_prefix="10.40.0.0/26", default_outbound_access=False,
)
place = PrivateEndpointPlace(subnet_resource_id=subnet.id)
"""

STORES = """
from azure_ai_landing_zone.data.checkpoints.store import CheckpointStore, CheckpointStoreArgs

job = {"parameters": 7_000_000_000, "retention_days": 200, "protection": "off", "private_endpoint": place}
CheckpointStore("tagged", CheckpointStoreArgs(
    **common, **job, cool_after_days=1, cold_after_days=31, immutable_days=7,
))
CheckpointStore("folders", CheckpointStoreArgs(
    **common, **job, hierarchical_namespace=True, marked_by="prefixes", dfs_private_endpoint=place,
))
CheckpointStore("premium", CheckpointStoreArgs(
    **common, **job, account_sku="Premium_LRS", precision="bf16", optimizer_state="adam", run_hours=72,
))
"""

OTHERS = """
from azure_ai_landing_zone.operations.telemetry import ApplicationInsights, ApplicationInsightsArgs
from azure_ai_landing_zone.stores.container_registry import ContainerRegistry, ContainerRegistryArgs
from azure_ai_landing_zone.access.identity import ManagedIdentity, ManagedIdentityArgs
from azure_ai_landing_zone.stores.key_vault import KeyVault, KeyVaultArgs
from azure_ai_landing_zone.operations.logs import LogAnalyticsWorkspace, LogAnalyticsWorkspaceArgs
from azure_ai_landing_zone.machine_learning.managed_network import ManagedNetwork
from azure_ai_landing_zone.machine_learning.workspace import (
    MachineIdentity, MachineLearningWorkspace, MachineLearningWorkspaceArgs,
)
from azure_ai_landing_zone.stores.storage_account import StorageAccount, StorageAccountArgs

storage = StorageAccount("base", StorageAccountArgs(
    **common, account={"mode": "create", "trusted_services": True}, protection="off",
))
vault = KeyVault("base", KeyVaultArgs(
    **common, vault={"mode": "create", "trusted_services": True}, protection="off",
))
registry = ContainerRegistry("base", ContainerRegistryArgs(
    **common, registry={"mode": "create", "trusted_services": True}, protection="off",
))
logs = LogAnalyticsWorkspace("base", LogAnalyticsWorkspaceArgs(**common, protection="off"))
telemetry = ApplicationInsights("base", ApplicationInsightsArgs(
    **common, workspace_resource_id=logs.workspace_resource_id,
))
itself = ManagedIdentity("itself", ManagedIdentityArgs(**common))
machines = {kind: ManagedIdentity(kind, ManagedIdentityArgs(**common)) for kind in ("jobs", "images")}
"""

WORKSPACE = """
there = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-data/providers"
ml = MachineLearningWorkspace("ml", MachineLearningWorkspaceArgs(
    **common,
    storage={
        "mode": "existing", "account_resource_id": f"{there}/Microsoft.Storage/storageAccounts/staibasex1"
    },
    vault={"mode": "existing", "vault_resource_id": f"{there}/Microsoft.KeyVault/vaults/kv-ai-base-x1"},
    registry={
        "mode": "existing",
        "registry_resource_id": f"{there}/Microsoft.ContainerRegistry/registries/craibasex1",
    },
    application_insights={
        "mode": "existing",
        "application_insights_resource_id": f"{there}/Microsoft.Insights/components/appi-ai-base-x1",
    },
    managed_network=ManagedNetwork(isolation_mode="AllowInternetOutbound"),
    private_endpoint=place,
    identity_resource_id=itself.identity_resource_id,
    principal_id=itself.principal_id,
    machine_identities={
        kind: MachineIdentity(identity_resource_id=one.identity_resource_id, principal_id=one.principal_id)
        for kind, one in machines.items()
    },
    protection="off",
))
pulumi.export("machines", ml.compute_names)
"""


def test_stores_of_each_kind_come_up_stay_and_go(tmp_path: Path) -> None:
    """The immutability policy too: the provider couldn't delete it, and needn't."""
    made = program(tmp_path, PLACE + STORES)
    shown = made.up("--skip-preview")
    assert "warning" not in shown
    made.up("--skip-preview", "--refresh", "--expect-no-changes")
    policies = [one["urn"].split("::")[3] for one in made.resources() if "ImmutabilityPolicy" in one["type"]]
    assert policies == ["tagged-immutability"]
    made.pulumi("destroy", "--yes", "--skip-preview")
    assert made.resources() == []


def test_a_workspace_stands_on_what_others_made(tmp_path: Path) -> None:
    made = program(tmp_path, PLACE + OTHERS)
    made.up("--skip-preview")
    (tmp_path / "__main__.py").write_text(PLACE + OTHERS + WORKSPACE, encoding="utf-8")
    made.up("--skip-preview")
    made.up("--skip-preview", "--refresh", "--expect-no-changes")
    assert made.outputs()["machines"] == {"images": "mlc-ai-images-x1"}
    assert refusals(made.resources()) == []
