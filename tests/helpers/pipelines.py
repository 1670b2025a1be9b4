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
BIN = Path(sys.executable).parent

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


def github_steps() -> list[dict[str, Any]]:
    jobs = yaml.safe_load(GITHUB.read_text())["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


def github_scripts() -> dict[str, str]:
    return {step["name"]: step["run"] for step in github_steps() if "run" in step}


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
