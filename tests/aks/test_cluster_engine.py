"""Clusters with GPU pools on the real engine: what a change of a pool does, and what stays."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone_policies.preview.read import read_plan
from azure_ai_landing_zone_policies.reports.drift import drift
from helpers.offline import Program, program
from helpers.published_types import refusals

pytestmark = [pytest.mark.engine, pytest.mark.xdist_group("inference")]

POOL = "azure-native:containerservice:AgentPool"
CLUSTER = "azure-native:containerservice:ManagedCluster"

OURS = """
import json
import pulumi
from pulumi_azure_native import network, resources
from azure_ai_landing_zone import (
    AttachedIdentity, InferenceCluster, InferenceClusterArgs, InferencePool, InferencePoolArgs,
    ManagedIdentity, ManagedIdentityArgs, Naming,
)
from azure_ai_landing_zone.catalog.kubernetes_versions import KUBERNETES_VERSIONS

group = resources.ResourceGroup("group", resource_group_name="rg-serving", location="eastus")
common = {"location": "eastus", "resource_group_name": group.name, "naming": Naming(suffix="x1")}
spoke = network.VirtualNetwork(
    "spoke", virtual_network_name="vnet-spoke", resource_group_name=group.name, location="eastus",
    address_space=network.AddressSpaceArgs(address_prefixes=["10.40.0.0/24"]),
)
subnet = network.Subnet(
    "nodes", subnet_name="snet-nodes", virtual_network_name=spoke.name, resource_group_name=group.name,
    address_prefix="10.40.0.0/26", default_outbound_access=False,
)

def attached(name):
    made = ManagedIdentity(name, ManagedIdentityArgs(**common))
    return AttachedIdentity(
        identity_resource_id=made.identity_resource_id, principal_id=made.principal_id,
        client_id=made.client_id,
    )

version = list(KUBERNETES_VERSIONS)[-1]
cluster = InferenceCluster("serving", InferenceClusterArgs(
    **common, subnet_resource_id=subnet.id, control_plane=attached("control"), kubelet=attached("nodes"),
    managed_cluster={"mode": "create", "kubernetes_version": version}
    | json.loads(pulumi.Config().get("cluster") or "{}"),
))
pools = {
    "t4": {"size": "Standard_NC4as_T4_v3", "max_nodes": 6},
    "h100": {"size": "Standard_NC40ads_H100_v5", "max_nodes": 2, "mig": {"profile": "MIG1g"}},
    "spot": {"size": "Standard_NC8as_T4_v3", "max_nodes": 4, "spot": True},
}
for name, changed in json.loads(pulumi.Config().get("pools") or "{}").items():
    pools[name] |= changed
for name, shape in pools.items():
    InferencePool(name, InferencePoolArgs(
        **shape, pool_name=name, cluster_resource_id=cluster.cluster_resource_id, location="eastus",
        subnet_resource_id=subnet.id, kubernetes_version=version,
    ))
"""


def configure(made: Program, name: str, value: dict[str, Any]) -> None:
    made.offline.run("pulumi", "config", "set", name, json.dumps(value), "--stack", "dev")


def preview(made: Program) -> tuple[list[tuple[str, str]], str]:
    """What would be done, and all that was said."""
    shown = made.pulumi("preview", "--json").output
    steps = json.loads(shown[shown.index("{") :])["steps"]
    return sorted((step["op"], step["urn"].split("::")[-1]) for step in steps if step["op"] != "same"), shown


def drifted(made: Program) -> list[tuple[str, str, str]]:
    """Who changed what since the last run."""
    shown = made.pulumi("refresh", "--preview-only", "--json").output
    return [(each.who, each.name, each.path) for each in drift(read_plan(shown))]


def test_no_change_of_a_pool_touches_the_cluster(tmp_path: Path) -> None:
    made = program(tmp_path, OURS)
    made.up()
    made.up("--skip-preview", "--expect-no-changes")
    up = made.resources()
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    # The autoscaler has its own mind, and an update leaves it there.
    events = [
        {"scale": {"name": "t4bc14", "count": 3}},
        {"change": {"name": "vnet-spoke", "set": {"tags": {"by": "hand"}}}},
    ]
    (tmp_path / "busy.json").write_text(json.dumps(events), encoding="utf-8")
    happen = [sys.executable, "-m", "azure_simulator", "happen", "busy.json"]
    subprocess.run(happen, cwd=tmp_path, check=True, capture_output=True)
    assert drifted(made) == [("people", "spoke", "tags"), ("autoscaler", "t4-bc14", "count")]
    configure(
        made,
        "pools",
        {
            "t4": {"min_nodes": 1, "max_nodes": 5, "node_labels": {"team": "search"}},
            "h100": {"size": "Standard_NC24ads_A100_v4"},
            "spot": {"zones": ["1", "2"]},
        },
    )
    # Nor does one of the system pool, which stays as it was made.
    configure(made, "cluster", {"system_pool": {"max_nodes": 7}})
    steps, said = preview(made)
    assert "the system pool has `max_nodes` 5, and the settings say 7: raise" in said
    assert steps == [
        ("create", "h100-8a26"),
        ("create", "spot-2037"),
        ("delete", "h100-b520"),
        ("delete", "spot-8218"),
        ("update", "t4-bc14"),
    ]
    made.up("--skip-preview")
    assert [one["urn"].split("::")[-1] for one in made.resources() if one["type"] == CLUSTER] == [
        "serving-cluster"
    ]
    # The refresh took the pools into what the cluster was given: Azure wants the list of those that exist.
    configure(made, "cluster", {"autoscaler": {"unneeded_minutes": 20}})
    assert "A new agent pool was introduced." in made.up("--skip-preview", status=None)
    made.pulumi("refresh", "--yes", "--skip-preview")
    counts = {
        one["outputs"]["name"]: one["outputs"]["count"] for one in made.resources() if one["type"] == POOL
    }
    assert counts["t4bc14"] == 3
    made.up("--skip-preview")
    made.pulumi("destroy", "--yes", "--skip-preview")
    assert refusals(up) == []


ALONE = """
import pulumi
from pulumi_azure_native import containerservice, features, network, resources
from azure_ai_landing_zone import (
    InferencePool, InferencePoolArgs, InfinibandFeature, InfinibandFeatureArgs, SettingsError, TrainingPool,
    TrainingPoolArgs,
)

