"""Rules on checkpoints, storage, Lustre and networks: what tips the verdict."""

from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine.examples import H100_NODES
from azure_ai_landing_zone_policies.engine.rule import Verdict
from azure_ai_landing_zone_policies.engine.testing import PASSES, fails, judge, judge_program, unsure
from helpers.native import native

TODAY = date(2026, 11, 21)

NODES = {
    "type": "azure-native:compute:VirtualMachineScaleSet",
    "properties": {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 2}},
}


def training(**properties: Any) -> dict[str, Any]:
    sku = {"name": "Standard_ND96amsr_A100_v4", "capacity": 4}
    return native(
        "compute:VirtualMachineScaleSet", **({"sku": sku, "tags": {"workload": "training"}} | properties)
    )


SPOT = {"virtualMachineProfile": {"priority": "Spot"}}
STORE = native("storage:BlobContainer", accountName="${account.name}", containerName="ckpt-2026")


@pytest.mark.parametrize(
    ("resources", "blocked"),
    [
        ({"nodes": training(**SPOT)}, ["nodes"]),
        ({"nodes": training(**SPOT), "store": STORE}, []),
        ({"nodes": training(**SPOT, tags={"workload": "training", "Checkpoints": "abfss://x"})}, []),
        ({"nodes": training(**SPOT, tags={"workload": "inference"})}, []),
        ({"nodes": training(**SPOT, tags={})}, []),
        ({"nodes": training(**SPOT, tags={}, singlePlacementGroup=True)}, ["nodes"]),
        ({"nodes": training()}, []),
        ({"nodes": training(**SPOT, sku={"name": "Standard_D4s_v5", "capacity": 4})}, []),
    ],
)
def test_spot_training_and_its_checkpoints(resources: dict[str, Any], blocked: list[str]) -> None:
    assert list(judge_program("spot-training-has-checkpoints", resources, TODAY)) == blocked


def lifecycle(**actions: int) -> dict[str, Any]:
    base = {name: {"daysAfterModificationGreaterThan": days} for name, days in actions.items()}
    rule = {"name": "r", "type": "Lifecycle", "definition": {"actions": {"baseBlob": base}}}
    return {"policy": {"rules": [rule]}}


ACCOUNT = native("storage:StorageAccount", kind="StorageV2")


@pytest.mark.parametrize(
    ("resources", "blocked"),
    [
        ({"account": ACCOUNT, "store": STORE}, True),
        (
            {"account": ACCOUNT, "store": native("storage:BlobContainer", accountName="${account.name}")},
            False,
        ),
        (
            {
                "account": ACCOUNT,
                "store": native("storage:BlobContainer", accountName="x", containerName="ckpt"),
            },
            False,
        ),
        (
            {
                "account": native("storage:StorageAccount", accountName="Runs"),
                "store": native("storage:BlobContainer", accountName="runs", containerName="ckpt"),
            },
            True,
        ),
        (
            {
                "account": ACCOUNT,
                "store": STORE,
                "policy": native(
                    "storage:ManagementPolicy", accountName="${account.name}", **lifecycle(delete=9)
                ),
            },
            False,
        ),
        (
            {
                "account": ACCOUNT,
                "store": STORE,
                "policy": native(
                    "storage:ManagementPolicy", accountName="${account.name}", **lifecycle(tierToCool=9)
                ),
            },
            True,
        ),
        (
            {
                "account": ACCOUNT,
                "other": ACCOUNT,
                "store": STORE,
                "policy": native(
                    "storage:ManagementPolicy", accountName="${other.name}", **lifecycle(delete=9)
                ),
            },
            True,
        ),
    ],
)
def test_checkpoints_expire(resources: dict[str, Any], *, blocked: bool) -> None:
    assert bool(judge_program("checkpoints-expire", {"nodes": NODES, **resources}, TODAY)) is blocked


