"""What a node was told about itself, in /etc/azure-ai-landing-zone/node.json."""

import json
import os
from pathlib import Path
from typing import Any

FOLDER = Path("/etc/azure-ai-landing-zone")
STATE = Path("/var/lib/azure-ai-landing-zone")
"""What outlives a restart."""
RUN = Path("/run/azure-ai-landing-zone")
"""What a restart forgets."""


def load(folder: Path = FOLDER) -> dict[str, Any]:
    """The node's settings; written by cloud-init, the same on every node of a cluster."""
    settings: dict[str, Any] = json.loads((folder / "node.json").read_text(encoding="utf-8"))
    return settings


def write(file: Path, text: str, mode: int = 0o644) -> bool:
    """Put text into a file at once, or not at all. Whether that changed anything."""
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="utf-8") as out:
        out.write(text)
    draft.replace(file)
    return True
