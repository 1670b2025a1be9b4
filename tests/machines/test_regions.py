"""A size without a price in a region may be there all the same: it is said once, and refused nowhere."""

from collections.abc import Callable
from typing import Any

import pulumi
import pytest

from azure_ai_landing_zone import (
    DevMachine,
    DevMachineArgs,
    InferencePool,
    InferencePoolArgs,
    LandingZoneSettings,
    MachineLearningCluster,
    MachineLearningWorkspace,
    MachineLearningWorkspaceArgs,
    Naming,
    SettingsError,
    TrainingCluster,
    TrainingClusterArgs,
)
from azure_simulator.types.shared.sizes import size_problem
from helpers.cluster_arguments import CLUSTERS
from helpers.machine_learning import BASE
from helpers.registered import register
from helpers.settings import stack

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me"
PLACE: dict[str, Any] = {"location": "westeurope", "naming": Naming(suffix="x1"), "resource_group_name": "rg"}
NODES: dict[str, Any] = PLACE | {
    "subnet_resource_id": "/subnet",
    "identity_resource_id": "/identity",
    "size": "Standard_ND96isr_H200_v5",
    "node_count": 2,
    "image_version": "24.04.2026072901",
    "ssh_public_key": KEY,
}
H200 = (
    "Standard_ND96isr_H200_v5: the prices of 2026-06-18 have none in westeurope, so nobody knows here "
    "whether Azure offers it there: ask `az vm list-skus --location westeurope --size "
    "Standard_ND96isr_H200_v5 --all`. The nearest regions with a price are germanywestcentral, uksouth, "
    "ukwest, francecentral, northeurope"
)


def cluster(name: str) -> object:
    return TrainingCluster(name, TrainingClusterArgs(**NODES))


def machine() -> object:
    values = {key: NODES[key] for key in ("subnet_resource_id", "ssh_public_key")}
    shape = {"size": "Standard_NV4ads_V710_v5", "image_version": "22.04.202607290", "os_disk_size_gib": 128}
    return DevMachine("try", DevMachineArgs(**(PLACE | values | shape | {"location": "westus2"})))


def pool() -> object:
    values: dict[str, Any] = {
        "pool_name": "nvl",
        "cluster_resource_id": f"{CLUSTERS}/aks",
        "max_nodes": 1,
        "location": "chilecentral",
    }
    return InferencePool("pool", InferencePoolArgs(size="Standard_NC40ads_H100_v5", **values))


def workspace() -> object:
    machines = [MachineLearningCluster(name="a", size="Standard_NC24ads_A100_v4", max_node_count=1)]
    values = BASE | {"location": "westindia", "compute_clusters": machines}
    return MachineLearningWorkspace("ml", MachineLearningWorkspaceArgs(**values))


@pytest.fixture
def warned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What programs warn of."""
    said: list[str] = []
    monkeypatch.setattr(pulumi.log, "warn", lambda text, *_, **__: said.append(text))
    return said


def refused(make: Callable[[], object]) -> list[str]:
    """What is refused of a program, or an empty list."""
    try:
        register(make)
    except SettingsError as error:
        return [problem.message for problem in error.problems]
    return []


@pytest.mark.parametrize(
    ("make", "size", "region", "nearest"),
    [
        (
            lambda: cluster("pretrain"),
            "Standard_ND96isr_H200_v5",
            "westeurope",
            "germanywestcentral, uksouth, ukwest, francecentral, northeurope",
        ),
        (machine, "Standard_NV4ads_V710_v5", "westus2", "westus, northcentralus, southcentralus, eastus, "),
        (pool, "Standard_NC40ads_H100_v5", "chilecentral", "southcentralus, eastus2, eastus, "),
        (workspace, "Standard_NC24ads_A100_v4", "westindia", "centralindia, jioindiawest, jioindiacentral, "),
    ],
)
def test_a_region_without_a_price_is_a_warning(
    make: Callable[[], object], size: str, region: str, nearest: str, warned: list[str]
) -> None:
    assert refused(make) == []
    (said,) = [text for text in warned if text.startswith(f"{size}: the prices of 2026-06-18 have none in ")]
    assert f"--location {region} --size {size} --all" in said
    assert f"The nearest regions with a price are {nearest}" in said
    assert said.rpartition(" are ")[2].count(", ") == 4


def test_it_is_said_once_of_a_size_in_a_region(warned: list[str]) -> None:
    assert refused(lambda: (cluster("first"), cluster("second"))) == []
    assert [text for text in warned if "have none in" in text] == [H200]


def test_every_program_says_it(warned: list[str]) -> None:
    for _ in range(2):
        assert refused(lambda: cluster("first")) == []
    assert [text for text in warned if "have none in" in text] == [H200, H200]


def test_a_zone_takes_it_too() -> None:
    settings = stack()
    settings["location"] = "westeurope"
    settings["trainingClusters"][0]["size"] = "Standard_ND96isr_H200_v5"
    settings["devMachines"] = [
        {"name": "try", "size": "Standard_NV4ads_V710_v5", "imageVersion": "22.04.202607290"}
        | {"sshPublicKey": KEY, "osDiskSizeGib": 128}
    ]
    try:
        LandingZoneSettings.load(settings, "settings")
        found = []
    except SettingsError as error:
        found = [problem.message for problem in error.problems]
    assert found == []


@pytest.mark.parametrize(
    ("size", "region"),
    [("Standard_ND96isr_H200_v5", "westeurope"), ("Standard_NC40ads_H100_v5", "chilecentral")],
)
def test_the_simulated_azure_has_it(size: str, region: str) -> None:
    assert size_problem(size, region) is None
