"""The pipelines for consumers: their shell, run on recorded previews."""

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from helpers.pipelines import (
    AZURE,
    GITHUB,
    PYTHON,
    azure_scripts,
    azure_steps,
    github_scripts,
    github_steps,
    shell,
)
from policies.plans import events, step

pytestmark = pytest.mark.programs

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


def test_what_the_preview_of_a_pull_request_ended_with_tells_azure_devops_nothing(recorded: Path) -> None:
    """Its code ran beside that file, and agents obey what a step prints. Source:
    learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands, 2026-11-22."""
    (recorded / "previews").mkdir()
    for name, text in (("head", GROWS), ("base", BASE)):
        (recorded / "previews" / f"{name}.jsonl").write_text(text)
    (recorded / "previews" / "status").write_text("1\n##vso[task.prependpath]/tmp/mine\n")
    environment = {"AGENT_TEMPDIRECTORY": str(recorded), "PIPELINE_WORKSPACE": str(recorded)}
    status, printed = shell(recorded, azure_scripts()["Judge"], "base", **environment)
    assert (status, re.findall(r"##vso\[(.*?)\]", printed)) == (1, ["task.uploadsummary"])


def test_what_the_preview_brings_to_the_judge_overwrites_nothing_of_the_base() -> None:
    """On GitHub it is unpacked into the folder that it names, whatever is in it."""
    download = next(step for step in github_steps() if "download-artifact@" in step.get("uses", ""))
    assert download["with"] == {"name": "previews", "path": "previews"}


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
    (recorded / "previews").mkdir()
    for name in ("Preview the base", "Preview", "Report"):
        for file in recorded.glob("*.jsonl"):
            shutil.copy(file, recorded / "previews")
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
