"""Programs that are not ours, on the real engine: their own interpreter, their output, their failures."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from helpers.offline import program

pytestmark = pytest.mark.engine


def test_a_project_runs_in_its_own_virtual_environment(tmp_path: Path) -> None:
    environment = tmp_path / "its own"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    site_packages = next((environment / "lib").glob("python*/site-packages"))
    (site_packages / "sdk.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    code = 'import sys, pulumi\npulumi.export("prefix", sys.prefix)\npulumi.export("path", sys.path[0])\n'
    foreign = program(tmp_path, code, virtualenv="its own")
    foreign.up("--skip-preview")
    assert foreign.outputs() == {"prefix": str(environment), "path": str(tmp_path)}


def test_without_an_environment_it_runs_in_ours(tmp_path: Path) -> None:
    foreign = program(tmp_path, 'import sys, pulumi\npulumi.export("prefix", sys.prefix)\n')
    foreign.up("--skip-preview")
    assert foreign.outputs() == {"prefix": sys.prefix}


def test_a_missing_environment_is_named_with_the_way_out(tmp_path: Path) -> None:
    foreign = program(tmp_path, "", virtualenv="venv")
    assert (
        f"The 'virtualenv' option of the project in {tmp_path} is set to {tmp_path}/venv, and there is no "
        "Python in it: run 'pulumi install', or make the environment."
    ) in foreign.up(status=1)


def test_install_makes_the_environment_from_the_requirements(tmp_path: Path) -> None:
    foreign = program(tmp_path, "", virtualenv="venv")
    (tmp_path / "requirements.txt").write_text("", encoding="utf-8")
    foreign.offline.run("pulumi", "install")
    assert (tmp_path / "venv" / "bin" / "python").exists()


def test_what_a_program_prints_and_how_it_fails_reach_the_user(tmp_path: Path) -> None:
    foreign = program(tmp_path, "print('a line of its own')\n\ndef build():\n    {}['missing']\n\nbuild()\n")
    printed = foreign.up(status=1)
    assert "a line of its own" in printed
    assert (
        "    error: Program failed with an unhandled exception:\n"
        "    Traceback (most recent call last):\n"
        f'      File "{tmp_path}/__main__.py", line 6, in <module>\n'
        "        build()\n"
        f'      File "{tmp_path}/__main__.py", line 4, in build\n'
        "        {}['missing']\n"
    ) in printed
    assert "runpy" not in printed


def test_a_run_error_is_told_once_and_without_a_traceback(tmp_path: Path) -> None:
    foreign = program(tmp_path, 'import pulumi\nraise pulumi.RunError("what is wrong")\n')
    diagnostics = foreign.up(status=1).split("Diagnostics:")[1]
    assert diagnostics.count("what is wrong") == 1
    assert "Traceback" not in diagnostics


def test_a_dynamic_resource_runs_in_the_programs_interpreter(tmp_path: Path) -> None:
    foreign = program(
        tmp_path,
        "import pulumi\n"
        "from pulumi.dynamic import CreateResult, Resource, ResourceProvider\n"
        "class Provider(ResourceProvider):\n"
        "    def create(self, props):\n"
        "        import sys\n"
        "        return CreateResult('one', {'prefix': sys.prefix})\n"
        "class Once(Resource):\n"
        "    prefix: pulumi.Output[str]\n"
        "    def __init__(self, name):\n"
        "        super().__init__(Provider(), name, {'prefix': None})\n"
        "pulumi.export('prefix', Once('once').prefix)\n",
    )
    foreign.up("--skip-preview")
    assert foreign.outputs() == {"prefix": sys.prefix}


def test_configuration_reaches_the_program_and_secrets_stay_secret(tmp_path: Path) -> None:
    code = "import pulumi\nconfig = pulumi.Config()\npulumi.export('all', config.require_secret('word'))\n"
    foreign = program(tmp_path, code)
    foreign.offline.run("pulumi", "config", "set", "--secret", "word", "hush", "--stack", "dev")
    assert "hush" not in foreign.up("--skip-preview")
    assert foreign.outputs() == {"all": "[secret]"}
    assert "hush" not in (tmp_path / "Pulumi.dev.yaml").read_text(encoding="utf-8")
