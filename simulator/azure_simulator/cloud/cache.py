"""Where this machine keeps what takes long to make."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Of the engine and of the SDK's types, for all checkouts (`XDG_CACHE_HOME`, else `~/.cache`)."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "azure-simulator"
