"""Setting up says how far it is."""

import pytest

import setup


def test_each_quarter_of_the_packages_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    progress = setup._Progress()
    assert progress.total > 80
    for number in range(progress.total):
        progress.line(f"Collecting package-{number}==1.0\n")
        progress.line("  Downloading it\n")
    progress.line("Installing collected packages: all\n")
    *quarters, last = capsys.readouterr().err.splitlines()
    assert [int(line.split()[0]) * 4 // progress.total for line in quarters] == [1, 2, 3, 4]
    assert last == "  all there: installing them"


def test_what_pip_warns_of_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    setup._Progress().line("ERROR: no hash\n")
    assert capsys.readouterr().err == "ERROR: no hash\n"
