"""Runs a command with the simulated Azure attached to the real Pulumi engine."""

import contextlib
import errno
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from azure_simulator.cloud.faults import Faults
from azure_simulator.cloud.store import Store, StoreDamaged, StoreUnwritable
from azure_simulator.cloud.subscription import (
    DEPLOYER_OBJECT_ID,
    SUBSCRIPTION_ID,
    TENANT_ID,
    Subscription,
)
from azure_simulator.cloud.subscription_settings import PROFILES, SubscriptionSettings
from azure_simulator.engine.backend import StateLost, repair
from azure_simulator.engine.find import find_engine
from azure_simulator.engine.language_host import PYTHON_VARIABLE, write_launchers
from azure_simulator.provider import unknown_types
from azure_simulator.provider.server import SimulatedAzure

STATE_FOLDER = ".offline"
"""In the folder a command is called from: the simulated subscription, Pulumi's state and its home."""

FOLDER_VARIABLE = "AZURE_SIMULATOR_FOLDER"
"""In the environment of everything started here: its state folder, by which leftovers are found and ended."""

_SUBSCRIPTION_VARIABLE = "AZURE_SIMULATOR_SUBSCRIPTION"
_BACKEND = "backend"
_HOME = "pulumi-home"
_AZURE = "azure"
_PASSPHRASE = "offline"  # noqa: S105  what it protects is simulated


class FolderInUse(RuntimeError):
    """Another command runs with the simulated Azure of this folder."""


class FolderUnusable(RuntimeError):
    """A folder can't be written to, or its disk is full."""


@contextlib.contextmanager
def stopped_azure(folder: Path, settings: SubscriptionSettings | None = None) -> Iterator[Subscription]:
    """The simulated subscription of `folder` while no engine runs with it.

    Raises what `run` does, but StateLost of a stack.
    """
    state = folder.resolve() / STATE_FOLDER
    with contextlib.ExitStack() as opened:
        with _explained(state):
            (state / _AZURE).mkdir(parents=True, exist_ok=True)
            (state / ".gitignore").write_text("*\n", encoding="utf-8")
            opened.enter_context(_locked(state, "azure-simulator"))
            store = opened.enter_context(Store(state / _AZURE))
        yield Subscription(store, settings=settings)


def run(command: list[str], folder: Path) -> int:
    """Run `command` in `folder` and return its exit status (128 + n where signal n ended it).

    The simulated subscription, the stacks' state and Pulumi's home are kept in `folder/.offline` between
    calls. A command that is itself run by this one joins it. Every process started here ends with it.

    Raises:
        FolderInUse: another command runs with the simulated Azure of this folder.
        FolderUnusable: the folder, or its disk, doesn't take what is kept there.
        StateLost: what stacks have made can't be read any more, and there is no backup.
    """
    state = folder.resolve() / STATE_FOLDER
    if os.environ.get(FOLDER_VARIABLE) == str(state):
        return _wait(subprocess.Popen(command))
    faults = Faults.from_json(os.environ.get("AZURE_SIMULATOR_FAULTS", "[]"))
    unknown = unknown_types.from_text(os.environ.get(unknown_types.VARIABLE, ""))
    azure = SimulatedAzure(state / _AZURE, faults, settings_named(), unknown)
    with attached(azure, state, " ".join(command)) as environment:
        try:
            return _wait(subprocess.Popen(command, env=environment))
        except FileNotFoundError:
            print(f"{command[0]}: no such command", file=sys.stderr)
            return 127
        finally:
            if kept := unknown_types.kept():
                print(
                    "azure-simulator: kept by their shape alone, with nothing checked that only Azure knows: "
                    + ", ".join(kept),
                    file=sys.stderr,
                )


@contextlib.contextmanager
def attached(azure: SimulatedAzure, state: Path, holder: str) -> Iterator[dict[str, str]]:
    """Starts `azure`, and yields the environment in which the real engine works with it.

    state: the folder of Pulumi's state and home. holder: who others that want the folder are told has it.
    Raises as `run` does. What was started in the environment ends with it.
    """
    with contextlib.ExitStack() as opened:
        with _explained(state):
            for made in (state, state / _BACKEND, state / _HOME):
                made.mkdir(parents=True, exist_ok=True)
            (state / ".gitignore").write_text("*\n", encoding="utf-8")
            opened.enter_context(_locked(state, holder))
            _end_leftovers(state)
            repair(state / _BACKEND)
            opened.enter_context(azure)
        try:
            yield _environment(state, azure.debug_providers)
        finally:
            _end_leftovers(state)


