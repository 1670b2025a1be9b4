"""A private cluster: what is asked of Azure, and what is refused before."""

from datetime import UTC, datetime
from typing import Any

import pytest

from azure_ai_landing_zone import (
    AccessGrant,
    AttachedIdentity,
    BuiltInRole,
    ClusterMetrics,
    InferenceCluster,
    InferenceClusterArgs,
    Naming,
    SettingsError,
    TrustedPods,
)
from azure_ai_landing_zone.catalog.kubernetes_versions import KUBERNETES_VERSIONS
from azure_ai_landing_zone.diagnostics import DiagnosticsManaged
from azure_ai_landing_zone.inference_cluster_access import issuer_of
from azure_ai_landing_zone.planning.aks import version_problem
from registered import Registered, register

CLUSTERS = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.ContainerService/managedClusters"
NETWORK = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Network/virtualNetworks/v"
ZONES = "/subscriptions/h/resourceGroups/dns/providers/Microsoft.Network/privateDnsZones"
VERSION = list(KUBERNETES_VERSIONS)[-1]
METRICS = ClusterMetrics(
    monitor_workspace_resource_id="/amw", data_collection_endpoint_resource_id="/endpoint"
)


def identity(name: str) -> AttachedIdentity:
    return AttachedIdentity(
        identity_resource_id=f"/subscriptions/s/resourceGroups/rg/providers/x/y/{name}",
        principal_id=f"{name}-principal",
        client_id=f"{name}-client",
    )


def arguments(settings: dict[str, Any] | None = None, **changes: Any) -> InferenceClusterArgs:
    values: dict[str, Any] = {
        "location": "eastus",
        "naming": Naming(suffix="x1"),
        "resource_group_name": "rg",
        "managed_cluster": {"mode": "create", "kubernetes_version": VERSION} | (settings or {}),
        "subnet_resource_id": f"{NETWORK}/subnets/pods",
        "control_plane": identity("control"),
        "kubelet": identity("nodes"),
    }
    return InferenceClusterArgs(**(values | changes))


def made(settings: dict[str, Any] | None = None, **changes: Any) -> Registered:
    args = arguments(settings, **changes)
    return register(lambda: InferenceCluster("serving", args), id_format=CLUSTERS + "/{name}")


def test_what_a_cluster_is() -> None:
    found = made()
    assert found.azure == [
        ("authorization:RoleAssignment", "serving-kubelet-control-access"),
        ("authorization:RoleAssignment", "serving-network-control-access"),
        ("containerservice:MaintenanceConfiguration", "serving-node-upgrades"),
        ("containerservice:MaintenanceConfiguration", "serving-upgrades"),
        ("containerservice:ManagedCluster", "serving-cluster"),
    ]
    assert found.inputs["serving-cluster"] == {
        "aadProfile": {"enableAzureRBAC": True, "managed": True},
        "agentPoolProfiles": [
            {
                "count": 3,
                "enableAutoScaling": True,
                "enableNodePublicIP": False,
                "maxCount": 5,
                "minCount": 3,
                "mode": "System",
                "name": "system",
                "nodeTaints": ["CriticalAddonsOnly=true:NoSchedule"],
                "orchestratorVersion": VERSION,
                "osDiskSizeGB": 128,
                "osDiskType": "Managed",
                "osSKU": "Ubuntu",
                "osType": "Linux",
                "type": "VirtualMachineScaleSets",
                "upgradeSettings": {"maxSurge": "10%"},
                "vmSize": "Standard_D4ds_v5",
                "vnetSubnetID": f"{NETWORK}/subnets/pods",
            }
        ],
        "apiServerAccessProfile": {
            "disableRunCommand": True,
            "enablePrivateCluster": True,
            "enablePrivateClusterPublicFQDN": False,
            "privateDNSZone": "system",
        },
        "autoScalerProfile": {
            "expander": "least-waste",
            "ignoreDaemonsetsUtilization": True,
            "maxGracefulTerminationSec": "600",
            "maxNodeProvisionTime": "30m",
            "scaleDownDelayAfterAdd": "15m",
            "scaleDownUnneededTime": "10m",
            "scaleDownUnreadyTime": "30m",
            "skipNodesWithLocalStorage": "false",
        },
        "autoUpgradeProfile": {"nodeOSUpgradeChannel": "NodeImage", "upgradeChannel": "patch"},
        "disableLocalAccounts": True,
        "dnsPrefix": "aks-ai-serving-x1",
        "enableRBAC": True,
        "identity": {
            "type": "UserAssigned",
            "userAssignedIdentities": ["/subscriptions/s/resourceGroups/rg/providers/x/y/control"],
        },
        "identityProfile": {
            "kubeletidentity": {
                "clientId": "nodes-client",
                "objectId": "nodes-principal",
                "resourceId": "/subscriptions/s/resourceGroups/rg/providers/x/y/nodes",
            }
        },
        "kubernetesVersion": VERSION,
        "location": "eastus",
        "metricsProfile": {"costAnalysis": {"enabled": True}},
        "networkProfile": {
            "dnsServiceIP": "172.20.0.10",
            "loadBalancerSku": "standard",
            "networkDataplane": "cilium",
            "networkPlugin": "azure",
            "networkPluginMode": "overlay",
            "networkPolicy": "cilium",
            "outboundType": "userAssignedNATGateway",
            "podCidr": "10.244.0.0/16",
            "serviceCidr": "172.20.0.0/16",
        },
        "nodeResourceGroup": "rg-ai-serving-nodes-x1",
        "oidcIssuerProfile": {"enabled": True},
        "resourceGroupName": "rg",
        "resourceName": "aks-ai-serving-x1",
        "securityProfile": {"workloadIdentity": {"enabled": True}},
        "sku": {"name": "Base", "tier": "Standard"},
        "storageProfile": {"blobCSIDriver": {"enabled": True}},
        "workloadAutoScalerProfile": {"keda": {"enabled": True}},
    }
    window = {
        "durationHours": 8,
        "schedule": {"weekly": {"dayOfWeek": "Sunday", "intervalWeeks": 1}},
        "startTime": "02:00",
        "utcOffset": "+00:00",
    }
    for key, config in (
        ("upgrades", "aksManagedAutoUpgradeSchedule"),
        ("node-upgrades", "aksManagedNodeOSUpgradeSchedule"),
    ):
        assert found.inputs[f"serving-{key}"]["configName"] == config
        assert found.inputs[f"serving-{key}"]["maintenanceWindow"] == window


