"""What `make up` says of Azure's refusals, and of Pulumi's own: what answers them."""

from pathlib import Path

import pytest
import yaml

import stack
from answers import answers
from helpers.offline import ROOT

REFUSALS = yaml.safe_load(Path(__file__).with_name("engine_refusals.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            'error: Code="QuotaExceeded" Message="Operation could not be completed"',
            ["Azure refused with QuotaExceeded: docs/runbooks/cluster-scale-up-refused.md says what to do."],
        ),
        (
            "Status=409 Code='ZonalAllocationFailed' … \nNetcfgSubnetRangesOverlap: Subnet 'a' is not valid",
            [
                "Azure refused with ZonalAllocationFailed: docs/runbooks/scale-set-refused.md says what to "
                "do.",
                "Azure refused with NetcfgSubnetRangesOverlap: docs/network.md#pins says what to do.",
            ],
        ),
        ("error: MyQuotaExceededHere", []),
    ],
    ids=["one", "two", "another word"],
)
def test_a_refusal_leads_to_its_page(said: str, expected: list[str]) -> None:
    assert answers(said) == expected


@pytest.mark.parametrize("said", REFUSALS.values(), ids=REFUSALS)
def test_what_the_engine_refuses_has_its_next_step(said: str) -> None:
    assert len(answers(said)) == 1


def test_a_step_names_its_page_as_a_path() -> None:
    assert answers(f"{REFUSALS['locked']}\n{REFUSALS['other stack']}\n{REFUSALS['deleted']}") == [
        "Pulumi says 'the stack is currently locked by': another command works on the stack, or one was "
        "killed. Next: wait for it; if it has ended, `pulumi cancel`.",
        "Pulumi says 'because it is protected': the plan would delete what holds data. Next: "
        "docs/day-two.md#something-protected-is-to-go.",
        "Pulumi says 'unknown stack': the stack stands on another one, which isn't up or is in another "
        "backend. Next: bring that one up first; README.md#the-two-commands says which come in which order.",
    ]


def test_what_is_locked_is_unlocked_before_it_goes_down() -> None:
    vault = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.KeyVault/vaults/kv"
    lock = {"type": "azure-native:authorization:ManagementLockByScope", "inputs": {"scope": vault}}
    assert stack.locked("prod", [{"type": "azure-native:resources:Resource", "inputs": {}}]) == []
    assert stack.locked("prod", [lock]) == [
        "Azure deletes nothing of what 'prod' has locked, not even roles on it:",
        f"  {vault}",
        "First `protection: on` in stacks/Pulumi.prod.yaml, and: make up STACK=prod",
    ]


def test_every_page_is_there() -> None:
    page = (ROOT / "docs" / "day-two.md").read_text(encoding="utf-8")
    codes = page.partition("## Azure says no")[2].partition("\n## ")[0]
    found = [one.split()[4].partition("#")[0] for one in answers(codes)]
    assert len(found) == 10
    assert [one for one in found if not (ROOT / one).is_file()] == []
