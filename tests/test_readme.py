"""What the README shows is what happens."""

import json
import re
import sys
from pathlib import Path

import pytest

from diagram import diagram
from helpers.offline import ROOT, program, zone
from helpers.settings import SUBJECT, problems_of, stack
from marked import put_into

README = (ROOT / "README.md").read_text(encoding="utf-8")


def _block(language: str) -> str:
    """The first code block in a language."""
    found = re.search(rf"```{language}\n(.*?)```", README, re.S)
    assert found is not None
    return found[1]


def test_a_wrong_stack_file_is_reported_as_shown() -> None:
    settings = stack()
    cluster = settings["trainingClusters"][0]
    cluster["nodeCont"] = cluster.pop("nodeCount")
    settings["network"]["addressSpace"] = "172.16.0.0/16"
    head, *problems = _block("text").splitlines()
    assert head == f"{len(problems)} problems in {SUBJECT}:"
    assert [line.strip() for line in problems] == problems_of(settings)


@pytest.mark.engine
def test_the_picture_and_the_example_are_of_what_comes_up(tmp_path: Path) -> None:
    training = zone(tmp_path, "training")
    training.pulumi("up", "--yes", "--skip-preview")
    deployment = json.loads(training.state())["deployment"]
    assert put_into(README, "diagram", diagram(deployment)) == README, (
        "see tools/diagram.py for how to draw it anew"
    )
    ailz = str(Path(sys.executable).with_name("ailz"))
    page = training.offline.run("env", "-C", str(ROOT), ailz, "page", "training").output
    assert page.startswith("<!doctype html>")
    assert " rules: nothing to fix, 0 to consider." in page

    made = [resource for resource in training.resources() if "id" in resource]
    ids = {resource["urn"].split("::")[-1]: resource["id"] for resource in made}
    example = program(tmp_path, _block("python"))
    for name, value in {
        "resourceGroupName": ids["training-resource-group"].split("/")[-1],
        "subnetResourceId": ids["training-network-pretrain-subnet"],
        "identityResourceId": ids["training-pretrain-identity"],
        "sshPublicKey": stack()["trainingClusters"][0]["sshPublicKey"],
    }.items():
        example.offline.run("pulumi", "config", "set", "--stack", "dev", name, value)
    example.up("--policy-pack", str(ROOT / "policies"))
    assert re.search(r"/virtualMachineScaleSets/vmss-ai-pretrain-\w{6}$", example.outputs()["scaleSet"])
