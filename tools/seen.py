"""Fills a stack's line in docs/before-azure.md once it has come up on real Azure.

pulumi stack export -s dev | python tools/seen.py dev
"""

import json
import math
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from azure_simulator.cloud.arm import SUBSCRIPTION_ID

PAGE = Path(__file__).resolve().parent.parent / "docs" / "before-azure.md"


def seen(page: str, stack: str, state: Mapping[str, Any], day: date, commit: str) -> str:
    """The page with the line of a stack whose state was exported.

    Raises:
        ValueError: the state doesn't show that the stack came up on real Azure, or the page has no such line.
    """
    deployment = state.get("deployment") or {}
    resources = deployment.get("resources") or []
    made = _made(resources)
    if not made:
        raise ValueError(f"the state has nothing of Azure's: export stack {stack} after `pulumi up`")
    if deployment.get("pending_operations"):
        raise ValueError("operations were cut off: `pulumi refresh` and `pulumi up` first")
    # Also in outputs of the stack that it stands on: what is inside of a cluster has no id of Azure's.
    simulated = re.search(rf'/subscriptions/{SUBSCRIPTION_ID}\b[^"\\]*', json.dumps(resources))
    if simulated is not None:
        raise ValueError(f"{simulated[0]} is of the simulated Azure: export what stands on the real one")
    line = re.compile(rf"^\| `{re.escape(stack)}` \| [^|]* \| [^|]* \|", re.MULTILINE)
    told = f"| `{stack}` | {len(made)} resources came up{_time(made)}, at {commit} | {day} |"
    page, lines = line.subn(lambda _: told, page)
    if not lines:
        raise ValueError(f"{PAGE.name} has no line of stack {stack}: write one, with what only Azure tells")
    return page


def _made(resources: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What the stack made itself, in Azure or inside of a cluster."""
    own = (one for one in resources if one.get("custom") and not one.get("external") and one.get("id"))
    return [
        one
        for one in own
        if one["id"].startswith("/subscriptions/") or one.get("type", "").startswith("kubernetes:")
    ]


def _time(made: Sequence[Mapping[str, Any]]) -> str:
    """From when the first was there until the last was, with all that lay between two runs of `up`."""
    there = [datetime.fromisoformat(one["created"]) for one in made if "created" in one]
    return f" in {math.ceil((max(there) - min(there)).total_seconds() / 60)} min" if there else ""


def main() -> None:
    """Read the state from standard input and write the page."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--tags"],
        cwd=PAGE.parent,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    try:
        page = PAGE.read_text(encoding="utf-8")
        told = seen(page, sys.argv[1], json.load(sys.stdin), datetime.now(UTC).date(), commit)
    except ValueError as problem:
        sys.exit(f"seen: {problem}")
    PAGE.write_text(told, encoding="utf-8")


if __name__ == "__main__":
    main()