group = resources.ResourceGroup("group", resource_group_name="rg-theirs", location="eastus")
theirs = containerservice.ManagedCluster(
    "theirs", resource_name_="aks-theirs", resource_group_name=group.name, location="eastus",
    dns_prefix="theirs", identity={"type": "SystemAssigned"}, kubernetes_version="1.36",
    agent_pool_profiles=[{"name": "system", "mode": "System", "count": 3, "vm_size": "Standard_D4ds_v5"}],
    opts=pulumi.ResourceOptions(ignore_changes=["agentPoolProfiles"]),
)
common = {"cluster_resource_id": theirs.id, "location": "eastus"}
InferencePool("mi", InferencePoolArgs(
    **common, pool_name="mi", size="Standard_NC24ads_A100_v4", max_nodes=2, driver="gpuOperator",
))
"""

TRAINING = """
mode = pulumi.Config().get("mode") or "managed"
feature = InfinibandFeature("feature", InfinibandFeatureArgs(mode=mode, wanted="registered"))
TrainingPool("fabric", TrainingPoolArgs(
    **common, pool_name="fabric", size="Standard_ND96isr_H100_v5", min_nodes=2, max_nodes=2, zone="1",
    driver="gpuOperator",
), pulumi.ResourceOptions(depends_on=[feature]))
pulumi.export("command", feature.command)
"""


def fabric(made: Program) -> list[str]:
    return [one["urn"].split("::")[-1] for one in made.resources() if one["type"] == POOL]


def test_pools_in_a_cluster_of_someone_else_s_and_the_feature_that_one_stack_registers(
    tmp_path: Path,
) -> None:
    made = program(tmp_path, ALONE + TRAINING)
    made.offline.run("pulumi", "config", "set", "mode", "external", "--stack", "dev")
    refused = made.up(status=None)
    assert (
        "AKSInfinibandSupport is not registered, and has to be registered before these pools are made: run "
        "`az "
        "feature register --namespace Microsoft.ContainerService --name AKSInfinibandSupport`" in refused
    )
    assert not fabric(made)
    made.offline.run("pulumi", "config", "set", "mode", "managed", "--stack", "dev")
    made.up("--skip-preview")
    made.up("--skip-preview", "--expect-no-changes")
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    assert made.outputs()["command"] == "az provider register --namespace Microsoft.ContainerService"
    assert [name.rpartition("-")[0] for name in sorted(fabric(made))] == ["fabric", "mi"]
    up = made.resources()
    # Another stack of the subscription finds it registered; where it mustn't be, that is said.
    made.offline.run("pulumi", "config", "set", "mode", "external", "--stack", "dev")
    made.up("--skip-preview")
    code = made.offline.folder / "__main__.py"
    code.write_text(code.read_text(encoding="utf-8").replace('wanted="registered"', 'wanted="unregistered"'))
    assert "has to be unregistered before these pools are made" in made.up(status=None)
    made.pulumi("destroy", "--yes", "--skip-preview")
    assert refusals(up) == []
