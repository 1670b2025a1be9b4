"""Subnets stay where they are on the real engine, which knows from the stack's state where that is."""

import copy
from pathlib import Path

import pytest

from helpers.offline import Settings, zone
from helpers.settings import stack

pytestmark = pytest.mark.engine


def _with_a_machine(settings: Settings) -> None:
    settings["devMachines"] = stack("dev")["devMachines"]


def _another_cluster(settings: Settings) -> None:
    settings["trainingClusters"].append(copy.deepcopy(settings["trainingClusters"][0]) | {"name": "tune"})


def test_a_cluster_that_is_appended_moves_no_subnet(tmp_path: Path) -> None:
    training = zone(tmp_path, "training")
    training.edit(_with_a_machine)
    training.up("--skip-preview")
    training.edit(_another_cluster)
    assert [step for step in training.steps() if step[1].endswith(":Subnet")] == [
        ("create", "azure-native:network:Subnet", "training-network-tune-subnet")
    ]
    training.up()
