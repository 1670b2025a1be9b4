"""The JSON Schema of stack files, as an editor takes it, and the pages that say the same."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

import settings_docs
from azure_ai_landing_zone.stack_files.schema import shipped
from helpers.offline import ROOT

STACKS = sorted((ROOT / "stacks").glob("*.yaml"))
EDITOR = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")
ZONE = "azure-ai-landing-zone:landingZone"
SCHEMA = json.loads(shipped())

COUNTS = {
    "addressCount",
    "amount",
    "attentionHeads",
    "bytesPerParameter",
    "capacity",
    "faultDomainCount",
    "generation",
    "gid",
    "gpus",
    "keepBest",
    "keepLast",
    "maxGpus",
    "maxGpusPerUser",
    "maxModelLen",
    "maxNodeCount",
    "maxNodes",
    "maxPods",
    "maxReplicas",
    "maximumErrors",
    "minNodes",
    "minReplicas",
    "minWorkers",
    "modelParameters",
    "mostThroughputUnits",
    "nodeCount",
    "nodeLimit",
    "othersPerMinute",
    "ownerId",
    "parameters",
    "partitions",
    "port",
    "prefetch",
    "priority",
    "rdmaAdapters",
    "replicas",
    "repositoryId",
    "retries",
    "runAsUser",
    "scaleUnits",
    "squashGid",
    "squashUid",
    "surgeNodes",
    "tensorParallel",
    "throughputUnits",
    "tokenQuota",
    "tokensPerMinute",
    "uid",
    "units",
    "waitingRequests",
    "weight",
    "workers",
}
"""Numbers without a unit: counts, ids, and amounts in the subscription's currency."""


def properties() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (model, name, node)
        for model, definition in SCHEMA["$defs"].items()
        for name, node in definition.get("properties", {}).items()
    ]


def wrong(document: Any) -> list[str]:
    """Where an editor underlines."""
    return sorted({error.json_path for error in Draft202012Validator(SCHEMA).iter_errors(document)})


@pytest.mark.parametrize(
    "file", [settings_docs.SCHEMA, *sorted(settings_docs.FOLDER.iterdir())], ids=lambda file: file.name
)
def test_what_is_generated_is_fresh(file: Path) -> None:
    """`make docs` writes it."""
    assert file.read_text(encoding="utf-8") == settings_docs.written()[file]


def test_there_is_no_page_of_what_is_gone() -> None:
    assert set(settings_docs.FOLDER.iterdir()) == settings_docs.written().keys() - {settings_docs.SCHEMA}


def test_it_is_a_schema_in_which_every_setting_has_a_text() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert [(model, name) for model, name, node in properties() if not node.get("description")] == []


def test_a_number_has_a_unit_or_counts_something() -> None:
    numbers = {
        name: node.get("x-unit")
        for _, name, node in properties()
        if {"integer", "number"} & {one.get("type") for one in (node, *node.get("anyOf", ()))}
    }
    assert {name for name, unit in numbers.items() if unit is None} == COUNTS


@pytest.mark.parametrize("file", STACKS, ids=lambda file: file.name)
def test_editors_find_the_schema_of_each_stack_file_and_nothing_wrong(file: Path) -> None:
    named = EDITOR.match(file.read_text(encoding="utf-8"))
    assert named is not None
    assert (file.parent / named[1]).resolve() == settings_docs.SCHEMA
    assert wrong(yaml.safe_load(file.read_text(encoding="utf-8"))) == []


def training(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    document = yaml.safe_load((ROOT / "stacks" / "Pulumi.training.yaml").read_text(encoding="utf-8"))
    changed: dict[str, Any] = copy.deepcopy(document)
    change(changed)
    return changed


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda file: file.update(cfg=file.pop("config")), ["$"]),
        (lambda file: file["config"].update({"azure-ai-landing-zone:zone": {}}), ["$.config"]),
        (lambda file: file["config"][ZONE].update(locaton="eastus"), [f"$.config['{ZONE}']"]),
        (lambda file: file["config"][ZONE].pop("tags"), [f"$.config['{ZONE}']"]),
        (
            lambda file: file["config"][ZONE]["trainingClusters"][0].update(zone=1, nodeCount="4"),
            [
                f"$.config['{ZONE}'].trainingClusters[0].nodeCount",
                f"$.config['{ZONE}'].trainingClusters[0].zone",
            ],
        ),
        (
            lambda file: file["config"][ZONE]["checkpointStores"][0].update(retentionDays=0),
            [f"$.config['{ZONE}'].checkpointStores[0].retentionDays"],
        ),
        (
            lambda file: file["config"][ZONE]["network"].update(mode="creat"),
            [f"$.config['{ZONE}'].network"],
        ),
        (lambda file: file["config"].update({"azure-native:location": "eastus"}), []),
    ],
)
def test_editors_underline_mistakes(change: Callable[[dict[str, Any]], object], where: list[str]) -> None:
    assert wrong(training(change)) == where
