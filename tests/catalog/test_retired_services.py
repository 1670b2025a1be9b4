"""Services that Azure ends."""

from datetime import date

import pytest

from azure_ai_landing_zone.catalog import retired_services
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_the_table() -> None:
    ends = {key: each.retires for key, each in retired_services.all_services().items()}
    assert ends["storagecache:Cache", ""] == date(2025, 9, 30)
    assert ends["cognitiveservices:Account", "personalizer"] == date(2026, 10, 1)


GOOD = "storagecache:Cache,,Azure HPC Cache,2025-09-30,Azure Managed Lustre,a page,2026-11-22"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (f"{GOOD}\n{GOOD}", "line 3, column kind: got ''; must be one that no other line of this type has"),
        (GOOD.replace("2025-09-30", "soon"), "line 2, column retires: got 'soon'; must be a date"),
    ],
)
def test_a_bad_line_is_refused(line: str, problem: str) -> None:
    header = data_file("retired_services.csv").splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        retired_services.load(f"{header}\n{line}\n")
    assert problem in str(raised.value)
