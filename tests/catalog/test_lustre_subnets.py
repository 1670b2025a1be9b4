"""Subnets of Lustre file systems, as far as Azure's table goes."""

import pytest

from azure_ai_landing_zone.catalog import lustre_subnets
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


@pytest.mark.parametrize(
    ("tib", "prefix"),
    [(4, 27), (16, 27), (16.5, 26), (40, 26), (92, 25), (196, 24), (400, 23), (401, None)],
)
def test_the_table(tib: float, prefix: int | None) -> None:
    found = lustre_subnets.find(tib)
    assert (found.prefix if found else None) == prefix
    assert lustre_subnets.largest().largest_tib == 400


GOOD = "16,27,a page,2026-11-22"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (f"{GOOD}\n16,26,a page,2026-11-22", "line 3, column largest_tib: got '16'; must be more than in"),
        (f"{GOOD}\n40,27,a page,2026-11-22", "line 3, column largest_tib: got '40'; must be more than in"),
        (GOOD.replace("27", "/27"), "line 2, column prefix: got '/27'; must be a whole number from 0"),
    ],
)
def test_a_bad_line_is_refused(line: str, problem: str) -> None:
    header = data_file("lustre_subnets.csv").splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        lustre_subnets.load(f"{header}\n{line}\n")
    assert problem in str(raised.value)
