"""`azure-simulator exec`: any command, in any folder, with its exit status and nothing left behind."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from azure_simulator.command_line import main
from azure_simulator.engine.attach import FOLDER_VARIABLE, run
from helpers.offline import ROOT, Offline

pytestmark = pytest.mark.programs


@pytest.mark.parametrize(
    ("script", "status"),
    [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143)],
)
def test_the_exit_status_of_the_command_is_passed_on(tmp_path: Path, script: str, status: int) -> None:
    assert Offline(tmp_path).run("sh", "-c", script, status=None).status == status


def test_an_unknown_command_is_named(tmp_path: Path) -> None:
    result = Offline(tmp_path).run("no-such-command", status=127)
    assert result.output == "no-such-command: no such command\n"


def test_a_missing_command_is_asked_for(tmp_path: Path) -> None:
    result = Offline(tmp_path).run(status=2)
    assert "name the command to run, as in: azure-simulator exec -- pulumi preview" in result.output


def test_the_wrapper_works_from_any_folder_and_through_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(ROOT / "offline")
    done = subprocess.run([link, "pwd"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == f"{tmp_path}\n"


def test_the_command_finds_engine_backend_and_providers_of_its_folder(tmp_path: Path) -> None:
    names = ["PULUMI_BACKEND_URL", "PULUMI_HOME", "ARM_SUBSCRIPTION_ID", "PULUMI_SKIP_UPDATE_CHECK"]
    printed = Offline(tmp_path).run("sh", "-c", " && ".join(f'echo "${name}"' for name in names)).output
    state = tmp_path / ".offline"
    assert printed.splitlines() == [
        f"file://{state}/backend",
        f"{state}/pulumi-home",
        "00000000-0000-0000-0000-000000000001",
        "1",
    ]
    assert Offline(tmp_path).run("pulumi", "version").output.startswith("v3.")


def test_no_access_token_reaches_the_command(tmp_path: Path) -> None:
    offline = Offline(tmp_path, {"PULUMI_ACCESS_TOKEN": "pul-1"})
    assert offline.run("sh", "-c", 'echo "[$PULUMI_ACCESS_TOKEN]"').output == "[]\n"


def test_a_passphrase_of_the_caller_is_kept(tmp_path: Path) -> None:
    shown = ("sh", "-c", 'echo "$PULUMI_CONFIG_PASSPHRASE"')
    assert Offline(tmp_path).run(*shown).output == "offline\n"
    assert Offline(tmp_path, {"PULUMI_CONFIG_PASSPHRASE": "mine"}).run(*shown).output == "mine\n"


def test_the_engine_fetches_no_plugins_unless_the_caller_says_so(tmp_path: Path) -> None:
    """It tried azure-native's on each command of a stack that is there, though ours answer for it."""
    fetches_none = "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION"
    shown = ("sh", "-c", f'echo "${fetches_none}"')
    assert Offline(tmp_path).run(*shown).output == "true\n"
    assert Offline(tmp_path, {fetches_none: "false"}).run(*shown).output == "false\n"


def test_a_second_run_in_one_folder_is_refused_and_says_who_holds_it(tmp_path: Path) -> None:
    offline = Offline(tmp_path)
    with subprocess.Popen(offline.command("cat"), cwd=tmp_path, stdin=subprocess.PIPE) as first:
        lock = tmp_path / ".offline" / "lock"
        while not (lock.exists() and lock.read_text(encoding="utf-8")):
            time.sleep(0.05)
        refused = offline.run("true", status=1)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        assert Offline(elsewhere).run("true").output == ""
        assert first.stdin is not None
        first.stdin.close()
    assert refused.output == (
        f"azure-simulator: The simulated Azure of {tmp_path} is in use by process {first.pid} (cat): "
        "wait until that has ended, or call this one from another folder.\n"
    )
    assert first.returncode == 0


def test_a_command_inside_a_command_joins_it(tmp_path: Path) -> None:
    offline = Offline(tmp_path)
    inner = offline.command("sh", "-c", "echo $PULUMI_DEBUG_PROVIDERS")
    script = "import os,subprocess,sys; print(os.environ['PULUMI_DEBUG_PROVIDERS'], flush=True); "
    script += f"sys.exit(subprocess.run({inner!r}).returncode)"
    outer, joined = offline.run(sys.executable, "-c", script).output.splitlines()
    assert outer == joined


def test_every_process_that_was_started_ends_with_the_command(tmp_path: Path) -> None:
    printed = Offline(tmp_path).run("sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!").output
    assert not psutil.pid_exists(int(printed))


def test_what_a_killed_run_left_is_ended_by_the_next(tmp_path: Path) -> None:
    state = tmp_path / ".offline"
    left = subprocess.Popen(["sleep", "600"], env={FOLDER_VARIABLE: str(state), "PATH": "/usr/bin:/bin"})
    Offline(tmp_path).run("true")
    assert left.wait(timeout=60) == -15


def test_what_starts_another_program_just_then_is_ended_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until that runs Linux answers its environment and its command line empty."""
    state = tmp_path / ".offline"
    left = subprocess.Popen(["sleep", "600"], env={FOLDER_VARIABLE: str(state), "PATH": "/usr/bin:/bin"})
    for asked in ("environ", "cmdline"):
        monkeypatch.setattr(psutil.Process, asked, empty_at_first(left.pid, getattr(psutil.Process, asked)))
    run(["true"], tmp_path)
    there = psutil.pid_exists(left.pid)
    left.kill()
    assert not there


def empty_at_first(pid: int, answer: Callable[[psutil.Process], Any]) -> Callable[[psutil.Process], Any]:
    """For the first two questions about that process, which are those of a `run` that asks once."""
    asked = iter(range(2))
    return lambda process: {} if process.pid == pid and next(asked, None) is not None else answer(process)


def test_the_state_folder_keeps_itself_out_of_git(tmp_path: Path) -> None:
    Offline(tmp_path).run("true")
    assert (tmp_path / ".offline" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_ctrl_c_before_the_command_runs_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While the folder is prepared and the engine is looked for; the command itself is asked to end."""

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("azure_simulator.command_line.run", interrupted)
    monkeypatch.setattr("sys.argv", ["azure-simulator", "exec", "--", "true"])
    status: object = None
    try:
        main()
    except (KeyboardInterrupt, SystemExit) as ended:
        status = getattr(ended, "code", "a traceback")
    assert status == 130
    assert capsys.readouterr().err == (
        "azure-simulator: interrupted. What Azure had answered is kept; the same command goes on.\n"
    )


@pytest.mark.parametrize("absent", ["psutil", "kubernetes_validate"])
def test_without_its_extra_the_simulator_says_what_to_install(absent: str) -> None:
    script = (
        "import runpy, sys\n"
        f"sys.modules[{absent!r}] = None\n"  # as Python has it: not to be imported
        "sys.argv = ['azure-simulator', 'exec', '--', 'true']\n"
        "runpy.run_module('azure_simulator', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        f"azure-simulator: not installed: {absent}. The simulator is an extra: "
        "pip install 'azure-ai-landing-zone[simulator]'\n",
    )