def roles(found: Registered) -> dict[str, tuple[str, str, str]]:
    """Who gets which role on what, by logical name."""
    by_guid = {role.guid: role for role in BuiltInRole}
    return {
        name: (
            str(by_guid[inputs["roleDefinitionId"].rsplit("/", 1)[-1]]),
            inputs["principalId"],
            inputs["scope"],
        )
        for name, inputs in found.inputs.items()
        if found.types[name].endswith(":RoleAssignment")
    }


def test_the_control_plane_is_allowed_what_it_does_before_the_cluster_is_made() -> None:
    found = made({"api_server_zone": f"{ZONES}/privatelink.eastus.azmk8s.io"})
    assert roles(found) == {
        "serving-kubelet-control-access": (
            "Managed Identity Operator",
            "control-principal",
            "/subscriptions/s/resourceGroups/rg/providers/x/y/nodes",
        ),
        "serving-network-control-access": ("Network Contributor", "control-principal", NETWORK),
        "serving-zone-control-access": (
            "Private DNS Zone Contributor",
            "control-principal",
            f"{ZONES}/privatelink.eastus.azmk8s.io",
        ),
    }
    assert found.dependencies["serving-cluster"] >= {*roles(found), "serving-role-wait"}
    assert len(found.inputs["serving-role-wait"]["assignments"]) == 3
    cluster = found.inputs["serving-cluster"]
    assert (cluster.get("dnsPrefix"), cluster["fqdnSubdomain"]) == (None, "aks-ai-serving-x1")
    assert cluster["apiServerAccessProfile"]["privateDNSZone"] == f"{ZONES}/privatelink.eastus.azmk8s.io"


def test_without_a_private_zone_nodes_find_the_server_by_a_public_name() -> None:
    found = made({"api_server_zone": "none"})
    assert roles(found)["serving-subnet-control-access"] == (
        "Network Contributor",
        "control-principal",
        f"{NETWORK}/subnets/pods",
    )
    assert found.inputs["serving-cluster"]["apiServerAccessProfile"]["enablePrivateClusterPublicFQDN"] is True


