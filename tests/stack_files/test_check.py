"""What `ailz check` says of a stack file, with line and column."""

from collections.abc import Callable
from pathlib import Path

import pytest

from azure_ai_landing_zone.stack_files.check import check
from helpers.offline import ROOT

STACKS = sorted((ROOT / "stacks").glob("*.yaml"))
TRAINING = """config:
  azure-ai-landing-zone:landingZone:
    location: eastus
    tags:
      owner: a@example.com
      costCenter: "1"
      environment: dev
    network:
      mode: create
      addressSpace: 10.40.0.0/16
    checkpointStores:
      - name: checkpoints
        parameters: 7000000000
        retentionDays: 14
"""


def told(text: str) -> list[str]:
    return [f"{one.place.line}:{one.place.column}: {one.message}" for one in check(text)]


@pytest.mark.parametrize("file", STACKS, ids=lambda file: file.name)
def test_stack_files_are_right(file: Path) -> None:
    assert told(file.read_text(encoding="utf-8")) == []


def replaced(*pairs: tuple[str, str]) -> Callable[[], str]:
    def text() -> str:
        changed = TRAINING
        for old, new in pairs:
            assert changed.count(old) == 1
            changed = changed.replace(old, new)
        return changed

    return text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (lambda: "", ["1:1: the file is empty: it begins with `config:`"]),
        (lambda: "- config\n", ["1:1: the file is no mapping: it begins with `config:`"]),
        (lambda: "config:\n", ["1:1: `config` is no mapping: indent what is below it"]),
        (
            lambda: "encryptionsalt: v1:x\n",
            ["1:1: `config` is missing: settings are below it"],
        ),
        (
            lambda: "config:\n  azure-native:location: eastus\n",
            [
                "1:1: `config` has no azure-ai-landing-zone:landingZone: stacks/Pulumi.dev.yaml of the "
                "library is one to start from"
            ],
        ),
        (
            replaced(("    location: eastus", "\tlocation: eastus")),
            ["3:1: a tab, which YAML doesn't indent with: write spaces"],
        ),
        (
            lambda: "config:\n  a: b\0\n",
            ["2:7: '\\x00', which YAML takes nowhere: take it out"],
        ),
        (
            replaced(("      owner:", "      7: a\n      owner:")),
            ["5:7: 7 is no text, and names are: write it in quotes"],
        ),
        (
            replaced(("    tags:", "   tags:")),
            [
                "4:4: expected <block end>, but found '<block mapping start>' (while parsing a block mapping "
                "that begins on line 2): look at the indentation, colons and quotes here"
            ],
        ),
        (
            replaced(("    location: eastus\n", "    location: eastus\n    location: westus\n")),
            ["4:5: location is there already, on line 3: keep one of the two"],
        ),
        (replaced(("config:", "cfg:")), ["1:1: unknown key `cfg`: did you mean `config`?"]),
        (
            lambda: f"{TRAINING}notes: mine\n",
            [
                "15:1: unknown key `notes`: Pulumi takes config, encryptedkey, encryptionsalt, environment, "
                "secretsprovider"
            ],
        ),
        (
            replaced(("azure-ai-landing-zone:landingZone", "ai-landing-zone:landingZone")),
            [
                "2:3: nobody reads `ai-landing-zone:landingZone`: did you mean "
                "`azure-ai-landing-zone:landingZone`?"
            ],
        ),
        (
            replaced(("azure-ai-landing-zone:landingZone", "azure-ai-landing-zone:zone")),
            [
                "2:3: nobody reads `azure-ai-landing-zone:zone`: did you mean "
                "`azure-ai-landing-zone:landingZone`?"
            ],
        ),
        (
            lambda: f"{TRAINING}  azure-ai-landing-zone:inferenceWorkloads: {{}}\n",
            [
                "15:3: a stack is one of the two, and azure-ai-landing-zone:landingZone is there already: "
                "give this one a file of its own"
            ],
        ),
        (
            replaced(("environment: dev", "environment:\n        secure: AAAB")),
            [
                "7:7: tags.environment: a `secure:` value, and settings are read as plain text, which would "
                "show it: put the secret into a Key Vault and its name here"
            ],
        ),
        (
            lambda: (
                f"{TRAINING}  azure-ai-landing-zone:databasePasswords:\n    slurm: {{secure: AAAB}}\n"
                "    other: Correct-horse-9\n"
            ),
            [
                "17:5: databasePasswords has secrets by name, and no other values: take another password, "
                "and set it with `pulumi config set --secret --path "
                "'azure-ai-landing-zone:databasePasswords[\"other\"]'`"
            ],
        ),
        (
            lambda: f"{TRAINING}  azure-ai-landing-zone:databasePasswords: {{slurm: {{secure: AAAB}}}}\n",
            [],
        ),
        (
            replaced(("eastus", "East US"), ("retentionDays: 14", "retentionDay: 14")),
            [
                "3:5: location: must be a region's name such as southcentralus, got 'East US': write eastus",
                "12:9: checkpointStores[0].retentionDays: missing, and required: What was let go is deleted "
                "at this age, within a day",
                "14:9: checkpointStores[0].retentionDay: unknown setting: did you mean `retentionDays`?",
            ],
        ),
        (
            lambda: "config:\n  azure-ai-landing-zone:inferenceWorkloads:\n    runsOn: {mode: kubeconfig}\n",
            [
                "2:3: gpuPools: missing, and required: All GPU pools of the cluster, as its own stack puts "
                "them out",
                "2:3: namespaces: missing, and required: Of projects",
            ],
        ),
    ],
)
def test_what_is_wrong_has_its_place(text: Callable[[], str], expected: list[str]) -> None:
    assert told(text()) == expected
