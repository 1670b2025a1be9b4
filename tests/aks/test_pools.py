"""GPU pools of a cluster: what is asked of Azure, what makes another generation, what is refused before."""

from typing import Any

import pytest

from azure_ai_landing_zone import (
    GpuPoolFacts,
    InferencePool,
    InferencePoolArgs,
    InfinibandFeature,
    InfinibandFeatureArgs,
    MigInstances,
    SettingsError,
    Tags,
    TrainingPool,
    TrainingPoolArgs,
)
from azure_ai_landing_zone.aks.pool_settings import GpuPoolSettings
from azure_ai_landing_zone.aks.pools import InferencePoolSettings, TrainingPoolSettings
from helpers.registered import Registered, register

CLUSTER = "/subscriptions/s/resourcegroups/rg/providers/Microsoft.ContainerService/managedClusters/aks"
PLACE: dict[str, Any] = {
    "cluster_resource_id": CLUSTER,
    "subnet_resource_id": "/subnet",
    "location": "eastus",
    "kubernetes_version": "1.36",
    "tags": Tags(owner="o", cost_center="c", environment="e"),
}


def inference(**changes: Any) -> Registered:
    values: dict[str, Any] = PLACE | {
        "pool_name": "t4",
        "size": "standard_nc4as_t4_v3",
        "max_nodes": 6,
    }
    return register(lambda: InferencePool("pool", InferencePoolArgs(**(values | changes))))


def training(**changes: Any) -> Registered:
    values: dict[str, Any] = PLACE | {
        "pool_name": "h100",
        "size": "Standard_ND96isr_H100_v5",
        "min_nodes": 4,
        "max_nodes": 4,
        "zone": "1",
    }
    return register(lambda: TrainingPool("pool", TrainingPoolArgs(**(values | changes))))


def pool_of(found: Registered) -> tuple[str, dict[str, Any]]:
    ((_, name),) = found.azure
    return name, found.inputs[name]


def test_a_pool_for_inference() -> None:
    name, pool = pool_of(inference())
    assert name == "pool-bc14"
    assert pool == {
        "agentPoolName": "t4bc14",
        "enableAutoScaling": True,
        "enableNodePublicIP": False,
        "gpuProfile": {"driver": "Install"},
        "maxCount": 6,
        "maxPods": 60,
        "minCount": 0,
        "mode": "User",
        "nodeLabels": {"gpu-pool": "t4", "nvidia.com/gpu.present": "true", "workload": "inference"},
        "nodeTaints": ["nvidia.com/gpu=present:NoSchedule"],
        "orchestratorVersion": "1.36",
        "osDiskSizeGB": 128,
        "osDiskType": "Ephemeral",
        "osSKU": "Ubuntu",
        "osType": "Linux",
        "resourceGroupName": "rg",
        "resourceName": "aks",
        "scaleDownMode": "Delete",
        "tags": {"costCenter": "c", "environment": "e", "owner": "o", "workload": "inference"},
        "type": "VirtualMachineScaleSets",
        "upgradeSettings": {"maxSurge": "0", "maxUnavailable": "1"},
        "vmSize": "Standard_NC4as_T4_v3",
        "vnetSubnetID": "/subnet",
    }


def test_instances_spot_and_other_owners() -> None:
    mig = MigInstances(profile="MIG2g", strategy="mixed")
    _, cut = pool_of(inference(size="Standard_NC40ads_H100_v5", mig=mig, zones=["1", "2"], surge_nodes=1))
    assert (cut["gpuInstanceProfile"], cut["availabilityZones"]) == ("MIG2g", ["1", "2"])
    assert cut["upgradeSettings"] == {"maxSurge": "1", "maxUnavailable": "0"}
    _, spot = pool_of(
        inference(spot=True, min_nodes=2, max_nodes=2, driver="none", taint="sku=gpu:NoSchedule")
    )
    assert {key: spot.get(key) for key in ("scaleSetPriority", "scaleSetEvictionPolicy", "spotMaxPrice")} == {
        "scaleSetPriority": "Spot",
        "scaleSetEvictionPolicy": "Delete",
        "spotMaxPrice": -1,
    }
    assert spot["enableAutoScaling"] is True, "only the autoscaler brings back what Azure took"
    assert "upgradeSettings" not in spot
    assert spot["gpuProfile"] == {"driver": "None"}
    assert spot["nodeTaints"] == [
        "sku=gpu:NoSchedule",
        "kubernetes.azure.com/scalesetpriority=spot:NoSchedule",
    ]


