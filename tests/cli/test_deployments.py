"""The pipelines that deploy: a person agrees to one plan of one commit, and nothing else is done."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml

from helpers.pipelines import (
    AZURE_DEPLOY,
    GITHUB_DEPLOY,
    azure_jobs,
    azure_scripts,
    azure_steps,
    github_scripts,
    github_steps,
    shell,
)
from policies.plans import events, step

pytestmark = pytest.mark.programs

NODES = {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}, "location": "eastus"}
SAME = events(step("same", "compute:VirtualMachineScaleSet", "nodes", old=NODES, new=NODES))
LOSES = events(step("delete", "compute:VirtualMachineScaleSet", "nodes", old=NODES))
DIGEST = sha256(b"plan\n").hexdigest()


def scripts(service: str) -> dict[str, str]:
    return github_scripts(GITHUB_DEPLOY) if service == "github" else azure_scripts(AZURE_DEPLOY)


@pytest.fixture
def environment(recorded: Path) -> dict[str, str]:
    """As both services set it."""
    return {
        "RUNNER_TEMP": str(recorded),
        "GITHUB_OUTPUT": str(recorded / "output"),
        "GITHUB_STEP_SUMMARY": str(recorded / "summary.md"),
        "GITHUB_SHA": "c0ffee",
        "AGENT_TEMPDIRECTORY": str(recorded),
        "PIPELINE_WORKSPACE": str(recorded),
        "BUILD_SOURCEVERSION": "c0ffee",
        "idToken": "t",
        "servicePrincipalId": "c",
        "tenantId": "d",
    }


@pytest.mark.parametrize("service", ["github", "azure"])
@pytest.mark.parametrize(("head", "status", "good"), [(SAME, 0, True), (LOSES, 0, False), (SAME, 255, False)])
def test_a_plan_is_shown_with_its_commit_and_digest(
    recorded: Path, environment: dict[str, str], service: str, head: str, status: int, good: bool
) -> None:
    record = recorded / "record"
    record.mkdir()
    (record / "head.jsonl").write_text(head)
    (record / "status").write_text(str(status))
    ended, said = shell(recorded, scripts(service)["Plan"], **environment, RECORDED=str(record))
    assert (ended == 0) is good
    if status == 0:
        told = (recorded / "output").read_text() if service == "github" else said
        assert f"digest={DIGEST}" in told or f"isOutput=true]{DIGEST}" in told
        assert (recorded / "summary.md").read_text().startswith(f"Commit `c0ffee`, plan `{DIGEST}`.\n")


@pytest.mark.parametrize("service", ["github", "azure"])
def test_another_plan_than_the_one_agreed_to_is_refused(
    recorded: Path, environment: dict[str, str], service: str
) -> None:
    (recorded / "plan").mkdir()
    script = scripts(service)["It is the plan that was agreed to"]
    for text, ended in (("plan\n", 0), ("another\n", 1)):
        for file in (recorded / "plan.json", recorded / "plan" / "plan.json"):
            file.write_text(text)
        assert shell(recorded, script, **environment, DIGEST=DIGEST)[0] == ended


@pytest.mark.parametrize("service", ["github", "azure"])
def test_what_is_deployed_is_in_the_plan(recorded: Path, environment: dict[str, str], service: str) -> None:
    (recorded / "tools" / "ailz").write_text("#!/bin/sh\necho pack\n")
    (recorded / "tools" / "ailz").chmod(0o755)
    assert shell(recorded, scripts(service)["Deploy"], **environment)[0] == 0
    plan = recorded / "plan.json" if service == "github" else recorded / "plan" / "plan.json"
    assert (recorded / "asked").read_text() == (
        f"up --stack prod --non-interactive --yes --plan {plan} --policy-pack pack\n"
    )


def test_on_github_people_agree_to_the_commit_that_was_planned() -> None:
    jobs: dict[str, Any] = yaml.safe_load(GITHUB_DEPLOY.read_text())["jobs"]
    assert {name: (job["environment"], job.get("needs")) for name, job in jobs.items()} == {
        "plan": ("plan", None),
        "deploy": ("prod", "plan"),
    }
    checkouts = [one for one in github_steps(GITHUB_DEPLOY) if "checkout@" in one.get("uses", "")]
    assert [one["with"]["ref"] for one in checkouts] == ["${{ github.sha }}"] * 2
    for job in jobs.values():
        assert job["permissions"] == {"contents": "read", "id-token": "write"}


def test_on_azure_devops_approvers_agree_before_the_deployer_signs_in() -> None:
    plan, deploy = azure_jobs(AZURE_DEPLOY)
    assert (plan.get("environment"), deploy["environment"]) == (None, "prod")
    tasks = [one for one in azure_steps(AZURE_DEPLOY) if one.get("task") == "AzureCLI@2"]
    connections = [one["inputs"]["azureSubscription"] for one in tasks]
    assert connections == ["$(previewConnection)", "$(deployConnection)"]
