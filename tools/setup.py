"""Makes the virtual environment with the locked dependencies; quick where it is made already.

Standard library only: it runs before anything is installed. A set-up that failed or was interrupted is
repaired by the next run.
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
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
    """Tells how far pip is: its own lines are hundreds."""

    def __init__(self) -> None:
        self.total = (ROOT / LOCK).read_text(encoding="utf-8").count("==")
        self.found = 0

    def line(self, text: str) -> None:
        """A line of pip's. In a terminal one that changes; else one for each quarter."""
        if text.startswith(("Collecting ", "Requirement already satisfied: ")):
            self.found += 1
            if sys.stderr.isatty():
                print(f"\r  {self.found} of {self.total} packages", end="", file=sys.stderr, flush=True)
            elif self.found * 4 // self.total != (self.found - 1) * 4 // self.total:
                print(f"  {self.found} of {self.total} packages", file=sys.stderr, flush=True)
        elif text.startswith("Installing collected packages"):
            end = "\n" if sys.stderr.isatty() else ""
            print(f"{end}  all there: installing them", file=sys.stderr, flush=True)
        elif text.startswith(("ERROR", "WARNING")):
            print(text, end="", file=sys.stderr, flush=True)


def _run(command: list[str], told: _Progress | None = None) -> None:
    with subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE if told else None) as running:
        for line in running.stdout or ():
            if told:
                told.line(line)
    status = running.returncode
    if status:
        sys.exit(
            f"Set-up stopped: '{' '.join(command)}' ended with {status}. The next run goes on from here."
        )


if __name__ == "__main__":
    main()
