"""Which versions, sizes and addresses a cluster may have."""

from datetime import date

import pytest

from azure_ai_landing_zone.aks.planning.clusters import (
    AddressRequest,
    address_problems,
    dns_service_address,
    system_size_problem,
    version_problem,
    version_warning,
)

TODAY = date(2026, 11, 21)
INSTEAD = "take 1.35 or 1.36 or 1.37"


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.35", None),
        ("1.37", None),
        ("1.33", f"Azure's support of 1.33 ended on 2026-07-31: {INSTEAD}"),
        ("1.12", f"Azure's support of 1.12 ended long ago: {INSTEAD}"),
        ("1.34", f"1.34 is older than 1.35, which this library is made for: {INSTEAD}"),
        ("1.99", f"1.99 is no version that AKS is known to have: {INSTEAD}"),
    ],
)
def test_versions(version: str, expected: str | None) -> None:
    assert version_problem(version, TODAY) == expected


def test_what_is_supported_depends_on_the_day() -> None:
    assert version_problem("1.35", date(2027, 3, 31)) is None
    assert version_problem("1.35", date(2027, 4, 1)) == (
        "Azure's support of 1.35 ended on 2027-03-31: take 1.36 or 1.37"
    )
    assert version_warning("1.35", TODAY) is None
    assert version_warning("1.35", date(2027, 1, 15)) == (
        "Azure's support of Kubernetes 1.35 ends on 2027-03-31: raise `kubernetes_version` by then, one "
        "minor version at a time"
    )


OTHER_SERIES = (
    "{} is no CPU size of the series D, E or F in version 5 or later, such as Standard_D4ds_v5: older ones "
    "retire, B sizes are too slow for a cluster's own pods, and GPUs are for `pools`"
)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        *((size, None) for size in ("Standard_D4ds_v5", "Standard_E8as_v6", "Standard_F16as_v7")),
        *(
            (size, OTHER_SERIES.format(size))
            for size in ("Standard_D4s_v3", "Standard_DS2_v2", "Standard_B4ms", "Standard_NC4as_T4_v3", "D4")
        ),
        (
            "Standard_D2s_v5",
            "Standard_D2s_v5 has 2 vCPUs, and a cluster's own pods need 4: take more",
        ),
    ],
)
def test_sizes_for_a_cluster_s_own_pods(size: str, expected: str | None) -> None:
    assert system_size_problem(size) == expected


@pytest.mark.parametrize(
    ("pods", "services", "nodes", "expected"),
    [
        ("10.244.0.0/16", "172.20.0.0/16", 256, []),
        (
            "10.244.0.0/16",
            "172.20.0.0/16",
            257,
            [
                "pod_address_range: 10.244.0.0/16 has a /24 for 256 of the 257 nodes that there may be, "
                "upgrades included: take a larger range, which can't be done later"
            ],
        ),
        (
            "10.244.0.0/25",
            "10.244.0.0/29",
            1,
            [
                "service_address_range: 10.244.0.0/29 overlaps `pod_address_range`, 10.244.0.0/25: take "
                "another",
                "service_address_range: must be a /12 to /28, got 10.244.0.0/29: correct it",
                "pod_address_range: 10.244.0.0/25 has a /24 for 0 of the 1 nodes that there may be, upgrades "
                "included: take a larger range, which can't be done later",
            ],
        ),
        (
            "10.48.0.0/16",
            "172.16.0.0/16",
            1,
            [
                "pod_address_range: 10.48.0.0/16 overlaps 10.48.0.0/20, which the network has: take another",
                "service_address_range: 172.16.0.0/16 overlaps 172.16.0.0/16, which InfiniBand uses on the "
                "hosts: take another",
            ],
        ),
        (
            "pods",
            "172.30.0.0/16",
            1,
            [
                "pod_address_range: must be an IPv4 range such as 10.244.0.0/16, got 'pods': correct it",
                "service_address_range: 172.30.0.0/16 overlaps 172.30.0.0/16, which AKS keeps for itself: "
                "take another",
            ],
        ),
    ],
)
def test_addresses_that_nobody_outside_sees(
    pods: str, services: str, nodes: int, expected: list[str]
) -> None:
    request = AddressRequest(pod_address_range=pods, service_address_range=services, max_nodes=nodes)
    found = address_problems(request, [("10.48.0.0/20", "the network")])
    assert [f"{problem.path[0]}: {problem.message}" for problem in found] == expected


def test_where_names_are_asked_for() -> None:
    assert dns_service_address("172.20.0.0/16") == "172.20.0.10"
