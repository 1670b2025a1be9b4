"""What a preflight says of each stack in each kind of subscription: verdicts.yaml has it all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import recorded
from helpers import preflights

EXPECTED: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "verdicts.yaml").read_text(encoding="utf-8")
)


def test_every_stack_and_profile_has_its_verdicts() -> None:
    assert {name: [*profiles] for name, profiles in EXPECTED.items()} == {
        name: [*preflights.subscriptions()] for name in preflights.STACKS
    }


@pytest.mark.parametrize("stack", preflights.STACKS)
@pytest.mark.parametrize("profile", preflights.subscriptions())
def test_verdicts(stack: str, profile: str) -> None:
    found = preflights.of(stack, preflights.subscriptions()[profile])
    told: dict[str, Any] = {"passed": found.count("passed")}
    for one in found.findings:
        if one.verdict != "passed":
            told.setdefault(one.verdict, []).append(f"{one.topic}: {one.subject}")
    assert told == EXPECTED[stack][profile]


def test_the_demand_is_that_of_the_stack() -> None:
    """As many machines as there may be: sections say more than the plan, where nodes come later."""
    machines = [
        (one.size, one.region, one.zones, one.nodes, one.spot, one.machine_learning)
        for name in ("dev", "inference", "prod", "research")
        for one in preflights.demand(name).machines
    ]
    assert machines == [
        ("Standard_NC4as_T4_v3", "eastus", ("1",), 2, False, False),
        ("Standard_D4ds_v5", "eastus", (), 6, False, False),
        ("Standard_NC40ads_H100_v5", "eastus", (), 2, False, False),
        ("Standard_NC4as_T4_v3", "eastus", (), 6, False, False),
        ("Standard_NC8as_T4_v3", "eastus", (), 4, True, False),
        ("Standard_ND96isr_H100_v5", "eastus", ("1",), 8, False, False),
        ("Standard_D4ds_v4", "eastus", (), 3, False, True),
        ("Standard_NC24ads_A100_v4", "eastus", (), 4, False, True),
        ("Standard_ND96isr_H100_v5", "eastus", (), 2, False, True),
    ]
    assert "Microsoft.Web" in preflights.demand("models").providers
    assert preflights.demand("prod").features == {
        "Microsoft.Compute/EncryptionAtHost": ("prod-pretrain-scale-set",)
    }


@pytest.mark.parametrize("stack", preflights.STACKS)
def test_everything_that_a_stack_makes_is_planned(stack: str) -> None:
    """A dry run makes what the engine made: the same types, as often, by the same names."""
    told = recorded.resources(stack)
    made = sorted(one["urn"].rpartition("::")[2] for one in told if "$azure-native:" in one["urn"])
    demand = preflights.demand(stack)
    assert sorted(one.name for one in demand.resources) == made
    ids = {one["urn"].rpartition("::")[2]: one.get("id", "").lower() for one in told}
    assert {one.name: one.id for one in demand.resources if one.id and one.id.lower() != ids[one.name]} == {}
