"""The SDK's types, asked for by several threads at once, as the engine does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.programs

PROGRAM = Path(__file__).with_name("asked_at_once.py")
SEEDS = range(50)


def test_types_asked_for_at_once_have_their_shapes() -> None:
    """The SDK's modules load when first used: one that is half there is not one without the type."""
    done = subprocess.run(
        [sys.executable, PROGRAM, *map(str, SEEDS)], capture_output=True, text=True, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(answer["seed"] for answer in answers) == list(SEEDS), done.stderr
    assert [answer for answer in answers if answer["without"]] == [], "seeds and what has no shape there"