@contextlib.contextmanager
def _explained(state: Path) -> Iterator[None]:
    """Says of what is wrong with a folder what to do about it."""
    try:
        yield
    except (FileExistsError, NotADirectoryError) as problem:
        raise FolderUnusable(
            f"{problem.filename} is a file, where a folder for the simulated Azure and Pulumi's state has to "
            "be: move it away, or call this from another folder."
        ) from problem
    except OSError as problem:
        full = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        raise FolderUnusable(
            f"{problem.filename or state} can't be written to ({problem.strerror}): "
            + (
                "make room and call this again. What Azure had answered before is kept."
                if full
                else "call this from a folder that can be."
            )
        ) from problem
    except StoreUnwritable as problem:
        raise FolderUnusable(f"{problem}.") from problem
    except StoreDamaged as problem:
        raise StateLost(
            f"{problem}: what the simulated Azure had is lost. 'rm -rf {state}' starts anew, without any "
            "stack of this folder."
        ) from problem


def settings_named() -> SubscriptionSettings:
    """Those that the environment names. Raises ValueError."""
    named = os.environ.get(_SUBSCRIPTION_VARIABLE) or "roomy"
    if named in PROFILES:
        return SubscriptionSettings.profile(named)
    try:
        return SubscriptionSettings.read(Path(named).resolve())
    except ValueError as problem:
        raise ValueError(f"{_SUBSCRIPTION_VARIABLE}: {problem}") from None


@contextlib.contextmanager
def _locked(state: Path, holder: str) -> Iterator[None]:
    with (state / "lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise FolderInUse(
                f"The simulated Azure of {state.parent} is in use by {lock.read().strip()}: "
                "wait until that has ended, or call this one from another folder."
            ) from None
        lock.truncate(0)
        lock.write(f"process {os.getpid()} ({holder})")
        lock.flush()
        yield


def _environment(state: Path, debug_providers: str) -> dict[str, str]:
    engine = find_engine()
    folder = engine.pulumi.parent
    if not engine.has_language_host:
        write_launchers(folder)
    environment = {
        # Asked for a stack that is there, the engine fetches the plugins of its providers, also of those that
        # run already (pulumi 3.255, pkg/engine/plugins.go, ensurePluginsAreInstalled); without a network it
        # tries for more than two seconds, twice in an `up`.
        "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
        **os.environ,
        FOLDER_VARIABLE: str(state),
        PYTHON_VARIABLE: sys.executable,
        "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "PULUMI_HOME": str(state / _HOME),
        "PULUMI_BACKEND_URL": (state / _BACKEND).as_uri(),
        "PULUMI_SKIP_UPDATE_CHECK": "1",
        "PULUMI_DEBUG_PROVIDERS": debug_providers,
        "ARM_SUBSCRIPTION_ID": SUBSCRIPTION_ID,
        "ARM_TENANT_ID": TENANT_ID,
        "ARM_CLIENT_ID": DEPLOYER_OBJECT_ID,
        "AZURE_AI_LANDING_ZONE_WAITS": "off",  # here everybody knows at once of a new role
    }
    environment.pop("PULUMI_ACCESS_TOKEN", None)
    if not {"PULUMI_CONFIG_PASSPHRASE", "PULUMI_CONFIG_PASSPHRASE_FILE"} & environment.keys():
        environment["PULUMI_CONFIG_PASSPHRASE"] = _PASSPHRASE
    return environment


def _wait(process: "subprocess.Popen[bytes]") -> int:
    """Wait for the command; the terminal interrupts it together with us, a termination is passed on."""
    interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
    terminate = signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    try:
        status = process.wait()
    finally:
        signal.signal(signal.SIGINT, interrupt)
        signal.signal(signal.SIGTERM, terminate)
    return status if status >= 0 else 128 - status


def _end_leftovers(state: Path) -> None:
    """End what an engine that was killed has left: its language host, its plugins, their programs."""
    left = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.pid != os.getpid() and _variables(process).get(FOLDER_VARIABLE) == str(state):
                process.terminate()
                left.append(process)
    _, alive = psutil.wait_procs(left, timeout=3)
    for process in alive:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(alive, timeout=3)


def _variables(process: psutil.Process) -> dict[str, str]:
    """A process's environment. While it starts another program Linux answers that and its command line empty
    (fs/binfmt_elf.c, create_elf_tables, sets where they end), and the kernel's own have no program."""
    deadline = time.monotonic() + 1
    while not (found := process.environ()):
        if process.cmdline() or not process.exe() or time.monotonic() > deadline:
            return process.environ()
        time.sleep(0.005)
    return found
