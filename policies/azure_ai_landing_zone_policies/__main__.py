"""Prints the folder of the installed pack: `pulumi preview --policy-pack "$(python -m …)"`."""

from pathlib import Path

print(Path(__file__).parent / "installed")
