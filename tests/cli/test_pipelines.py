"""The pipelines for consumers: checked as their services would, and their shell run on recorded previews."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from azure_simulator.engine.build import GoCommand, build
from helpers.offline import ROOT
from policies.plans import events, step

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
GITHUB = ROOT / "examples" / "ci" / "github-actions.yml"
AZURE = ROOT / "examples" / "ci" / "azure-pipelines.yml"
BIN = Path(sys.executable).parent

VMSS = "compute:VirtualMachineScaleSet"
FOUR = {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}, "location": "eastus"}
FIVE = FOUR | {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 5}}
JUDGED = json.dumps({"policyAnalyzeStackSummaryEvent": {"policyPackName": "azure-ai-landing-zone"}}) + "\n"
BASE = JUDGED + events(step("same", VMSS, "nodes", old=FOUR, new=FOUR))
GROWS = JUDGED + events(step("update", VMSS, "nodes", old=FOUR, new=FIVE))
LOSES = JUDGED + events(step("delete", VMSS, "nodes", old=FOUR))
BLOCKED = (
    json.dumps(
        {
            "policyEvent": {
                "policyName": "retired-gpu-size",
                "policyPackName": "azure-ai-landing-zone",
                "message": "A title\nsku.name is Standard_ND24rs",
                "enforcementLevel": "mandatory",
                "resourceUrn": "urn:pulumi:prod::zone::a:b:C::nodes",
            }
        }
    )
    + "\n"
    + events(failed="preview failed")
)

PULUMI = """#!/usr/bin/env bash
case "$*" in
*install) ;;
*base*preview*) cat "$RECORDED/base.jsonl" ;;
*preview*--policy-pack*) cat "$RECORDED/head.jsonl"; exit "$(cat "$RECORDED/status")" ;;
*) exit 99 ;;
esac
"""
CURL = """#!/usr/bin/env bash
echo "$*" >> "$RECORDED/asked"
cat "$RECORDED/threads"
"""


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A folder with a `pulumi`, an `az` and a `curl` that play back what is recorded in it."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, code in (("pulumi", PULUMI), ("az", "#!/bin/sh\necho subscription\n"), ("curl", CURL)):
        (tools / name).write_text(code)
        (tools / name).chmod(0o755)
    for folder in ("head", "base"):
        (tmp_path / folder).mkdir()
    return tmp_path


def shell(recorded: Path, script: str, folder: str = ".", **environment: str) -> tuple[int, str]:
    """The status of a script as a pipeline would run it, and all it printed."""
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=recorded / folder,
        env=os.environ
        | {
            "PATH": f"{recorded / 'tools'}:{BIN}:{os.environ['PATH']}",
            "RECORDED": str(recorded),
            "STACK": "prod",
        }
        | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


Case = tuple[str, int, bool, list[str]]
"""What the preview streams and ends with, whether the pull request is good, and the summary's headings."""

CASE_GROWS: Case = (
    GROWS,
    0,
    True,
    [
        "### Policy: nothing blocks (",
        "### Guard: the plan loses nothing that is guarded",
        "### Cost: +$71,774 a month (+$98.32 an hour)",
    ],
)
CASE_LOSES: Case = (
    LOSES,
    0,
    False,
    [
        "### Policy: nothing blocks (",
        "### Guard: 1 loss that no waiver covers",
        "### Cost: -$287,094 a month (-$393.28 an hour); the price of 1 change isn't wholly known",
    ],
)
CASE_BLOCKED: Case = (
    BLOCKED,
    255,
    False,
    [
        "### Policy: 1 to fix before this can be deployed",
        "### Guard: the plan loses nothing that is guarded",
        "### Cost: -$287,094 a month (-$393.28 an hour); the price of 1 change isn't wholly known",
    ],
)


def headings(file: Path) -> list[str]:
    return [
        re.sub(r"\d+ rules\)", "", line) for line in file.read_text().splitlines() if line.startswith("###")
    ]


