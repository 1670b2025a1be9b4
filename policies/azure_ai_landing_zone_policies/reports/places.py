"""Where in a program a resource may stand: the file that Pulumi runs, and the line that has its name."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

_FILES = {
    "python": ("__main__.py",),
    "nodejs": ("index.ts", "index.js"),
    "go": ("main.go",),
    "dotnet": ("Program.cs", "Program.fs"),
    "java": ("src/main/java/myproject/App.java",),
}
"""What `pulumi new` calls the program. Source: pulumi/templates, 2026-11."""


@dataclass(frozen=True)
class Program:
    """The text of a program, for looking names up."""

    file: str
    """Below the project's folder."""
    lines: tuple[str, ...] = ()
    marks: tuple[str, ...] = ("'", '"', "`")
    """What stands on both sides of a name."""

    def line(self, name: str) -> int:
        """The first that has the name as text; 1 where none has, as where settings give it."""
        words = tuple(f"{mark}{name}{mark}" for mark in self.marks) or (f"{name}:",)
        found = (number for number, line in enumerate(self.lines, 1) if any(word in line for word in words))
        return next(found, 1)


def program_in(project: Path) -> Program:
    """The program of the project in a folder; Pulumi.yaml where that has the resources, or none is found."""
    try:
        about: Any = yaml.safe_load((project / "Pulumi.yaml").read_text(encoding="utf-8"))
    except (OSError, ValueError, yaml.YAMLError):
        return Program("Pulumi.yaml")
    about = about if isinstance(about, dict) else {}
    runtime = about.get("runtime")
    name = runtime.get("name") if isinstance(runtime, dict) else runtime
    main = str(about.get("main") or ".")
    if name == "yaml":
        return _read(project, "Pulumi.yaml", ())
    for file in (main, *(str(Path(main) / each) for each in _FILES.get(str(name), ()))):
        if (project / file).is_file():
            return _read(project, Path(file).as_posix(), Program.marks)
    return Program("Pulumi.yaml")


def _read(project: Path, file: str, marks: tuple[str, ...]) -> Program:
    text = (project / file).read_text(encoding="utf-8", errors="replace")
    return Program(file, tuple(text.split("\n")), marks)
