"""The pipelines of examples/ci, and their shell with programs that play back what was recorded."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from helpers.offline import ROOT

GITHUB = ROOT / "examples" / "ci" / "github-actions.yml"
AZURE = ROOT / "examples" / "ci" / "azure-pipelines.yml"
GITHUB_DEPLOY = ROOT / "examples" / "ci" / "github-deploy.yml"
AZURE_DEPLOY = ROOT / "examples" / "ci" / "azure-deploy.yml"
BIN = Path(sys.executable).parent

PULUMI = r"""#!/usr/bin/env bash
case "$*" in
*install) ;;
*--save-plan*)
  echo plan > "$(sed 's/.*--save-plan \([^ ]*\).*/\1/' <<< "$*")"
  cat "$RECORDED/head.jsonl"; exit "$(cat "$RECORDED/status")" ;;
up*--plan*) echo "$*" >> "$RECORDED/asked" ;;
*base*preview*) cat "$RECORDED/base.jsonl" ;;
*preview*--policy-pack*) cat "$RECORDED/head.jsonl"; exit "$(cat "$RECORDED/status")" ;;
*) exit 99 ;;
esac
"""
CURL = """#!/usr/bin/env bash
echo "$*" >> "$RECORDED/asked"
cat "$RECORDED/threads"
"""
PYTHON = """#!/usr/bin/env bash
mkdir -p "$3/bin" installed
printf 'runtime: python\nversion: 0.1.0\n' > installed/PulumiPolicy.yaml
printf '#!/bin/sh\necho "judge $*" >> "$RECORDED/ran"\n' > "$3/bin/pip"
printf '#!/bin/sh\necho installed\n' > "$3/bin/ailz"
chmod +x "$3"/bin/*
"""


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


Step = dict[str, Any]


def github_steps(file: Path = GITHUB) -> list[Step]:
    jobs = yaml.safe_load(file.read_text())["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


def github_scripts(file: Path = GITHUB) -> dict[str, str]:
    return {step["name"]: step["run"] for step in github_steps(file) if "run" in step}


def azure_jobs(file: Path = AZURE) -> list[dict[str, Any]]:
    pipeline = yaml.safe_load(file.read_text())
    stages = pipeline.get("stages", [pipeline])
    return [job for stage in stages for job in stage["jobs"]]


def azure_steps_of(job: dict[str, Any]) -> list[Step]:
    """Of a job, or of a deployment that runs once."""
    steps: list[Step] = job["steps"] if "steps" in job else job["strategy"]["runOnce"]["deploy"]["steps"]
    return steps


def azure_steps(file: Path = AZURE) -> list[Step]:
    return [step for job in azure_jobs(file) for step in azure_steps_of(job)]


def azure_scripts(file: Path = AZURE) -> dict[str, str]:
    """The shell in the Azure pipeline, by the name of its step."""
    steps = azure_steps(file)
    found = {step["displayName"]: step["bash"] for step in steps if "bash" in step}
    return found | {
        step["displayName"]: step["inputs"]["inlineScript"]
        for step in steps
        if "inlineScript" in step.get("inputs", {})
    }