def github_steps() -> list[dict[str, Any]]:
    jobs = yaml.safe_load(GITHUB.read_text())["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


def github_scripts() -> dict[str, str]:
    return {step["name"]: step["run"] for step in github_steps() if "run" in step}


def test_what_a_pull_request_brings_runs_beside_no_right_to_write() -> None:
    """Where its own merge is checked out, on GitHub: it could agree with itself."""
    jobs = yaml.safe_load(GITHUB.read_text())["jobs"]
    rights = {
        name: {right for right, level in job["permissions"].items() if level == "write"}
        for name, job in jobs.items()
        if any("checkout@" in step.get("uses", "") and "ref" not in step["with"] for step in job["steps"])
    }
    assert rights == {"preview": {"id-token"}}


def test_a_job_that_was_skipped_is_no_verdict(recorded: Path) -> None:
    """GitHub reports it as success, and the preview of a fork is skipped. Source: docs.github.com,
    "Troubleshooting required status checks", 2026-11-22."""
    jobs = yaml.safe_load(GITHUB.read_text())["jobs"]
    assert [name for name, job in jobs.items() if job.get("if") == "always()"] == ["judge"]
    script = github_scripts()["There is a preview"]
    ended = {
        result: shell(recorded, script, RESULT=result)[0] for result in ("skipped", "failure", "success")
    }
    assert ended == {"skipped": 1, "failure": 1, "success": 0}


PYTHON = """#!/usr/bin/env bash
mkdir -p "$3/bin" installed
printf 'runtime: python\nversion: 0.1.0\n' > installed/PulumiPolicy.yaml
printf '#!/bin/sh\necho "judge $*" >> "$RECORDED/ran"\n' > "$3/bin/pip"
printf '#!/bin/sh\necho installed\n' > "$3/bin/ailz"
chmod +x "$3"/bin/*
"""


def test_the_rules_are_those_of_the_base(recorded: Path) -> None:
    """A pull request may bring another version of the pack, or one that says nothing."""
    for tool, code in (("python", PYTHON), ("pip", '#!/bin/sh\necho "$*" >> "$RECORDED/ran"\n')):
        (recorded / "tools" / tool).write_text(code)
        (recorded / "tools" / tool).chmod(0o755)
    scripts = github_scripts()
    assert shell(recorded, scripts["Install"])[0] == 0
    hashed = "install --quiet --require-hashes -r"
    assert (recorded / "ran").read_text().splitlines() == [
        f"judge {hashed} base/requirements.txt",
        f"{hashed} head/requirements.txt",
    ]
    pack = yaml.safe_load((recorded / "pack" / "PulumiPolicy.yaml").read_text())
    runtime = {"name": "python", "options": {"toolchain": "pip", "virtualenv": f"{recorded}/judge"}}
    assert pack == {"runtime": runtime, "version": "0.1.0"}
    assert '--policy-pack "$PWD/pack"' in scripts["Preview"]


@pytest.mark.parametrize("service", ["github", "azure"])
def test_a_pull_request_is_judged_by_its_base(recorded: Path, service: str) -> None:
    scripts = github_scripts() if service == "github" else azure_scripts()
    (recorded / "base" / "policy.yaml").write_text("pack: {}\n")
    (recorded / "head" / "policy.yaml").write_text("storage-takes-no-keys: disabled\n")
    (recorded / "head" / "rules").mkdir()
    (recorded / "head" / "rules" / "own.py").write_text("")
    folder = "." if service == "github" else "head"
    script = scripts.get("Judge by the base", "true")
    assert shell(recorded, script, folder, AGENT_TEMPDIRECTORY=str(recorded))[0] == 0
    assert (recorded / "head" / "policy.yaml").read_text() == "pack: {}\n"
    assert not (recorded / "head" / "rules").exists()


def test_azure_devops_judges_in_a_job_that_runs_nothing_of_the_pull_request() -> None:
    jobs = yaml.safe_load(AZURE.read_text())["jobs"]
    assert [job["job"] for job in jobs if "System.AccessToken" in str(job)] == ["judge"]
    (judge,) = (job for job in jobs if job["job"] == "judge")
    assert "git checkout --quiet --detach HEAD^1" in azure_scripts()["Install the judge"]
    assert "pulumi" not in "".join(step.get("bash", "") for step in judge["steps"])
    assert '--policy-pack "$out/pack"' in azure_scripts()["Preview"]


def test_every_step_on_azure_devops_has_the_values_that_it_reads() -> None:
    told = {step["displayName"]: {*step.get("env", {})} for step in azure_steps() if "bash" in step}
    assert {name: env for name, env in told.items() if env} == {
        "Install": {"PULUMI_VERSION", "PULUMI_SHA256"},
        "Post the summary": {"SYSTEM_ACCESSTOKEN"},
    }


@pytest.mark.parametrize("case", [CASE_LOSES, CASE_BLOCKED], ids=["loses", "blocked"])
def test_a_pull_request_on_github(recorded: Path, case: Case) -> None:
    head, status, good, summary = case
    record = recorded / "record"
    record.mkdir()
    for name, text in (("head.jsonl", head), ("base.jsonl", BASE), ("status", str(status))):
        (record / name).write_text(text)
    steps = {step.get("name"): step for step in github_steps()}
    outputs: dict[str, str] = {}
    for name in ("Preview the base", "Preview", "Report"):
        output = recorded / "output"
        output.write_text("")
        environment = {"GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(recorded / "page")}
        folder = steps[name].get("working-directory", ".")
        assert shell(recorded, steps[name]["run"], folder, **environment, RECORDED=str(record))[0] == 0
        outputs |= dict(line.split("=") for line in output.read_text().splitlines())
    assert headings(recorded / "summary.md") == headings(recorded / "page") == summary
    assert (recorded / "policies.sarif").exists()
    verdict = shell(recorded, steps["Verdict"]["run"], PREVIEW=outputs["status"], GUARD=outputs["guard"])
    assert (verdict[0] == 0) is good


@pytest.mark.parametrize("case", [CASE_GROWS, CASE_BLOCKED], ids=["grows", "blocked"])
def test_a_pull_request_on_azure_devops(recorded: Path, case: Case) -> None:
    head, status, good, summary = case
    (recorded / "base.jsonl").write_text(BASE)
    (recorded / "head.jsonl").write_text(head)
    (recorded / "status").write_text(str(status))
    out = recorded / "out"
    (out / "base").mkdir(parents=True)
    environment = {
        "AGENT_TEMPDIRECTORY": str(out),
        "PIPELINE_WORKSPACE": str(out),
        "idToken": "t",
        "servicePrincipalId": "c",
        "tenantId": "d",
    }
    assert shell(recorded, azure_scripts()["Preview"], "head", **environment)[0] == 0
    ended, _ = shell(recorded, azure_scripts()["Judge"], "base", **environment)
    assert (ended == 0) is good
    assert headings(out / "summary.md") == summary
    assert (out / "results" / "policies.sarif").exists()
    assert (out / "policies.xml").exists()


@pytest.mark.parametrize(
    ("threads", "asked"),
    [
        ([], "-X POST https://dev/x/p/_apis/git/repositories/r/pullRequests/7/threads?api-version=7.1"),
        (
            [{"id": 3, "comments": [{"content": "LGTM"}]}],
            "-X POST https://dev/x/p/_apis/git/repositories/r/pullRequests/7/threads?api-version=7.1",
        ),
        (
            [{"id": 5, "comments": [{"content": "<!-- azure-ai-landing-zone -->\n### old"}]}],
            "-X PATCH https://dev/x/p/_apis/git/repositories/r/pullRequests/7/threads/5/comments/1?api-version=7.1",
        ),
    ],
)
def test_azure_devops_gets_one_comment_that_is_kept_up_to_date(
    recorded: Path, threads: list[Any], asked: str
) -> None:
    (recorded / "threads").write_text(json.dumps({"value": threads}))
    (recorded / "summary.md").write_text('### Guard: 1 "loss"\n')
    environment = {
        "AGENT_TEMPDIRECTORY": str(recorded),
        "SYSTEM_COLLECTIONURI": "https://dev/x/",
        "SYSTEM_TEAMPROJECTID": "p",
        "BUILD_REPOSITORY_ID": "r",
        "SYSTEM_PULLREQUEST_PULLREQUESTID": "7",
        "SYSTEM_ACCESSTOKEN": "t",
    }
    assert shell(recorded, azure_scripts()["Post the summary"], **environment) == (0, "")
    last = (recorded / "asked").read_text().split("-H Content-Type: application/json ")[-1]
    assert last.startswith(asked)
    assert '\\"loss\\"' in last


def azure_steps() -> list[dict[str, Any]]:
    return [step for job in yaml.safe_load(AZURE.read_text())["jobs"] for step in job["steps"]]


def azure_scripts() -> dict[str, str]:
    """The shell in the Azure pipeline, by the name of its step."""
    steps = azure_steps()
    found = {step["displayName"]: step["bash"] for step in steps if "bash" in step}
    return found | {
        step["displayName"]: step["inputs"]["inlineScript"]
        for step in steps
        if "inlineScript" in step.get("inputs", {})
    }


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


def test_azure_devops_installs_the_engine_only_if_it_is_the_one_that_was_meant(recorded: Path) -> None:
    given = b"an archive"
    (recorded / "given").write_bytes(given)
    (recorded / "tools" / "curl").write_text('#!/bin/sh\ncp "$RECORDED/given" "$3"\n')
    for tool in ("git", "tar", "pip"):
        (recorded / "tools" / tool).write_text(f'#!/bin/sh\necho {tool} >> "$RECORDED/ran"\n')
        (recorded / "tools" / tool).chmod(0o755)
    (recorded / "tools" / "python").write_text(PYTHON)
    (recorded / "tools" / "python").chmod(0o755)
    environment = {"AGENT_TEMPDIRECTORY": str(recorded), "PULUMI_VERSION": "3.255.0"}
    install = azure_scripts()["Install"]
    refused, _ = shell(recorded, install, **environment, PULUMI_SHA256="0" * 64)
    assert (refused, (recorded / "ran").read_text()) == (1, "git\n")
    passed, _ = shell(recorded, install, **environment, PULUMI_SHA256=sha256(given).hexdigest())
    judge = f"judge install --quiet --require-hashes -r {recorded}/base/requirements.txt"
    assert (passed, (recorded / "ran").read_text()) == (0, f"git\ngit\ntar\n{judge}\npip\n")
