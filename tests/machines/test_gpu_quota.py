"""GPUs are shared by one table."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.catalog.sizes import VM_SIZES
from azure_ai_landing_zone.machines.gpu_quota import GpuDemand, GpuQuota, gpu_families, vcpus_by_quota_family

H100, T4, A10 = "Standard_ND96isr_H100_v5", "Standard_NC4as_T4_v3", "Standard_NV6ads_A10_v5"
TABLE = GpuQuota(projects={"vision": {"ND_H100_v5": 32, "NCasT4_v3": 2}, "speech": {"ND_H100_v5": 8}})


def demand(project: str, size: str, nodes: int, number: int = 0) -> GpuDemand:
    return GpuDemand(project, size, nodes, ("clusters", number))


def said(*demands: GpuDemand) -> list[tuple[tuple[str | int, ...], str]]:
    return [(problem.path, problem.message) for problem in TABLE.problems(demands)]


def test_what_fits_is_fine() -> None:
    assert (
        said(demand("vision", H100, 4), demand("vision", T4, 2, 1), demand("speech", H100.lower(), 1, 2))
        == []
    )


def test_cpu_sizes_need_no_quota() -> None:
    assert said(demand("nobody", "Standard_D16s_v5", 100)) == []


@pytest.mark.parametrize(
    ("demands", "expected"),
    [
        (
            [demand("vision", H100, 3), demand("vision", H100, 2, 1)],
            (
                ("clusters", 1),
                "2 × Standard_ND96isr_H100_v5 takes 16 GPUs of ND_H100_v5; the quota of vision is 32, with "
                "24 GPUs taken: have fewer nodes, or raise the quota",
            ),
        ),
        (
            [demand("speech", T4, 1)],
            (
                ("clusters", 0),
                "1 × Standard_NC4as_T4_v3 takes 1 GPU of NCasT4_v3; the quota of speech is 0, with 0 GPUs "
                "taken: have fewer nodes, or raise the quota",
            ),
        ),
        (
            [demand("audio", H100, 1)],
            (
                ("clusters", 0, "project"),
                "audio has no GPU quota: projects with one are vision, speech",
            ),
        ),
        (
            [demand("vision", "Standard_ND96isr_H100_v6", 1)],
            (
                ("clusters", 0, "size"),
                "unknown size Standard_ND96isr_H100_v6: did you mean Standard_ND96isr_H100_v5, "
                "Standard_ND96isrf_H100_v5, Standard_ND96is_H100_v5?",
            ),
        ),
    ],
)
def test_what_goes_beyond_is_said_where_it_does(demands: list[GpuDemand], expected: Any) -> None:
    assert said(*demands) == [expected]


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        (H100, f"{H100} is a size; its family is ND_H100_v5"),
        ("ND", None),
        ("H100", f"no family of GPU sizes is called H100: allowed are {', '.join(gpu_families())}"),
    ],
)
def test_families_are_those_of_the_catalogue(family: str, expected: str | None) -> None:
    if expected is None:
        assert GpuQuota(projects={"a": {family: 1}}).limit("a", family) == 1
        return
    with pytest.raises(SettingsError) as raised:
        GpuQuota(projects={"a": {family: 1}})
    assert str(raised.value).splitlines()[1].strip() == f"projects.a.{family}: {expected}"


def test_azures_quota_counts_vcpus() -> None:
    demands = [demand("vision", H100, 2), demand("speech", H100, 1), demand("vision", T4, 3)]
    assert vcpus_by_quota_family(demands) == {
        "standardNDSH100v5Family": 3 * 96,
        "Standard NCASv3_T4 Family": 12,
    }


def test_spot_machines_of_all_families_share_a_quota() -> None:
    demands = [GpuDemand("vision", size, 1, ("clusters",), spot=True) for size in (H100, T4)]
    assert vcpus_by_quota_family(demands) == {"lowPriorityCores": 96 + 4}


GPU_SIZES = sorted(size.size for size in VM_SIZES.values() if size.gpus)


@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "b"]), st.sampled_from(GPU_SIZES), st.integers(0, 20)), max_size=8
    ),
    st.dictionaries(st.sampled_from(gpu_families()), st.integers(0, 200), max_size=6),
)
def test_nothing_is_said_exactly_when_every_family_fits(
    wanted: list[tuple[str, str, int]], limits: dict[str, int]
) -> None:
    table = GpuQuota(projects={"a": limits, "b": limits})
    demands = [demand(project, size, nodes, number) for number, (project, size, nodes) in enumerate(wanted)]
    used: dict[tuple[str, str], Any] = {}
    for project, size, nodes in wanted:
        place = (project, VM_SIZES[size].family)
        used[place] = used.get(place, 0) + (VM_SIZES[size].gpus or 0) * nodes
    fits = all(gpus <= limits.get(family, 0) for (_, family), gpus in used.items())
    assert (table.problems(demands) == []) == fits


def test_a_number_that_no_cloud_has_is_refused_in_words() -> None:
    """Kubernetes' quantities end at 2^63 - 1, and a float, by which instances are counted, at 10^308."""
    with pytest.raises(SettingsError) as raised:
        GpuQuota(projects={"a": {"ND_H100_v5": 10**309}})
    text = str(raised.value).splitlines()[1].strip()
    assert text.startswith("projects.a.ND_H100_v5: must be at most 1000000, got 1000")
