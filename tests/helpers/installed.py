"""The library as others install it: its wheel, in an environment that knows nothing of this checkout."""

import site
import subprocess
import sys
import sysconfig
from pathlib import Path

from helpers.offline import ROOT


def built(folder: Path) -> Path:
    """The wheel, made by what pyproject.toml names."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def environment(folder: Path, wheel: Path) -> Path:
    """The executables of an environment with the wheel; what it depends on is that of this run, without this
    run's own copy of the library: a folder that a .pth file names has no .pth files of its own."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    places = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    shared = "\n".join(site.getsitepackages())
    Path(places["purelib"], "dependencies.pth").write_text(shared, encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", "--force-reinstall", str(wheel)], check=True)
    return folder / "bin"