@pytest.mark.parametrize(
    ("actions", "problem"),
    [
        ({"tierToCool": 7, "delete": 37}, ""),
        ({"tierToCool": 7, "tierToCold": 37, "delete": 127}, ""),
        ({"delete": 7}, ""),
        ({"tierToCold": 0, "delete": 89}, "tierToCold after 0 days and delete after 89 leaves 89"),
        ({"tierToArchive": 10, "delete": 100}, "tierToArchive after 10 days and delete after 100 leaves 90"),
    ],
)
def test_tiers_are_worth_it(actions: dict[str, int], problem: str) -> None:
    verdict = judge("lifecycle-pays-no-tier-twice", "storage:ManagementPolicy", lifecycle(**actions), TODAY)
    assert [problem in text for text in verdict.problems] == ([True] if problem else [])


def file_system(**properties: Any) -> dict[str, Any]:
    return {"sku": {"name": "AMLFS-Durable-Premium-125"}, "storageCapacityTiB": 32.0, **properties}


@pytest.mark.parametrize(
    ("inputs", "verdict"),
    [
        (file_system(), PASSES),
        (file_system(sku={"name": "AMLFS-Durable-Premium-20"}, storageCapacityTiB=5), PASSES),
        (
            file_system(storageCapacityTiB=8),
            fails("storageCapacityTiB is 8; AMLFS-Durable-Premium-125 comes in steps of 16 TiB: use 16"),
        ),
        (
            file_system(storageCapacityTiB=20),
            fails(
                "storageCapacityTiB is 20; AMLFS-Durable-Premium-125 comes in steps of 16 TiB: use 16 or 32"
            ),
        ),
        (
            file_system(zones=["1", "2"]),
            fails("zones has 2 entries; a file system is in exactly one, that of its clients"),
        ),
        (
            file_system(storageCapacityTiB=UNKNOWN_STRING_VALUE),
            unsure("storageCapacityTiB isn't known before deployment"),
        ),
    ],
)
def test_lustre_sizes(inputs: dict[str, Any], verdict: Verdict) -> None:
    assert judge("lustre-size-exists", "storagecache:AmlFilesystem", inputs, TODAY) == verdict


def test_two_file_systems_in_one_subnet() -> None:
    files = native("storagecache:AmlFilesystem", **file_system(filesystemSubnet="${lustre.id}"))
    resources = {"lustre": native("network:Subnet", addressPrefix="10.0.0.0/24"), "a": files, "b": files}
    assert judge_program("lustre-has-its-own-subnet", resources, TODAY) == {
        "a": fails("filesystemSubnet is that of b too; give it a subnet of its own"),
        "b": fails("filesystemSubnet is that of a too; give it a subnet of its own"),
    }


@pytest.mark.parametrize(
    ("tib", "prefix", "verdict"),
    [
        (400, "10.0.0.0/23", PASSES),
        (400, "10.0.0.0/24", fails("lustre: addressPrefix is 10.0.0.0/24, too small for 400 TiB; use a /23")),
        (
            416,
            "10.0.0.0/23",
            unsure("Azure publishes no subnet for more than 400 TiB; ask `az amlfs get-subnets-size`"),
        ),
        (
            416,
            "10.0.0.0/24",
            fails("lustre: addressPrefix is 10.0.0.0/24, too small for 416 TiB; use a /23 or larger"),
        ),
    ],
)
def test_the_subnet_of_a_file_system(tib: int, prefix: str, verdict: Verdict) -> None:
    files = file_system(storageCapacityTiB=float(tib), filesystemSubnet="${lustre.id}")
    resources = {
        "lustre": native("network:Subnet", addressPrefix=prefix),
        "a": native("storagecache:AmlFilesystem", **files),
    }
    found = judge_program("lustre-has-its-own-subnet", resources, TODAY)
    assert found.get("a", PASSES) == verdict


