"""The reference of sizes is the catalogue, and says of every size that isn't retired what isn't known."""

import sys
from pathlib import Path

import pytest

from azure_ai_landing_zone.catalog.sizes import VM_SIZES

sys.path.append(str(Path(__file__).parents[2] / "tools"))
import size_docs


def test_the_reference_is_fresh() -> None:
    assert size_docs.FILE.read_text(encoding="utf-8") == size_docs.page(), "run make docs"


def test_every_size_that_isnt_retired_is_in_it() -> None:
    page = size_docs.page()
    assert [
        name for name, size in VM_SIZES.items() if (f"| {name} " in page) is (size.status == "retired")
    ] == []


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("Standard_ND96isr_H100_v5", []),
        ("Standard_D16s_v5", []),
        ("Standard_ND128isr_GB300_v6", ["data disks", "InfiniBand rate", "floors", "image", "price"]),
        ("Standard_HB368rs_v5", ["data disks", "floors", "Trusted Launch"]),
        (
            "Standard_ND96isrf_H100_v5",
            [
                *("page", "GPUs", "GPU memory", "memory", "data disks", "accelerated networking"),
                *("InfiniBand ports", "InfiniBand rate", "floors"),
            ],
        ),
        ("Standard_E96ds_v5", ["price"]),
    ],
)
def test_what_is_missing_is_named(size: str, expected: list[str]) -> None:
    assert size_docs.unknown(VM_SIZES[size]) == expected
