"""What resources are billed by."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from azure_ai_landing_zone.cost.charge import Range
from azure_ai_landing_zone.cost.free import FREE
from azure_ai_landing_zone_policies.engine.testing import program
from azure_ai_landing_zone_policies.readers.bills import READERS, bills

TODAY = date(2026, 11, 22)
EAST = {"location": "eastus"}
T4 = "Standard_NC4as_T4_v3"


def native(type_: str, **properties: Any) -> dict[str, Any]:
    return {"type": f"azure-native:{type_}", "properties": properties}


def charged(resources: dict[str, Any], name: str = "it") -> list[tuple[Any, ...]]:
    """Meter, SKU, region, and how much; of what can't be told, why."""
    (bill,) = (bill for bill in bills(program(resources, TODAY)) if bill.name == name)
    return [
        (one.meter, one.sku, one.region, _amount(one.amount), *([one.assumed] if one.assumed else []))
        if not one.unknown
        else (one.unknown,)
        for one in bill.charges
    ]


def _amount(amount: Range | None) -> Any:
    if amount is None:
        return None
    figures = [round(float(each), 6) for each in (amount.minimum, amount.expected, amount.maximum)]
    return figures[0] if len(set(figures)) == 1 else tuple(figures)


def disk(size: int | None, kind: str = "Premium_LRS", **more: Any) -> dict[str, Any]:
    return {
        "osDisk": {
            "createOption": "FromImage",
            "diskSizeGB": size,
            "managedDisk": {"storageAccountType": kind},
        }
        | more
    }


def scale_set(capacity: int, **profile: Any) -> dict[str, Any]:
    return native(
        "compute:VirtualMachineScaleSet",
        **EAST,
        vmScaleSetName="vmss",
        sku={"name": T4, "capacity": capacity},
        virtualMachineProfile={"storageProfile": disk(256)} | profile,
    )


MACHINE = native(
    "compute:VirtualMachine",
    **EAST,
    vmName="vm",
    hardwareProfile={"vmSize": T4},
    storageProfile=disk(100) | {"dataDisks": [{"createOption": "Attach", "lun": 0}]},
)


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


def test_what_isn_t_known_before_deployment_is_said_so() -> None:
    group = native("resources:ResourceGroup")
    unknown = "${group.x}"
    assert charged(
        {"group": group, "it": native("network:NatGateway", location=unknown, sku={"name": unknown})}
    ) == [("sku.name isn't known before deployment",)]
    nodes = scale_set(1)
    nodes["properties"]["sku"] = {"name": unknown, "capacity": 2}
    assert charged({"group": group, "it": nodes})[0] == ("sku.name isn't known before deployment",)


def test_a_machine_that_is_shut_down_every_evening_runs_part_of_the_month() -> None:
    schedule = native("devtestlab:GlobalSchedule", status="Enabled", targetResourceId="/x/virtualMachines/vm")
    part = round(1 / 730, 6)
    assert charged({"it": MACHINE, "stop": schedule})[0] == (
        "machine",
        T4,
        "eastus",
        part,
        "hoursOfStoppedMachine",
    )
    schedule["properties"]["status"] = "Disabled"
    assert charged({"it": MACHINE, "stop": schedule})[0] == ("machine", T4, "eastus", 1)


def test_a_share_is_paid_for_as_large_as_it_is_made() -> None:
    account = native("storage:StorageAccount", **EAST, accountName="st", kind="FileStorage",
                     sku={"name": "Premium_ZRS"})  # fmt: skip
    share = native("storage:FileShare", accountName="st", shareName="homes", shareQuota=1024)
    assert charged({"account": account, "it": share}) == [("filesPremium", "Premium_ZRS", "eastus", 1024)]


def test_autoscale_says_the_least_and_the_most() -> None:
    setting = native(
        "monitor:AutoscaleSetting",
        targetResourceUri="/x/virtualMachineScaleSets/vmss",
        profiles=[{"capacity": {"minimum": "0", "maximum": "0", "default": "0"}},
                  {"capacity": {"minimum": "2", "maximum": "8", "default": "2"}}],
    )  # fmt: skip
    assert charged({"it": scale_set(4), "scale": setting}) == [
        ("machine", T4, "eastus", (0, 4, 8)),
        ("disk", "P15_LRS", "eastus", (0, 4, 8)),
    ]


def test_provisioned_throughput_is_billed_where_its_account_is() -> None:
    account = native(
        "cognitiveservices:Account", accountName="a", location="swedencentral", kind="AIServices"
    )
    deployment = native(
        "cognitiveservices:Deployment",
        accountName="a",
        sku={"name": "DataZoneProvisionedManaged", "capacity": 30},
        properties={"model": {"format": "OpenAI", "name": "gpt-5.5"}},
    )
    assert charged({"account": account, "it": deployment}) == [
        ("provisionedThroughput", "DataZoneProvisionedManaged", "swedencentral", 30)
    ]
    deployment["properties"]["properties"]["model"]["format"] = "Mistral"
    assert charged({"account": account, "it": deployment}) == [
        ("provisioned throughput of Mistral has meters that aren't known here",)
    ]


def rule(*, enabled: bool = True, **actions: int) -> dict[str, Any]:
    base = {name: {"daysAfterModificationGreaterThan": days} for name, days in actions.items()}
    filters = {"blobTypes": ["blockBlob"], "prefixMatch": ["checkpoints/"]}
    return {"enabled": enabled, "definition": {"actions": {"baseBlob": base}, "filters": filters}}


