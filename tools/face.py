"""Writes what type checkers read of the package's face: `__init__.pyi`, from the table in `__init__.py`."""

from importlib import import_module
from pathlib import Path

PACKAGE = "azure_ai_landing_zone"
FILE = Path(__file__).parents[1] / "components" / PACKAGE / "__init__.pyi"


def text() -> str:
    """The file's content."""
    modules: dict[str, str] = import_module(PACKAGE).NAMES_OF
    imports = [
        f"from {PACKAGE}.{module} import {name} as {name}"
        for module, names in sorted(modules.items())
        for name in sorted(names.split())
    ]
    return "\n".join(["# Written by tools/face.py.", *sorted(imports), "", "__all__: list[str]", ""])


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
