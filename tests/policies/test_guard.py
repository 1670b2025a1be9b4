"""What the guard says of plans."""

import json
from datetime import date
from pathlib import Path

import pytest

from azure_ai_landing_zone_policies.engine.waivers import Waiver
from azure_ai_landing_zone_policies.guard.judgement import judge
from azure_ai_landing_zone_policies.guard.losses import losses
from azure_ai_landing_zone_policies.guard.text import markdown, text
from azure_ai_landing_zone_policies.preview.read import PlanError, read_plan
from azure_ai_landing_zone_policies.preview.state import completed
from policies.plans import H100, STORE, VMSS, at, document, events, moved, state, step

TODAY = date(2026, 11, 21)


def waiver(resource: str, until: date) -> Waiver:
    return Waiver(resource, "ml@contoso.com", "ciso@contoso.com", "moves to H200", until)


PLAN = read_plan(
    document(step("delete", VMSS, "nodes", old=H100), step("delete", "keyvault:Vault", "vault", old={}))
)


@pytest.mark.parametrize(
    ("waivers", "blocking", "notes"),
    [
        ([], ["nodes", "vault"], []),
        (
            [waiver("nodes", date(2027, 11, 21)), waiver("urn:*Vault::*", date(2026, 11, 21))],
            [],
            [
                "guard: the waiver of ml@contoso.com for nodes lets nodes pass (moves to H200); it ends on "
                "2027-11-21",
                "guard: the waiver of ml@contoso.com for urn:*Vault::* lets vault pass (moves to H200); it "
                "ends on 2026-11-21, in 0 days; fix the cause, or extend it",
            ],
        ),
        (
            [waiver("*", date(2026, 11, 20)), waiver("other", date(2027, 1, 1))],
            ["nodes", "vault"],
            [
                "guard: the waiver of ml@contoso.com for * ended on 2026-11-20; fix nodes, vault, or extend "
                "it",
                "guard: no resource needs the waiver of ml@contoso.com for other; remove it",
            ],
        ),
    ],
)
def test_waivers_let_losses_happen_until_their_end(
    waivers: list[Waiver], blocking: list[str], notes: list[str]
) -> None:
    judgement = judge(PLAN, tuple(waivers), TODAY)
    assert [loss.name for loss in judgement.blocking] == blocking
    assert list(judgement.notes) == notes


def test_a_terminal_and_a_pull_request_are_told_the_same() -> None:
    judgement = judge(PLAN, (waiver("nodes", TODAY),), TODAY)
    assert text(judgement) == (
        "Guard: 1 loss that no waiver covers\n\n"
        "vault: key vault, would be deleted\n"
        "  why      the program has it no more\n"
        "  lost     its secrets and keys, and what is encrypted with them; its name is taken while it is "
        "soft-deleted\n"
        "  instead  keep it in the program\n\n"
        "To let it happen, say so in policy.yaml, beside Pulumi.yaml:\n\n"
        "guard:\n  waivers:\n    - resource: vault\n"
        "      owner: who answers for it\n      approver: who else agreed\n      reason: why it may go\n"
        "      until: the last day, such as 2027-01-31\n\n"
        "guard: the waiver of ml@contoso.com for nodes lets nodes pass (moves to H200); it ends on "
        "2026-11-21, in 0 days; fix the cause, or extend it\n"
    )
    assert markdown(judgement) == (
        "### Guard: 1 loss that no waiver covers\n\n"
        "| resource | what happens | why | what is lost | instead |\n| --- | --- | --- | --- | --- |\n"
        "| `vault` | key vault deleted | the program has it no more | its secrets and keys, and what is "
        "encrypted with them; its name is taken while it is soft-deleted | keep it in the program |\n\n"
        "**Notes**\n\n"
        "- guard: the waiver of ml@contoso.com for nodes lets nodes pass (moves to H200); it ends on "
        "2026-11-21, in 0 days; fix the cause, or extend it\n"
    )
    assert text(judge(PLAN, (waiver("*", TODAY),), TODAY)).startswith(
        "Guard: only what waivers let go is lost (nodes, vault)\n"
    )
    assert text(judge(read_plan(document()), (), TODAY)) == "Guard: the plan loses nothing that is guarded\n"