RESERVED = "/subscriptions/s/resourceGroups/r/providers/Microsoft.Compute/capacityReservationGroups/g"


def test_a_pool_out_of_a_reservation() -> None:
    """AKS joins a new pool only: what has none yet gets another beside it."""
    name, pool = pool_of(
        inference(size="Standard_NC4as_T4_v3", capacity_reservation_group_resource_id=RESERVED)
    )
    without, other = pool_of(inference(size="Standard_NC4as_T4_v3"))
    assert pool["capacityReservationGroupID"] == RESERVED
    assert "capacityReservationGroupID" not in other
    assert name != without


def test_a_pool_for_training() -> None:
    _, pool = pool_of(training())
    assert {
        key: pool.get(key) for key in ("count", "enableAutoScaling", "minCount", "availabilityZones")
    } == {
        "count": 4,
        "enableAutoScaling": False,
        "minCount": None,
        "availabilityZones": ["1"],
    }
    assert pool["nodeLabels"]["workload"] == pool["tags"]["workload"] == "training"
    _, grace = pool_of(training(size="Standard_ND128isr_NDR_GB200_v6", driver="gpuOperator"))
    assert (grace["osSKU"], grace["osDiskType"]) == ("Ubuntu2404", "Managed")


INFERENCE = InferencePoolSettings(size="Standard_NC40ads_H100_v5", max_nodes=4)
TRAINING = TrainingPoolSettings(size="Standard_ND96isr_H100_v5", min_nodes=1, max_nodes=4)


def changed(shape: GpuPoolSettings, **changes: Any) -> GpuPoolSettings:
    return type(shape)(**(shape.model_dump(exclude_unset=True) | changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"min_nodes": 1},
        {"max_nodes": 9},
        {"taint": "sku=gpu:NoSchedule"},
        {"node_labels": {"team": "search"}},
        {"surge_nodes": 2},
    ],
)
@pytest.mark.parametrize("shape", [INFERENCE, TRAINING])
def test_what_azure_changes_in_place(shape: GpuPoolSettings, changes: dict[str, Any]) -> None:
    assert changed(shape, **changes).generation_key() == shape.generation_key()


@pytest.mark.parametrize(
    ("shape", "changes"),
    [
        *(
            (shape, changes)
            for shape in (INFERENCE, TRAINING)
            for changes in (
                {"size": "Standard_ND96isr_H200_v5"},
                {"driver": "none"},
                {"max_pods": 30},
                {"os_disk_size_gib": 256},
                {"scale_down_mode": "Deallocate"},  # the disk can't be an ephemeral one then
                {"encryption_at_host": True},
                {"generation": 2},
            )
        ),
        (INFERENCE, {"mig": {"profile": "MIG1g"}}),
        (INFERENCE, {"spot": True}),
        (INFERENCE, {"zones": ["1"]}),
        (TRAINING, {"zone": "1"}),
    ],
)
def test_what_makes_another_generation(shape: GpuPoolSettings, changes: dict[str, Any]) -> None:
    assert changed(shape, **changes).generation_key() != shape.generation_key()


def test_generations_stay_what_they_are_from_version_to_version() -> None:
    """Every pool that users have would be made anew otherwise."""
    assert [INFERENCE.generation_key(), TRAINING.generation_key()] == ["1a30", "63f4"]