def security_rule(**properties: Any) -> dict[str, Any]:
    base = {
        "access": "Allow",
        "direction": "Inbound",
        "sourceAddressPrefix": "*",
        "destinationPortRange": "22",
    }
    return base | properties


@pytest.mark.parametrize(
    ("inputs", "login", "other"),
    [
        (security_rule(), True, False),
        (security_rule(access="Deny"), False, False),
        (security_rule(direction="Outbound"), False, False),
        (security_rule(sourceAddressPrefix="10.0.0.0/8"), False, False),
        (security_rule(sourceAddressPrefix="AzureLoadBalancer"), False, False),
        (
            security_rule(sourceAddressPrefix=None, sourceAddressPrefixes=["10.0.0.0/8", "0.0.0.0/0"]),
            True,
            False,
        ),
        (security_rule(destinationPortRange="*"), True, True),
        (security_rule(destinationPortRange="20-30"), True, True),
        (security_rule(destinationPortRange="443"), False, False),
        (security_rule(destinationPortRange=None, destinationPortRanges=["80", "443", "8888"]), False, True),
        (security_rule(destinationPortRange="3389"), True, False),
        (security_rule(sourceAddressPrefix="Internet", destinationPortRange="8265"), False, True),
    ],
)
def test_what_the_internet_may_reach(inputs: dict[str, Any], *, login: bool, other: bool) -> None:
    apart = {"nodes": NODES, "rule": native("network:SecurityRule", **inputs)}
    inside = {"nodes": NODES, "group": native("network:NetworkSecurityGroup", securityRules=[inputs])}
    for resources in (apart, inside):
        assert bool(judge_program("no-remote-login-from-the-internet", resources, TODAY)) is login
        assert bool(judge_program("nothing-open-to-the-internet", resources, TODAY)) is other


def network(prefix: str, **properties: Any) -> dict[str, Any]:
    return native("network:VirtualNetwork", addressSpace={"addressPrefixes": [prefix]}, **properties)


def test_networks_that_are_peered_have_addresses_of_their_own() -> None:
    peering = native(
        "network:VirtualNetworkPeering",
        virtualNetworkName="${spoke.name}",
        remoteVirtualNetwork={"id": "${hub.id}"},
    )
    apart = {"hub": network("10.0.0.0/16"), "spoke": network("10.1.0.0/16"), "peering": peering}
    assert judge_program("address-ranges-do-not-overlap", apart, TODAY) == {}
    same = {**apart, "spoke": network("10.0.128.0/17")}
    assert judge_program("address-ranges-do-not-overlap", same, TODAY) == {
        "spoke": fails(
            "addressSpace has 10.0.128.0/17, and the network hub that it is peered with 10.0.0.0/16; "
            "give one of them other addresses"
        )
    }


def test_networks_behind_one_virtual_hub_have_addresses_of_their_own() -> None:
    def connection(network: str, hub: str) -> dict[str, Any]:
        return native(
            "network:HubVirtualNetworkConnection",
            resourceGroupName="wan",
            virtualHubName=hub,
            remoteVirtualNetwork={"id": f"${{{network}.id}}"},
        )

    def judged(prefix: str, hub: str) -> Any:
        networks = {"one": network("10.0.0.0/16"), "two": network(prefix)}
        connections = {"first": connection("one", "east"), "second": connection("two", hub)}
        return judge_program("address-ranges-do-not-overlap", networks | connections, TODAY)

    assert judged("10.1.0.0/16", "east") == {}
    assert judged("10.0.128.0/17", "west") == {}
    assert judged("10.0.128.0/17", "east") == {
        "two": fails(
            "addressSpace has 10.0.128.0/17, and the network one behind the same virtual hub 10.0.0.0/16; "
            "give one of them other addresses"
        )
    }


