"""What a change in a stack file does on the real engine: in place, or stopped before anything is lost."""

from pathlib import Path

import pytest

from helpers.offline import SMALL, Settings, zone

pytestmark = pytest.mark.engine


def _eight_nodes(settings: Settings) -> None:
    settings["trainingClusters"][0]["nodeCount"] = 8


def _money_for_them(settings: Settings) -> None:
    settings["costLimits"]["budgets"][0]["amount"] = 600000


def _another_region(settings: Settings) -> None:
    settings["location"] = "westus3"


def _unprotected(settings: Settings) -> None:
    settings["protection"] = "off"


def _locked(settings: Settings) -> None:
    settings["protection"] = "locked"


def test_more_nodes_are_an_update_in_place_and_a_move_is_stopped(tmp_path: Path) -> None:
    training = zone(tmp_path, "training", SMALL)
    training.up("--skip-preview")

    training.edit(_eight_nodes)
    scale_set = ("azure-native:compute:VirtualMachineScaleSet", "training-pretrain-scale-set")
    assert training.steps() == [("update", *scale_set)]
    stopped = training.up(status=1).output
    said = " ".join(stopped.split())
    assert "300000 a month are planned, and what it is for costs 57464" in said
    assert "as soon as it is deployed (training-pretrain-scale-set 574493;" in said
    assert "Updating (training)" not in stopped

    training.edit(_money_for_them)
    training.up("--skip-preview")
    capacities = [r["outputs"]["sku"]["capacity"] for r in training.resources() if r["type"] == scale_set[0]]
    assert capacities == [8]

    before = training.state()
    training.edit(_another_region)
    refused = training.up(status=1).output
    assert 'error: unable to replace resource "urn:pulumi:training::azure-ai-landing-zone::' in refused
    assert "storage:BlobContainer::training-checkpoints-container" in refused
    assert "as it is currently marked for protection" in refused
    assert "Updating (training)" not in refused
    assert training.state() == before


def test_a_zone_without_protection_is_destroyed_whole_once_it_has_no_locks(tmp_path: Path) -> None:
    training = zone(tmp_path, "training", SMALL)
    training.edit(_locked)
    training.up("--skip-preview")
    assert training.steps() == []
    locks = [one for one in training.resources() if one["type"].endswith(":ManagementLockByScope")]
    assert sorted(one["urn"].rpartition("::")[2] for one in locks) == [
        "training-checkpoints-account-lock",
        "training-logs-workspace-lock",
    ]
    (below,) = (
        one["urn"] for one in training.resources() if one["urn"].endswith("::training-logs-diagnostics")
    )
    said = " ".join(training.pulumi("destroy", "--yes", "--target", below, status=1).output.split())
    assert "cannot perform delete operation because following scope(s) are locked" in said

    training.edit(_unprotected)
    training.up("--skip-preview")
    training.pulumi("destroy", "--yes", "--skip-preview")
    assert training.resources() == []
