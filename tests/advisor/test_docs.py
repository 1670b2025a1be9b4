"""The examples of docs/advisor.md are requests, and run."""

import re
import shlex
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from azure_ai_landing_zone import AdviceRequest, advise
from azure_ai_landing_zone.cli import application

PAGE = (Path(__file__).parents[2] / "docs" / "advisor.md").read_text(encoding="utf-8")
FILES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [line for line in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)[0].splitlines() if line]
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("file", FILES)
def test_files(file: str) -> None:
    assert advise(AdviceRequest.load(yaml.safe_load(file), "an example")).advice.proposals


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("advice.yaml").write_text(FILES[0])
    name, *arguments = shlex.split(command)
    assert name == "ailz"
    assert CliRunner().invoke(application(), arguments).exit_code == 0


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(program, {})  # noqa: S102 - our own page
    assert "inferenceClusters" in capsys.readouterr().out


def test_there_are_examples() -> None:
    assert (len(FILES), len(COMMANDS), len(PROGRAMS)) == (2, 3, 1)
