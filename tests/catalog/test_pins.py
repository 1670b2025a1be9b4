"""Versions of what others make."""

import re
from pathlib import Path

import pytest

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_the_table() -> None:
    assert pins.version("slurm") == "25.11.5"
    assert all(pin.source and pin.version != "latest" for pin in pins.all_pins().values())


def test_how_an_image_is_asked_for() -> None:
    assert pins.image("vllm/vllm-openai") == "vllm/vllm-openai:v0.22.1"


VERSION = re.compile(r'"(v?\d+\.\d+\.\d+(?:-[\w.]+)?|[\w.-]+/[\w./-]+:v?\d[\w.-]*)"')


def test_no_version_stands_elsewhere() -> None:
    """In the library's code: an image with a tag, or what looks like the version of a chart or a package."""
    folder = Path(pins.__file__).parents[1]
    found = [
        f"{file.relative_to(folder)}: {text}"
        for file in sorted(folder.rglob("*.py"))
        for text in VERSION.findall(file.read_text(encoding="utf-8"))
    ]
    assert found == []


GOOD = "slurm,package,25.11.5,a page,2026-11-22"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (f"{GOOD}\n{GOOD}", "line 3, column name: got 'slurm'; must be one that no other line has"),
        (GOOD.replace("package", "tarball"), "line 2, column kind: got 'tarball'; must be"),
        (GOOD.replace("2026-11-22", "soon"), "line 2, column as_of: got 'soon'; must be a date"),
    ],
)
def test_a_bad_line_is_refused(line: str, problem: str) -> None:
    header = data_file("pins.csv").splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        pins.load(f"{header}\n{line}\n")
    assert problem in str(raised.value)
