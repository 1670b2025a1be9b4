"""What Azure Machine Learning takes: sizes of its own list, and outbound rules that have an effect."""

from datetime import date

import pytest

from azure_ai_landing_zone.machine_learning.plan import (
    IsolationMode,
    OutboundRequest,
    machine_problem,
    outbound_problems,
)

TODAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    "size",
    [
        "Standard_D4ds_v4",
        "Standard_DS3_v2",
        "Standard_E4s_v3",
        "Standard_F8s_v2",
        "Standard_NC4as_T4_v3",
        "Standard_NC24ads_A100_v4",
        "Standard_NC40ads_H100_v5",
        "Standard_ND96asr_v4",
        "Standard_ND96isr_H100_v5",
        "Standard_ND96isr_H200_v5",
    ],
)
def test_sizes_of_the_list(size: str) -> None:
    assert machine_problem(size, TODAY) is None


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (
            "Standard_D4s_v5",
            "Standard_D4s_v5 is no size that Azure ML takes: GPUs are of HBv2, HBv3, NC_A100_v4, "
            "NCads_H100_v5, NCasT4_v3, ND_H100_v5, ND_H200_v5, NDasrA100_v4, NDm_A100_v4, others such as "
            "Standard_D4ds_v4",
        ),
        (
            "Standard_ND96isr_H100_v4",
            "Standard_ND96isr_H100_v4 is not a size of the catalogue: did you mean Standard_ND96isr_H100_v5 "
            "or Standard_ND96isrf_H100_v5 or Standard_ND96is_H100_v5?",
        ),
    ],
)
def test_sizes_that_it_does_not_take(size: str, text: str) -> None:
    assert machine_problem(size, TODAY) == text


def test_retired_sizes_have_their_date() -> None:
    assert (machine_problem("Standard_NC6s_v3", TODAY) or "").startswith("Standard_NC6s_v3 is retired since")


@pytest.mark.parametrize(
    ("mode", "rule", "expected"),
    [
        ("AllowOnlyApprovedOutbound", OutboundRequest("fqdn", "pypi.org"), []),
        ("AllowOnlyApprovedOutbound", OutboundRequest("fqdn", "*.pytorch.org"), []),
        ("AllowOnlyApprovedOutbound", OutboundRequest("serviceTag", "DataFactory", "80, 8080-8089"), []),
        ("AllowInternetOutbound", OutboundRequest("privateEndpoint", None), []),
        (
            "AllowInternetOutbound",
            OutboundRequest("serviceTag", "DataFactory", "443"),
            [
                "outbound_rules.r: has no effect with AllowInternetOutbound, which lets everything out: "
                "leave it out, or take AllowOnlyApprovedOutbound"
            ],
        ),
        (
            "AllowOnlyApprovedOutbound",
            OutboundRequest("fqdn", "https://pypi.org/simple"),
            [
                "outbound_rules.r.host_name: must be a host name such as pypi.org or *.pytorch.org, without "
                "scheme and path, got 'https://pypi.org/simple'"
            ],
        ),
        (
            "AllowOnlyApprovedOutbound",
            OutboundRequest("fqdn", "staidata.blob.core.windows.net"),
            [
                "outbound_rules.r.host_name: staidata.blob.core.windows.net is a storage account: give it a "
                "private endpoint instead, which needs no firewall"
            ],
        ),
        (
            "AllowOnlyApprovedOutbound",
            OutboundRequest("serviceTag", "AzureMonitor", "https"),
            [
                "outbound_rules.r.port_ranges: must be ports and ranges such as 443 or 80, 8080-8089, got "
                "'https'"
            ],
        ),
    ],
)
def test_outbound_rules(mode: IsolationMode, rule: OutboundRequest, expected: list[str]) -> None:
    problems = outbound_problems(mode, {"r": rule}, None)
    assert [f"{'.'.join(map(str, problem.path))}: {problem.message}" for problem in problems] == expected


def test_a_firewall_needs_a_host() -> None:
    problems = outbound_problems("AllowOnlyApprovedOutbound", {}, "Basic")
    assert [(problem.path, problem.message) for problem in problems] == [
        (
            ("firewall_sku",),
            "goes with rules for host names, which bring the firewall: leave it out",
        )
    ]
