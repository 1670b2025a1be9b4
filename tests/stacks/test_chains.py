"""What somebody can become in our stacks by any chain of rights; and that planted chains are found."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

import pytest

import recorded
from azure_ai_landing_zone.access.deployer_rights import ROLL
from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_simulator.access import chains, role_definitions
from azure_simulator.access.chains import Reach
from azure_simulator.access.estate import Estate, read
from azure_simulator.access.evaluation import Assignment, Permissions
from azure_simulator.cloud.answers import principal_id

SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000001"
ADMINISTRATORS = "5a1f5c4e-3c53-4a3b-9d0e-0c7f3a0f1b02"
SCIENTISTS = "3b9a1f77-2d84-4c0b-b6f4-9e1d5a7c2d04"
AUDITORS = "8e2d7b90-6f0a-4f6b-8a52-41d2c90e7c03"
DEPLOYED = {"rg-ai-hub-8af0f5": "rg-ai-hub-05bcc5", "rg-ai-prod-d1d920": "rg-ai-prod-05bcc5"}
"""Groups of stacks as they are recorded, and those that bootstrap makes for them."""


@cache
def resources() -> list[dict[str, object]]:
    return [one for stack in recorded.stacks() for one in recorded.resources(stack)]


def estate() -> Estate:
    """All of our stacks together, hub and prod in the groups that their deployers have."""
    return read(resources(), principal_id, DEPLOYED)


def group(name: str) -> str:
    return f"{SUBSCRIPTION}/resourceGroups/{name}"


def identity(name: str) -> str:
    """The principal of an identity of bootstrap."""
    place = f"{group('rg-ai-bootstrap-05bcc5')}/providers/Microsoft.ManagedIdentity/userAssignedIdentities"
    return principal_id(f"{place}/id-ai-{name}-05bcc5")


_IDENTITIES = "/providers/Microsoft.ManagedIdentity/userAssignedIdentities"
HUB, PROD, PREVIEWER = identity("hub"), identity("prod"), identity("previewer")
GATEWAY = principal_id(f"{group('rg-ai-models-259edf')}{_IDENTITIES}/id-ai-front-gateway-259edf")
TRAINER = principal_id(f"{group('rg-ai-training-4f0dbd')}{_IDENTITIES}/id-ai-pretrain-4f0dbd")
SLURM = principal_id(f"{group('rg-ai-training-4f0dbd')}{_IDENTITIES}/id-ai-slurm-4f0dbd")
NODES = principal_id(f"{group('rg-ai-inference-7d754f')}{_IDENTITIES}/id-ai-serving-nodes-7d754f")
WAY_IN = principal_id(f"{group('rg-ai-inference-7d754f')}{_IDENTITIES}/id-ai-way-in-7d754f")
_CLUSTER = "/providers/Microsoft.ContainerService/managedClusters/aks-ai-serving-7d754f"
CLUSTER = f"{group('rg-ai-inference-7d754f')}{_CLUSTER}"
_STATE_ACCOUNT = "/providers/Microsoft.Storage/storageAccounts/staistate05bcc5"
STATE_ACCOUNT = f"{group('rg-ai-bootstrap-05bcc5')}{_STATE_ACCOUNT}"
STATE_VAULT = f"{group('rg-ai-bootstrap-05bcc5')}/providers/Microsoft.KeyVault/vaults/kv-ai-state-05bcc5"
OTHER_CONTAINER = f"{STATE_ACCOUNT}/blobServices/default/containers/other"
VAULT = "/providers/Microsoft.KeyVault/vaults/kv"
EVENT_HUB = "/providers/Microsoft.EventHub/namespaces/evhns-ai-calls-259edf/eventhubs/inference-audit"
ACCOUNT = "/providers/Microsoft.CognitiveServices/accounts/aif-ai-sweden-259edf"

WRITE_TRUST = "Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write"
WRITE_ACCOUNTS = "Microsoft.Storage/storageAccounts/write"
LIST_KEYS = "Microsoft.Storage/storageAccounts/listKeys/action"
WRITE_BLOBS = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/write"
READ_SECRETS = "Microsoft.KeyVault/vaults/secrets/getSecret/action"
WRITE_KEYS = "Microsoft.KeyVault/vaults/keys/create/action"
SEND_RECORDS = "Microsoft.EventHub/namespaces/messages/send/action"
READ_PODS = "Microsoft.ContainerService/managedClusters/pods/read"
SCALE_SETS = "Microsoft.Compute/virtualMachineScaleSets"
ASK_MODELS = "Microsoft.CognitiveServices/accounts/OpenAI/deployments/chat/completions/action"
HARMLESS = ("/keys/decrypt/action", "/generateUserDelegationKey/action")
"""Actions that change nothing; the second means something on a whole account only."""

Plant = Callable[[Estate], None]


def names_of(reach: Reach, there: Estate) -> list[str]:
    """The identities that it becomes, without what tells two subscriptions' names apart."""
    found = [there.identities[one] for one in reach.becomes if one in there.identities]
    return sorted(id_.rpartition("/")[2].removeprefix("id-ai-")[:-7] for id_ in found)


