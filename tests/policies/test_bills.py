"""What resources are billed by."""

from typing import Any

import pytest

from azure_ai_landing_zone.cost.free import FREE
from azure_ai_landing_zone_policies.readers.bills import READERS
from helpers.native import native
from policies.billed import EAST, MACHINE, T4, charged, scale_set


@pytest.mark.parametrize(
    ("resource", "charges"),
    [
        (scale_set(4), [("machine", T4, "eastus", 4), ("disk", "P15_LRS", "eastus", 4)]),
        (
            scale_set(2, priority="Spot"),
            [("spot", T4, "eastus", 2), ("disk", "P15_LRS", "eastus", 2)],
        ),
        (MACHINE, [("machine", T4, "eastus", 1), ("disk", "P10_LRS", "eastus", 1)]),
        (
            native(
                "dbformysql:Server",
                **EAST,
                sku={"name": "Standard_D4ads_v5", "tier": "GeneralPurpose"},
                highAvailability={"mode": "ZoneRedundant"},
                storage={"storageSizeGB": 64},
            ),
            [("mysqlCompute", "GeneralPurpose_Dadsv5", "eastus", 8), ("mysqlStorage", "", "eastus", 128)],
        ),
        (
            native("compute:Disk", **EAST, sku={"name": "StandardSSD_ZRS"}, diskSizeGB=1024),
            [("disk", "E30_ZRS", "eastus", 1)],
        ),
        (
            native("compute:Disk", **EAST, sku={"name": "Standard_LRS"}, diskSizeGB=4),
            [("disk", "S4_LRS", "eastus", 1)],
        ),
        (
            native("compute:Disk", **EAST, sku={"name": "UltraSSD_LRS"}, diskSizeGB=4),
            [("UltraSSD_LRS isn't priced by size alone",)],
        ),
        (
            native("compute:Disk", **EAST, sku={"name": "Premium_LRS"}, diskSizeGB=40_000),
            [("no disk has 40000 GiB",)],
        ),
        (
            native(
                "containerservice:AgentPool", **EAST, vmSize=T4, count=1, enableAutoScaling=True, minCount=0,
                maxCount=6, osDiskType="Managed", osDiskSizeGB=128, resourceName="aks",
            ),
            [("machine", T4, "eastus", (0, 1, 6)), ("disk", "P10_LRS", "eastus", (0, 1, 6))],
        ),
        (
            native(
                "containerservice:AgentPool", vmSize=T4, count=3, osDiskType="Ephemeral", resourceName="aks"
            ),
            [("machine", T4, None, 3)],
        ),
        (
            native("containerservice:AgentPool", vmSize=T4, count=3, resourceName="aks"),
            [("machine", T4, None, 3), ("AKS chooses what isn't given of them",)],
        ),
        (
            native(
                "containerservice:ManagedCluster", **EAST, sku={"name": "Base", "tier": "Standard"},
                agentPoolProfiles=[
                    {"name": "system", "vmSize": "Standard_D4ds_v5", "count": 3, "osDiskType": "Ephemeral"}
                ],
            ),
            [
                ("kubernetesTier", "Standard", "eastus", 1),
                ("AKS makes it, and its address, outside of the plan",),
                ("machine", "Standard_D4ds_v5", "eastus", 3),
            ],
        ),
        (
            native(
                "machinelearningservices:Compute", **EAST,
                properties={
                    "computeType": "AmlCompute",
                    "properties": {"vmSize": T4, "scaleSettings": {"minNodeCount": 0, "maxNodeCount": 4}},
                },
            ),
            [("machine", T4, "eastus", (0, 0, 4))],
        ),
        (
            native(
                "machinelearningservices:Compute", **EAST,
                properties={
                    "computeType": "ComputeInstance",
                    "properties": {"vmSize": T4, "idleTimeBeforeShutdown": "PT60M"},
                },
            ),
            [("machine", T4, "eastus", round(1 / 730, 6), "hoursOfStoppedMachine")],
        ),
        (
            native("network:AzureFirewall", **EAST, sku={"name": "AZFW_VNet", "tier": "Premium"}),
            [
                ("firewall", "Premium", "eastus", 1),
                ("firewallData", "Premium", "eastus", 1, "firewallGb"),
            ],
        ),
        (
            native("network:AzureFirewall", **EAST, sku={"name": "AZFW_Hub", "tier": "Premium"}),
            [("a firewall of AZFW_Hub has meters that aren't known here",)],
        ),
        (
            native("network:BastionHost", **EAST, sku={"name": "Standard"}, scaleUnits=5),
            [("bastion", "Standard", "eastus", 1), ("bastionScaleUnit", "Standard", "eastus", 3)],
        ),
        (native("network:BastionHost", **EAST, sku={"name": "Developer"}), []),
        (
            native("network:NatGateway", **EAST, sku={"name": "Standard"}),
            [("natGateway", "Standard", "eastus", 1), ("natGatewayData", "Standard", "eastus", 1, "natGb")],
        ),
        (
            native("network:PublicIPAddress", **EAST, sku={"name": "Standard"}),
            [("publicAddress", "Standard", "eastus", 1)],
        ),
        (
            native("network:PublicIPAddress", **EAST, sku={"name": "Standard", "tier": "Global"}),
            [("only regional IPv4 addresses have a price here",)],
        ),
        (
            native("network:PrivateEndpoint", **EAST),
            [
                ("privateEndpoint", "", "eastus", 1),
                ("privateEndpointData", "", "eastus", 1, "privateEndpointGb"),
            ],
        ),
        (native("privatedns:PrivateZone", location="global"), [("privateZone", "", "global", 1)]),
        (native("dnsresolver:InboundEndpoint", **EAST), [("dnsResolverInbound", "", "eastus", 1)]),
        (native("dnsresolver:OutboundEndpoint", **EAST), [("dnsResolverOutbound", "", "eastus", 1)]),
        (native("dnsresolver:DnsForwardingRuleset", **EAST), [("dnsForwardingRuleset", "", "eastus", 1)]),
        (
            native("search:SharedPrivateLinkResource", searchServiceName="s"),
            [("privateEndpoint", "", "global", 1)],
        ),
        (
            native("apimanagement:ApiManagementService", **EAST, sku={"name": "Premium", "capacity": 2},
                   additionalLocations=[{"location": "westeurope",
                                         "sku": {"name": "Premium", "capacity": 1}}]),
            [("apiManagement", "Premium", "eastus", 2), ("apiManagement", "Premium", "westeurope", 1)],
        ),
        (
            native("apimanagement:ApiManagementService", **EAST, sku={"name": "Consumption", "capacity": 0}),
            [("it is billed by call",)],
        ),
        (
            native("search:Service", **EAST, sku={"name": "standard"}, replicaCount=2, partitionCount=3),
            [("search", "standard", "eastus", 6)],
        ),
        (native("search:Service", **EAST, sku={"name": "free"}), []),
        (
            native("containerregistry:Registry", **EAST, sku={"name": "Premium"}),
            [("registry", "Premium", "eastus", 1)],
        ),
        (
            native("keyvault:Vault", **EAST, properties={"sku": {"name": "premium"}}),
            [("keyVaultOperations", "premium", "eastus", 1, "vaultOperations")],
        ),
        (
            native("eventhub:Namespace", **EAST, sku={"name": "Standard", "capacity": 2},
                   isAutoInflateEnabled=True, maximumThroughputUnits=10),
            [("eventHubs", "Standard", "eastus", (2, 2, 10))],
        ),
        (
            native("cognitiveservices:Account", **EAST, kind="ContentSafety", sku={"name": "S0"}),
            [("contentSafetyText", "S0", "eastus", 1, "contentSafetyTexts")],
        ),
        (native("cognitiveservices:Account", **EAST, kind="AIServices", sku={"name": "S0"}), []),
        (
            native("cognitiveservices:Deployment", accountName="a", sku={"name": "GlobalStandard"}),
            [("it is billed by token",)],
        ),
        (
            native("storagecache:AmlFilesystem", **EAST, sku={"name": "AMLFS-Durable-Premium-250"},
                   storageCapacityTiB=16.0),
            [("lustre", "AMLFS-Durable-Premium-250", "eastus", 16 * 1024)],
        ),
        (
            native("storage:StorageAccount", **EAST, accountName="st", kind="BlockBlobStorage",
                   sku={"name": "Premium_LRS"}),
            [("blobPremium", "Premium_LRS", "eastus", 12, "blobGbWritten")],
        ),
        (
            native("storage:StorageAccount", **EAST, accountName="st", kind="FileStorage",
                   sku={"name": "Premium_LRS"}),
            [],
        ),
        (
            native("storage:FileShare", accountName="st", shareName="homes", shareQuota=100),
            [("sku.name of its account isn't given",)],
        ),
        (
            native("operationalinsights:Workspace", **EAST, sku={"name": "PerGB2018"},
                   retentionInDays=31 + 73),
            [
                ("logIngestion", "Analytics", "eastus", 1, "logGb"),
                ("logRetention", "Analytics", "eastus", 2.4, "logGb"),
            ],
        ),
        (
            native("operationalinsights:Workspace", **EAST, sku={"name": "CapacityReservation"}),
            [("a workspace of CapacityReservation isn't billed by GB",)],
        ),
        (
            native("machinelearningservices:Workspace", **EAST, encryption={"status": "Enabled"}),
            [("Azure ML keeps one for what the company's key encrypts",)],
        ),
        (
            native("monitor:AzureMonitorWorkspace", **EAST),
            [("prometheusSamples", "", "eastus", 1, "prometheusSamples")],
        ),
        (
            native("monitor:MetricAlert", location="global", scopes=["a", "b"],
                   criteria={"allOf": [{"name": "x"}, {"name": "y"}]}),
            [("metricAlert", "", "global", 4)],
        ),
        (
            native("monitor:ScheduledQueryRule", **EAST, evaluationFrequency="PT1H"),
            [("logAlert", "PT15M", "eastus", 1)],
        ),
        (
            native("dashboard:Grafana", **EAST, sku={"name": "Standard"}),
            [("grafana", "Standard", "eastus", 2)],
        ),
        (
            native("network:VirtualNetworkGateway", **EAST),
            [("no price is kept for network:VirtualNetworkGateway",)],
        ),
        (native("network:VirtualNetwork", **EAST), []),
    ],
)  # fmt: skip
def test_charges(resource: dict[str, Any], charges: list[tuple[Any, ...]]) -> None:
    assert charged({"it": resource}) == charges


def test_nothing_is_free_and_has_charges() -> None:
    assert FREE & set(READERS) == set()
