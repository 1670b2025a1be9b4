"""Versions of what others make."""

import pytest

from azure_ai_landing_zone.catalog import pins
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_the_table() -> None:
    assert pins.version("slurm") == "25.11.5"
    assert all(pin.source and pin.version != "latest" for pin in pins.all_pins().values())


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