def writes(reach: Reach, scope: str) -> bool:
    """Anything at all there, data included."""
    return any(
        one.holds_at(scope) and (_changes(part.actions) or _changes(part.data_actions))
        for one in reach.held
        for part in one.permissions
    )


def _changes(actions: Sequence[str]) -> bool:
    return any(not action.endswith(("/read", *HARMLESS)) for action in actions)


def test_everything_is_seen() -> None:
    there = estate()
    assert len(there.assignments) > 120
    assert len(there.identities) > 15
    assert len(there.workers) > 15
    assert there.privileged == {"gpu-resources"}
    assert [sorted(names) for names in there.nodes.values()] == [
        [principal_id(f"{group('rg-ai-inference-7d754f')}{_IDENTITIES}/id-ai-serving-nodes-7d754f")]
    ]


@pytest.mark.parametrize("name", ["hub", "prod"])
def test_a_deployer_owns_nothing_and_stays_in_its_environment(name: str) -> None:
    """Hub and prod share a state, so each can be the other's deployer; neither can be anybody else's."""
    found = chains.reach(estate(), identity(name))
    assert found.owns() == set()
    assert names_of(found, estate()) == [
        "flow-logs",
        "flow-logs",
        "hub",
        "images",
        "pretrain",
        "prod",
        "slurm",
        "slurm-login",
    ]
    assert found.places(WRITE_ACCOUNTS) == {group("rg-ai-hub-05bcc5"), group("rg-ai-prod-05bcc5")}
    for one in estate().identities.values():
        theirs = one.split("/")[4] in DEPLOYED.values()
        assert found.may(WRITE_TRUST, one) is theirs, one


def test_a_preview_changes_nothing_by_any_chain() -> None:
    found = chains.reach(estate(), identity("previewer"))
    assert names_of(found, estate()) == ["previewer"]
    assert [one.scope for one in found.held if writes(found, one.scope)] == []


def test_auditors_become_nobody() -> None:
    found = chains.reach(estate(), AUDITORS)
    assert list(found.becomes) == [AUDITORS]
    assert found.owns() == set()


def role(name: str) -> tuple[Permissions, ...]:
    found = role_definitions.find(name)
    assert found is not None
    return (found.permissions,)


def give(principal: str, what: str | Permissions, scope: str, condition: str | None = None) -> Plant:
    def plant(there: Estate) -> None:
        permissions = role(what) if isinstance(what, str) else (what,)
        there.assignments.append(Assignment(principal, permissions, scope, condition))

    return plant


def trusts_of_the_audits_writer(there: Estate) -> None:
    """In a namespace where scientists start pods."""
    there.pods.append(("models", GATEWAY))
    give(SCIENTISTS, "Azure Kubernetes Service RBAC Writer", f"{CLUSTER}/namespaces/models")(there)


def no_condition(there: Estate) -> None:
    there.assignments = [replace(one, condition=None) for one in there.assignments]


def people_by_a_wider_condition(there: Estate) -> None:
    """Key Vault Administrator for identities, as before roles were paired with kinds of principals."""
    there.assignments = [
        replace(
            one,
            condition=one.condition and one.condition.replace("{'Group'}", "{'Group', 'ServicePrincipal'}"),
        )
        for one in there.assignments
    ]


def privileged_models(there: Estate) -> None:
    there.privileged.add("models")
    give(SCIENTISTS, "Azure Kubernetes Service RBAC Writer", f"{CLUSTER}/namespaces/models")(there)


def groups(**found: str) -> Plant:
    def plant(there: Estate) -> None:
        there.groups = {group: {member} for group, member in found.items()}

    return plant


