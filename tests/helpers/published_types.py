"""Azure's published types, against what is in a state. They lie beside the checkout where it is developed."""

import json
import re
import subprocess
import sys
from pathlib import Path

from helpers.offline import ROOT, Program

ARMCHECK = ROOT.parent / "shared" / "armcheck" / "armcheck.py"

OPEN = {
    "hardwareProfile.vmSize": "the list of sizes ends in 2017",
    'inputs.sku.name: "PremiumV2"': "API Management's list has this tier from 2025-09-01-preview on",
    ".streams": "the list of what is collected has five streams of machines",
}
"""Lists that Azure publishes unfinished, by the end of a path, or a path with its value; with the reason."""

UNMAPPED = {
    "azure-native:resources:Resource": "what the default API version lacks; components say which and why",
}
"""Types that there is nothing to compare with, with the reason."""


def refusals(state: Path) -> list[str]:
    """What Azure's types have against the resources of an exported stack, and types that it has none for."""
    done = subprocess.run(
        [sys.executable, str(ARMCHECK), "--json", str(state)], capture_output=True, text=True, check=False
    )
    found = json.loads(done.stdout)
    problems = [
        f"{finding['urn'].split('::')[-1]}: {finding['path']}: {finding['problem']}"
        for finding in found["findings"]
        if not (finding["rule"] == "enum-open" and _is_known(finding))
    ]
    return [*problems, *(one for one in found["unmapped"] if one not in UNMAPPED)]


def _is_known(finding: dict[str, str]) -> bool:
    path = re.sub(r"\[\d+\]$", "", finding["path"])
    value = finding["problem"].removesuffix(" is not a published value")
    return any(path.endswith(known) or f"{path}: {value}" == known for known in OPEN)


def exported(made: Program) -> Path:
    """The file with the state of a program."""
    state = made.offline.folder / "state.json"
    text = made.offline.run("pulumi", "stack", "export", "--stack", "dev").output
    state.write_text(text, encoding="utf-8")
    return state
