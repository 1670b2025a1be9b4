"""What stands, told from a state alone."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import recorded
from azure_ai_landing_zone_policies.reports.events import EventsError
from azure_ai_landing_zone_policies.reports.standing import Standing, standing
from helpers.offline import ROOT

TODAY = date(2026, 11, 22)


def of(resources: list[dict[str, Any]], folder: Path = ROOT) -> Standing:
    return standing(json.dumps({"deployment": {"resources": resources}}), folder, TODAY)


def resource(kind: str, name: str, **told: Any) -> dict[str, Any]:
    return {"urn": f"urn:pulumi:dev::zone::{kind}::{name}", "type": kind, "custom": True} | told


def state_of(stack: str) -> list[dict[str, Any]]:
    """A recorded stack, with what else a state has of it."""
    return [
        one | {"id": told.get("id", ""), "custom": not one["type"].startswith("azure-ai-landing-zone:")}
        for one, told in zip(recorded.as_state(stack), recorded.resources(stack), strict=True)
    ]


@pytest.fixture(scope="module")
def training() -> Standing:
    return of(state_of("training"))


def test_parts_have_their_resources_and_price(training: Standing) -> None:
    assert [(part.component, part.resources, part.monthly) for part in training.parts] == [
        ("", 1, ""),
        ("AlertRules", 15, "3"),
        ("CheckpointStore", 9, "40"),
        ("CostGovernance", 1, ""),
        ("FabricGateLog", 5, ""),
        ("HomeShare", 7, "at least 8"),
        ("KeyVault", 7, "9"),
        ("LogAnalyticsWorkspace", 2, "69"),
        ("ManagedIdentity", 1, ""),
        ("ManagedIdentity", 1, ""),
        ("ManagedIdentity", 1, ""),
        ("Network", 21, "at least 45"),
        ("Observability", 1, ""),
        ("PrivateDnsZones", 6, "2"),
        ("SlurmScheduler", 9, "at least 338"),
        ("TrainingCluster", 4, "287,246"),
    ]
    assert training.resources == sum(part.resources for part in training.parts)


def test_there_is_as_much_as_its_parts_have(tmp_path: Path) -> None:
    made = [
        {"type": "Microsoft.KeyVault/vaults/secrets", "apiVersion": "2026-02-01", "name": name}
        for name in ("kv/people", "kv/key")
    ]
    template = {"properties": {"template": {"resources": made}}}
    found = of(
        [
            resource("azure-native:resources:Deployment", "deployment", inputs=template),
            resource("azure-native:keyvault:Vault", "of-somebody-else", inputs={}, external=True),
        ],
        tmp_path,
    )
    assert [part.resources for part in found.parts] == [3]
    assert found.resources == 3


def test_ways_in_and_out_are_told(training: Standing) -> None:
    assert training.reached == (
        "training-network-bastion-address is a public address of Network",
        "training-network-egress-address is a public address of Network",
        "from snet-ai-training-pretrain-4f0dbd to the internet: NAT gateway",
        "from snet-ai-training-slurm-4f0dbd to the internet: NAT gateway",
    )


def test_ways_of_somebody_else_s_subnets_can_t_be_told() -> None:
    assert of(state_of("brownfield")).reached == (
        "in and out of subnet endpoints of vnet-ai: can't tell, it isn't of this stack",
        "in and out of subnet tune of vnet-ai: can't tell, it isn't of this stack",
    )


def test_what_it_costs_is_held_against_its_budgets(training: Standing) -> None:
    assert training.cost == (
        "All of it costs at least $287,759 a month, $394.19 an hour; $287,651 at minimum scale, $292,016 at "
        "maximum scale.",
        "Priced: 26 of 29 resources that cost something, without training-homes-share, "
        "training-network-bastion-host, training-slurm-state-disk.",
        "Budget training-costs-zone-budget: at least 287,759 of 300,000 a month: within it, as far "
        "as there are prices.",
    )
    assert training.protected == (
        "training-checkpoints-account",
        "training-checkpoints-container",
        "training-homes-account",
        "training-homes-share",
        "training-key-vault-vault",
        "training-logs-workspace",
        "training-slurm-state-disk",
    )


def test_policy_has_nothing_to_say_of_what_passed() -> None:
    found = of(state_of("hub"))
    assert (found.said, found.waivers) == ((), ())
    assert found.rules > 100


def test_what_lets_the_internet_in_is_named(tmp_path: Path) -> None:
    rules = {"networkRuleSet": {"ipRules": [{"iPAddressOrRange": "20.10.0.0/24"}]}}
    vault = "azure-native:keyvault:Vault"
    found = of(
        [
            resource("azure-native:storage:StorageAccount", "state", inputs=rules),
            resource(vault, "vault", inputs={"properties": {"publicNetworkAccess": "Enabled"}}),
            resource(vault, "closed", inputs={"properties": {"publicNetworkAccess": "Disabled"}}),
        ],
        tmp_path,
    )
    assert found.reached == (
        "vault (keyvault:Vault) is open to whoever has a token",
        "state (storage:StorageAccount) is open to 20.10.0.0/24",
    )


def test_what_people_have_to_do_is_told_whole(tmp_path: Path) -> None:
    command = "az network vnet peering create " + "x" * 300
    outputs = {
        "hubCommands": [command],
        "stores": {"a": {"lockCommand": "az lock", "name": "a"}},
        "other": "b",
    }
    found = of(
        [
            resource("pulumi:pulumi:Stack", "zone-dev", outputs=outputs, custom=False),
            resource("azure-native:resources:ResourceGroup", "group", inputs={}),
        ],
        tmp_path,
    )
    assert found.to_do == (("hubCommands", command), ("stores.a.lockCommand", "az lock"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing", "this is no state; give what `pulumi stack export` wrote"),
        (
            '{"deployment": {"resources": []}}',
            "there is no resource of Azure in this file; give all that was exported",
        ),
    ],
)
def test_what_is_no_state_has_no_page(text: str, said: str) -> None:
    with pytest.raises(EventsError) as raised:
        standing(text, ROOT, TODAY)
    assert str(raised.value) == said
