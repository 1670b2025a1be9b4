"""What the guard says of plans."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from azure_ai_landing_zone_policies.engine.waivers import Waiver
from azure_ai_landing_zone_policies.guard.judgement import judge
from azure_ai_landing_zone_policies.guard.kinds import GUARDED
from azure_ai_landing_zone_policies.guard.losses import losses
from azure_ai_landing_zone_policies.guard.moves import MOVED_SUBNET
from azure_ai_landing_zone_policies.guard.text import markdown, text
from azure_ai_landing_zone_policies.preview.read import PlanError, read_plan
from azure_ai_landing_zone_policies.preview.state import completed
from policies.plans import GROUP, STORE, document, events, state, step

TODAY = date(2026, 11, 21)
H100 = {"sku": {"name": "Standard_ND96isr_H100_v5", "capacity": 4}, "location": "eastus"}
D16 = {"sku": {"name": "Standard_D16s_v5", "capacity": 4}}
VMSS = "compute:VirtualMachineScaleSet"
VAULT = {
    "resourceProviderNamespace": "Microsoft.KeyVault",
    "parentResourcePath": "",
    "resourceType": "vaults",
    "resourceName": "kv",
    "apiVersion": "2026-02-01",
}
KEEP = "the program has it no more | keep it in the program"
LEAVE = MOVED_SUBNET.instead
MOVES = "only while nothing is in the subnet"
UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
"""What the engine writes for a value that isn't known before deployment."""
BEST = f"{STORE}/blobServices/default/containers/best"
BESIDE = GUARDED[VMSS].instead
Writer = Callable[..., str]


def moved(old: dict[str, Any], new: dict[str, Any], type_: str = "network:Subnet") -> dict[str, Any]:
    return step("update", type_, "nodes", old=old, new=new)


def at(prefix: str) -> dict[str, str]:
    return {"addressPrefix": prefix}


def listed(name: str, number: int) -> dict[str, str]:
    """A subnet inside a network."""
    return {"name": name, **at(f"10.0.{number}.0/24")}


