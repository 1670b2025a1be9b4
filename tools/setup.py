"""Makes the virtual environment with the locked dependencies; quick where it is made already.

Standard library only: it runs before anything is installed. A set-up that failed or was interrupted is
repaired by the next run.
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "set-up"
LOCK = "requirements-dev.txt"


def main() -> None:
    """Bring `.venv` to what requirements-dev.txt and pyproject.toml say."""
    if sys.version_info < (3, 11):  # noqa: UP036  this file runs in whatever Python there is
        sys.exit(f"Python 3.11 or later is needed; {sys.executable} is {sys.version.split()[0]}.")
    wanted = hashlib.sha256(
        b"\0".join(
            [
                *((ROOT / name).read_bytes() for name in (LOCK, "pyproject.toml")),
                str(ROOT).encode(),
            ]
        )
    ).hexdigest()
    if _done(wanted):
        return
    with (ROOT / "tools" / "setup.py").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _done(wanted):
            _install()
            STAMP.write_text(wanted, encoding="utf-8")


def _done(wanted: str) -> bool:
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted


def _install() -> None:
    STAMP.unlink(missing_ok=True)
    python = VENV / "bin" / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check"]
    check = [*pip, "--version"]
    if not python.exists() or subprocess.run(check, capture_output=True, check=False).returncode:
        print("Making the virtual environment .venv", file=sys.stderr)
        shutil.rmtree(VENV, ignore_errors=True)
        _run([sys.executable, "-m", "venv", str(VENV)])
    print("Installing the locked dependencies (about a minute)", file=sys.stderr)
    _run([*pip, "install", "--no-compile", "--require-hashes", "-r", str(ROOT / LOCK)], told=_Progress())
    # pip would compile on one core alone; what can't be compiled is left, as pip does
    packages = sorted((VENV / "lib").glob("python*/site-packages"))
    subprocess.run([str(python), "-m", "compileall", "-qq", "-j", "0", *packages], check=False)
    # what builds the library is locked as well
    _run([*pip, "install", "--quiet", "--no-deps", "--no-build-isolation", "-e", str(ROOT)])


class _Progress:
    """Tells how far pip is: its own lines are hundreds, and then none while it installs."""

    def __init__(self) -> None:
        self.total = (ROOT / LOCK).read_text(encoding="utf-8").count("==")
        self.found = 0
        self.ended = threading.Event()
        self.installing: threading.Thread | None = None
        self._quarters = 0

    def line(self, text: str) -> None:
        """A line of pip's."""
        if text.startswith(("Collecting ", "Requirement already satisfied: ")):
            self.found += 1
            self._tell(self.found, "packages")
        elif text.startswith("Installing collected packages"):
            end = "\n" if sys.stderr.isatty() else ""
            print(f"{end}  all there: installing them", file=sys.stderr, flush=True)
            self._quarters = 0
            self.installing = threading.Thread(target=self._watch, daemon=True)
            self.installing.start()
        elif text.startswith(("ERROR", "WARNING")):
            print(text, end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """pip has ended."""
        self.ended.set()
        if self.installing:
            self.installing.join()

    def _watch(self) -> None:
        waiting = True
        while waiting:
            waiting = not self.ended.wait(2)
            there = sum(1 for _ in VENV.glob("lib/*/site-packages/*.dist-info"))
            self._tell(min(there, self.total), "installed")
        if sys.stderr.isatty():
            print(file=sys.stderr)

    def _tell(self, count: int, what: str) -> None:
        """In a terminal a line that changes; else one for each quarter."""
        if sys.stderr.isatty():
            print(f"\r  {count} of {self.total} {what}", end="", file=sys.stderr, flush=True)
        elif count * 4 // self.total > self._quarters:
            print(f"  {count} of {self.total} {what}", file=sys.stderr, flush=True)
            self._quarters = count * 4 // self.total


def _run(command: list[str], told: _Progress | None = None) -> None:
    with subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE if told else None) as running:
        for line in running.stdout or ():
            if told:
                told.line(line)
    if told:
        told.end()
    status = running.returncode
    if status:
        sys.exit(
            f"Set-up stopped: '{' '.join(command)}' ended with {status}. The next run goes on from here."
        )


if __name__ == "__main__":
    main()
