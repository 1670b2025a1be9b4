"""What others get: the wheel has all that belongs in it, and works where nothing of ours is checked out."""

import email
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from helpers.installed import built, environment
from helpers.offline import ROOT, Offline, Program
from helpers.settings import stack
from policies.plans import events, step

pytestmark = pytest.mark.programs

FOUR = {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}, "location": "eastus"}

SOURCES = (
    "components/azure_ai_landing_zone",
    "policies/azure_ai_landing_zone_policies",
    "simulator/azure_simulator",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def bin_(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """The executables of an environment with the wheel."""
    return environment(tmp_path_factory.mktemp("installed") / "env", wheel)


def run(*command: object, folder: Path, status: int = 0) -> str:
    """What a command of the environment prints, in a folder of its own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=clean,
        text=True,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == status, done.stdout
    return done.stdout


def test_it_has_every_file_of_the_three_packages_and_no_other(wheel: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *SOURCES],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    wanted = {file.partition("/")[2] for file in tracked if (ROOT / file).exists()}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == wanted
    assert {f"{source.partition('/')[2]}/py.typed" for source in SOURCES} <= packed


def test_it_says_what_it_needs_and_which_extras_there_are(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (one for one in archive.namelist() if one.endswith("/METADATA"))
    facts = email.message_from_bytes(archive.read(name))
    assert facts.get_all("Provides-Extra") == ["dev", "preflight", "simulator"]
    needed = [one for one in facts.get_all("Requires-Dist", []) if "extra ==" not in one]
    assert [re.split(r"[<>=]", one)[0] for one in needed] == [
        "pulumi-azure-native",
        "pulumi-kubernetes",
        "pulumi-policy",
        "pulumi",
        "pydantic",
        "pyyaml",
        "rich",
        "typer",
    ]
    assert "Apache License" in archive.read(name.replace("METADATA", "licenses/LICENSE")).decode()


def test_it_is_what_runs(bin_: Path, tmp_path: Path) -> None:
    script = "import azure_ai_landing_zone, azure_ai_landing_zone_policies, azure_simulator; "
    script += "print(azure_ai_landing_zone.__file__, azure_simulator.__file__)"
    shown = run(bin_ / "python", "-c", script, folder=tmp_path).split()
    assert [Path(file).is_relative_to(bin_.parent) for file in shown] == [True, True]


def test_its_command_checks_files_guards_plans_and_knows_its_rules(bin_: Path, tmp_path: Path) -> None:
    shutil.copy(ROOT / "stacks" / "Pulumi.training.yaml", tmp_path)
    assert "nothing wrong" in run(bin_ / "ailz", "check", "Pulumi.training.yaml", folder=tmp_path)
    assert json.loads(run(bin_ / "ailz", "schema", folder=tmp_path))["type"] == "object"
    pack = Path(run(bin_ / "ailz", "policies", folder=tmp_path).strip())
    assert pack.is_relative_to(bin_.parent)
    assert (pack / "PulumiPolicy.yaml").exists()
    loses = events(step("delete", "compute:VirtualMachineScaleSet", "nodes", old=FOUR))
    (tmp_path / "plan.jsonl").write_text(loses)
    assert "nodes" in run(bin_ / "ailz", "guard", "plan.jsonl", folder=tmp_path, status=1)


def test_its_kit_tests_a_program_of_another_repository(bin_: Path, tmp_path: Path) -> None:
    example = ROOT / "examples" / "tested_repository"
    shutil.copytree(example, tmp_path / "it", ignore=shutil.ignore_patterns("__pycache__"))
    tests = (bin_ / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_constructors.py")
    assert "2 passed" in run(*tests, folder=tmp_path / "it")


PLANTED = """
import azure_ai_landing_zone as zone
from azure_ai_landing_zone import CheckpointStore, CheckpointStoreArgs, TrainingCluster

zone.Tags(owner="a", cost_center=4711, environment="dev")  # arg-type reportArgumentType
zone.TrainingClusters  # attr-defined reportAttributeAccessIssue
zone.PrivateEndpointPlace()  # call-arg reportCallIssue
zone.PrivateEndpointPlace(subnet_resource_id="id", subnet_id="id")  # call-arg reportCallIssue
place = zone.PrivateEndpointPlace(subnet_resource_id="id")
zone.NetworkSubnet(name="nodes", purpose="node", addresses=100)  # arg-type reportArgumentType
args = CheckpointStoreArgs(
    location="eastus",
    resource_group_name="rg",
    private_endpoint=place,
    parameters="7B",  # arg-type reportArgumentType
    retention_days="14",  # arg-type reportArgumentType
)
TrainingCluster("nodes", args)  # arg-type reportArgumentType
made = CheckpointStore("store", args)
made.container_urls  # attr-defined reportAttributeAccessIssue
number: int = made.container_url  # assignment reportAssignmentType
"""
"""Ten mistakes, each with what mypy and pyright call it at the line where they say so."""

SKIPPED = "".join(
    f"[mypy-{package}.*]\nfollow_imports = skip\n" for package in ("pulumi_azure_native", "pulumi_kubernetes")
)
"""What azure-native's own types say takes mypy minutes; here it is about ours."""


def marked() -> list[tuple[str, ...]]:
    """Lines, with what the two call their mistakes."""
    lines = [
        (str(number), line.split()[-2:])
        for number, line in enumerate(PLANTED.splitlines(), 1)
        if "# " in line
    ]
    return [(number, code, rule) for number, (code, rule) in lines]


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with a program that is wrong, and one that is right."""
    (tmp_path / "planted.py").write_text(PLANTED)
    shutil.copy(ROOT / "examples" / "another_repository" / "__main__.py", tmp_path / "right.py")
    return tmp_path


def test_mypy_finds_mistakes_in_programs_and_none_in_a_right_one(bin_: Path, programs: Path) -> None:
    (programs / "mypy.ini").write_text(f"[mypy]\nstrict = true\n{SKIPPED}")
    mypy = (Path(sys.executable).with_name("mypy"), "--python-executable", bin_ / "python")
    said = run(*mypy, "right.py", "planted.py", folder=programs, status=1)
    found = re.findall(r"^planted.py:(\d+): error: .*  \[(.*)\]$", said, re.MULTILINE)
    assert (found, len(found)) == ([(line, code) for line, code, _ in marked()], 10)
    assert "right.py" not in said


@pytest.mark.skipif(shutil.which("node") is None, reason="pyright runs on node")
def test_pyright_finds_mistakes_in_programs_and_none_in_a_right_one(bin_: Path, programs: Path) -> None:
    pyright = (Path(sys.executable).with_name("pyright"), "--outputjson", "--pythonpath", bin_ / "python")
    said = json.loads(run(*pyright, "right.py", "planted.py", folder=programs, status=1))
    found = [
        (Path(one["file"]).name, str(one["range"]["start"]["line"] + 1), one["rule"])
        for one in said["generalDiagnostics"]
    ]
    assert (found, len(found)) == ([("planted.py", line, rule) for line, _, rule in marked()], 10)


@pytest.mark.engine
def test_another_repository(bin_: Path, tmp_path: Path) -> None:
    """As it is: with an environment of its own that the wheel was installed into, and the pack from there."""
    folder = tmp_path / "it"
    shutil.copytree(ROOT / "examples" / "another_repository", folder)
    (folder / ".venv").symlink_to(bin_.parent)
    example = Program(Offline(folder, {"VIRTUAL_ENV": ""}))
    pack = run(bin_ / "ailz", "policies", folder=tmp_path).strip()
    example.offline.run("pulumi", "stack", "init", "dev")
    key = stack()["trainingClusters"][0]["sshPublicKey"]
    example.offline.run("pulumi", "config", "set", "--stack", "dev", "sshPublicKey", key)
    example.up("--policy-pack", pack)
    example.up("--skip-preview", "--expect-no-changes")
    types = {resource["type"] for resource in example.resources()}
    assert {f"azure-ai-landing-zone:index:{kind}" for kind in ("CheckpointStore", "TrainingCluster")} <= types
    assert example.outputs()["checkpoints"].endswith(".blob.core.windows.net/checkpoints")
    example.pulumi("destroy", "--yes", "--skip-preview")
    assert example.resources() == []
