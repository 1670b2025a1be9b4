"""The example of a repository that tests its own program, as it runs where nothing of ours is checked out."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.offline import ROOT

EXAMPLE = ROOT / "examples" / "tested_repository"


def run(folder: Path, *tests: str) -> str:
    shutil.copytree(EXAMPLE, folder / "repository", ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=folder / "repository", check=False, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.programs
def test_its_constructors_are_answered_as_azure_answers(tmp_path: Path) -> None:
    assert "2 passed" in run(tmp_path, "tests/test_constructors.py")


@pytest.mark.engine
def test_its_program_comes_up_stays_and_survives_a_bad_day(tmp_path: Path) -> None:
    assert "4 passed" in run(tmp_path, "tests/test_program.py")
