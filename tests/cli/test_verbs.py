"""What every verb of `ailz` has in common, and the small ones."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from azure_ai_landing_zone.cli import application
from azure_ai_landing_zone.stack_files.schema import shipped
from helpers.offline import ROOT

VERBS = [
    "advise",
    "check",
    "cost",
    "drift",
    "exemptions",
    "guard",
    "page",
    "policies",
    "preflight",
    "report",
    "schema",
    "standing",
]


def ailz(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """The status, standard output and standard error of a call."""
    done = CliRunner().invoke(application(), list(arguments), input=stdin)
    return done.exit_code, done.stdout, done.stderr


def test_every_verb_says_what_it_does_and_how_it_ends() -> None:
    assert (
        sorted(command.callback.__name__ for command in application().registered_commands if command.callback)
        == VERBS
    )
    for verb in VERBS:
        status, shown, _ = ailz(verb, "--help")
        assert status == 0
        assert verb == "policies" or "Exit status 0" in shown


def test_policies_prints_the_folder_of_the_pack() -> None:
    status, shown, _ = ailz("policies")
    assert status == 0
    names = sorted(path.name for path in Path(shown.strip()).iterdir() if path.is_file())
    assert names == ["PulumiPolicy.yaml", "__main__.py"]


def test_starting_the_command_loads_neither_pulumi_nor_azure_native() -> None:
    script = (
        "import json, sys\n"
        "from azure_ai_landing_zone.cli import application\n"
        "application()\n"
        "print(json.dumps([name for name in ('pulumi', 'pulumi_azure_native') if name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


EVENTS = "\n".join(
    [
        json.dumps({"policyAnalyzeStackSummaryEvent": {"policyPackName": "azure-ai-landing-zone"}}),
        json.dumps({"summaryEvent": {}}),
    ]
)


@pytest.mark.parametrize(
    ("kind", "start"),
    [
        ("sarif", "{\n"),
        ("junit", "<?xml"),
        ("markdown", "### Policy: nothing blocks"),
        ("baseline", "# What the policy pack found"),
        ("controls", "### Controls\n\n**Microsoft cloud security benchmark, 1** (2026-11)"),
    ],
)
def test_reports_come_from_a_preview_s_events(kind: str, start: str, tmp_path: Path) -> None:
    assert ailz("report", kind, stdin=EVENTS)[1].startswith(start)
    (tmp_path / "events").write_text(EVENTS)
    assert ailz("report", kind, str(tmp_path / "events"))[1].startswith(start)


def test_events_that_tell_too_little_make_no_report() -> None:
    assert ailz("report", "sarif", stdin="not json\n") == (
        2,
        "",
        "the pack azure-ai-landing-zone judged no program in these events; was --policy-pack given?\n",
    )


def test_a_state_is_judged_without_a_preview() -> None:
    stack = {"urn": "urn:pulumi:prod::zone::pulumi:pulumi:Stack::s", "type": "pulumi:pulumi:Stack"}
    full, empty = (json.dumps({"deployment": {"resources": each}}) for each in ([stack], []))
    assert ailz("report", "markdown", stdin=full)[1].startswith("### Policy: nothing blocks")
    nothing = "there is no resource of Azure in this file; give all that was exported"
    assert ailz("report", "sarif", stdin=empty) == (2, "", f"{nothing}\n")


def test_check_says_where(tmp_path: Path) -> None:
    wrong, right = tmp_path / "Pulumi.dev.yaml", ROOT / "stacks" / "Pulumi.dev.yaml"
    wrong.write_text(
        right.read_text(encoding="utf-8").replace("devMachines:", "devMachine:"), encoding="utf-8"
    )
    line = next(n for n, text in enumerate(wrong.read_text().splitlines(), 1) if "devMachine:" in text)
    found = f"{wrong}:{line}:5: devMachine: unknown setting: did you mean `devMachines`?\n"
    assert ailz("check", str(right), str(wrong)) == (1, found, "1 to change\n")
    assert ailz("check", str(right)) == (0, "", f"{right}: nothing wrong\n")


def test_check_names_the_file_that_was_meant(tmp_path: Path) -> None:
    (tmp_path / "Pulumi.prod.yaml").touch()
    (tmp_path / "Pulumi.binary.yaml").write_bytes(b"\xff")
    assert ailz("check", str(tmp_path / "Pulumi.prd.yaml")) == (
        2,
        "",
        f"{tmp_path}/Pulumi.prd.yaml can't be read (No such file or directory): did you mean "
        f"{tmp_path}/Pulumi.prod.yaml?\n",
    )
    assert ailz("check", str(tmp_path / "Pulumi.binary.yaml")) == (
        2,
        "",
        f"{tmp_path}/Pulumi.binary.yaml isn't UTF-8\n",
    )


def test_schema_prints_what_is_installed() -> None:
    status, shown, _ = ailz("schema")
    assert (status, shown) == (0, shipped())