def test_every_setting_is_changed_in_place_or_makes_a_generation() -> None:
    in_place = {"min_nodes", "max_nodes", "taint", "node_labels", "surge_nodes", "scale_down_mode", "size"}
    for shape in (InferencePoolSettings, TrainingPoolSettings):
        unsaid = set(shape.model_fields) - in_place - set(shape.FIXED)
        assert unsaid <= {"rdma"}, "rdma is what pods ask for, and not the nodes"


POOL_REFUSALS: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"taint": "nvidia.com/gpu=true:NoSchedule"},
        [
            "taint: must be 'nvidia.com/gpu=present:NoSchedule' or 'sku=gpu:NoSchedule', got "
            '"nvidia.com/gpu=true:NoSchedule"'
        ],
    ),
    ({"driver": "both"}, ["driver: must be 'aks', 'gpuOperator' or 'none', got \"both\""]),
    (
        {"pool_name": "gpu-pool-one"},
        [
            "pool_name: must be a lower-case letter and up to seven letters or digits: Azure takes twelve "
            "characters, of which four tell generations apart, got 'gpu-pool-one'"
        ],
    ),
    (
        {"node_labels": {"gpu-pool": "x", "kubernetes.azure.com/mode": "system"}},
        [
            "node_labels.kubernetes.azure.com/mode: labels with kubernetes.azure.com/ are AKS's own: take "
            "another name",
            "node_labels.gpu-pool: this library sets that label itself: leave it out",
        ],
    ),
    (
        {"mig": {"profile": "MIG1g"}},
        [
            "mig: AKS cuts A100, H100 and H200 GPUs into instances, and Standard_NC4as_T4_v3 has T4: leave "
            "it out, or take another size"
        ],
    ),
    (
        {"mig": {"profile": "1g.12gb", "strategy": "none"}},
        [
            "mig.profile: must be 'MIG1g', 'MIG2g', 'MIG3g', 'MIG4g' or 'MIG7g', got \"1g.12gb\"",
            "mig.strategy: must be 'single' or 'mixed', got \"none\"",
        ],
    ),
    (
        {"size": "Standard_NC6s_v3"},
        ["size: Standard_NC6s_v3 is retired since 2025-09-30: take Standard_NC40ads_H100_v5"],
    ),
    (
        {"location": "East US"},
        ["location: must be a region's name such as southcentralus, got 'East US': write eastus"],
    ),
    ({"max_nodes": 0}, ["max_nodes: must be at least 1, got 0"]),
]


@pytest.mark.parametrize(("changes", "expected"), POOL_REFUSALS)
def test_refused(changes: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(SettingsError) as raised:
        inference(**changes)
    assert [line.strip() for line in str(raised.value).splitlines()[1:]] == expected


def test_what_training_can_t_have_says_why() -> None:
    with pytest.raises(SettingsError) as raised:
        training(mig={"profile": "MIG1g"}, spot=True, zones=["1", "2"])
    assert [line.strip() for line in str(raised.value).splitlines()[1:]] == [
        "mig: instances of GPUs can't talk to each other: take whole ones, and leave it out",
        "spot: one node that Azure takes back stops all others: leave it out",
        "zones: an InfiniBand fabric doesn't span zones: give one zone as `zone`",
    ]


def test_what_is_said_of_a_pool_can_be_read_again() -> None:
    shape = InferencePoolSettings(
        size="Standard_NC40ads_H100_v5", max_nodes=4, mig=MigInstances(profile="MIG1g", strategy="mixed")
    )
    pool = shape.gpu_pool("nvl")
    said = GpuPoolFacts.of(pool).model_dump(by_alias=True)
    assert GpuPoolFacts.model_validate(said, by_alias=True, by_name=False).pool() == pool


def test_the_feature_is_registered_for_the_subscription_and_stays() -> None:
    found = register(
        lambda: InfinibandFeature("feature", InfinibandFeatureArgs(mode="managed", wanted="registered"))
    )
    assert found.inputs["feature-feature"] == {
        "featureName": "AKSInfinibandSupport",
        "properties": {"shouldFeatureDisplayInPortal": False, "state": "Registered"},
        "providerNamespace": "Microsoft.ContainerService",
    }
