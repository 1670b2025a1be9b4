"""Every limit of a Machine Learning workspace has its sentence, at its path."""

from typing import Any

import pytest

from azure_ai_landing_zone import (
    AccessGrant,
    BuiltInRole,
    MachineLearningWorkspace,
    MachineLearningWorkspaceArgs,
    SettingsError,
)
from helpers.machine_learning import BASE, CLUSTER, HOST
from helpers.registered import register

LIMITS: dict[str, tuple[dict[str, Any], str]] = {
    "a size that Azure ML hasn't": (
        {"compute_clusters": [{"name": "v10", "size": "Standard_NV36ads_A10_v5", "max_node_count": 1}]},
        "compute_clusters[0].size: Standard_NV36ads_A10_v5 is no size that Azure ML takes: GPUs are of HBv2, "
        "HBv3, NC_A100_v4, NCads_H100_v5, NCasT4_v3, ND_H100_v5, ND_H200_v5, NDasrA100_v4, NDm_A100_v4, "
        "others such as Standard_D4ds_v4",
    ),
    "a minimum of nodes": (
        {"compute_clusters": [{"name": "a", "size": CLUSTER.size, "max_node_count": 1, "min_node_count": 1}]},
        "compute_clusters[0].min_node_count: clusters start from zero: nodes below a minimum would never "
        "stop",
    ),
    "low priority": (
        {
            "compute_clusters": [
                {"name": "a", "size": CLUSTER.size, "max_node_count": 1, "vm_priority": "LowPriority"}
            ]
        },
        "compute_clusters[0].vm_priority: low-priority machines ended on 2026-03-31: clusters are dedicated, "
        "and spot machines exist in scale sets and AKS",
    ),
    "nodes that idle for hours": (
        {"compute_clusters": [{"name": "a", "size": CLUSTER.size, "max_node_count": 1, "idle_minutes": 120}]},
        "compute_clusters[0].idle_minutes: must be at most 60, got 120",
    ),
    "two machines of a name": (
        {"compute_clusters": [CLUSTER, CLUSTER]},
        "compute_clusters[1].name: a100 is the name of another machine already: give each its own",
    ),
    "the name of the image builder": (
        {"compute_clusters": [CLUSTER.model_copy(update={"name": "images"})]},
        "compute_clusters[0].name: images is the name of the image builder already: give each its own",
    ),
    "subnets of one's own": (
        {"managed_network": {"subnet_resource_id": "/subnet"}},
        "managed_network.subnet_resource_id: machines are in the managed network, which excludes subnets of "
        "your own: give them `outbound_rules` to what they need",
    ),
    "no isolation": (
        {"managed_network": {"isolation_mode": "Disabled"}},
        "managed_network.isolation_mode: must be 'AllowInternetOutbound' or 'AllowOnlyApprovedOutbound', got "
        '"Disabled"',
    ),
    "a firewall for nothing": (
        {"managed_network": {"firewall_sku": "Basic"}},
        "managed_network.firewall_sku: goes with rules for host names, which bring the firewall: leave it "
        "out",
    ),
    "hosts where all are open": (
        {"managed_network": {"isolation_mode": "AllowInternetOutbound", "outbound_rules": HOST}},
        "managed_network.outbound_rules.pypi: has no effect with AllowInternetOutbound, which lets "
        "everything out: leave it out, or take AllowOnlyApprovedOutbound",
    ),
    "an outbound rule with the name of a datastore's": (
        {
            "managed_network": {"outbound_rules": {"runs-blob": HOST["pypi"]}},
            "datastores": [
                {"datastore_name": "runs", "account_resource_id": "/account", "container_name": "checkpoints"}
            ],
        },
        "managed_network.outbound_rules.runs-blob: is the name of a rule that the datastore runs brings: "
        "give it another",
    ),
    "premium storage": (
        {"storage": {"mode": "create", "account_sku": "Premium_LRS", "trusted_services": True}},
        "storage.account_sku: must be a Standard_ one, got Premium_LRS: a workspace also needs file shares",
    ),
    "storage with folders": (
        {"storage": {"mode": "create", "hierarchical_namespace": True, "trusted_services": True}},
        "storage.hierarchical_namespace: must be false: a workspace's own storage has no folders; make data "
        "a datastore instead",
    ),
    "no trusted services": (
        {"vault": {"mode": "create"}},
        "vault.trusted_services: has to be true: Azure ML comes in as a trusted service, and has no other "
        "way",
    ),
    "public access": (
        {"public_network_access": "Enabled"},
        "public_network_access: a workspace is reached over its private endpoint only: leave it out",
    ),
    "the v1 API": (
        {"v1_legacy_mode": True},
        "v1_legacy_mode: the v1 API ended on 2026-06-30: leave it out",
    ),
    "keys of datastores": (
        {"system_datastores_auth_mode": "AccessKey"},
        "system_datastores_auth_mode: it is always identity, because nothing here has keys: leave it out",
    ),
    "telemetry without a place": (
        {"log_analytics_workspace_resource_id": None},
        "log_analytics_workspace_resource_id: missing: `application_insights` that is made here keeps its "
        "data there",
    ),
    "a role that means nothing on it": (
        {"access": [AccessGrant(key="x", principal_id="p", role=BuiltInRole.ACR_PULL)]},
        "access[0].role: AcrPull is a role on Microsoft.ContainerRegistry/registries and means nothing on "
        "Microsoft.MachineLearningServices/workspaces",
    ),
}
"""Every limit of a workspace that a user can meet, with the sentence it gets."""


@pytest.mark.parametrize("limit", LIMITS)
def test_each_limit_has_its_sentence(limit: str) -> None:
    changes, sentence = LIMITS[limit]
    with pytest.raises(SettingsError) as raised:
        MachineLearningWorkspaceArgs(**(BASE | changes))
    said = str(raised.value)
    start, ellipsis, _ = (
        f"1 problem in the arguments of MachineLearningWorkspaceArgs:\n  {sentence}".partition("…")
    )
    assert said.startswith(start) if ellipsis else said == start


def test_names_that_are_too_long_stop_it() -> None:
    args = BASE | {"compute_clusters": [CLUSTER.model_copy(update={"name": "a100-of-the-lab"})]}
    with pytest.raises(SettingsError) as raised:
        register(lambda: MachineLearningWorkspace("ml", MachineLearningWorkspaceArgs(**args)))
    assert (
        "the machineLearningCompute of a100-of-the-lab would be named mlc-ai-a100-of-the-lab-x1, with 25"
        in str(raised.value)
    )
