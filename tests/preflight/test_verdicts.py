"""What a preflight says of each stack in each kind of subscription: verdicts.yaml has it all."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

import recorded
from azure_ai_landing_zone import LandingZoneSettings
from azure_ai_landing_zone.core.errors import SettingsError
from azure_ai_landing_zone.preflight.dry_run import stack_demand
from helpers import preflights
from helpers.settings import stack

EXPECTED: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "verdicts.yaml").read_text(encoding="utf-8")
)
"""HUB is what the ids of the hub's networks and zones begin with."""


def test_every_stack_and_profile_has_its_verdicts() -> None:
    assert {name: [*profiles] for name, profiles in EXPECTED.items()} == {
        name: [*preflights.subscriptions()] for name in preflights.STACKS
    }


@pytest.mark.parametrize("name", preflights.STACKS)
@pytest.mark.parametrize("profile", preflights.subscriptions())
def test_verdicts(name: str, profile: str) -> None:
    found = preflights.of(name, preflights.subscriptions()[profile])
    told: dict[str, Any] = {"passed": found.count("passed")}
    for one in found.findings:
        if one.verdict != "passed":
            subject = one.subject.replace(preflights.hub_networks(), "HUB")
            told.setdefault(one.verdict, []).append(f"{one.topic}: {subject}")
    assert told == EXPECTED[name][profile]


def test_what_a_hub_lacks_comes_with_its_stack() -> None:
    """It is known by name from the hub's own settings, before anybody has made it."""
    found = preflights.of("clients", preflights.subscriptions()["roomy"])
    network = f"{preflights.hub_networks()}/virtualNetworks/vnet-ai-hub-8af0f5"
    first = "bring up stack organization/azure-ai-landing-zone/hub first, which makes it"
    assert [
        (one.subject, one.judgement.text, one.judgement.ask)
        for one in found.findings
        if one.verdict == "failed"
    ] == [
        (f"network {network}", f"there is no network {network}", first),
        (f"addresses of {network}", f"there is no network {network}", first),
    ]


def test_what_a_stack_only_reads_has_to_be_there() -> None:
    found = preflights.of("brownfield", preflights.subscriptions()["roomy"])
    shared = f"/subscriptions/{preflights.SUBSCRIPTION}/resourceGroups/rg-shared/providers"
    registry = f"{shared}/Microsoft.ContainerRegistry/registries/crexample"
    workspace = f"{shared}/Microsoft.OperationalInsights/workspaces/log-example"
    assert [
        (one.judgement.text, one.judgement.ask, one.resources)
        for one in found.findings
        if one.subject.startswith("existing ")
    ] == [
        (f"there is no {id_}, or who deploys may not read it", "whoever has it", (name,))
        for id_, name in (
            (registry, "brownfield-registry-registry"),
            (workspace, "brownfield-logs-workspace"),
        )
    ]


def test_a_stack_of_which_nothing_is_known_is_unknown_with_the_reason() -> None:
    zone = LandingZoneSettings.load(stack("clients"), "clients")
    demand = stack_demand(
        zone, subscription=preflights.SUBSCRIPTION, stack="clients", outputs_of=lambda _: None
    )
    found = preflights.answered(demand, preflights.subscriptions()["roomy, with what others have"])
    hub = "organization/azure-ai-landing-zone/hub"
    assert [(one.subject, one.judgement.text) for one in found.findings if one.verdict != "passed"] == [
        (
            f"what stack {hub} has",
            f"only the outputs of stack {hub} tell these ids, and it has no settings here that tell them "
            "before: `pulumi preview` reads them; to have them asked for here, name the hub by its ids",
        ),
        (
            "what lies where only other stacks know",
            "only the outputs of other stacks tell where these resources go",
        ),
    ]
    assert {one.verdict for one in found.findings} == {"passed", "unknown"}