def test_a_moved_subnet_is_told_of_and_waived_like_any_loss() -> None:
    read = read_plan(document(moved(at("10.0.0.0/24"), at("10.0.1.0/24")), left_out=3))
    assert text(judge(read, (), TODAY)).startswith(
        "Guard: 1 loss that no waiver covers\n\n"
        "nodes: subnet, would be moved to other addresses\n"
        '  why      Azure changes addressPrefix from "10.0.0.0/24" to "10.0.1.0/24" only while nothing is in '
        "the subnet\n"
        "  lost     the addresses of all that is in it; Azure refuses while anything is "
        "(InUsePrefixCannotBeDeleted)\n"
        "  instead  leave it the prefix that it has; for more addresses add a subnet beside it, and move "
        "what is in this one\n\n"
        "To let it happen"
    )
    assert "| `nodes` | subnet moved to other addresses |" in markdown(judge(read, (), TODAY))
    judgement = judge(read, (waiver("nodes", TODAY),), TODAY)
    assert [loss.name for loss in judgement.waived] == ["nodes"]
    # What is left out matters to deletes only: nothing goes along with a move.
    assert judge(read, (), TODAY).notes == ()


def test_the_documentation_shows_what_it_says() -> None:
    replaced = step(
        "replace",
        "storage:StorageAccount",
        "training-checkpoints-account",
        old={"location": "eastus"},
        new={"location": "westus3"},
        changed=("location",),
    )
    said = text(judge(read_plan(events(replaced)), (), TODAY)).partition("\n\nTo let it happen")[0]
    page = Path(__file__).parents[2] / "docs" / "policies.md"
    assert f"```text\n{said}\n```" in page.read_text(encoding="utf-8")


def test_a_plan_that_leaves_out_what_stays_is_said_to() -> None:
    plan = document(
        step("delete", VMSS, "nodes", old=H100), step("same", VMSS, "other", old=H100), left_out=2
    )
    assert judge(read_plan(plan), (), TODAY).notes == (
        "guard: the plan leaves out 2 resources that stay the same, and Azure may delete some along with "
        "what is lost; to see those too, give pulumi --show-sames, or PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1",
    )


SHELTERED = events(
    step("delete", "storage:StorageAccount", "store", old={}, id=STORE),
    step("delete", "keyvault:Vault", "vault", old={}),
    protected=("store",),
)


def test_a_plan_that_isn_t_whole_is_said_to_be_beside_its_losses() -> None:
    plan = read_plan(events(step("delete", "keyvault:Vault", "vault", old={}), failed="no such size"))
    judgement = judge(plan, (), TODAY)
    last = "the plan isn't whole, and what it doesn't show may be lost as well: no such size"
    assert text(judgement).endswith(f"\n\nguard: {last}\n")
    assert markdown(judgement).endswith(f"\n\n**Notes**\n\n- guard: {last}\n")


def test_a_removal_that_protection_stops_is_told_as_what_to_do() -> None:
    found = losses(read_plan(SHELTERED), TODAY)
    assert [f"{loss.name} {loss.how}: {loss.why} | {loss.instead}" for loss in found] == [
        "store deleted: the program has it no more, and it is protected, so pulumi stops here | keep it in "
        "the program; to let it go, first bring it back with its protection off (protect=False; in a stack "
        "file protection: off) and run pulumi up, then take it out",
        "vault deleted: the program has it no more | keep it in the program",
    ]
    assert judge(read_plan(SHELTERED), (), TODAY).notes == (
        "guard: the plan isn't whole, and what it doesn't show may be lost as well: store is protected, and "
        "pulumi stops there; to see all that would go, give --state what 'pulumi stack export' writes",
    )


def test_the_state_shows_what_else_would_go() -> None:
    kept = step("same", "network:VirtualNetwork", "network", old={})
    plan = read_plan(
        events(kept, step("delete", "storage:StorageAccount", "store", old={}), protected=("store",))
    )
    resources = [
        state(f"azure-native:{token}", name, {}, **more)
        for token, name, more in (
            ("network:VirtualNetwork", "network", {}),
            ("storage:StorageAccount", "store", {"protect": True}),
            ("keyvault:Vault", "vault", {}),
            ("search:Service", "search", {"retainOnDelete": True}),
            ("network:RouteTable", "routes", {}),
        )
    ]
    exported = json.dumps({"version": 3, "deployment": {"resources": resources}})
    judgement = judge(completed(plan, exported), (), TODAY)
    assert ([loss.name for loss in judgement.blocking], judgement.notes) == (["store", "vault"], ())
    failed = read_plan(events(kept, failed="no such size"))
    assert completed(failed, exported) == failed
    for text_, problem in (
        (exported[:-9], "the state breaks off; give all that 'pulumi stack export' wrote"),
        ("{}", "the state has no resources; give what 'pulumi stack export' wrote, of the same stack"),
    ):
        with pytest.raises(PlanError, match=problem):
            completed(plan, text_)