PLANTED: Mapping[str, tuple[Plant, str, Callable[[Reach], bool]]] = {
    "a deployer over the subscription": (
        give(HUB, Permissions(("Microsoft.ManagedIdentity/*",)), SUBSCRIPTION),
        HUB,
        lambda found: GATEWAY in found.becomes,
    ),
    "a deployer that changes machines of another group": (
        give(HUB, Permissions(("Microsoft.Compute/*",)), group("rg-ai-training-4f0dbd")),
        HUB,
        lambda found: TRAINER in found.becomes,
    ),
    "a deployer that assigns roles without a condition": (
        no_condition,
        HUB,
        lambda found: group("rg-ai-hub-05bcc5") in found.owns(),
    ),
    "roles of people for identities": (
        people_by_a_wider_condition,
        HUB,
        lambda found: found.may(WRITE_KEYS, f"{group('rg-ai-prod-05bcc5')}{VAULT}", data=True),
    ),
    "a deployer that defines roles": (
        give(HUB, Permissions(("Microsoft.Authorization/roleDefinitions/*",)), SUBSCRIPTION),
        HUB,
        lambda found: SUBSCRIPTION in found.owns(),
    ),
    "a deployer that lists keys of the state's account": (
        give(HUB, "Storage Account Contributor", STATE_ACCOUNT),
        HUB,
        lambda found: found.may(WRITE_BLOBS, OTHER_CONTAINER, data=True),
    ),
    "a preview that writes the state": (
        give(PREVIEWER, "Storage Blob Data Contributor", STATE_ACCOUNT),
        PREVIEWER,
        lambda found: HUB in found.becomes,
    ),
    "a preview that may hand out an identity": (
        give(PREVIEWER, "Managed Identity Operator", group("rg-ai-prod-05bcc5")),
        PREVIEWER,
        lambda found: len(found.becomes) > 1,
    ),
    "scientists in every namespace": (
        give(SCIENTISTS, "Azure Kubernetes Service RBAC Writer", CLUSTER),
        SCIENTISTS,
        lambda found: NODES in found.becomes,
    ),
    "pods that are the gateway, where scientists work": (
        trusts_of_the_audits_writer,
        SCIENTISTS,
        lambda found: found.may(SEND_RECORDS, f"{group('rg-ai-models-259edf')}{EVENT_HUB}", data=True),
    ),
    "privileged pods where scientists work": (
        privileged_models,
        SCIENTISTS,
        lambda found: NODES in found.becomes,
    ),
    "a deployer in a group that is in the administrators'": (
        groups(**{ADMINISTRATORS: "platform", "platform": HUB}),
        HUB,
        lambda found: found.may(READ_SECRETS, STATE_VAULT, data=True),
    ),
    "a deployer that gives its own group roles of people": (
        groups(platform=PROD),
        PROD,
        lambda found: found.may(WRITE_KEYS, f"{group('rg-ai-prod-05bcc5')}{VAULT}", data=True),
    ),
    "scientists with a role of the company's own": (
        give(SCIENTISTS, Permissions((), data_actions=("*/pods/*",)), f"{CLUSTER}/namespaces/gateway"),
        SCIENTISTS,
        lambda found: WAY_IN in found.becomes,
    ),
    "auditors who list an account's keys": (
        give(AUDITORS, "Cognitive Services User", group("rg-ai-models-259edf")),
        AUDITORS,
        lambda found: found.may(ASK_MODELS, f"{group('rg-ai-models-259edf')}{ACCOUNT}", data=True),
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_planted_chains_are_found(name: str) -> None:
    plant, principal, bad = PLANTED[name]
    there = estate()
    if principal == SCIENTISTS:
        there.assignments = [
            one for one in there.assignments if not one.scope.lower().startswith(CLUSTER.lower())
        ]
    assert not bad(chains.reach(there, principal))
    plant(there)
    assert bad(chains.reach(there, principal))


def test_a_role_of_the_companys_own_counts_as_those_of_azure() -> None:
    """One that reads secrets, which a deployer may give to identities since its condition names it."""
    hubs = f"{group('rg-ai-hub-05bcc5')}{VAULT}"
    secrets = "6a0b4a0b-0000-0000-0000-0000000000aa"
    definition = {
        "urn": "azure-native:authorization:RoleDefinition::secrets",
        "inputs": {"roleDefinitionId": secrets, "permissions": [{"dataActions": [READ_SECRETS]}]},
    }
    there = read([*resources(), definition], principal_id, DEPLOYED)
    guid = BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR.guid
    there.assignments = [
        replace(one, condition=one.condition and one.condition.replace(guid, f"{guid}, {secrets}"))
        for one in there.assignments
    ]
    assert not chains.reach(estate(), HUB).may(READ_SECRETS, hubs, data=True)
    assert chains.reach(there, HUB).may(READ_SECRETS, hubs, data=True)


def test_scientists_become_what_runs_their_jobs_and_nobody_else() -> None:
    """Jobs of Azure ML, and pods of the namespace that they work in; no node, and no other namespace."""
    found = chains.reach(estate(), SCIENTISTS)
    assert names_of(found, estate()) == ["chat", "ml-images", "ml-jobs", "ml-notebooks"]
    assert not found.may(READ_PODS, f"{CLUSTER}/namespaces/gpu-resources", data=True)
    assert found.may(READ_PODS, f"{CLUSTER}/namespaces/models", data=True)


def test_a_slurm_scheduler_becomes_the_nodes_that_it_makes_anew_and_nobody_else() -> None:
    """And reaches no account, disk or other machine by its role, which it has on their scale set alone."""
    there = estate()
    found = chains.reach(there, SLURM)
    assert names_of(found, there) == ["pretrain", "slurm"]
    assert [place.rpartition("/")[2] for place in found.places(LIST_KEYS)] == ["vmss-ai-pretrain-4f0dbd"]


def test_what_a_deployer_has_by_the_role_of_a_scheduler() -> None:
    """It may list keys of accounts by an identity that it makes, and becomes nobody else: the threat model
    says so."""
    there = estate()
    with_it = chains.reach(there, HUB)
    guid = BuiltInRole.VIRTUAL_MACHINE_CONTRIBUTOR.guid
    there.assignments = [
        replace(one, condition=one.condition and one.condition.replace(f"{guid}, ", ""))
        for one in there.assignments
    ]
    without = chains.reach(there, HUB)
    assert set(with_it.becomes) == set(without.becomes)
    assert with_it.places(LIST_KEYS) - without.places(LIST_KEYS) == {group("rg-ai-prod-05bcc5")}


def test_by_a_role_of_a_roll_alone_it_lists_no_keys() -> None:
    """Of the company's own, in place of the one of Azure's: `mayRollNodes`, and `rollRoleDefinitionId`."""
    there, guid = estate(), BuiltInRole.VIRTUAL_MACHINE_CONTRIBUTOR.guid
    by_role, own = role("Virtual Machine Contributor"), (Permissions(ROLL),)
    there.roles["6a0b4a0b-0000-0000-0000-0000000000aa"] = own
    there.assignments = [
        replace(
            one,
            permissions=own if one.permissions == by_role else one.permissions,
            condition=one.condition and one.condition.replace(guid, "6a0b4a0b-0000-0000-0000-0000000000aa"),
        )
        for one in there.assignments
    ]
    assert group("rg-ai-prod-05bcc5") in chains.reach(estate(), PROD).places(LIST_KEYS)
    found = chains.reach(there, PROD)
    assert (found.places(LIST_KEYS), set(found.becomes)) == (set(), set(chains.reach(estate(), PROD).becomes))
    assert names_of(chains.reach(there, SLURM), there) == ["pretrain", "slurm"]


@pytest.mark.parametrize(
    ("action", "becomes"),
    [
        ("read", ["slurm"]),
        ("virtualMachines/read", ["slurm"]),
        ("manualUpgrade/action", ["slurm"]),
        ("delete/action", ["slurm"]),
        ("reimage/action", ["pretrain", "slurm"]),
        ("write", ["pretrain", "slurm"]),
        ("virtualMachines/reimage/action", ["pretrain", "slurm"]),
        ("extensions/write", ["pretrain", "slurm"]),
        ("virtualMachines/extensions/write", ["pretrain", "slurm"]),
        ("virtualMachines/diagnosticRunCommand/action", ["pretrain", "slurm"]),
        ("virtualMachines/diagnosticRunCommands/write", ["pretrain", "slurm"]),
    ],
)
def test_which_operations_on_a_scale_set_make_root_on_its_machines(action: str, becomes: list[str]) -> None:
    """The first six are all that a roll asks for, so a role of them alone is root as well, and twice."""
    there = estate()
    by_role = role("Virtual Machine Contributor")
    alone = (Permissions((f"{SCALE_SETS}/{action}",)),)
    there.assignments = [
        replace(one, permissions=alone) if one.permissions == by_role else one for one in there.assignments
    ]
    assert names_of(chains.reach(there, SLURM), there) == becomes
