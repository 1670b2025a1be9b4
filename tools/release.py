"""Checks that a tag may be released, and prints what its version changed, for the workflow `release`.

Standard library only. Exits with a sentence where tag, pyproject.toml and CHANGELOG.md disagree.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def notes(tag: str, project: str, changelog: str) -> str:
    """The section of the tag's version, of the texts of pyproject.toml and CHANGELOG.md.

    Raises:
        ValueError: they disagree.
    """
    version = tomllib.loads(project)["project"]["version"]
    if tag != f"v{version}":
        raise ValueError(
            f"the tag is {tag}, and pyproject.toml says {version}: tag v{version}, or raise the version"
        )
    found = re.search(rf"^## {re.escape(version)}, ([^\n]*)\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if found is None:
        raise ValueError(f"CHANGELOG.md has no section '## {version}, <date>': write what changed")
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", found[1]):
        raise ValueError(f"CHANGELOG.md says '{version}, {found[1]}': put the day in, as 2026-11-22")
    return found[2].strip() + "\n"


def check_states(tag: str, folder: Path) -> None:
    """Later versions are held against what this one's stacks make.

    Raises:
        ValueError: that isn't kept.
    """
    if not (folder / f"{tag.removeprefix('v')}.tar.xz").exists():
        raise ValueError(f"{folder} has no states of {tag}: `make states`, then `python tools/upgrades.py`")


def main() -> None:
    """Print the notes of the tag that is given."""
    try:
        text = notes(
            sys.argv[1],
            (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
            (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
        )
        check_states(sys.argv[1], ROOT / "tests" / "stacks" / "released")
    except ValueError as problem:
        sys.exit(f"release: {problem}")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
