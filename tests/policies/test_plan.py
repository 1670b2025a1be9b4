"""Reading what a preview would do."""

import json
from typing import Any

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


def test_a_plan_with_what_is_only_read_is_whole() -> None:
    hub = step("read", "network:VirtualNetwork", "hub", old={}, new={})
    for whole in (document(hub), events(hub)):
        assert [one.operation for one in read_plan(whole).steps] == ["same", "read"]


def test_a_failed_preview_says_why() -> None:
    assert read_plan(document(errors=("it is protected",))).failure == "it is protected"
    assert read_plan(events(failed="it is protected")).failure == "it is protected"
    assert read_plan("warning: a new version\n" + document()).failure is None


def test_a_move_that_protection_stops_is_said_in_a_sentence() -> None:
    urn = "urn:pulumi:prod::zone::azure-native:storage:BlobContainer::blobs"
    group = "urn:pulumi:prod::zone::azure-native:resources:ResourceGroup::group"
    said = (
        f'unable to replace resource "{urn}" as part of replacing "{group}" as it is currently marked for '
        "protection. To unprotect the resource, remove the `protect` flag"
    )
    assert read_plan(document(errors=(said,))).failure == (
        "blobs is protected, and would be made anew with group: put the change back; another region is "
        "another stack, and what Azure can't change in place goes under another name (docs/day-two.md)"
    )


def test_a_preview_that_only_policy_stopped_is_whole() -> None:
    plan = read_plan(events(VAULT_GOES, blocked_by=("ai-service-is-private",)))
    assert (plan.failure, [step.operation for step in plan.steps]) == (None, ["same", "delete"])
    both = read_plan(events(VAULT_GOES, failed="no such size", blocked_by=("ai-service-is-private",)))
    assert both.failure == "no such size"
    assert read_plan(document(errors=("preview failed",))).failure == (
        "a plan in one document doesn't say why; where only a policy stopped it, its events are whole: give "
        "pulumi PULUMI_ENABLE_STREAMING_JSON_PREVIEW=1"
    )


URN = "urn:pulumi:prod::zone::azure-native:keyvault:Vault::vault"


def changed(**values: Any) -> str:
    """A document whose last step has other values; None takes one away."""
    plan = json.loads(document(VAULT_GOES))
    plan["steps"][-1] = {
        key: value for key, value in (plan["steps"][-1] | values).items() if value is not None
    }
    return json.dumps(plan)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (changed(urn=None), "steps[1].urn: got nothing; must be text"),
        (changed(urn="vault"), "steps[1].urn: got 'vault'; must be urn:pulumi:STACK::PROJECT::TYPE::NAME"),
        (changed(op=None), "steps[1].op: got nothing; must be text"),
        (changed(op="delet"), "steps[1].op: got 'delet'; must be an operation that pulumi names, such "
         "as same, update or delete"),
        (changed(oldState=None), "steps[1].oldState.type: got nothing; must be text"),
        (changed(oldState={"type": "azure-native:keyvault:Key"}), "steps[1].oldState.type: got "
         "'azure-native:keyvault:Key'; must be 'azure-native:keyvault:Vault', as in the urn"),
        (changed(oldState=[]), "steps[1].oldState: got []; must be an object"),
        (changed(oldState={"type": "azure-native:keyvault:Vault", "inputs": 3}),
         "steps[1].oldState.inputs: got 3; must be an object"),
        (changed(replaceReasons=[3]), "steps[1].replaceReasons[0]: got 3; must be text"),
        (changed(detailedDiff=[]), "steps[1].detailedDiff: got []; must be an object"),
        ('{"changeSummary": 5}', "changeSummary: got 5; must be an object"),
        ('{"changeSummary": {"delete": "1"}}', "changeSummary.delete: got '1'; must be a whole number"),
        ('{"summaryEvent": null}', "summaryEvent.result: got nothing; must be text"),
        ('{"summaryEvent": {"result": "maybe", "resourceChanges": {}}}',
         "summaryEvent.result: got 'maybe'; must be succeeded or failed"),
        ('{"resourcePreEvent": {"metadata": 5}}', "resourcePreEvent.metadata: got 5; must be an object"),
        ('{"diagnosticEvent": []}', "diagnosticEvent: got []; must be an object"),
        ('{"a":' * 3000 + "1" + "}" * 3000, "values stand more than 100 deep in it, as in no plan"),
        ('{"steps": [], "changeSummary": {"same": 1}, "x": "\\ud800"}', "there is half a character in it"),
    ],
)  # fmt: skip
def test_what_is_no_plan_of_pulumi_s_is_refused_in_words(given: str, problem: str) -> None:
    with pytest.raises(PlanError) as refused:
        read_plan(given)
    assert str(refused.value) == f"this isn't as pulumi writes it: {problem}"
