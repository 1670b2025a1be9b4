"""Running the tools of the image."""

import subprocess
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Ran(NamedTuple):
    """What a command ended with; standard error is part of the text."""

    status: int
    text: str


Run = Callable[[Sequence[str]], Ran]


def run(command: Sequence[str], timeout: float = 600.0) -> Ran:
    """Run a command to its end. One that isn't there ends with 127, one that hangs with 124, as in shells."""
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            timeout=timeout, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        return Ran(127, f"{command[0]}: command not found")
    except subprocess.TimeoutExpired:
        return Ran(124, f"{command[0]}: no answer in {timeout:.0f} seconds")
    return Ran(done.returncode, done.stdout)


def checked(*command: str) -> str:
    """What a command prints. Raises CalledProcessError where it fails."""
    ran = run(command)
    if ran.status:
        raise subprocess.CalledProcessError(ran.status, command, ran.text)
    return ran.text
