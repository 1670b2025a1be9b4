"""What is refused of a cluster before Azure is asked."""

from datetime import UTC, datetime
from typing import Any

import pytest

from azure_ai_landing_zone import AccessGrant, BuiltInRole, SettingsError
from azure_ai_landing_zone.aks.access import issuer_of
from azure_ai_landing_zone.aks.planning.clusters import version_problem
from helpers.cluster_arguments import CLUSTERS, METRICS, ZONES, arguments, identity


def test_what_is_not_ours_to_say_of_a_cluster_that_is_brought_along() -> None:
    existing = {"mode": "existing", "cluster_resource_id": f"{CLUSTERS}/theirs"}
    with pytest.raises(SettingsError) as raised:
        arguments(managed_cluster=existing, kubelet=None, metrics=METRICS)
    assert [line.strip() for line in str(raised.value).splitlines()[1:]] == [
        f"{name}: is the business of whoever answers for the cluster: leave it out"
        for name in ("subnet_resource_id", "control_plane", "metrics")
    ]


def test_pods_need_an_issuer() -> None:
    assert issuer_of(None, needed=False) == ""
    with pytest.raises(SettingsError, match="has no OIDC issuer, and pods can't be identities without"):
        issuer_of(None, needed=True)


CLUSTER_REFUSALS: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    (
        {"kubernetes_version": "1.32"},
        {},
        [f"managed_cluster.kubernetes_version: {version_problem('1.32', datetime.now(UTC).date())}"],
    ),
    (
        {"kubernetes_version": "1.36.2"},
        {},
        [
            "managed_cluster.kubernetes_version: must be a minor version such as 1.36, got '1.36.2': "
            "`upgrade_channel` takes care of patches"
        ],
    ),
    (
        {"system_pool": {"size": "Standard_NC4as_T4_v3", "min_nodes": 6}},
        {},
        [
            "managed_cluster.system_pool.size: Standard_NC4as_T4_v3 is no CPU size of the series D, E or F "
            "in version 5 or later, such as Standard_D4ds_v5: older ones retire, B sizes are too slow for a "
            "cluster's own pods, and GPUs are for `pools`"
        ],
    ),
    (
        {"system_pool": {"min_nodes": 6}},
        {},
        ["managed_cluster.system_pool.min_nodes: must be at most `max_nodes`, 5, got 6"],
    ),
    (
        {"maintenance_hours": {"day": "Sunday", "start_time": "2:00", "duration_hours": 2}},
        {},
        [
            "managed_cluster.maintenance_hours.start_time: must be a time such as 02:00, got '2:00'",
            "managed_cluster.maintenance_hours.duration_hours: must be at least 4, got 2",
        ],
    ),
    (
        {"api_server_zone": "privatelink.eastus.azmk8s.io"},
        {},
        [
            "managed_cluster.api_server_zone: must be system, none, or the full id of a private DNS zone, "
            "privatelink.<region>.azmk8s.io or <name of up to 32>.privatelink.<region>.azmk8s.io, got "
            "'privatelink.eastus.azmk8s.io'"
        ],
    ),
    (
        {"api_server_zone": f"{ZONES}/team.privatelink.westus3.azmk8s.io"},
        {},
        [
            "managed_cluster.api_server_zone: the zone is team.privatelink.westus3.azmk8s.io, and the "
            "cluster is in eastus: take that region's zone"
        ],
    ),
    (
        {"pod_address_range": "172.20.0.0/14"},
        {},
        [
            "managed_cluster.service_address_range: 172.20.0.0/16 overlaps `pod_address_range`, "
            "172.20.0.0/14: take another"
        ],
    ),
    (
        {"pod_address_range": "10.244.0.0/22"},
        {},
        [
            "managed_cluster.pod_address_range: 10.244.0.0/22 has a /24 for 4 of the 6 nodes that there may "
            "be, upgrades included: take a larger range, which can't be done later"
        ],
    ),
    (
        {"outbound_type": "none", "keda": False},
        {},
        [
            "registry_resource_id: missing: a cluster whose `managed_cluster.outbound_type` is none boots "
            "from a registry"
        ],
    ),
    (
        {},
        {"registry_resource_id": "/registry"},
        [
            "registry_resource_id: is what a cluster without a way out boots from, and "
            "`managed_cluster.outbound_type` is userAssignedNATGateway: leave it out"
        ],
    ),
    (
        {"defender": True},
        {"metrics_reader": identity("keda"), "kubelet": None},
        [
            "kubelet: missing: a cluster that is made here needs it",
            "metrics_reader: there is nothing to read: give `metrics` as well",
            "workspace_resource_id: missing: `managed_cluster.defender` needs a workspace",
        ],
    ),
    (
        {"mode": "existing"},
        {},
        [
            "managed_cluster.cluster_resource_id: missing, and required: Full id; the deployer has to be "
            "able to read it and to add pools",
            "managed_cluster.kubernetes_version: unknown setting: allowed are `cluster_resource_id`, `mode`, "
            "`node_subnet_resource_id`",
        ],
    ),
    (
        {},
        {"access": [AccessGrant(key="team", principal_id="p", role=BuiltInRole.ACR_PULL)]},
        [
            "access[0].role: AcrPull is a role on Microsoft.ContainerRegistry/registries and means nothing "
            "on Microsoft.ContainerService/managedClusters"
        ],
    ),
]


@pytest.mark.parametrize(("settings", "changes", "expected"), CLUSTER_REFUSALS)
def test_refused(settings: dict[str, Any], changes: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(SettingsError) as raised:
        arguments(settings, **changes)
    assert [line.strip() for line in str(raised.value).splitlines()[1:]] == expected
