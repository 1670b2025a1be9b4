"""Facts by themselves."""

from typing import get_args

import pytest

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.catalog.single_facts import FactName
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


def test_every_name_has_a_row_in_order() -> None:
    assert list(single_facts.all_facts()) == sorted(get_args(FactName))


def test_values() -> None:
    assert single_facts.whole("customDataBytes") == 65_535
    assert single_facts.text("spotTaint") == "kubernetes.azure.com/scalesetpriority=spot:NoSchedule"
    assert single_facts.words("hpcImageOffers") == ("ubuntu-hpc", "almalinux-hpc", "azurelinux-hpc")
    assert single_facts.pairs("earlyDeletionDays") == {"cool": 30, "cold": 90, "archive": 180}
    assert single_facts.wholes("logRetentionDaysOfYears")[:2] == (1_095, 1_460)
    assert len(single_facts.words("refusedUserNames")) == 33


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("customDataBytes,65535", "customDataBytes,", "line 3, column value: got ''; must be filled in"),
        (
            "customDataBytes,",
            "gpuResource,",
            "line 6, column name: got 'gpuResource'; must be a name that no other line has",
        ),
        ("spotTaint,", "spot,", "line 13, column name: got 'spot'; must be one of"),
        ("spotTaint,", "spot,", "no line for spotTaint"),
    ],
)
def test_a_bad_line_is_refused(old: str, new: str, problem: str) -> None:
    text = data_file("single_facts.csv")
    assert old in text
    with pytest.raises(CatalogError) as raised:
        single_facts.load(text.replace(old, new))
    assert problem in "\n".join(raised.value.problems)
