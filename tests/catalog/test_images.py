"""The catalogue of images: which there are, and what their versions look like."""

import pytest

from azure_ai_landing_zone.catalog import images
from azure_ai_landing_zone.catalog.table import CatalogError, data_file

AZ = "az vm image list --publisher microsoft-dsvm --offer ubuntu-hpc --sku"


def test_every_image() -> None:
    assert [(image.offer, image.sku, image.drivers) for image in images.VM_IMAGES.values()] == [
        ("ubuntu-hpc", "2204", "cuda"),
        ("ubuntu-hpc", "2204-v100", "cuda-v100"),
        ("ubuntu-hpc", "2204-rocm", "rocm"),
        ("ubuntu-hpc", "2404", "cuda"),
        ("ubuntu-hpc", "2404-rocm", "rocm"),
        ("0001-com-ubuntu-server-jammy", "22_04-lts-gen2", "none"),
        ("ubuntu-24_04-lts", "server", "none"),
    ]


@pytest.mark.parametrize(
    ("sku", "version", "problem"),
    [
        ("2404", "24.04.2026072901", None),
        ("2404", "latest", None),
        ("server", "24.04.202607290", None),
        (
            "2404",
            "22.04.2026072901",
            "'22.04.2026072901' is not a version of 2404: versions look like 24.04.2026072901, and "
            f"`{AZ} 2404 --all` lists them",
        ),
        (
            "server",
            "24.04.2026072901",
            "'24.04.2026072901' is not a version of server: versions look like 24.04.202607290, and "
            "`az vm image list --publisher Canonical --offer ubuntu-24_04-lts --sku server --all` lists them",
        ),
    ],
)
def test_versions(sku: str, version: str, problem: str | None) -> None:
    assert images.VM_IMAGES[sku].version_problem(version) == problem


GOOD = "Canonical,ubuntu-24_04-lts,server,x64,none,24.04,24.04.202607290,a page,2026-11-21"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            GOOD.replace(",none,", ",grid,"),
            "column drivers: got 'grid'; must be one of none, cuda, cuda-v100, rocm",
        ),
        (
            GOOD.replace(",24.04,", ",22.04,"),
            "column example_version: got '24.04.202607290'; must be a version of the release",
        ),
        (GOOD + "\n" + GOOD, "column sku: got 'server'; must be a SKU that no other line has"),
    ],
)
def test_a_bad_line_is_refused(line: str, problem: str) -> None:
    header = data_file("images.csv").splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        images.load(f"{header}\n{line}\n")
    assert raised.value.problems[-1].partition(", ")[2] == problem
