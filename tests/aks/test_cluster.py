"""A private cluster: what is asked of Azure."""

from typing import Any

import pytest

from azure_ai_landing_zone import (
    AccessGrant,
    BuiltInRole,
    InferenceCluster,
    TrustedPods,
)
from azure_ai_landing_zone.aks import access
from azure_ai_landing_zone.core.diagnostics import DiagnosticsManaged
from helpers.cluster_arguments import (
    CLUSTERS,
    METRICS,
    MONITOR_WORKSPACE,
    NETWORK,
    VERSION,
    ZONES,
    arguments,
    identity,
)
from helpers.registered import Registered, register
from helpers.role_waits import seconds_waited


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
                "availabilityZones": ["1", "2", "3"],
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
        "addonProfiles": {
            "azureKeyvaultSecretsProvider": {
                "config": {"enableSecretRotation": "true", "rotationPollInterval": "2m"},
                "enabled": True,
            }
        },
        "autoScalerProfile": {
            "expander": "least-waste",
            "ignoreDaemonsetsUtilization": True,
            "maxGracefulTerminationSec": "1800",
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


def test_it_waits_until_azure_mostly_knows_its_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = seconds_waited(monkeypatch, access)
    made()
    assert waits == [180]


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
    assert found.dependencies["serving-cluster"] == {*roles(found)}
    assert list(found.hooks) == ["serving-cluster"]
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
        },
        "azureKeyvaultSecretsProvider": {
            "config": {"enableSecretRotation": "true", "rotationPollInterval": "2m"},
            "enabled": True,
        },
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
        "monitoringAccounts": [{"accountResourceId": MONITOR_WORKSPACE, "name": "MonitoringAccount1"}]
    }
    (flow,) = found.inputs["serving-logs-rule"]["dataFlows"]
    assert flow == {
        "destinations": ["workspace"],
        "streams": ["Microsoft-ContainerLogV2", "Microsoft-KubeEvents", "Microsoft-KubePodInventory"],
    }
    assert roles(found)["serving-metrics-keda-access"] == (
        "Monitoring Data Reader",
        "keda-principal",
        MONITOR_WORKSPACE,
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


def test_the_system_pool_stands_in_all_zones_of_its_region() -> None:
    system = made().inputs["serving-cluster"]["agentPoolProfiles"][0]
    assert system.get("availabilityZones") == ["1", "2", "3"]
    chosen = made({"system_pool": {"zones": []}}).inputs["serving-cluster"]["agentPoolProfiles"][0]
    assert "availabilityZones" not in chosen
    without = made(location="northcentralus").inputs["serving-cluster"]["agentPoolProfiles"][0]
    assert "availabilityZones" not in without


def test_what_is_chosen() -> None:
    found = made(
        {
            "tier": "Free",
            "upgrade_channel": "none",
            "node_os_channel": "SecurityPatch",
            "outbound_type": "userDefinedRouting",
            "run_command": True,
            "container_logs": False,
            "key_vault_secrets": False,
            "node_maintenance_hours": {"day": "Saturday", "interval_weeks": 4},
            "defender": True,
            "keda": False,
            "autoscaler": {"expander": "priority", "provision_minutes": 45, "termination_minutes": 20},
        },
        workspace_resource_id="/logs",
    )
    schedules = [
        found.inputs[f"serving-{key}"]["maintenanceWindow"]["schedule"]
        for key in ("upgrades", "node-upgrades")
    ]
    assert schedules == [
        {"weekly": {"dayOfWeek": "Sunday", "intervalWeeks": 1}},
        {"weekly": {"dayOfWeek": "Saturday", "intervalWeeks": 4}},
    ]
    cluster = found.inputs["serving-cluster"]
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
    assert cluster["autoScalerProfile"]["expander"] == "priority"
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
