"""What a page has to tell of a stack, found in its state."""

import json
from typing import Any

import pytest

from azure_ai_landing_zone.cost.price_list import PriceList
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.page.build import build
from azure_ai_landing_zone_policies.page.model import Area, Page, Thing
from azure_ai_landing_zone_policies.preview.shape import PlanError
from page.pages import DAY, STACKS, page_of, state_text
from policies.plans import state

SECRET = {"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "x"}


def built(*resources: dict[str, Any], before: str | None = None) -> Page:
    return build(exported(*resources), all_rules(), {}, PriceList(), DAY, before)


def exported(*resources: dict[str, Any]) -> str:
    return json.dumps({"version": 3, "deployment": {"resources": resources}})


def things(page: Page, kind: str) -> list[Thing]:
    return [thing for area in page.areas for thing in area.all_things() if thing.kind == kind]


def subnets(page: Page) -> list[Area]:
    return [subnet for area in page.areas for subnet in area.areas]


def test_nodes_stand_in_their_subnet_with_size_fabric_zone_and_placement() -> None:
    (nodes,) = things(page_of("training"), "VirtualMachineScaleSet")
    (home,) = (one for one in subnets(page_of("training")) if nodes in one.things)
    assert home.name.startswith("snet-ai-training-pretrain-")
    assert home.facts[:2] == ("10.40.1.0/25", "leaves by ng-ai-training-4f0dbd")
    assert [fact.replace("4f0dbd", "…") for fact in nodes.facts] == [
        "4 × Standard_ND96isr_H100_v5",
        "8 × H100 SXM 80GB a node",
        "InfiniBand NDR, 8 × 400 Gb/s",
        "zone 1",
        "placement group ppg-ai-pretrain-…",
        "one placement group: one fabric",
    ]


def test_endpoints_say_where_they_lead() -> None:
    endpoints = things(page_of("training"), "PrivateEndpoint")
    assert [one.facts for one in endpoints] == [
        ("→ staicheckpoints4f0dbd (blob)",),
        ("→ staihomes4f0dbd (file)",),
        ("→ kv-ai-zone-4f0dbd (vault)",),
    ]


def test_everything_of_azure_is_in_the_inventory() -> None:
    for stack in STACKS:
        told = json.loads(state_text(stack))["deployment"]["resources"]
        wanted = [
            one["urn"] for one in told if ":azure-native:" in one["urn"] or "$azure-native:" in one["urn"]
        ]
        wanted = [one for one in wanted if ":providers:" not in one]
        assert len([one for one in page_of(stack).items if "kubernetes/" not in one.type]) >= len(wanted)


def test_many_alike_are_one_box_that_a_search_finds_by_each_name() -> None:
    (zones,) = things(page_of("research"), "PrivateZone")
    assert zones.title == "7 × PrivateZone"
    assert "research-private-dns-zones-privatelink-blob-core-windows-net-zone" in zones.names


def test_who_reaches_whom_is_the_model_s_word() -> None:
    reach = page_of("training").reach
    assert [one.rpartition("-")[0] for one in reach.origins] == [
        "snet-ai-training-endpoints",
        "snet-ai-training-pretrain",
        "snet-ai-training-slurm",
    ]
    (blobs,) = (one for one in reach.targets if one.name == "staicheckpoints4f0dbd.blob.core.windows.net")
    assert [(way.verdict, way.text.replace("-4f0dbd", "")) for way in blobs.ways] == [
        ("refused", "nsg-ai-training-endpoints: DenyEverythingElseOutbound"),
        ("reached", "endpoint"),
        ("reached", "endpoint"),
    ]


def test_who_may_do_what_names_whose_identity_it_is_and_what_works_as_it() -> None:
    found = [one for one in page_of("training").principals if one.kind == "ServicePrincipal"]
    assert [(one.name, one.works) for one in found] == [
        ("id-ai-pretrain-4f0dbd", ("training-pretrain-scale-set",)),
        ("id-ai-slurm-4f0dbd", ("training-slurm-scheduler",)),
        ("id-ai-slurm-login-4f0dbd", ("training-slurm-login",)),
    ]
    assert [[(right.role, right.scope, right.because) for right in one.rights] for one in found] == [
        [
            (
                "Storage Blob Data Owner",
                "containers staicheckpoints4f0dbd/default/checkpoints",
                "training-checkpoints-pretrain-access",
            ),
            (
                "Monitoring Metrics Publisher",
                "dataCollectionRules dcr-ai-gates-4f0dbd",
                "training-gates-pretrain-access",
            ),
            ("Key Vault Secrets User", "vaults kv-ai-zone-4f0dbd", "training-key-vault-pretrain-access"),
        ],
        [
            ("Key Vault Secrets Officer", "vaults kv-ai-zone-4f0dbd", "training-key-vault-slurm-access"),
            (
                "Virtual Machine Contributor",
                "virtualMachineScaleSets vmss-ai-pretrain-4f0dbd",
                "training-pretrain-slurm-access",
            ),
        ],
        [("Key Vault Secrets User", "vaults kv-ai-zone-4f0dbd", "training-key-vault-slurm-login-access")],
    ]


def test_what_somebody_can_become_is_told_with_the_way() -> None:
    told = {one.name: one.becomes for one in page_of("inference").principals if one.kind == "Group"}
    assert told["3b9a1f77-2d84-4c0b-b6f4-9e1d5a7c2d04"] == ("id-ai-chat-7d754f: pods in models",)
    assert told["5a1f5c4e-3c53-4a3b-9d0e-0c7f3a0f1b02"] == (
        "id-ai-chat-7d754f: pods in models",
        "id-ai-serving-keda-7d754f: pods in kube-system",
        "id-ai-serving-nodes-7d754f: root on nodes by pods in default",
        "id-ai-traces-7d754f: pods in telemetry",
        "id-ai-way-in-7d754f: pods in gateway",
        "id-ai-weights-7d754f: pods in weights",
    )


def test_no_stack_has_rights_that_the_model_can_t_tell() -> None:
    assert [(stack, one.name) for stack in STACKS for one in page_of(stack).principals if one.unsure] == []


def test_a_role_that_the_model_doesn_t_know_leaves_the_rest() -> None:
    role = "/subscriptions/s/providers/Microsoft.Authorization/roleDefinitions/7"
    right = {
        "principalId": "p",
        "principalType": "User",
        "roleDefinitionId": role,
        "scope": "/subscriptions/s",
    }
    (who,) = built(state("azure-native:authorization:RoleAssignment", "right", right)).principals
    assert (who.name, who.kind, who.rights[0].role, who.rights[0].scope) == (
        "p",
        "User",
        "the role 7",
        "the whole subscription",
    )
    assert who.unsure.startswith("what they can become isn't known: ")


def test_cost_policy_and_waivers_are_on_it() -> None:
    page = page_of("training")
    assert page.cost.sentences[0].startswith("All of it costs ")
    assert page.cost.sections[0][0] == "training-pretrain"
    assert page.rules == len(all_rules())
    size = {"name": "Standard_ND96isr_H100_v5", "capacity": 1}
    nodes = state("azure-native:compute:VirtualMachineScaleSet", "nodes", {"sku": size})
    open_ = state(
        "azure-native:storage:StorageAccount",
        "store",
        {"kind": "StorageV2", "allowBlobPublicAccess": True, "publicNetworkAccess": "Enabled"},
    )
    (said,) = (one for one in built(nodes, open_).said if one.rule == "no-public-blobs")
    assert (said.resource, said.mandatory) == ("store", True)
    assert said.link.startswith("https://")


def test_changes_name_resources_and_inputs_and_no_value() -> None:
    vault = "azure-native:keyvault:Vault"
    before = exported(
        state(vault, "gone", {}),
        state(vault, "same", {"a": {"b": [1, 2]}}),
        state(vault, "other", {"a": {"b": [1, 2], "c": 1}, "secret": SECRET}),
    )
    page = built(
        state(vault, "same", {"a": {"b": [1, 2]}}),
        state(vault, "other", {"a": {"b": [1, 3], "c": 1, "d": "new"}, "secret": "shown"}),
        state(vault, "new", {}),
        before=before,
    )
    assert page.changes is not None
    assert page.changes.added == ("new (Vault)",)
    assert page.changes.removed == ("gone (Vault)",)
    assert page.changes.changed == (("other (Vault)", ("a.b[1]", "a.d", "secret")),)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the state breaks off; give all that 'pulumi stack export' wrote"),
        ("[]", "this isn't as pulumi writes it: the state: got []; must be an object"),
        ("{}", "the state has no resources; give what 'pulumi stack export' wrote, of a stack"),
        (
            '{"deployment": {"resources": [{"urn": "x"}]}}',
            "this isn't as pulumi writes it: deployment.resources[0].urn: got 'x'; must be "
            "urn:pulumi:STACK::PROJECT::TYPE::NAME",
        ),
    ],
)
def test_what_is_no_state_makes_no_page(text: str, problem: str) -> None:
    with pytest.raises(PlanError) as refused:
        build(text, all_rules(), {}, PriceList(), DAY)
    assert str(refused.value) == problem


def test_what_is_only_read_is_somebody_else_s_bill() -> None:
    assert [one for one in page_of("brownfield").cost.sentences if "registry" in one or "logs" in one] == []
