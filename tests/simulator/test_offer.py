"""What a subscription may have in a region, and how much of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.provider.server import SimulatedAzure
from simulator.samples import COMPUTE, GPU, NETWORK, SUBSCRIPTION, scale_set

SET = f"{COMPUTE}:VirtualMachineScaleSet"
FAMILY = "standardNDSH100v5Family"
SET_ID = f"{SUBSCRIPTION}/resourceGroups/rg-test/providers/Microsoft.Compute/virtualMachineScaleSets/vmss"


@pytest.fixture
def client_of(tmp_path: Path, connect: Any) -> Iterator[Callable[..., Any]]:
    """A client of a subscription with these settings, with a network that scale sets can be in."""
    running: list[SimulatedAzure] = []

    def made(**settings: Any) -> Any:
        running.append(SimulatedAzure(tmp_path, settings=SubscriptionSettings(**settings)).__enter__())
        client = connect(running[0])
        client.create("azure-native:resources:ResourceGroup", "rg", resourceGroupName="rg-test")
        given = {"resourceGroupName": "rg-test", "virtualNetworkName": "v"}
        space = {"addressPrefixes": ["10.0.0.0/16"]}
        client.create(f"{NETWORK}:VirtualNetwork", "v", **given, addressSpace=space)
        client.create(f"{NETWORK}:Subnet", "n", **given, addressPrefix="10.0.0.0/20")
        return client

    yield made
    for azure in running:
        azure.__exit__(None, None, None)


def machines(count: int, name: str = "vmss", size: str = GPU, **more: Any) -> dict[str, Any]:
    return scale_set(
        resourceGroupName="rg-test", vmScaleSetName=name, sku={"name": size, "capacity": count}, **more
    )


def over(what: str, limit: int, used: int, required: int, page: str = "per-vm-quota-requests") -> str:
    return (
        'Status=409 Code="OperationNotAllowed" Message="Operation could not be completed as it results in '
        f"exceeding approved {what} quota. Additional details - Deployment Model: Resource Manager, "
        "Location: "
        f"eastus, Current Limit: {limit}, Current Usage: {used}, Additional Required: {required}, (Minimum) "
        "New "
        f"Limit Required: {used + required}. Setup Alerts when Quota reaches threshold. Learn more at "
        "https://aka.ms/quotamonitoringalerting . Submit a request for Quota increase at "
        "https://aka.ms/ProdportalCRP/#blade/Microsoft_Azure_Capacity/UsageAndQuota.ReactView by specifying "
        "parameters listed in the ‘Details’ section for deployment to succeed. Please read more about quota "
        f'limits at https://docs.microsoft.com/en-us/azure/azure-supportability/{page}"'
    )


def test_quota_of_a_family(client_of: Any, refused: Any) -> None:
    client = client_of(quotas=[{"name": "StandardNDS H100v5Family", "region": "eastus", "limit": 288}])
    made = client.create(SET, "one", **machines(2))
    with refused(over(f"{FAMILY} Cores", 288, 192, 192)):
        client.create(SET, "two", **machines(2, "vmss2"))
    client.update(made, **{**made.inputs, "sku": {"name": GPU, "capacity": 3}})
    with refused(over(f"{FAMILY} Cores", 288, 288, 96)):
        client.update(made, **{**made.inputs, "sku": {"name": GPU, "capacity": 4}})
    client.delete(made)
    client.create(SET, "two", **machines(2, "vmss2"))


def test_quota_of_a_region_and_of_spot(client_of: Any, refused: Any) -> None:
    client = client_of(quotas=[{"name": "cores", "limit": 100}, {"name": "lowPriorityCores", "limit": 10}])
    with refused(over("Total Regional Cores", 100, 0, 192, "regional-quota-requests")):
        client.create(SET, "one", **machines(2))
    spot = machines(2)
    spot["virtualMachineProfile"] |= {"priority": "Spot", "evictionPolicy": "Delete"}
    with refused(over("LowPriorityCores", 10, 0, 192, "low-priority-quota")):
        client.create(SET, "spot", **spot)


def test_sizes_that_a_subscription_may_not_have(client_of: Any, refused: Any) -> None:
    client = client_of(restrictions=[{"sku": "Standard_ND*", "region": "eastus", "zones": ["2"]}])
    client.create(SET, "one", **machines(1, "vmss1", zones=["1"]))
    with refused(
        f'Status=409 Code="SkuNotAvailable" Message="The requested size for resource \'{SET_ID}\' is '
        "currently "
        "not available in location 'eastus' zones '2' for subscription "
        "'00000000-0000-0000-0000-000000000001'. "
        "Please try another size or deploy to a different location or zones. See "
        'https://aka.ms/azureskunotavailable for details."'
    ):
        client.create(SET, "two", **machines(1, zones=["2"]))


@pytest.mark.parametrize(("zone", "code"), [(None, "AllocationFailed"), ("1", "ZonalAllocationFailed")])
def test_what_azure_has_left(client_of: Any, refused: Any, zone: str | None, code: str) -> None:
    client = client_of(capacity=[{"size": GPU, "zone": zone, "instances": 3}])
    client.create(SET, "one", **machines(2, "vmss1", zones=["1"]))
    with refused(
        f'Status=409 Code="{code}" Message="Allocation failed. We do not have sufficient capacity for the '
        f"requested VM size in this {'zone' if zone else 'region'}. Read more about improving likelihood of "
        'allocation success at http://aka.ms/allocation-guidance"'
    ):
        client.create(SET, "two", **machines(2, zones=["1"]))


def test_regions_without_zones_and_regions_that_are_not_to_be_had(client_of: Any, refused: Any) -> None:
    client = client_of(regionsWithoutZones=["eastus"], regions=["eastus"])
    with refused(
        'Status=400 Code="ResourceTypeNotSupportAvailabilityZones" Message="The resource type '
        "'virtualMachineScaleSets' does not support availability zones at location 'eastus'.\""
    ):
        client.create(SET, "one", **machines(1, zones=["1"]))
    group = {"resourceGroupName": "rg2", "location": "westus"}
    assert client.check("azure-native:resources:ResourceGroup", "g", group)[1] == [
        (
            "location",
            "The provided location 'westus' is not available for resource group. List of available regions "
            "is "
            "'eastus'.",
        )
    ]


def test_a_feature_that_is_not_registered(client_of: Any, refused: Any) -> None:
    client = client_of(features=[])
    inputs = machines(1)
    inputs["virtualMachineProfile"] |= {"securityProfile": {"encryptionAtHost": True}}
    with refused(
        'Status=400 Code="InvalidParameter" Message="The property \'securityProfile.encryptionAtHost\' is '
        "not "
        "valid because the 'Microsoft.Compute/EncryptionAtHost' feature is not enabled for this "
        'subscription."'
    ):
        client.create(SET, "one", **inputs)
    client.create(
        "azure-native:features:SubscriptionFeatureRegistration",
        "host",
        providerNamespace="Microsoft.Compute",
        featureName="EncryptionAtHost",
    )
    client.create(SET, "one", **inputs)


def test_pools_of_clusters(client_of: Any, refused: Any) -> None:
    client = client_of(
        quotas=[{"name": "standardNCADSA100v4Family", "limit": 24}],
        restrictions=[{"sku": "Standard_ND*"}],
    )
    system = {"name": "system", "mode": "System", "vmSize": "Standard_D4s_v5", "count": 1}
    client.create(
        "azure-native:containerservice:ManagedCluster",
        "aks",
        resourceGroupName="rg-test",
        resourceName="aks",
        dnsPrefix="aks",
        identity={"type": "SystemAssigned"},
        agentPoolProfiles=[system],
    )
    pool = {"resourceGroupName": "rg-test", "resourceName": "aks", "mode": "User"}
    token = "azure-native:containerservice:AgentPool"
    with refused(
        'Status=400 Code="ErrCode_InsufficientVCPUQuota" Message="Insufficient vcpu quota requested 48, '
        'remaining 24 for family StandardNCADSA100v4Family for region eastus."'
    ):
        client.create(token, "a", **pool, agentPoolName="a", vmSize="Standard_NC24ads_A100_v4", count=2)
    client.create(token, "a", **pool, agentPoolName="a", vmSize="Standard_NC24ads_A100_v4", count=1)
    with refused(
        'Status=400 Code="BadRequest" Message="The VM size of AgentPoolProfile:b is not allowed in your '
        "subscription in location 'eastus'.  For more details, please visit https://aka.ms/cpu-quota\""
    ):
        client.create(token, "b", **pool, agentPoolName="b", vmSize=GPU, count=1)


def test_models_and_the_quota_that_a_deleted_account_holds(client_of: Any, refused: Any) -> None:
    client = client_of(
        quotas=[{"name": "OpenAI.GlobalStandard.*", "limit": 100}],
        restrictions=[
            {
                "sku": "OpenAI.Standard.*",
                "resourceType": "Microsoft.CognitiveServices/accounts/deployments",
            }
        ],
    )

    def account(name: str) -> Any:
        return client.create(
            "azure-native:cognitiveservices:Account",
            name,
            resourceGroupName="rg-test",
            accountName=name,
            kind="AIServices",
            sku={"name": "S0"},
            properties={"customSubDomainName": name},
        )

    def deploy(account_name: str, sku: str, capacity: int) -> Any:
        return client.create(
            "azure-native:cognitiveservices:Deployment",
            "d",
            resourceGroupName="rg-test",
            accountName=account_name,
            deploymentName="chat",
            sku={"name": sku, "capacity": capacity},
            properties={"model": {"format": "OpenAI", "name": "gpt-5.1", "version": "2025-11-13"}},
        )

    first = account("first")
    with refused(
        'Status=400 Code="InvalidResourceProperties" Message="The specified SKU \'Standard\' for model '
        "'gpt-5.1 "
        "2025-11-13' is not supported in this region 'eastus'.\""
    ):
        deploy("first", "Standard", 1)
    deploy("first", "GlobalStandard", 60)
    client.delete(first)
    account("second")
    quota = "Tokens Per Minute (thousands) - gpt-5.1"
    with refused(
        'Status=400 Code="InsufficientQuota" Message="This operation require 60 new capacity in quota '
        f"{quota}, which is bigger than the current available capacity 40. The current quota usage is 60 and "
        f'the quota limit is 100 for quota {quota}."'
    ):
        deploy("second", "GlobalStandard", 60)
    deploy("second", "GlobalStandard", 40)


@pytest.mark.parametrize(
    ("token", "inputs", "restriction", "text"),
    [
        (
            "azure-native:apimanagement:ApiManagementService",
            {
                "serviceName": "apim-test",
                "publisherEmail": "a@example.com",
                "publisherName": "a",
                "sku": {"name": "PremiumV2", "capacity": 1},
            },
            {"sku": "PremiumV2", "resourceType": "Microsoft.ApiManagement/service", "region": "eastus"},
            'Status=400 Code="SkuNotAvailable" Message="The requested tier for resource \'/subscriptions/'
            "00000000-0000-0000-0000-000000000001/resourceGroups/rg-test/providers/Microsoft.ApiManagement/"
            "service/apim-test' is currently not available in location 'eastus' for subscription "
            "'00000000-0000-0000-0000-000000000001'. Please try another tier or deploy to a different "
            'location."',
        ),
        (
            "azure-native:storage:StorageAccount",
            {"accountName": "stsim", "kind": "StorageV2", "sku": {"name": "Standard_ZRS"}},
            {"sku": "Standard_ZRS", "resourceType": "Microsoft.Storage/storageAccounts"},
            'Status=400 Code="SkuUnavailableInZone" Message="The sku Sku: Standard_ZRS, Kind: StorageV2 is '
            "not "
            'available in zone."',
        ),
    ],
)
def test_tiers_that_a_region_has_not(
    client_of: Any, refused: Any, token: str, inputs: dict[str, Any], restriction: dict[str, Any], text: str
) -> None:
    client = client_of(restrictions=[restriction])
    with refused(text):
        client.create(token, "x", resourceGroupName="rg-test", **inputs)
