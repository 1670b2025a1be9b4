"""Azure Policy of a subscription, in the stacks that may have it."""

import json
import re
from datetime import date
from pathlib import Path

import pytest
import yaml

import recorded
from azure_ai_landing_zone import LandingZone, SettingsError
from azure_ai_landing_zone.catalog.policy_definitions import all_definitions
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from azure_ai_landing_zone_policies.reports.events import EventsError
from azure_ai_landing_zone_policies.reports.exemptions import exemptions
from azure_simulator.cloud import arm, policies
from helpers.offline import ROOT
from helpers.registered import SUBSCRIPTION, register
from helpers.settings import stack
from operations.samples import refused, settings

GROUPS = f"/subscriptions/{SUBSCRIPTION}/resourceGroups"
ACCOUNT = f"{GROUPS}/rg-lake/providers/Microsoft.Storage/storageAccounts/lake"
LET_OFF = {
    "definition": "storageKeys",
    "exemptResourceId": ACCOUNT,
    "owner": "ml@example.com",
    "approver": "ciso@example.com",
    "reason": "its export job signs with a key until 2027",
    "until": "2027-01-31",
}


def test_assignments_and_what_is_let_off_them() -> None:
    asked = settings(
        azurePolicies={
            "assignments": [
                {"definition": "storageKeys", "effect": "Deny", "excludedResourceGroups": ["rg-old"]},
                {"definition": "aksPrivateCluster", "assignedResourceGroup": "rg-serving", "effect": "Deny"},
            ],
            "exemptions": [LET_OFF],
        }
    )
    made = register(lambda: LandingZone("bootstrap", asked), stack="bootstrap", id_format=None)
    start = "bootstrap-azure-policies"
    found = {name: inputs for name, inputs in made.inputs.items() if name.startswith(f"{start}-")}
    subscription = f"/subscriptions/{SUBSCRIPTION}"
    definitions = "/providers/Microsoft.Authorization/policyDefinitions"
    suffix = found[f"{start}-storageKeys"]["policyAssignmentName"].rpartition("-")[2]
    title = "Storage accounts should prevent shared key access"
    told = "Exemptions are in the stack that assigns this, under azurePolicies."
    assert found == {
        f"{start}-storageKeys": {
            "policyAssignmentName": f"pa-ai-bootstrap-storageKeys-{suffix}",
            "scope": subscription,
            "policyDefinitionId": f"{definitions}/8c6a50c6-9ffd-4ae7-986f-5fa6111f9a54",
            "displayName": title,
            "enforcementMode": "Default",
            "notScopes": [f"{subscription}/resourceGroups/rg-old"],
            "parameters": {"effect": {"value": "Deny"}},
            "nonComplianceMessages": [
                {"message": f"{title} (in the policy pack: storage-takes-no-keys). {told}"}
            ],
        },
        f"{start}-aksPrivateCluster-in-rg-serving": {
            "policyAssignmentName": f"pa-ai-bootstrap-aksPrivateCluster-daff5c-{suffix}",
            "scope": f"{subscription}/resourceGroups/rg-serving",
            "policyDefinitionId": f"{definitions}/040732e8-d947-40b8-95d6-854c95024bf8",
            "displayName": "Azure Kubernetes Service Private Clusters should be enabled",
            "enforcementMode": "Default",
            "parameters": {"effect": {"value": "Deny"}},
            "nonComplianceMessages": [
                {
                    "message": "Azure Kubernetes Service Private Clusters should be enabled (in the policy "
                    f"pack: aks-api-server-is-private). {told}"
                }
            ],
        },
        f"{start}-storageKeys-not-for-lake-f2363f": {
            "policyExemptionName": f"px-ai-bootstrap-storageKeys-{suffix}",
            "scope": ACCOUNT,
            "policyAssignmentId": (
                f"{subscription}/providers/Microsoft.Authorization/policyAssignments/"
                f"pa-ai-bootstrap-storageKeys-{suffix}"
            ),
            "exemptionCategory": "Waiver",
            "displayName": "storageKeys: lake",
            "description": "its export job signs with a key until 2027",
            "expiresOn": "2027-02-01T00:00:00Z",
            "metadata": {"requestedBy": "ml@example.com", "approvedBy": "ciso@example.com"},
            "assignmentScopeValidation": "Default",
        },
    }


