"""The pack on the real engine: programs of the corpus, and reports of what it streams.

That it has nothing against our own stacks is in tests/stacks/test_life.py.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from offline import ROOT, Offline, program

pytestmark = pytest.mark.engine

CORPUS = Path(__file__).with_name("corpus")
EXPECTED: dict[str, list[str]] = yaml.safe_load((CORPUS / "expected.yaml").read_text(encoding="utf-8"))
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


def report(kind: str, lines: list[str]) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("ailz")), "report", kind]
    return subprocess.run(
        command, input="\n".join(lines), capture_output=True, text=True, check=False, env=dict(os.environ)
    )


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
"""Programs that the simulated Azure takes. It refuses the mistakes of `article_cluster` and `azure_ml` itself,
as Azure does; `old_api_versions` takes a provider plugin of its own; the sound ones have nothing to show."""


@pytest.mark.parametrize("name", RUNNING)
def test_the_engine_shows_what_the_corpus_expects(name: str, tmp_path: Path) -> None:
    made = program(tmp_path, (CORPUS / f"{name}.py").read_text(encoding="utf-8"))
    lines = events(made.offline)
    assert said(lines) == sorted(EXPECTED[name])
    blocked = json.loads(report("sarif", lines).stdout)["runs"][0]["results"]
    assert sorted(each["ruleId"] for each in blocked if each["level"] == "error") == sorted(
        line.split()[1] for line in EXPECTED[name] if line.startswith("mandatory")
    )
