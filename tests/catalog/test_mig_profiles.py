"""What GPUs are cut into."""

import pytest

from azure_ai_landing_zone.catalog import mig_profiles, sizes
from azure_ai_landing_zone.catalog.mig_profiles import MigProfile
from azure_ai_landing_zone.catalog.table import CatalogError, data_file


@pytest.mark.parametrize(
    ("memory", "profile", "instances", "gigabytes"),
    [
        (40, "MIG1g", 7, 5),
        (80, "MIG2g", 3, 20),
        (94, "MIG3g", 2, 47),
        (141, "MIG4g", 1, 71),
        (80, "MIG7g", 1, 80),
    ],
)
def test_figures(memory: int, profile: MigProfile, instances: int, gigabytes: int) -> None:
    found = mig_profiles.find(memory, profile)
    assert found is not None
    assert (found.instances, found.instance_memory_gb) == (instances, gigabytes)


def test_every_size_that_is_cut_has_instances() -> None:
    cut = [size for size in sizes.VM_SIZES.values() if size.traits.mig and size.gpu_memory_gib]
    assert {int(size.gpu_memory_gib or 0) for size in cut} == {40, 80, 94, 141}
    assert mig_profiles.find(16, "MIG1g") is None


GOOD = "80,MIG1g,7,10,a page,2026-11-22"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (
            GOOD.replace("MIG1g", "MIG5g"),
            "column profile: got 'MIG5g'; must be one of MIG1g, MIG2g, MIG3g, MIG4g, MIG7g",
        ),
        (GOOD.replace(",10,", ",90,"), "column instance_memory_gb: got '90'; must be at most the GPU's, 80"),
        (f"{GOOD}\n{GOOD}", "column profile: got 'MIG1g'; must be given once for 80 GiB"),
    ],
)
def test_a_bad_line_is_refused(line: str, problem: str) -> None:
    header = data_file("mig_profiles.csv").splitlines()[0]
    with pytest.raises(CatalogError) as raised:
        mig_profiles.load(f"{header}\n{line}\n")
    assert raised.value.problems[-1].partition(", ")[2] == problem