def test_settings_that_don_t_fit_the_hub_s_are_refused() -> None:
    settings = copy.deepcopy(stack("clients"))
    settings["network"]["hubConnection"]["addressRanges"] = ["10.101.0.0/22"]
    with pytest.raises(SettingsError) as refused:
        stack_demand(
            LandingZoneSettings.load(settings, "clients"),
            subscription=preflights.SUBSCRIPTION,
            stack="clients",
            outputs_of=preflights.outputs_of,
        )
    assert [problem.message for problem in refused.value.problems] == [
        "stack organization/azure-ai-landing-zone/hub has 10.100.0.0/22, got 10.101.0.0/22: correct "
        "`network.hubConnection.addressRanges`"
    ]


def test_findings_come_in_one_order() -> None:
    """Resources are registered in any."""
    names = [one.name for one in preflights.demand("models").resources]
    assert names == sorted(names)


def test_the_demand_is_that_of_the_stack() -> None:
    """As many machines as there may be: sections say more than the plan, where nodes come later."""
    machines = [
        (one.size, one.region, one.zones, one.nodes, one.spot, one.machine_learning)
        for name in ("dev", "inference", "prod", "research")
        for one in preflights.demand(name).machines
    ]
    assert machines == [
        ("Standard_NC4as_T4_v3", "eastus", ("1",), 2, False, False),
        ("Standard_D4ds_v5", "eastus", ("1", "2", "3"), 6, False, False),
        ("Standard_NC40ads_H100_v5", "eastus", (), 2, False, False),
        ("Standard_NC4as_T4_v3", "eastus", (), 6, False, False),
        ("Standard_NC8as_T4_v3", "eastus", (), 4, True, False),
        ("Standard_D4s_v5", "eastus", ("1",), 2, False, False),
        ("Standard_ND96isr_H100_v5", "eastus", ("1",), 8, False, False),
        ("Standard_D4ds_v4", "eastus", (), 3, False, True),
        ("Standard_NC24ads_A100_v4", "eastus", (), 4, False, True),
        ("Standard_ND96isr_H100_v5", "eastus", (), 2, False, True),
    ]
    assert "Microsoft.Web" in preflights.demand("models").providers
    assert preflights.demand("prod").features == {
        "Microsoft.Compute/EncryptionAtHost": (
            "prod-pretrain-scale-set",
            "prod-slurm-login",
            "prod-slurm-scheduler",
        )
    }


@pytest.mark.parametrize("name", preflights.STACKS)
def test_everything_that_a_stack_makes_is_planned(name: str) -> None:
    """A dry run makes what the engine made: the same types, as often, by the same names."""
    told = [one for one in recorded.resources(name) if not one.get("external")]
    made = sorted(one["urn"].rpartition("::")[2] for one in told if "$azure-native:" in one["urn"])
    demand = preflights.demand(name)
    assert sorted(one.name for one in demand.resources) == made
    ids = {one["urn"].rpartition("::")[2]: one.get("id", "").lower() for one in told}
    assert {one.name: one.id for one in demand.resources if one.id and one.id.lower() != ids[one.name]} == {}


def test_what_goes_into_the_hub_s_subscription_is_planned_there() -> None:
    hubs = "00000000-0000-0000-0000-00000000000c"
    network = f"/subscriptions/{hubs}/resourceGroups/rg-hub/providers/Microsoft.Network"
    connection = {"addressRanges": ["10.100.0.0/22"]}
    choices = {
        "zone-network-hub-side-peering": {
            "mode": "existing",
            "virtualNetworkResourceId": f"{network}/virtualNetworks/hub",
        },
        "zone-network-virtual-hub-connection": {
            "mode": "virtualHub",
            "virtualHubResourceId": f"{network}/virtualHubs/hub",
        },
    }
    for name, choice in choices.items():
        settings = stack() | {
            "network": {
                "mode": "create",
                "addressSpace": "10.104.0.0/16",
                "hubConnection": connection | choice,
            },
            "hubSubscriptionId": hubs,
        }
        zone = LandingZoneSettings.load(settings, "settings")
        found = stack_demand(zone, subscription=preflights.SUBSCRIPTION, stack="zone")
        (one,) = [str(each.id) for each in found.resources if each.name == name]
        assert one.startswith(f"{network}/"), one