def test_what_is_wrong_with_them() -> None:
    twice = {"definition": "storageKeys"}
    assert refused(
        azurePolicies={
            "assignments": [
                twice,
                twice,
                {
                    "definition": "aksLocalAccounts",
                    "assignedResourceGroup": "rg-a",
                    "excludedResourceGroups": ["rg-b"],
                },
            ],
            "exemptions": [
                LET_OFF,
                LET_OFF,
                {**LET_OFF, "definition": "aksLocalAccounts"},
            ],
        }
    ) == [
        "azurePolicies.assignments[1]: storageKeys is assigned there already, as [0]",
        "azurePolicies.assignments[2].excludedResourceGroups: goes with all of the subscription: leave "
        "out one, this or `assignedResourceGroup`",
        "azurePolicies.exemptions[1]: is [0] again: remove one",
        "azurePolicies.exemptions[2].definition: none of `assignments` has aksLocalAccounts there: remove "
        "this exemption",
    ]
    wrong = {**LET_OFF, "approver": "ML@example.com", "until": "soon", "exemptResourceId": "lake"}
    found = refused(
        azurePolicies={"assignments": [{"definition": "noKeys", "effect": "Disabled"}], "exemptions": [wrong]}
    )
    assert found == [
        f"azurePolicies.assignments[0].definition: must be one of {', '.join(all_definitions())}, got "
        "'noKeys'",
        "azurePolicies.assignments[0].effect: must be 'Audit' or 'Deny', got \"Disabled\"",
        "azurePolicies.exemptions[0].exemptResourceId: must be the full id of a resource or a resource "
        "group, got 'lake'",
        "azurePolicies.exemptions[0].until: must be a day such as 2027-01-31, got 'soon'",
    ]
    endless = {**LET_OFF, "until": "9999-12-31"}
    with pytest.raises(SettingsError, match="until: must be a day such as 2027-01-31, got '9999-12-31'"):
        settings(azurePolicies={"assignments": [twice], "exemptions": [endless]})
    itself = {**LET_OFF, "approver": "ML@example.com"}
    assert refused(azurePolicies={"assignments": [twice], "exemptions": [itself]}) == [
        "azurePolicies.exemptions[0].approver: must be somebody else than the owner, got 'ML@example.com'"
    ]


def test_two_subnets_of_one_name_are_let_off() -> None:
    networks = f"{GROUPS}/rg-lake/providers/Microsoft.Network/virtualNetworks"
    both = [f"{networks}/{one}/subnets/default" for one in ("east", "west")]
    exempt = [{**LET_OFF, "definition": "subnetsPrivate", "exemptResourceId": one} for one in both]
    asked = settings(azurePolicies={"assignments": [{"definition": "subnetsPrivate"}], "exemptions": exempt})
    made = register(lambda: LandingZone("bootstrap", asked), stack="bootstrap", id_format=None).inputs
    assert sorted(inputs["scope"] for name, inputs in made.items() if "-not-for-" in name) == both


ONE = (
    "is the subscription's, of which it has one: it goes into the stack that has `pulumiState` or "
    "`hubNetwork`; move it there"
)


def test_other_stacks_have_neither() -> None:
    sections = {
        "azurePolicies": {"assignments": [{"definition": "storageKeys"}]},
        "defenderPlans": {"plans": [{"pricingName": "AI"}]},
    }
    with pytest.raises(SettingsError) as raised:
        settings("dev", **sections)
    assert [line.strip() for line in str(raised.value).splitlines()[1:]] == [
        f"azurePolicies: {ONE}",
        f"defenderPlans: {ONE}",
    ]
    assert settings("hub", **sections).defender_plans is not None


def test_a_state_that_people_reach_is_not_locked_out() -> None:
    """Its account lets in public addresses, and Azure would refuse the next change of it."""
    state = stack("bootstrap")["pulumiState"] | {"allowedIpRanges": ["20.1.2.0/28"]}
    deny = {"definition": "storagePublicAccess", "effect": "Deny"}
    assert refused(pulumiState=state, azurePolicies={"assignments": [deny]}) == [
        "azurePolicies.assignments[0].effect: would refuse the next change of this stack's own vault and "
        "account, which `pulumiState.allowedIpRanges` opens: give `Audit`, or groups of "
        "other stacks as `assignedResourceGroup`"
    ]
    for harmless in (
        {"enforcementMode": "DoNotEnforce"},
        {"assignedResourceGroup": "rg-a"},
        {"effect": "Audit"},
    ):
        settings(pulumiState=state, azurePolicies={"assignments": [deny | harmless]})


