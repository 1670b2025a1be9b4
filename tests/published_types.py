"""Azure's published types, against what is in a state. They lie beside the checkout where it is developed."""

import json
import re
import subprocess
import sys
from pathlib import Path

from offline import ROOT, Program

ARMCHECK = ROOT.parent / "shared" / "armcheck" / "armcheck.py"

OPEN = ("hardwareProfile.vmSize", ".streams")
"""Lists that Azure publishes unfinished: that of sizes ends in 2017, that of what is collected has five
streams of machines."""


def refusals(state: Path) -> list[str]:
    """What Azure's types have against the resources of an exported stack, and types that it has none for."""
    done = subprocess.run(
        [sys.executable, str(ARMCHECK), "--json", str(state)], capture_output=True, text=True, check=False
    )
    found = json.loads(done.stdout)
    problems = [
        f"{finding['urn'].split('::')[-1]}: {finding['path']}: {finding['problem']}"
        for finding in found["findings"]
        if not (finding["rule"] == "enum-open" and re.sub(r"\[\d+\]$", "", finding["path"]).endswith(OPEN))
    ]
    return [*problems, *found["unmapped"]]


def exported(made: Program) -> Path:
    """The file with the state of a program."""
    state = made.offline.folder / "state.json"
    text = made.offline.run("pulumi", "stack", "export", "--stack", "dev").output
    state.write_text(text, encoding="utf-8")
    return state
