"""Reading what a preview would do."""

import pytest

from azure_ai_landing_zone_policies.preview.read import PlanError, read_plan
from policies.plans import document, events, step

GIVE_ALL = "give all that 'pulumi preview --json' wrote, from its first line"
VAULT_GOES = step("delete", "keyvault:Vault", "vault", old={})


def without(plan: str, event: str) -> str:
    """Streamed events without those of a kind."""
    return "".join(f"{line}\n" for line in plan.splitlines() if event not in line)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (
            "",
            "there is no plan in this input; give it what 'pulumi preview --json' writes to standard output",
        ),
        ("error: no stack selected", "there is no plan in this input; give it what 'pulumi preview --json' "
         "writes to standard output"),
        (document()[:-5], "the plan breaks off; see what pulumi printed"),
        (events()[:-10], "the events break off in the middle of one; see what pulumi printed"),
        (events(ended=False), "the events end before the preview did; see what pulumi printed"),
        (without(events(VAULT_GOES), "resourcePreEvent"), "the plan isn't whole: it counts 1 delete and "
         f"shows 0, counts 1 same and shows 0; {GIVE_ALL}"),
        ('{"steps": [], "changeSummary": {"delete": 3, "replace": 2}}', "the plan isn't whole: it counts 3 "
         f"delete and shows 0, counts 2 replace and shows 0; {GIVE_ALL}"),
        ('{"steps": [], "changeSummary": {}}', "the plan counts no resource, not even the stack; "
         f"{GIVE_ALL}"),
        (events() + events(), "the events are of two previews; give those of one"),
    ],
)  # fmt: skip
def test_what_is_no_whole_plan_is_refused(given: str, problem: str) -> None:
    with pytest.raises(PlanError) as refused:
        read_plan(given)
    assert str(refused.value) == problem


def test_a_failed_preview_says_why() -> None:
    assert read_plan(document(errors=("it is protected",))).failure == "it is protected"
    assert read_plan(events(failed="it is protected")).failure == "it is protected"
    assert read_plan("warning: a new version\n" + document()).failure is None