def test_a_resolver_of_the_hub_is_not_locked_out() -> None:
    """Its subnets are delegated, and so as the service decides: not private."""
    deny = {"definition": "subnetsPrivate", "effect": "Deny"}
    settings("hub", azurePolicies={"assignments": [deny | {"effect": "Audit"}]})
    assert refused("hub", azurePolicies={"assignments": [deny]}) == [
        "azurePolicies.assignments[0].effect: would refuse the next change of this stack's own subnets of "
        "`hubNetwork.dnsResolver`: give `Audit`, or groups of other stacks as `assignedResourceGroup`"
    ]


def test_every_definition_is_simulated() -> None:
    assert {one.definition_id for one in all_definitions().values()} == set(policies.built_in())


def test_the_page_has_every_definition_and_settings_that_are_taken() -> None:
    text = (ROOT / "docs" / "azure-policy.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \| (.+) \| (.+) \|$", text, re.MULTILINE)
    assert rows == [
        (
            one.name,
            one.definition_id,
            one.display_name,
            ", ".join(f"[{rule}](reference/rules/{rule}.md)" for rule in one.rules) or "–",
        )
        for one in all_definitions().values()
    ]
    for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL):
        settings(**yaml.safe_load(block))


def test_rules_that_definitions_stand_behind_are_there() -> None:
    rules = {rule.name for rule in all_rules()}
    assert {rule for one in all_definitions().values() for rule in one.rules} <= rules


def test_what_of_our_stacks_azure_would_deny() -> None:
    """With every definition assigned with Deny to all of the subscription."""
    found: dict[str, list[str]] = {}
    for stack_name in recorded.stacks():
        for one in recorded.resources(stack_name):
            if one.get("external") or not arm.is_resource_id(str(one.get("id"))):
                continue
            for name, definition in all_definitions().items():
                if policies.denies(policies.built_in()[definition.definition_id], one["id"], one["inputs"]):
                    found.setdefault(name, []).append(one["urn"].rpartition("::")[2])
    assert found == {
        # Stacks that need a feature of the subscription for it, and don't ask for it.
        "aksEncryptionAtHost": ["inference-serving-cluster"],
        "machinesEncryptionAtHost": [
            "brownfield-tune-scale-set",
            "clients-assistant-machine",
            "dev-workbench-machine",
            "dev-try-scale-set",
            "training-slurm-login",
            "training-slurm-scheduler",
            "training-pretrain-scale-set",
        ],
        # Lustre's: docs/data.md says why, and asks for an exemption.
        "storageKeys": ["research-data-account"],
        # Of a stack that is there for an hour, with its name.
        "keyVaultDeletionProtection": ["smoke-key-vault-vault"],
        # A gateway's own subnet, and those of a resolver.
        "subnetsPrivate": [
            "hub-hub-dns-inbound-subnet",
            "hub-hub-dns-outbound-subnet",
            "models-network-front-subnet",
        ],
    }


def test_waivers_become_what_is_let_off(tmp_path: Path) -> None:
    """Those that hold, of rules that a definition stands behind, with the ids of what they cover."""
    waiver = {name: LET_OFF[name] for name in ("owner", "approver", "reason")}
    policy = {
        "storage-takes-no-keys": {
            "waivers": [
                {**waiver, "resource": "lake-*", "until": "2027-01-31"},
                {**waiver, "resource": "old-*", "until": "2026-11-01"},
            ]
        },
        "registry-has-no-admin-user": {"waivers": [{**waiver, "resource": "lake-*", "until": "2027-01-31"}]},
    }
    (tmp_path / "policy.yaml").write_text(yaml.safe_dump(policy), encoding="utf-8")
    (tmp_path / "Pulumi.yaml").write_text("name: lake\nruntime: python\n", encoding="utf-8")
    accounts = [
        {
            "urn": f"urn:pulumi:prod::lake::azure-native:storage:StorageAccount::{name}-account",
            "type": "azure-native:storage:StorageAccount",
            "id": f"{GROUPS}/rg-lake/providers/Microsoft.Storage/storageAccounts/{name}",
            "inputs": {},
        }
        for name in ("lake", "old")
    ]
    state = json.dumps({"deployment": {"resources": accounts}})
    found = exemptions(state, tmp_path, date(2026, 11, 22))
    assert found == [LET_OFF]
    assert settings(
        azurePolicies={"assignments": [{"definition": "storageKeys"}], "exemptions": found}
    ).azure_policies
    with pytest.raises(EventsError, match="this is no state"):
        exemptions("[]", tmp_path, date(2026, 11, 22))