@pytest.mark.parametrize("write", [document, events])
@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], []),
        ([step("same", VMSS, "nodes", old=H100, new=H100)], []),
        ([step("create", VMSS, "nodes", new=H100)], []),
        ([step("update", VMSS, "nodes", old=H100, new=H100)], []),
        ([step("delete", VMSS, "nodes", old=H100)], [f"nodes deleted: {KEEP}"]),
        ([step("delete", VMSS, "web", old=D16)], []),
        ([step("delete", VMSS, "nodes", old={"sku": {}})], []),
        ([step("delete", VMSS, "nodes", old=H100, retained=True)], []),
        ([step("discard", VMSS, "nodes", old=H100)], []),
        ([step("delete", "network:RouteTable", "routes", old={})], []),
        (
            [step("delete", "cognitiveservices:Deployment", "gpt", old={"sku": {"name": "GlobalStandard"}})],
            [],
        ),
        (
            [
                step(
                    "delete",
                    "cognitiveservices:Deployment",
                    "gpt",
                    old={"sku": {"name": "ProvisionedManaged"}},
                )
            ],
            [f"gpt deleted: {KEEP}"],
        ),
        (
            [step("delete", "compute/v20240301:VirtualMachineScaleSet", "nodes", old=H100)],
            [f"nodes deleted: {KEEP}"],
        ),
        (
            [step("delete", "resources:Resource", "vault", old=VAULT)],
            [f"vault deleted: {KEEP}"],
        ),
        (
            [step("delete", "network:PrivateZone", "zone", old={})],
            [f"zone deleted: {KEEP}"],
        ),
        (
            [step("delete", VMSS, "nodes", old=H100), step("create", VMSS, "machines", new=H100)],
            [
                "nodes deleted: the program has a new machines in its place | if machines is the same one "
                "under another name, give it an alias; else keep both"
            ],
        ),
        (
            [
                step("delete-replaced", VMSS, "nodes", old=H100),
                step(
                    "replace",
                    VMSS,
                    "nodes",
                    old=H100,
                    new={**H100, "location": "westus"},
                    keys=("location",),
                    changed=("location",),
                ),
                step("create-replacement", VMSS, "nodes", old=H100, new=H100, keys=("location",)),
            ],
            [f'nodes replaced: Azure can\'t change location from "eastus" to "westus" in place | {BESIDE}'],
        ),
        (
            [
                step(
                    "replace",
                    VMSS,
                    "nodes",
                    old={**H100, "x": {"y": ["a"]}},
                    new={**H100, "x": {"y": ["b"]}},
                    changed=("x.y[0]",),
                )
            ],
            [f'nodes replaced: Azure can\'t change x.y[0] from "a" to "b" in place | {BESIDE}'],
        ),
        (
            [step("replace", VMSS, "nodes", old=H100, new=H100, keys=("extra",), changed=("extra",))],
            [f"nodes replaced: Azure can't change extra in place | {BESIDE}"],
        ),
        (
            [step("replace", VMSS, "nodes", old=H100, new=H100)],
            [f"nodes replaced: it follows another resource that is replaced | {BESIDE}"],
        ),
        (
            [
                step(
                    "replace",
                    "compute:ProximityPlacementGroup",
                    "ppg",
                    old={},
                    id=f"{GROUP}/ppg",
                    changed=("zones",),
                ),
                step(
                    "replace",
                    VMSS,
                    "nodes",
                    old={**H100, "proximityPlacementGroup": {"id": f"{GROUP}/ppg"}},
                    new=H100,
                    keys=("proximityPlacementGroup",),
                ),
            ],
            ["nodes replaced: its proximityPlacementGroup came from ppg, which is replaced | spare ppg"],
        ),
        (
            [step("replace", VMSS, "nodes", old=H100, new=H100, keys=("subnet",))],
            [f"nodes replaced: its subnet may change | {BESIDE}"],
        ),
        (
            [
                step("same", "storage:StorageAccount", "store", old={}, id=STORE),
                step("same", "storage:BlobContainer", "best", old={}, id=BEST),
                step("delete", "resources:ResourceGroup", "group", old={}, id=GROUP.upper()),
            ],
            [
                f"group deleted: {KEEP}",
                "best deleted along: it is in group, and Azure deletes it with that | spare group",
                "store deleted along: it is in group, and Azure deletes it with that | spare group",
            ],
        ),
        (
            [
                step("delete", "storage:BlobContainer", "best", old={}, id=BEST),
                step("delete", "storage:StorageAccount", "store", old={}, id=STORE),
            ],
            [
                f"store deleted: {KEEP}",
                "best deleted: it is in store, which is deleted | spare store",
            ],
        ),
        (
            [
                step(
                    "replace",
                    "storage:StorageAccount",
                    "store",
                    old={"location": "a"},
                    new={"location": "b"},
                    id=STORE,
                    changed=("location",),
                ),
                step("replace", "storage:BlobContainer", "best", old={}, id=BEST, keys=("accountName",)),
            ],
            [
                'store replaced: Azure can\'t change location from "a" to "b" in place | ' + BESIDE,
                "best replaced: it is in store, which is replaced | spare store",
            ],
        ),
        (
            [
                step(
                    "update",
                    "network:Subnet",
                    "nodes",
                    old={"addressPrefix": "10.40.2.0/29"},
                    new={"addressPrefix": "10.40.3.64/29"},
                )
            ],
            [
                'nodes moved: Azure changes addressPrefix from "10.40.2.0/29" to "10.40.3.64/29" only while '
                "nothing is in the subnet | leave it the prefix that it has; for more addresses add a subnet "
                "beside it, and move what is in this one"
            ],
        ),
        (
            [moved(at("10.0.0.0/24"), at("10.0.0.0/23"))],
            [
                'nodes moved: Azure changes addressPrefix from "10.0.0.0/24" to "10.0.0.0/23" '
                f"{MOVES} | {LEAVE}"
            ],
        ),
        ([moved(at("10.0.0.0/24"), {"addressPrefix": "10.0.0.0/24", "delegations": []})], []),
        ([moved(at("10.0.0.0/24"), {"addressPrefixes": ["10.0.0.0/24", "10.0.9.0/24"]})], []),
        (
            [
                moved(
                    {"addressPrefixes": ["10.0.0.0/24", "10.0.9.0/24"]}, {"addressPrefixes": ["10.0.0.0/24"]}
                )
            ],
            [
                'nodes moved: Azure changes addressPrefixes from "10.0.0.0/24" and "10.0.9.0/24" to '
                f'"10.0.0.0/24" {MOVES} | {LEAVE}'
            ],
        ),
        (
            [moved({"addressPrefix": 3}, at("10.0.0.0/24"))],
            [
                f'nodes moved: Azure changes addressPrefix from what can\'t be read to "10.0.0.0/24" {MOVES} '
                f"| {LEAVE}"
            ],
        ),
        ([moved({"addressPrefix": 3}, {"addressPrefix": 3})], []),
        (
            [moved({"subnets": 3}, {"subnets": []}, "network:VirtualNetwork")],
            [f"nodes moved: Azure changes subnets from what can't be read {MOVES} | {LEAVE}"],
        ),
        (
            [moved(at("10.0.0.0/24"), {"addressPrefix": UNKNOWN})],
            [
                'nodes moved: Azure changes addressPrefix from "10.0.0.0/24" to what is not known yet '
                f"{MOVES} | {LEAVE}"
            ],
        ),
        (
            [moved(at("10.0.0.0/24"), {"ipamPoolPrefixAllocations": []})],
            [f'nodes moved: Azure changes addressPrefix from "10.0.0.0/24" to nothing {MOVES} | {LEAVE}'],
        ),
        (
            [
                moved(
                    {"subnets": [listed("a", 0), listed("b", 1), listed("c", 2), listed("gone", 3)]},
                    {"subnets": [listed("c", 2), listed("b", 5), listed("a", 4), listed("new", 3)]},
                    "network:VirtualNetwork",
                )
            ],
            [
                'nodes moved: Azure changes subnets[0].addressPrefix from "10.0.0.0/24" to "10.0.4.0/24" and '
                f'subnets[1].addressPrefix from "10.0.1.0/24" to "10.0.5.0/24" {MOVES} | {LEAVE}'
            ],
        ),
        (
            [moved({"subnets": [listed("a", 0)]}, {"subnets": UNKNOWN}, "network:VirtualNetwork")],
            [
                'nodes moved: Azure changes subnets[0].addressPrefix from "10.0.0.0/24" to what is not known '
                f"yet {MOVES} | {LEAVE}"
            ],
        ),
        (
            [
                step("same", "network:Subnet", "nodes", old={"addressPrefix": "10.0.0.0/24"}),
                step("create", "network:Subnet", "more", new={"addressPrefix": "10.0.1.0/24"}),
                moved({"location": "a"}, {"location": "b"}, "network:RouteTable"),
            ],
            [],
        ),
    ],
)
def test_the_losses_of_a_plan(write: Writer, steps: list[Any], expected: list[str]) -> None:
    found = losses(read_plan(write(*steps)), TODAY)
    assert [f"{loss.name} {loss.how}: {loss.why} | {loss.instead}" for loss in found] == expected


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
