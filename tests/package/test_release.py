"""What may be released: a tag, a version and a section of the changelog that are the same."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from azure_ai_landing_zone_policies.engine import analyzer
from release import ROOT, check_states, notes

PROJECT = '[project]\nversion = "0.2.0"\n'
CHANGELOG = "# Changelog\n\n## 0.2.0, 2026-11-30\n\n- One.\n- Two.\n\n## 0.1.0, 2026-11-22\n\n- First.\n"


def test_the_notes_are_the_section_of_the_version() -> None:
    assert notes("v0.2.0", PROJECT, CHANGELOG) == "- One.\n- Two.\n"
    assert notes("v0.1.0", PROJECT.replace("0.2", "0.1"), CHANGELOG) == "- First.\n"


@pytest.mark.parametrize(
    ("tag", "changelog", "problem"),
    [
        (
            "0.2.0",
            CHANGELOG,
            "the tag is 0.2.0, and pyproject.toml says 0.2.0: tag v0.2.0, or raise the version",
        ),
        (
            "v0.3.0",
            CHANGELOG,
            "the tag is v0.3.0, and pyproject.toml says 0.2.0: tag v0.2.0, or raise the version",
        ),
        (
            "v0.2.0",
            CHANGELOG.replace("## 0.2.0", "## 0.2.1"),
            "CHANGELOG.md has no section '## 0.2.0, <date>': write what changed",
        ),
        (
            "v0.2.0",
            CHANGELOG.replace("2026-11-30", "unreleased"),
            "CHANGELOG.md says '0.2.0, unreleased': put the day in, as 2026-11-22",
        ),
    ],
)
def test_what_disagrees_is_not_released(tag: str, changelog: str, problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        notes(tag, PROJECT, changelog)


def test_what_keeps_no_states_is_not_released(tmp_path: Path) -> None:
    problem = f"{tmp_path} has no states of v0.2.0: `make states`, then `python tools/upgrades.py`"
    with pytest.raises(ValueError, match=re.escape(problem)):
        check_states("v0.2.0", tmp_path)
    (tmp_path / "0.2.0.tar.xz").touch()
    check_states("v0.2.0", tmp_path)


def test_the_pack_has_the_version_of_the_package_that_it_comes_in() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    packs = sorted((ROOT / "policies").rglob("PulumiPolicy.yaml"))
    told = [yaml.safe_load(pack.read_text(encoding="utf-8"))["version"] for pack in packs]
    assert [*told, analyzer.VERSION] == [version] * 3


def pins(file: str) -> dict[str, list[str]]:
    """What a lock has, and the hashes of each."""
    found = re.findall(
        r"^(\S+==\S+)(?: ;[^\\\n]*)? \\\n((?:    --hash=\S+(?: \\)?\n)+)",
        (ROOT / file).read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    return {pin: re.findall(r"sha256:[0-9a-f]{64}", hashes) for pin, hashes in found}


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt", "requirements-release.txt"])
def test_what_is_installed_is_known_to_the_byte(file: str) -> None:
    """pip refuses everything else with --require-hashes."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    named = [line.split()[0] for line in lines if line and not line.startswith(("#", " "))]
    assert named == list(pins(file))
    assert [pin for pin, hashes in pins(file).items() if not hashes] == []


def test_what_deploys_has_no_tools_in_it_and_what_tests_has_the_same() -> None:
    deploys, tests = pins("requirements.txt"), pins("requirements-dev.txt")
    assert {pin: hashes for pin, hashes in tests.items() if pin in deploys} == deploys
    names = {pin.partition("==")[0] for pin in deploys}
    project = tomllib.loads(Path(ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tools = {re.split(r"[=<>]", one)[0].lower() for one in project["optional-dependencies"]["dev"]}
    assert names & tools == set()
