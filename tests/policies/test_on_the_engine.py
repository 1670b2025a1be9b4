"""The pack on the real engine: programs of the corpus, and reports of what it streams.

That it has nothing against our own stacks is in tests/stacks/test_life.py.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.reports.events import read
from azure_ai_landing_zone_policies.reports.markdown import markdown
from azure_ai_landing_zone_policies.reports.sarif import sarif
from helpers.offline import ROOT, Offline, program

pytestmark = pytest.mark.engine

CORPUS = Path(__file__).with_name("corpus")
EXPECTED: dict[str, list[str]] = yaml.safe_load((CORPUS / "expected.yaml").read_text(encoding="utf-8"))
INSTALLED = ROOT / "policies" / "azure_ai_landing_zone_policies" / "installed"
"""As `ailz policies` prints it."""
STREAM = {"PULUMI_ENABLE_STREAMING_JSON_PREVIEW": "1"}


def events(offline: Offline, *arguments: str) -> list[str]:
    """The lines that a preview with the pack streams, however it ends."""
    offline.environment |= STREAM
    command = ("pulumi", *arguments, "preview", "--json", "--policy-pack", str(ROOT / "policies"))
    shown = offline.run(*command, "--non-interactive", status=None).output
    return [line for line in shown.splitlines() if line.startswith("{")]


def said(lines: list[str]) -> list[str]:
    """Level, rule and resource of what the pack said, as expected.yaml has it."""
    found = []
    for line in lines:
        event = json.loads(line).get("policyEvent")
        if event:
            name = event["resourceUrn"].rpartition("::")[2]
            resource = "stack" if ":pulumi:Stack::" in event["resourceUrn"] else name
            unsure = " can't tell" if "\ncan't tell: " in event["message"] else ""
            found.append(f"{event['enforcementLevel']} {event['policyName']} {resource}{unsure}")
    return sorted(found)


RUNNING = (
    "aks_inline",
    "aks_workloads",
    "dev_machine",
    "gateway",
    "lustre",
    "open_models",
    "two_fabrics",
    "unknown_values",
    "written_as_arm",
)
"""Programs that the simulated Azure takes.

It refuses the mistakes of `article_cluster` and `azure_ml` itself, as Azure does; `old_api_versions` takes a
provider plugin of its own; the sound ones have nothing to show.
"""


@pytest.mark.parametrize("name", RUNNING)
def test_the_engine_shows_what_the_corpus_expects(name: str, tmp_path: Path) -> None:
    made = program(tmp_path, (CORPUS / f"{name}.py").read_text(encoding="utf-8"))
    lines = events(made.offline)
    assert said(lines) == sorted(EXPECTED[name])
    blocked = json.loads(sarif(read(lines), all_rules(), tmp_path))["runs"][0]["results"]
    assert sorted(each["ruleId"] for each in blocked if each["level"] == "error") == sorted(
        line.split()[1] for line in EXPECTED[name] if line.startswith("mandatory")
    )


def state(**scale_set: Any) -> str:
    """A state as `pulumi stack export` writes it, with one scale set of two H100 nodes."""
    urn = "urn:pulumi:prod::zone::{}::{}"
    stack = urn.format("pulumi:pulumi:Stack", "zone-prod")
    provider = urn.format("pulumi:providers:azure-native", "default")
    token = "azure-native:compute:VirtualMachineScaleSet"
    inputs = {
        "location": "eastus",
        "sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 2},
        "overprovision": False,
        "singlePlacementGroup": True,
        "tags": {"workload": "training", "owner": "a", "costCenter": "b", "checkpoints": "elsewhere"},
        **scale_set,
    }
    resources = [
        {"urn": stack, "type": "pulumi:pulumi:Stack", "custom": False},
        {"urn": provider, "type": "pulumi:providers:azure-native", "custom": True, "id": "p"},
        {
            "urn": urn.format(token, "nodes"),
            "type": token,
            "custom": True,
            "id": "/subscriptions/1/nodes",
            "inputs": inputs,
            "outputs": inputs,
            "parent": stack,
            "provider": f"{provider}::p",
        },
    ]
    manifest = {"time": "2026-11-21T00:00:00Z", "magic": "", "version": ""}
    return json.dumps({"version": 3, "deployment": {"manifest": manifest, "resources": resources}})


def analyzed(folder: Path, content: str, config: dict[str, Any]) -> list[str]:
    """The lines that the analysis of a state streams."""
    for name, text in (("state", content), ("config", json.dumps(config))):
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    command = (
        "pulumi",
        "policy",
        "analyze",
        "--file",
        "state.json",
        "--json",
        "--policy-pack",
        str(INSTALLED),
    )
    shown = Offline(folder).run(*command, "--policy-pack-config", "config.json", status=None)
    return [line for line in shown.output.splitlines() if line.startswith("{")]


def test_what_is_deployed_is_judged_too_by_the_pack_that_the_config_file_chooses(tmp_path: Path) -> None:
    found = said(analyzed(tmp_path, state(zones=["1", "2"]), {}))
    assert found == [
        "advisory expensive-program-has-a-budget stack",
        "mandatory training-stays-in-one-zone nodes",
    ]
    strict = {
        "pack": {"name": "strict"},
        "expensive-program-has-a-budget": "disabled",
        "gpu-machine-is-encrypted-at-host": {"enforcementLevel": "advisory"},
    }
    (tmp_path / "Pulumi.yaml").write_text("name: zone\nruntime: yaml\n", encoding="utf-8")
    (tmp_path / "policy.yaml").write_text("pack: {stacks: {p*: strict}}", encoding="utf-8")
    found = said(analyzed(tmp_path, state(zones=["1"]), {}))
    assert found == [
        "mandatory expensive-program-has-a-budget stack",
        "mandatory gpu-machine-is-encrypted-at-host nodes",
    ]
    lines = analyzed(tmp_path, state(zones=["1"]), strict)
    assert said(lines) == ["advisory gpu-machine-is-encrypted-at-host nodes"]
    assert markdown(read(lines), all_rules()).startswith("### Policy: nothing blocks")
    sound = strict | {"gpu-machine-is-encrypted-at-host": "disabled"}
    lines = analyzed(tmp_path, state(zones=["1"]), sound)
    assert said(lines) == []
    assert markdown(read(lines), all_rules()).startswith("### Policy: nothing blocks")
