"""The pipelines for consumers: checked as their services would."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from azure_simulator.engine.build import GoCommand, build
from helpers.offline import ROOT
from helpers.pipelines import (
    AZURE,
    AZURE_DEPLOY,
    BIN,
    GITHUB,
    GITHUB_DEPLOY,
    azure_jobs,
    azure_scripts,
    azure_steps_of,
)

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

WORKFLOWS = (GITHUB, GITHUB_DEPLOY, *sorted((ROOT / ".github" / "workflows").glob("*.yml")))
PIPELINES = (AZURE, AZURE_DEPLOY)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_actionlint_finds_nothing(workflow: Path) -> None:
    command = [str(build(ACTIONLINT)), "-shellcheck", str(BIN / "shellcheck"), "-pyflakes", "", str(workflow)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


SCRIPTS = [(file, name) for file in PIPELINES for name in sorted(azure_scripts(file))]


@pytest.mark.parametrize(("pipeline", "name"), SCRIPTS, ids=[f"{file.stem}-{name}" for file, name in SCRIPTS])
def test_shellcheck_finds_nothing_in_the_azure_pipelines(pipeline: Path, name: str) -> None:
    # SC2154: the task sets idToken, servicePrincipalId and tenantId
    command = [str(BIN / "shellcheck"), "--shell", "bash", "--exclude", "SC2154", "-"]
    script = azure_scripts(pipeline)[name]
    done = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


ALLOWED = {
    "pipeline": {"trigger", "pr", "pool", "variables", "jobs", "stages"},
    "stage": {"stage", "dependsOn", "variables", "jobs"},
    "job": {"job", "dependsOn", "timeoutInMinutes", "steps"},
    "deployment": {"deployment", "timeoutInMinutes", "environment", "strategy"},
    "checkout": {"checkout", "fetchDepth", "displayName"},
    "bash": {"bash", "displayName", "condition", "env"},
    "task": {"task", "name", "displayName", "condition", "inputs", "env"},
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


def unknown_keys(file: Path) -> Iterator[str]:
    pipeline = yaml.safe_load(file.read_text())
    yield from pipeline.keys() - ALLOWED["pipeline"]
    for stage in pipeline.get("stages", []):
        yield from stage.keys() - ALLOWED["stage"]
    for job in azure_jobs(file):
        yield from job.keys() - ALLOWED[next(iter(job))]
        for each in azure_steps_of(job):
            kind = next(iter(each))
            yield from each.keys() - ALLOWED[kind]
            if kind == "task":
                yield from each.get("inputs", {}).keys() - INPUTS[each["task"]]


@pytest.mark.parametrize("pipeline", PIPELINES, ids=lambda file: file.name)
def test_the_azure_pipelines_have_only_keys_that_azure_devops_knows(pipeline: Path) -> None:
    assert list(unknown_keys(pipeline)) == []


def test_no_pipeline_holds_a_secret() -> None:
    for file in (GITHUB, GITHUB_DEPLOY, *PIPELINES):
        assert "secrets." not in file.read_text()


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_every_action_is_named_by_its_commit(workflow: Path) -> None:
    """A tag can be moved, and what it then runs has the job's identity."""
    used = re.findall(r"uses: (.*)", workflow.read_text())
    commit = re.compile(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert used
    assert [action for action in used if not commit.fullmatch(action)] == []


@pytest.mark.parametrize("pipeline", [GITHUB, GITHUB_DEPLOY, *PIPELINES], ids=lambda file: file.name)
def test_what_pipelines_install_is_known_to_the_byte(pipeline: Path) -> None:
    text = pipeline.read_text()
    installs = [line for line in text.splitlines() if "pip install" in line]
    assert installs
    assert [line.strip() for line in installs if "--require-hashes" not in line] == []
    assert re.findall(r"\|\s*(?:ba)?sh\b", text) == []
