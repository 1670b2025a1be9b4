"""The pipelines for consumers: checked as their services would."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from azure_simulator.engine.build import GoCommand, build
from helpers.offline import ROOT
from helpers.pipelines import AZURE, BIN, GITHUB, azure_scripts

pytestmark = pytest.mark.programs

ACTIONLINT = GoCommand(
    name="actionlint",
    title="workflow checker actionlint",
    version="v1.7.12",
    package="github.com/rhysd/actionlint/cmd/actionlint",
    module=Path(__file__).parent / "actionlint",
    flags=("-ldflags", "-s -w"),
    packages=180,
    minutes=1,
)

WORKFLOWS = (GITHUB, *sorted((ROOT / ".github" / "workflows").glob("*.yml")))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_actionlint_finds_nothing(workflow: Path) -> None:
    command = [str(build(ACTIONLINT)), "-shellcheck", str(BIN / "shellcheck"), "-pyflakes", "", str(workflow)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("name", sorted(azure_scripts()))
def test_shellcheck_finds_nothing_in_the_azure_pipeline(name: str) -> None:
    # SC2154: the task sets idToken, servicePrincipalId and tenantId
    command = [str(BIN / "shellcheck"), "--shell", "bash", "--exclude", "SC2154", "-"]
    done = subprocess.run(command, input=azure_scripts()[name], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


ALLOWED = {
    "pipeline": {"trigger", "pr", "pool", "variables", "jobs"},
    "job": {"job", "dependsOn", "timeoutInMinutes", "steps"},
    "checkout": {"checkout", "fetchDepth", "displayName"},
    "bash": {"bash", "displayName", "condition", "env"},
    "task": {"task", "displayName", "condition", "inputs", "env"},
    "publish": {"publish", "artifact", "displayName"},
    "download": {"download", "artifact", "displayName"},
}
"""Keys by what they are in: learn.microsoft.com/azure/devops/pipelines/yaml-schema, 2026-11."""

INPUTS = {
    "UsePythonVersion@0": {"versionSpec"},
    "AzureCLI@2": {
        "azureSubscription",
        "addSpnToEnvironment",
        "scriptType",
        "scriptLocation",
        "inlineScript",
    },
    "PublishTestResults@2": {"testResultsFormat", "testResultsFiles", "searchFolder", "testRunTitle"},
    "PublishBuildArtifacts@1": {"pathToPublish", "artifactName"},
}
"""Of the tasks: learn.microsoft.com/azure/devops/pipelines/tasks/reference, 2026-11."""


def unknown_keys() -> Iterator[str]:
    pipeline = yaml.safe_load(AZURE.read_text())
    yield from pipeline.keys() - ALLOWED["pipeline"]
    for job in pipeline["jobs"]:
        yield from job.keys() - ALLOWED["job"]
        for each in job["steps"]:
            kind = next(iter(each))
            yield from each.keys() - ALLOWED[kind]
            if kind == "task":
                yield from each.get("inputs", {}).keys() - INPUTS[each["task"]]


def test_the_azure_pipeline_has_only_keys_that_azure_devops_knows() -> None:
    assert list(unknown_keys()) == []


def test_no_pipeline_holds_a_secret() -> None:
    for file in (GITHUB, AZURE):
        assert "secrets." not in file.read_text()


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_every_action_is_named_by_its_commit(workflow: Path) -> None:
    """A tag can be moved, and what it then runs has the job's identity."""
    used = re.findall(r"uses: (.*)", workflow.read_text())
    commit = re.compile(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert used
    assert [action for action in used if not commit.fullmatch(action)] == []


@pytest.mark.parametrize("pipeline", [GITHUB, AZURE], ids=lambda file: file.name)
def test_what_pipelines_install_is_known_to_the_byte(pipeline: Path) -> None:
    text = pipeline.read_text()
    installs = [line for line in text.splitlines() if "pip install" in line]
    assert installs
    assert [line.strip() for line in installs if "--require-hashes" not in line] == []
    assert re.findall(r"\|\s*(?:ba)?sh\b", text) == []
