"""Zones for every kind of RDMA size on the real engine: they come up, grow, take another image, and refuse
what Azure would."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from helpers.offline import Program, program
from helpers.published_types import refusals

pytestmark = pytest.mark.engine

STACKS = Path(__file__).parent / "stacks"

ZONES = """
from pathlib import Path

import yaml

from azure_ai_landing_zone import LandingZone, LandingZoneSettings

for file in sorted(Path("stacks").glob("*.yaml")):
    settings = yaml.safe_load(file.read_text(encoding="utf-8"))
    LandingZone(file.stem, LandingZoneSettings.load(settings, file.name))
"""


def edit(made: Program, stack: str, change: Callable[[dict[str, Any]], None]) -> None:
    file = made.offline.folder / "stacks" / f"{stack}.yaml"
    settings = yaml.safe_load(file.read_text(encoding="utf-8"))
    change(settings["trainingClusters"][0])
    file.write_text(yaml.safe_dump(settings), encoding="utf-8")


def compute(made: Program) -> dict[str, dict[str, Any]]:
    """Resources of compute and autoscale, by type and logical name."""
    return {
        f"{resource['type'].split(':', 1)[1]} {resource['urn'].split('::')[-1]}": resource
        for resource in made.resources()
        if resource["type"].startswith(("azure-native:compute:", "azure-native:monitor:Autoscale"))
    }


def scale(made: Program, resource: dict[str, Any], nodes: int) -> None:
    """What autoscale does, unasked."""
    file = made.offline.folder / "events.yaml"
    events = [{"scale": {"name": resource["outputs"]["name"], "count": nodes}}]
    file.write_text(yaml.safe_dump(events), encoding="utf-8")
    command = [sys.executable, "-m", "azure_simulator", "happen", str(file)]
    subprocess.run(command, cwd=file.parent, check=True, capture_output=True)


def test_zones_for_every_kind_of_size(tmp_path: Path) -> None:
    made = program(tmp_path, ZONES)
    shutil.copytree(STACKS, tmp_path / "stacks")
    made.up("--skip-preview")
    up = compute(made)
    assert sorted(up) == [
        "compute:ProximityPlacementGroup a100-eighty-placement-group",
        "compute:ProximityPlacementGroup a100-forty-placement-group",
        "compute:ProximityPlacementGroup h200-spot-tune-placement-group",
        "compute:ProximityPlacementGroup mi300x-pretrain-placement-group",
        "compute:VirtualMachineScaleSet a100-eighty-scale-set",
        "compute:VirtualMachineScaleSet a100-forty-scale-set",
        "compute:VirtualMachineScaleSet h100-pretrain-scale-set",
        "compute:VirtualMachineScaleSet h200-spot-tune-scale-set",
        "compute:VirtualMachineScaleSet mi300x-pretrain-scale-set",
        "monitor:AutoscaleSetting h100-pretrain-hours-autoscale",
    ]
    for name, resource in up.items():
        if "scale-set" in name:
            inputs = resource["inputs"]
            assert (inputs["orchestrationMode"], inputs["singlePlacementGroup"]) == ("Uniform", True)
    spot = up["compute:VirtualMachineScaleSet h200-spot-tune-scale-set"]["inputs"]["virtualMachineProfile"]
    assert (spot["priority"], spot["evictionPolicy"], spot["billingProfile"]) == (
        "Spot",
        "Delete",
        {"maxPrice": -1},
    )
    amd = up["compute:VirtualMachineScaleSet mi300x-pretrain-scale-set"]["inputs"]["virtualMachineProfile"]
    assert amd["storageProfile"]["imageReference"]["sku"] == "2404-rocm"

    made.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes")
    made.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes")
    all_kinds = made.resources()

    # Larger with another image, and smaller: in place, and running nodes are told apart from the model.
    edit(made, "mi300x", lambda cluster: cluster.update(nodeCount=6, imageVersion="24.04.2026090101"))
    edit(made, "a100", lambda cluster: cluster.update(nodeCount=0))
    printed = made.up("--skip-preview")
    assert (
        "mi300x-pretrain: 2 nodes run on without the change of `imageVersion` until someone drains them and "
        "runs the command that the output `updateNodesCommand` has"
    ) in printed
    assert ("updated" in printed, "replaced" in printed, "deleted" in printed) == (True, False, False)
    changed = compute(made)
    assert {
        name: changed[f"compute:VirtualMachineScaleSet {name}-scale-set"]["outputs"]["sku"]["capacity"]
        for name in ("mi300x-pretrain", "a100-forty")
    } == {"mi300x-pretrain": 6, "a100-forty": 0}

    # What a scale set can't change, in the preview already.
    edit(made, "a100", lambda cluster: cluster.update(zone="2"))
    refused = made.pulumi("preview", status=None).output
    assert (
        "`zone` of a scale set can't change, from 1 to 2: give the cluster another name, which makes a "
        "second one; or take it out, run `pulumi up`, and put it back, which deletes its nodes"
    ) in refused
    edit(made, "a100", lambda cluster: cluster.update(zone="1"))

    # Evening: an update comes with the number of nodes that there are, or not at all.
    hours = "compute:VirtualMachineScaleSet h100-pretrain-scale-set"
    scale(made, changed[hours], 0)
    edit(made, "h100", lambda cluster: cluster.update(imageVersion="24.04.2026090101"))
    for command in (("preview",), ("up", "--yes", "--skip-preview")):
        assert (
            "h100-pretrain has 0 nodes, and this update says 4: autoscale decides how many there are. Run it "
            "with --refresh, which asks Azure first"
        ) in made.pulumi(*command, status=None).output
    made.up("--skip-preview", "--refresh")
    later = compute(made)[hours]["inputs"]
    image = later["virtualMachineProfile"]["storageProfile"]["imageReference"]["version"]
    assert (later["sku"]["capacity"], image) == (0, "24.04.2026090101")
    made.pulumi("destroy", "--yes", "--skip-preview")
    assert refusals(all_kinds) == []
