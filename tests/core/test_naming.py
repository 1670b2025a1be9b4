"""Names are within Azure's limits, and different where they have to be."""

import re
from typing import get_args

import pytest

from azure_ai_landing_zone.catalog.names import all_rules
from azure_ai_landing_zone.core.naming import Kind, Names, Naming, default_suffix, name_problems
from azure_simulator.cloud import resource_type

SUBSCRIPTION = "00000000-0000-0000-0000-000000000001"


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("resourceGroup", "training", "rg-ai-training-4f0dbd"),
        ("virtualNetwork", "training", "vnet-ai-training-4f0dbd"),
        ("subnet", "training-pretrain", "snet-ai-training-pretrain-4f0dbd"),
        ("networkSecurityGroup", "training-pretrain", "nsg-ai-training-pretrain-4f0dbd"),
        ("natGateway", "training", "ng-ai-training-4f0dbd"),
        ("publicIPAddress", "training-egress", "pip-ai-training-egress-4f0dbd"),
        ("privateEndpoint", "checkpoints-blob", "pep-ai-checkpoints-blob-4f0dbd"),
        ("storageAccount", "checkpoints", "staicheckpoints4f0dbd"),
        ("keyVault", "secrets", "kv-ai-secrets-4f0dbd"),
        ("containerRegistry", "images", "craiimages4f0dbd"),
        ("logAnalyticsWorkspace", "logs", "log-ai-logs-4f0dbd"),
        ("userAssignedIdentity", "pretrain", "id-ai-pretrain-4f0dbd"),
        ("proximityPlacementGroup", "pretrain", "ppg-ai-pretrain-4f0dbd"),
        ("virtualMachineScaleSet", "pretrain", "vmss-ai-pretrain-4f0dbd"),
    ],
)
def test_default_names(kind: Kind, name: str, expected: str) -> None:
    names = Names(Naming(), default_suffix(SUBSCRIPTION, "azure-ai-landing-zone", "training"))
    assert names.of(kind, name) == expected
    assert names.problem(kind, name) is None


@pytest.mark.parametrize(
    ("name", "fine"), [("aw", False), ("amw", True), ("a" * 44, True), ("a" * 45, False)]
)
def test_a_monitor_workspace_is_called_as_its_data_collection_endpoint_is(name: str, *, fine: bool) -> None:
    names = Names(Naming(pattern="{name}"), "unused")
    kinds: tuple[Kind, ...] = ("monitorWorkspace", "dataCollectionEndpoint")
    assert [names.problem(kind, name) is None for kind in kinds] == [fine, fine]
    simulated = resource_type.find("azure-native:monitor:AzureMonitorWorkspace")
    assert simulated is not None
    assert simulated.name_rule is not None
    assert simulated.name_rule.allows(name) is fine


def test_the_suffix_tells_companies_projects_and_stacks_apart() -> None:
    others = {
        default_suffix(SUBSCRIPTION, "project", "dev"),
        default_suffix(SUBSCRIPTION.replace("1", "2"), "project", "dev"),
        default_suffix(SUBSCRIPTION, "another", "dev"),
        default_suffix(SUBSCRIPTION, "project", "prod"),
    }
    assert len(others) == 4
    assert all(re.fullmatch("[0-9a-f]{6}", suffix) for suffix in others)


def test_the_suffix_doesnt_depend_on_how_azure_spells_an_id() -> None:
    assert default_suffix("ABCDEF", "project", "dev") == default_suffix("abcdef", "project", "dev")


def test_a_pattern_of_ones_own() -> None:
    names = Names(Naming(prefix="contoso", pattern="{prefix}_{name}.{type}"), "unused")
    assert names.of("virtualNetwork", "hub") == "contoso_hub.vnet"
    assert names.of("storageAccount", "hub") == "contosohubst"
    assert names.problem("virtualNetwork", "hub") is None
    assert names.problem("userAssignedIdentity", "hub") == (
        "the userAssignedIdentity of hub would be named contoso_hub.id; Azure allows letters, digits, _ "
        "and -, "
        "starting with a letter or digit: change `naming.pattern`"
    )


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_name_of_every_length_that_azure_allows(kind: Kind) -> None:
    rule = all_rules()[kind]
    names = Names(Naming(pattern="{name}"), "unused")
    for length in (rule.shortest, rule.longest):
        assert names.problem(kind, "a" * length) is None
    too_long = "a" * (rule.longest + 1)
    assert names.problem(kind, too_long) == (
        f"the {kind} of {too_long} would be named {too_long}, with {rule.longest + 1} characters; Azure "
        "allows "
        f"{rule.shortest} to {rule.longest}: shorten `naming.prefix`, `naming.pattern` or the name"
    )


def test_every_kind_has_a_row() -> None:
    assert list(all_rules()) == sorted(get_args(Kind))


def test_what_is_left_out_is_counted_with_six_characters() -> None:
    wanted: list[tuple[Kind, str]] = [("storageAccount", "a" * 14), ("storageAccount", "a" * 15)]
    assert [problem.split(",")[0] for problem in name_problems(Naming(), wanted)] == [
        f"the storageAccount of {'a' * 15} would be named stai{'a' * 15}000000"
    ]
    assert name_problems(Naming(suffix="x"), wanted) == []