def test_infiniband_leaves_its_range_free() -> None:
    rdma = {"network": network("172.16.0.0/12")}
    assert judge_program("address-ranges-do-not-overlap", rdma, TODAY) == {}
    assert judge_program("address-ranges-do-not-overlap", {**rdma, "nodes": NODES}, TODAY) == {
        "network": fails(
            "addressSpace has 172.16.0.0/12, and InfiniBand machines use 172.16.0.0/16 themselves; "
            "take another range"
        )
    }


@pytest.mark.parametrize(
    ("subnet", "reported"),
    [
        ({"subnetName": "nodes"}, True),
        ({"subnetName": "AzureBastionSubnet"}, False),
        ({"subnetName": "nodes", "networkSecurityGroup": {"id": "${group.id}"}}, False),
    ],
)
def test_subnets_have_a_group(subnet: dict[str, Any], *, reported: bool) -> None:
    apart = {"nodes": NODES, "subnet": native("network:Subnet", **subnet)}
    assert bool(judge_program("subnet-has-a-security-group", apart, TODAY)) is reported
    inside = native("network:VirtualNetwork", subnets=[{**subnet, "name": subnet["subnetName"]}])
    assert (
        bool(judge_program("subnet-has-a-security-group", {"nodes": NODES, "net": inside}, TODAY)) is reported
    )
    assert judge_program("subnet-has-a-security-group", {"subnet": apart["subnet"]}, TODAY) == {}


ACCOUNT_ID = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts"


@pytest.mark.parametrize(
    ("container", "judged"),
    [
        ("${data.id}", ["other"]),
        (f"{ACCOUNT_ID}/stLustre/blobServices/default/containers/data", ["other"]),
        (f"{ACCOUNT_ID}/stelsewhere/blobServices/default/containers/data", ["lustre", "other"]),
        (None, ["lustre", "other"]),
    ],
)
def test_only_the_account_of_lustre_s_container_takes_keys(container: str | None, judged: list[str]) -> None:
    joined = {"hsm": {"settings": {"container": container}}} if container else {}
    program = {
        "lustre": native("storage:StorageAccount", accountName="stlustre"),
        "other": native("storage:StorageAccount", accountName="stother"),
        "data": native("storage:BlobContainer", accountName="${lustre.name}", containerName="data"),
        "files": native("storagecache:AmlFilesystem", storageCapacityTiB=16, **joined),
    }
    assert sorted(judge_program("storage-takes-no-keys", program, TODAY)) == judged


@pytest.mark.parametrize(
    ("rule", "type_"),
    [
        ("storage-takes-no-keys", "storage:StorageAccount"),
        ("ai-data-is-private", "storage:StorageAccount"),
        ("ai-data-is-private", "keyvault:Vault"),
        ("key-vault-can-be-recovered", "keyvault:Vault"),
        ("subnet-has-no-default-outbound-access", "network:Subnet"),
    ],
)
def test_what_any_program_has_is_judged_only_beside_ai(rule: str, type_: str) -> None:
    resource = {"any": native(type_, resourceGroupName="shop")}
    assert judge_program(rule, resource, TODAY) == {}
    assert list(judge_program(rule, {**resource, "nodes": NODES}, TODAY)) == ["any"]


@pytest.mark.parametrize(("days", "blocked"), [(7, False), (14, False), (15, True)])
def test_deleted_checkpoints_come_back_for_two_weeks(days: int, *, blocked: bool) -> None:
    """Whoever deletes them by mistake, or on purpose, is found out later than the next day."""
    resources = {
        "nodes": H100_NODES,
        "account": native("storage:StorageAccount", kind="StorageV2"),
        "checkpoints": native(
            "storage:BlobContainer", accountName="${account.name}", containerName="checkpoints"
        ),
        "blobs": native(
            "storage:BlobServiceProperties",
            accountName="${account.name}",
            deleteRetentionPolicy={"enabled": True, "days": days},
        ),
    }
    found = judge_program("deleted-checkpoints-leave-the-bill", resources, TODAY)
    assert list(found) == (["blobs"] if blocked else [])
