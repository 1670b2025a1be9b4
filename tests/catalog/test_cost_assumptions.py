"""What only use can tell is assumed in three figures."""

import pytest

from azure_ai_landing_zone.catalog.cost_assumptions import Assumption, all_assumptions, load
from azure_ai_landing_zone.catalog.table import CatalogError, columns, data_file


def test_every_assumption_says_what_it_is_of() -> None:
    assert len(all_assumptions()) == len(data_file("cost_assumptions.csv").splitlines()) - 1
    assert [one for one in all_assumptions().values() if not one.about] == []


def test_a_malformed_file_is_refused_with_all_its_problems() -> None:
    whole = data_file("cost_assumptions.csv")
    lines = [line for line in whole.splitlines() if not line.startswith(("natGb", "logGb"))]
    text = "\n".join([*lines, "logGb,5,1,9,GB", "beer,1,2,3,l"]) + "\n"
    with pytest.raises(CatalogError) as raised:
        load(text)
    at = len(lines)
    names = ", ".join(sorted(all_assumptions()))
    assert raised.value.problems == [
        f"cost_assumptions.csv line {at + 1}, column expected: got '1'; must be from the minimum to the "
        "maximum",
        f"cost_assumptions.csv line {at + 2}, column name: got 'beer'; must be one of {names}",
        "cost_assumptions.csv: no line for natGb",
    ]
    assert lines[0] == ",".join(columns(Assumption))
