"""`ailz advise`: options, files, and what it prints."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from azure_ai_landing_zone import LandingZoneSettings
from azure_ai_landing_zone.cli import application
from helpers.settings import stack

OPTIONS = (
    "--for",
    "fullFineTuning",
    "--model",
    "Llama-3.1-8B",
    "--location",
    "eastus",
    "--sequence-length",
    "4096",
)
WANTED = """
location: eastus
languageModel: {mode: named, name: Llama-3.1-8B}
candidateSizes: [Standard_ND96isr_H100_v5, Standard_NC4as_T4_v3]
adviceFor: {mode: fullFineTuning, sequenceLength: 4096, tokens: 1000000000}
"""


def advise(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(application(), ["advise", *arguments])
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "advice.yaml"
    path.write_text(WANTED)
    return path


def test_a_table_then_the_cheapest_then_why_not_then_a_stack_file_s_part(file: Path) -> None:
    status, shown, _ = advise(str(file))
    assert status == 0
    assert shown == (Path(__file__).parent / "advice.txt").read_text(encoding="utf-8")


def test_options_say_the_same_as_a_file(file: Path) -> None:
    of_file = json.loads(advise(str(file), "--json")[1])
    of_options = json.loads(advise(*OPTIONS, "--tokens", "1000000000", "--json")[1])
    assert of_file["proposals"][0] in of_options["proposals"]
    assert len(of_options["leftOut"]) > len(of_file["leftOut"]) == 1


def test_options_go_before_a_file(file: Path) -> None:
    found = json.loads(advise(str(file), "--model", "Llama-3.2-1B", "--tokens", "5", "--json")[1])
    assert found["proposals"][0]["stackFile"]["checkpointStores"][0]["parameters"] == 1_236_000_000
    assert found["proposals"][0]["hours"] == 0


def test_json_has_everything(file: Path) -> None:
    (found,) = json.loads(advise(str(file), "--json")[1])["proposals"]
    part = found.pop("stackFile")
    assert found == {
        "size": "Standard_ND96isr_H100_v5",
        "nodes": 1,
        "gpus": 8,
        "memoryGib": {
            "weights": 14.96,
            "gradients": 14.96,
            "optimizer": 11.22,
            "activations": 17.0,
            "logits": 3.91,
        },
        "usableGib": 72.0,
        "usdPerHour": 98.32,
        "quota": {"family": "standardNDSH100v5Family", "vcpus": 96},
        "warnings": [],
        "layout": {
            "tensorParallel": 1,
            "pipelineParallel": 1,
            "dataParallel": 8,
            "expertParallel": 1,
            "zeroStage": 1,
            "recomputation": "selective",
            "microBatches": 1,
            "batch": 8,
        },
        "utilizationPercent": 47,
        "utilizationSource": "NVIDIA/Megatron-LM@0010ab7:README.md",
        "hours": 4.08,
        "usd": 401.17,
        "checkpoint": {"gb": 112.42, "intervalMinutes": 675, "writeSeconds": 36.0},
        "lustre": None,
    }
    base = stack()
    zone: dict[str, Any] = {name: base[name] for name in ("location", "tags", "network")}
    LandingZoneSettings.load(zone | part, "a test")


def test_serving() -> None:
    options = ("--context-tokens", "4096", "--concurrent-requests", "8", "--location", "eastus")
    status, shown, _ = advise("--for", "serving", "--parameters", "3000000000", *options)
    assert status == 0
    assert "\n  replicas: " in shown
    part = yaml.safe_load(shown.split("sshPublicKey:\n\n")[1].split("\n\n")[0])
    assert part["inferenceClusters"][0]["pools"][0]["maxNodes"] >= 1


def test_settings_are_called_as_in_files() -> None:
    options = ("--tokens", "1000000000", "--deadline-hours", "100", "--json")
    found = json.loads(advise(*OPTIONS, *options)[1])
    assert found["leftOut"]["Standard_NC96ads_A100_v4"] == (
        "no utilization is known of A100 PCIe 80GB in bf16 with a dense model, so no deadline can be held: "
        "give `utilizationPercent`"
    )


def test_nothing_fits(tmp_path: Path) -> None:
    file = tmp_path / "advice.yaml"
    file.write_text(WANTED.replace("Standard_ND96isr_H100_v5, ", ""))
    status, shown, _ = advise(str(file))
    assert status == 1
    assert shown.splitlines()[2:6] == [
        "No size fits.",
        "",
        "Left out:",
        "  NC4as_T4_v3: T4 has no bf16 arithmetic",
    ]


def test_what_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    assert advise() == (
        2,
        "",
        "3 problems in the options:\n"
        "  location: missing, and required: Azure region, such as southcentralus, for prices\n"
        "  languageModel: missing, and required: By name, or by its figures\n"
        "  adviceFor.mode: missing, and required: one of 'preTraining', 'fullFineTuning', 'lora', "
        "'serving'\n",
    )
    assert advise(*OPTIONS, "--location", "East US", "--batch", "0", "--deadline-hours", "-1") == (
        2,
        "",
        "3 problems in the options:\n"
        "  location: must be a region's name such as southcentralus, got 'East US': write eastus\n"
        "  adviceFor.batch: must be at least 1, got 0\n"
        "  adviceFor.deadlineHours: must be at least 1, got -1\n",
    )
    assert advise(*OPTIONS, "--parameters", "7000000000") == (
        2,
        "",
        "--model names a model and --parameters describes one: give one of the two\n",
    )
    file = tmp_path / "advice.yaml"
    for text, problem in (
        ("- eastus\n", f"1 problem in {file}:\n  must be a mapping, got a list\n"),
        ("", f"3 problems in {file}:\n"),
        ("location: [", f"{file}:1:12: expected the node content, but found '<stream end>'"),
    ):
        file.write_text(text)
        status, shown, said = advise(str(file))
        assert (status, shown, said[: len(problem)]) == (2, "", problem)