@pytest.mark.parametrize(
    ("rules", "days"),
    [
        ([], {"blobHot": 365}),
        ([rule(delete=73)], {"blobHot": 73}),
        ([rule(tierToCool=30, tierToArchive=90)], {"blobHot": 30, "blobCool": 60, "blobArchive": 275}),
        ([rule(tierToCool=30), rule(delete=100)], {"blobHot": 30, "blobCool": 70}),
        ([rule(tierToCool=0)], {"blobCool": 365}),
        ([rule(enabled=False, delete=3)], {"blobHot": 365}),
        (
            [{"definition": {"actions": {"baseBlob": {"delete": {"daysAfterCreationGreaterThan": 3}}},
                             "filters": {"blobIndexMatch": [{"name": "n", "op": "==", "value": "v"}]}}}],
            {"blobHot": 365},
        ),
        (
            [{"definition": {"actions": {"baseBlob": {"delete": {"daysAfterCreationGreaterThan": 3}}},
                             "filters": {"prefixMatch": ["runs/let-go/"]}}}],
            {"blobHot": 365},
        ),
    ],
)  # fmt: skip
def test_blobs_lie_where_the_rules_of_lifecycle_put_them(
    rules: list[dict[str, Any]], days: dict[str, int]
) -> None:
    account = native("storage:StorageAccount", **EAST, accountName="st", sku={"name": "Standard_ZRS"})
    policy = native("storage:ManagementPolicy", accountName="st", policy={"rules": rules})
    expected = [
        (tier, "Standard_ZRS", "eastus", round(float(Decimal(each) * 12 / 365), 6), "blobGbWritten")
        for tier, each in days.items()
    ]
    assert charged({"it": account, "rules": policy}) == expected


def test_a_managed_firewall_comes_with_the_first_rule_of_a_domain() -> None:
    workspace = native(
        "machinelearningservices:Workspace",
        **EAST,
        workspaceName="ml",
        managedNetwork={"isolationMode": "AllowOnlyApprovedOutbound", "firewallSku": "Basic"},
    )
    domain = native(
        "machinelearningservices:ManagedNetworkSettingsRule", workspaceName="ml", properties={"type": "FQDN"}
    )
    endpoint = native(
        "machinelearningservices:ManagedNetworkSettingsRule",
        workspaceName="ml",
        properties={"type": "PrivateEndpoint"},
    )
    assert charged({"it": workspace, "endpoint": endpoint}) == []
    assert charged({"it": workspace, "domain": domain}) == [("firewall", "Basic", "eastus", 1)]
    assert charged({"workspace": workspace, "it": endpoint}) == [("privateEndpoint", "", "global", 1)]


@pytest.mark.parametrize(
    ("where", "charges"),
    [
        ("eastus", [("peeringIngress", "", "eastus", 1, "peeringGb"),
                    ("peeringEgress", "", "eastus", 1, "peeringGb")]),
        ("westus", [("between regions it has other meters",)]),
        (None, [("the plan doesn't say whether both of its networks are in one region",)]),
    ],
)  # fmt: skip
def test_a_peering_is_billed_by_where_its_networks_are(
    where: str | None, charges: list[tuple[Any, ...]]
) -> None:
    networks = {"own": native("network:VirtualNetwork", **EAST, virtualNetworkName="own")}
    if where:
        networks["hub"] = native("network:VirtualNetwork", location=where, virtualNetworkName="hub")
    peering = native(
        "network:VirtualNetworkPeering",
        virtualNetworkName="own",
        remoteVirtualNetwork={"id": "/x/virtualNetworks/hub"},
    )
    assert charged(networks | {"it": peering}) == charges


def template(*types: str) -> dict[str, Any]:
    names = ["/".join(["n"] * each.count("/")) for each in types]
    resources = [
        {"type": each, "apiVersion": "2026-01-01", "name": name, "location": "eastus"}
        for each, name in zip(types, names, strict=True)
    ]
    return native(
        "resources:Deployment", properties={"mode": "Incremental", "template": {"resources": resources}}
    )


def test_what_a_template_makes_is_not_taken_for_nothing() -> None:
    assert charged({"it": template("Microsoft.KeyVault/vaults/keys")}) == []
    both = {"it": template("Microsoft.Network/azureFirewalls", "Microsoft.KeyVault/vaults/keys")}
    assert charged(both) == []
    assert [charged(both, name) for name in ("it/n", "it/n/n")] == [
        [
            ("firewall", "Standard", "eastus", 1.0),
            ("firewallData", "Standard", "eastus", 1.0, "firewallGb"),
        ],
        [],
    ]
    linked = native("resources:Deployment", properties={"templateLink": {"uri": "https://x/y.json"}})
    assert charged({"it": linked}) == [("its template isn't in the plan",)]


def test_what_other_packages_make_in_azure_is_named() -> None:
    """Entra's objects cost nothing; of all else nobody here knows the price."""
    made = {
        "scaleSet": {"type": "azure:compute/linuxVirtualMachineScaleSet:LinuxVirtualMachineScaleSet"},
        "vault": {"type": "azapi:index:Resource", "properties": {"type": "Microsoft.KeyVault/vaults"}},
        "app": {"type": "azuread:index/application:Application"},
    }
    found = [(bill.name, [one.unknown for one in bill.charges]) for bill in bills(program(made, TODAY))]
    assert found == [
        ("scaleSet", ["no price is kept of what package azure makes"]),
        ("vault", ["no price is kept of what package azapi makes"]),
    ]


def test_tags_are_kept_for_sums() -> None:
    nat = native("network:NatGateway", **EAST, tags={"costCenter": "4711", "later": "${group.x}"})
    found = list(bills(program({"group": native("resources:ResourceGroup"), "it": nat}, TODAY)))
    assert [bill.tags for bill in found] == [{}, {"costCenter": "4711"}]


def test_nothing_is_free_and_has_charges() -> None:
    assert FREE & set(READERS) == set()