def test_what_a_cluster_tells() -> None:
    found = made(
        metrics=METRICS,
        metrics_reader=identity("keda"),
        workspace_resource_id="/logs",
        diagnostics=DiagnosticsManaged(mode="managed", workspace_resource_id="/logs"),
    )
    cluster = found.inputs["serving-cluster"]
    assert cluster["azureMonitorProfile"] == {"metrics": {"enabled": True}}
    assert cluster["addonProfiles"] == {
        "omsagent": {
            "config": {"logAnalyticsWorkspaceResourceID": "/logs", "useAADAuth": "true"},
            "enabled": True,
        }
    }
    associations = {
        inputs["associationName"]: inputs
        for name, inputs in found.inputs.items()
        if found.types[name].endswith(":DataCollectionRuleAssociation")
    }
    assert {inputs["resourceUri"] for inputs in associations.values()} == {f"{CLUSTERS}/serving-cluster"}
    assert associations["configurationAccessEndpoint"]["dataCollectionEndpointId"] == "/endpoint"
    for name, rule in (
        ("ContainerInsightsMetricsExtension", "serving-metrics-rule"),
        ("ContainerInsightsExtension", "serving-logs-rule"),
    ):
        assert associations[name]["dataCollectionRuleId"] == f"{CLUSTERS}/{rule}"
        assert found.inputs[rule]["dataCollectionEndpointId"] == "/endpoint"
        assert f"{rule}-diagnostics" in found.inputs
    assert found.inputs["serving-metrics-rule"]["destinations"] == {
        "monitoringAccounts": [{"accountResourceId": "/amw", "name": "MonitoringAccount1"}]
    }
    (flow,) = found.inputs["serving-logs-rule"]["dataFlows"]
    assert flow == {
        "destinations": ["workspace"],
        "streams": ["Microsoft-ContainerLogV2", "Microsoft-KubeEvents", "Microsoft-KubePodInventory"],
    }
    assert roles(found)["serving-metrics-keda-access"] == (
        "Monitoring Data Reader",
        "keda-principal",
        "/amw",
    )
    assert found.inputs["serving-keda-credential"]["subject"] == (
        "system:serviceaccount:kube-system:keda-operator"
    )


def test_pods_sign_in_one_identity_after_another() -> None:
    found = made(
        trusted_pods=[
            TrustedPods(
                key=key,
                identity_resource_id=identity(key).identity_resource_id,
                namespace="models",
                service_account=key,
            )
            for key in ("chat", "embed")
        ]
    )
    assert found.inputs["serving-chat-credential"] | {"issuer": ""} == {
        "audiences": ["api://AzureADTokenExchange"],
        "federatedIdentityCredentialResourceName": "serving-chat",
        "issuer": "",
        "resourceGroupName": "rg",
        "resourceName": "chat",
        "subject": "system:serviceaccount:models:chat",
    }
    assert "serving-chat-credential" in found.dependencies["serving-embed-credential"]


def test_a_later_system_pool_is_made_beside_the_first() -> None:
    found = made({"system_pool": {"size": "Standard_D8ds_v5", "generation": 2}})
    own = found.inputs["serving-system-2"]
    assert (own["agentPoolName"], own["vmSize"], own["mode"]) == ("system2", "Standard_D8ds_v5", "System")
    assert "serving-system-1" not in found.inputs


def test_what_is_chosen() -> None:
    cluster = made(
        {
            "tier": "Free",
            "upgrade_channel": "none",
            "node_os_channel": "SecurityPatch",
            "outbound_type": "userDefinedRouting",
            "run_command": True,
            "container_logs": False,
            "defender": True,
            "keda": False,
            "autoscaler": {"provision_minutes": 45, "termination_minutes": 20},
        },
        workspace_resource_id="/logs",
    ).inputs["serving-cluster"]
    assert cluster["sku"]["tier"] == "Free"
    assert cluster["metricsProfile"] == {"costAnalysis": {"enabled": False}}
    assert cluster["autoUpgradeProfile"] == {
        "nodeOSUpgradeChannel": "SecurityPatch",
        "upgradeChannel": "none",
    }
    assert cluster["networkProfile"]["outboundType"] == "userDefinedRouting"
    assert cluster["apiServerAccessProfile"]["disableRunCommand"] is False
    assert "addonProfiles" not in cluster
    assert cluster["securityProfile"]["defender"] == {
        "logAnalyticsWorkspaceResourceId": "/logs",
        "securityMonitoring": {"enabled": True},
    }
    assert cluster["workloadAutoScalerProfile"] == {"keda": {"enabled": False}}
    assert cluster["autoScalerProfile"]["maxNodeProvisionTime"] == "45m"
    assert cluster["autoScalerProfile"]["maxGracefulTerminationSec"] == "1200"


def test_a_cluster_that_is_brought_along_gets_access_and_nothing_else() -> None:
    existing = {"mode": "existing", "cluster_resource_id": f"{CLUSTERS}/theirs"}
    values: dict[str, Any] = {
        "managed_cluster": existing,
        "subnet_resource_id": None,
        "control_plane": None,
        "kubelet": None,
        "access": [AccessGrant(key="team", principal_id="p", role=BuiltInRole.AKS_RBAC_WRITER)],
    }
    args = arguments(**values)
    found = register(lambda: InferenceCluster("serving", args), id_format=CLUSTERS + "/{name}")
    assert found.azure == [
        ("authorization:RoleAssignment", "serving-team-access"),
        ("containerservice:ManagedCluster", "serving-cluster"),
    ]


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
