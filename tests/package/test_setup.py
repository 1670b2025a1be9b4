"""Setting up says how far it is."""

import sys
from pathlib import Path

import pytest

import setup


def test_each_quarter_of_the_packages_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(setup, "VENV", tmp_path)
    progress = setup._Progress()
    assert progress.total > 80
    for number in range(progress.total):
        progress.line(f"Collecting package-{number}==1.0\n")
        progress.line("  Downloading it\n")
    progress.line("Installing collected packages: all\n")
    progress.end()
    *quarters, last = capsys.readouterr().err.splitlines()
    assert [int(line.split()[0]) * 4 // progress.total for line in quarters] == [1, 2, 3, 4]
    assert last == "  all there: installing them"


def test_what_is_installed_is_told_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """pip says nothing of it, for half of the time that all takes."""
    progress = setup._Progress()
    for number in range(progress.total):
        (tmp_path / "lib" / "python3" / "site-packages" / f"package_{number}.dist-info").mkdir(parents=True)
    monkeypatch.setattr(setup, "VENV", tmp_path)
    setup._run([sys.executable, "-c", "print('Installing collected packages: all')"], told=progress)
    *_, last = capsys.readouterr().err.splitlines()
    assert last == f"  {progress.total} of {progress.total} installed"


def test_what_pip_warns_of_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    setup._Progress().line("ERROR: no hash\n")
    assert capsys.readouterr().err == "ERROR: no hash\n"
