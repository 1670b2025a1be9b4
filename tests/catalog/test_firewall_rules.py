"""The catalogue of what Azure's services need to reach."""

import typing

import pytest

from azure_ai_landing_zone.catalog import firewall_rules
from azure_ai_landing_zone.catalog.firewall_rules import RULES, FirewallRule, Workload, rules_of
from azure_ai_landing_zone.catalog.table import CatalogError, data_file

HEADER = "workload,name,kind,destination_kind,protocols,destinations,why,source,as_of\n"
ALL = [rule for rules in RULES.values() for rule in rules]


def destinations(workload: Workload) -> set[str]:
    return {destination for rule in RULES[workload] for destination in rule.destinations}


def test_every_workload_has_its_rules() -> None:
    assert set(RULES) == set(typing.get_args(Workload))
    assert all(RULES.values())


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: f"{rule.workload}-{rule.name}")
def test_every_rule_names_where_it_is_from_and_nothing_is_open(rule: FirewallRule) -> None:
    assert ":" in rule.source
    assert rule.as_of.year >= 2023
    assert not {"*", "0.0.0.0/0", "Internet", "AzureCloud"} & {*rule.destinations}
    if rule.destination_kind == "fqdnTag":  # learn.microsoft.com/azure/firewall/fqdn-tags
        assert rule.protocols == (("https", 443),)


def test_images_that_give_pods_their_gpus_can_be_let_out() -> None:
    """Without the device plugin, no node behind a firewall has a GPU to offer."""
    assert "nvcr.io" in {name for rule in ALL for name in rule.destinations}


@pytest.mark.parametrize(
    ("workload", "needed"),
    [
        ("apiManagement", {"Storage", "login.microsoftonline.com"}),
        ("kubernetes", {"AzureKubernetesService", "packages.aks.azure.com", "nvidia.github.io"}),
        (
            "machineLearning",
            {
                "AzureActiveDirectory",
                "AzureMachineLearning",
                "BatchNodeManagement.{region}",
                "AzureResourceManager",
                "Storage.{region}",
                "AzureFrontDoor.FrontEnd",
                "AzureFrontDoor.FirstParty",
                "MicrosoftContainerRegistry",
                "AzureMonitor",
            },
        ),
        ("managedLustre", {"*.windows.net", "168.61.215.74/32", "ApiManagement", "Storage"}),
        ("devMachines", {"login.microsoftonline.com", "pas.windows.net", "download.microsoft.com"}),
        ("hpcImages", {"packages.microsoft.com", "mcr.microsoft.com", "developer.download.nvidia.com"}),
        ("ubuntu", {"security.ubuntu.com", "azure.archive.ubuntu.com"}),
        ("pythonPackages", {"pypi.org", "*.pythonhosted.org"}),
        ("gpuImages", {"nvcr.io", "ngc.download.nvidia.com"}),
        ("dockerHub", {"auth.docker.io", "registry-1.docker.io"}),
        ("huggingFace", {"huggingface.co", "*.xethub.hf.co"}),
    ],
)
def test_what_services_need(workload: Workload, needed: set[str]) -> None:
    assert needed <= destinations(workload)


def test_ports_of_azure_machine_learning() -> None:
    ports = {
        port
        for rule in RULES["machineLearning"]
        if "AzureMachineLearning" in rule.destinations
        for port in rule.protocols
    }
    assert ports == {("tcp", 443), ("tcp", 8787), ("tcp", 18881), ("udp", 5831)}


def test_regions_are_filled_in() -> None:
    filled = [
        end for rule in rules_of(["machineLearning", "kubernetes"], "eastus") for end in rule.destinations
    ]
    assert {"Storage.eastus", "eastus.dp.kubernetesconfiguration.azure.com"} <= {*filled}
    assert not any("{" in end for end in filled)


def test_order_is_that_of_the_catalogue() -> None:
    assert rules_of(["ubuntu", "hpcImages"], "eastus") == rules_of(["hpcImages", "ubuntu"], "eastus")


def test_a_malformed_file_is_refused_with_every_problem() -> None:
    text = HEADER + (
        "aks,a,network,serviceTag,tcp:443,AzureMonitor,why,source,2026-01-01\n"
        "ubuntu,b,network,fqdnTag,http:80,X,why,source,2026-01-01\n"
        "ubuntu,c,application,fqdn,tcp:443,,,source,yesterday\n"
        "ubuntu,d,application,fqdn,http:80,x.com,why,source,2026-01-01\n"
        "ubuntu,d,application,fqdn,http:80,y.com,why,source,2026-01-01\n"
    )
    with pytest.raises(CatalogError) as raised:
        firewall_rules.load(text, "f.csv")
    workloads = ", ".join(typing.get_args(Workload))
    assert raised.value.problems == [
        f"f.csv line 2, column workload: got 'aks'; must be one of {workloads}",
        "f.csv line 3, column destination_kind: got 'fqdnTag'; must be one of address, fqdn, serviceTag",
        "f.csv line 3, column protocols: got 'http:80'; must be protocols and ports such as tcp:443|udp:123",
        "f.csv line 4, column why: got ''; must be filled in",
        "f.csv line 4, column as_of: got 'yesterday'; must be a date such as 2026-09-30",
        "f.csv line 4, column destinations: got ''; must be filled in",
        "f.csv line 4, column protocols: got 'tcp:443'; must be protocols and ports such as "
        "http:80|https:443",
        "f.csv line 6, column name: got 'd'; must be given once in a workload",
    ]


def test_the_file_is_packaged() -> None:
    assert data_file("firewall_rules.csv").startswith(HEADER)
