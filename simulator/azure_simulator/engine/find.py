"""Which engine a run uses: a fitting `pulumi` on PATH, else one built here once a machine."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from azure_simulator.engine.build import VERSION, build_engine


@dataclass(frozen=True)
class Engine:
    """A `pulumi` executable."""

    pulumi: Path
    """The executable."""
    has_language_host: bool
    """Whether Pulumi's own Python language host lies beside it; a built engine has none."""


def find_engine() -> Engine:
    """The engine to use, built first where there is none.

    An engine older than the one that is tested, or one without its language host, is passed over.
    """
    on_path = shutil.which("pulumi")
    if on_path is not None:
        official = Path(on_path).resolve()
        host = official.with_name("pulumi-language-python")
        if os.access(host, os.X_OK) and _version(official) >= _parse(VERSION):
            return Engine(Path(on_path), has_language_host=True)
    return Engine(build_engine(), has_language_host=False)


def _version(pulumi: Path) -> tuple[int, ...]:
    try:
        shown = subprocess.run(
            [pulumi, "version"], capture_output=True, text=True, check=True, timeout=60
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    return _parse(shown)


def _parse(version: str) -> tuple[int, ...]:
    numbers = re.match(r"v?(\d+)\.(\d+)\.(\d+)", version.strip())
    return tuple(int(number) for number in numbers.groups()) if numbers else ()
