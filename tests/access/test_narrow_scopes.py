"""Single secrets of a vault and single indexes of a search service are scopes of roles."""

from typing import Any

import pytest

from azure_ai_landing_zone import (
    AccessGrant,
    AISearchArgs,
    BuiltInRole,
    KeyVault,
    KeyVaultArgs,
    LandingZone,
    LandingZoneSettings,
    Naming,
    SettingsError,
)
from azure_ai_landing_zone.access.deployer_rights import TO_GROUPS, TO_WORKLOADS, assignment_condition
from azure_ai_landing_zone.stores.key_vault import KeyVaultExisting
from azure_simulator.access import conditions
from azure_simulator.access.estate import Estate, read
from azure_simulator.access.evaluation import allowed
from helpers.registered import SUBSCRIPTION, Registered, register
from helpers.settings import problems_of, stack

SCIENTISTS = "3b9a1f77-2d84-4c0b-b6f4-9e1d5a7c2d04"
VAULT = "/models-key-vault-vault"
SERVICE = "/models-knowledge-search-service"
READ = "Microsoft.KeyVault/vaults/secrets/getSecret/action"
WRITE = "Microsoft.Search/searchServices/indexes/documents/write"
SEARCH = "Microsoft.Search/searchServices/indexes/documents/read"
COMMON: dict[str, Any] = {"location": "eastus", "resource_group_name": "rg", "naming": Naming(suffix="x1")}


def zone(vault: dict[str, Any], search: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A vault and a search service, with identities and groups of the stack `models`."""
    models = stack("models")
    kept = ("location", "tags", "protection", "logAnalytics", "costLimits", "people")
    settings = {key: models[key] for key in kept}
    identities = [{"name": one} for one in ("support", "legal")]
    network = {"mode": "create", "addressSpace": "10.60.0.0/20"}
    there = {"network": network, "identities": identities, "keyVault": {"mode": "create"} | vault}
    return settings | there | {"searchServices": [{"name": "knowledge"} | search]} | changes


@pytest.fixture(scope="module")
def made() -> Registered:
    settings = zone(
        {"secretReaders": {"hub-token": ["support"]}, "peopleSecrets": ["hub-token", "Tracker"]},
        {"indexCallers": {"tickets": ["legal"]}, "peopleIndexes": ["trials"]},
    )
    return register(lambda: LandingZone("models", LandingZoneSettings.load(settings, "settings")))


def estate(made: Registered) -> Estate:
    given = [name for type_, name in made.azure if type_ == "authorization:RoleAssignment"]
    told = [
        {"urn": f"azure-native:authorization:RoleAssignment::{name}", "inputs": made.inputs[name]}
        for name in given
    ]
    return read(told, str)


def test_each_part_has_its_own_assignments(made: Registered) -> None:
    found = {
        name: made.inputs[name]["scope"]
        for type_, name in made.azure
        if type_ == "authorization:RoleAssignment"
    }
    assert {name: scope for name, scope in found.items() if scope.count("/") > 1} == {
        "models-key-vault-secrets-Tracker-scientists-access": f"{VAULT}/secrets/Tracker",
        "models-key-vault-secrets-hub-token-scientists-access": f"{VAULT}/secrets/hub-token",
        "models-key-vault-secrets-hub-token-support-access": f"{VAULT}/secrets/hub-token",
        "models-knowledge-search-indexes-tickets-legal-access": f"{SERVICE}/indexes/tickets",
        "models-knowledge-search-indexes-trials-scientists-access": f"{SERVICE}/indexes/trials",
    }
    assert sorted(name for name, scope in found.items() if scope == SERVICE) == [
        "models-knowledge-search-admins-access",
        "models-knowledge-search-admins-data-access",
        "models-knowledge-search-auditors-access",
    ]


@pytest.mark.parametrize(
    ("action", "scope", "verdict"),
    [
        (READ, f"{VAULT}/secrets/hub-token", True),
        (READ, f"{VAULT}/secrets/tracker", True),  # Azure's ids have no casing
        (READ, f"{VAULT}/secrets/hub-token-old", False),
        (READ, VAULT, False),
        (WRITE, f"{SERVICE}/indexes/trials", True),
        (WRITE, f"{SERVICE}/indexes/tickets", False),
        (WRITE, SERVICE, False),
    ],
)
def test_scientists_get_at_their_parts_alone(
    made: Registered, action: str, scope: str, *, verdict: bool
) -> None:
    assert allowed(estate(made).assignments, SCIENTISTS, action, scope, data=True) is verdict


def test_identities_get_at_their_parts_alone(made: Registered) -> None:
    held = estate(made).assignments
    support = str(made.inputs["models-key-vault-secrets-hub-token-support-access"]["principalId"])
    legal = str(made.inputs["models-knowledge-search-indexes-tickets-legal-access"]["principalId"])
    asked = [
        (support, READ, f"{VAULT}/secrets/hub-token"),
        (support, READ, f"{VAULT}/secrets/Tracker"),
        (legal, SEARCH, f"{SERVICE}/indexes/tickets"),
        (legal, SEARCH, f"{SERVICE}/indexes/trials"),
        (legal, WRITE, f"{SERVICE}/indexes/tickets"),
    ]
    found = [allowed(held, who, action, scope, data=True) for who, action, scope in asked]
    assert found == [True, False, True, False, False]


def test_a_deployer_may_give_all_of_them_and_not_to_the_other_kind(made: Registered) -> None:
    condition = assignment_condition(TO_GROUPS, TO_WORKLOADS, "44444444-4444-4444-4444-444444444444")

    def gives(role: str, kind: str) -> bool:
        asked = {
            "roledefinitionid": role.rpartition("/")[2],
            "principaltype": kind,
            "principalid": SCIENTISTS,
        }
        told = {f"Request:microsoft.authorization/roleassignments:{key}": one for key, one in asked.items()}
        return conditions.holds(condition, "Microsoft.Authorization/roleAssignments/write", told)

    given = [made.inputs[name] for type_, name in made.azure if type_ == "authorization:RoleAssignment"]
    parts = [one for one in given if one["scope"].count("/") > 1]
    assert [gives(one["roleDefinitionId"], one["principalType"]) for one in parts] == [True] * 5
    fills = BuiltInRole.SEARCH_INDEX_DATA_CONTRIBUTOR.guid
    assert (gives(fills, "Group"), gives(fills, "ServicePrincipal")) == (True, False)


@pytest.mark.parametrize(
    ("said", "names"),
    [({"peopleIndexes": []}, []), ({}, ["models-knowledge-search-scientists-access"])],
)
def test_no_index_is_none_and_left_out_is_all(said: dict[str, Any], names: list[str]) -> None:
    settings = zone({}, said)
    made = register(lambda: LandingZone("models", LandingZoneSettings.load(settings, "settings")))
    assert [name for _, name in made.azure if "search-scientists" in name] == names


def test_what_is_refused() -> None:
    vault = {
        "secretReaders": {"a": ["suport"], "A": ["legal"], "b": ["legal", "legal", "pods"]},
        "peopleSecrets": ["b", "B"],
    }
    search = {
        "callers": ["support"],
        "indexCallers": {"tickets": ["support", "nobody"]},
        "peopleIndexes": ["trials", "trials"],
    }
    pods = {"name": "pods", "rolesOn": {"keyVault": ["Key Vault Secrets User"]}}
    identities = [{"name": "support"}, {"name": "legal"}, pods]
    nobody = "needs `people.dataScientists`: nobody else is let in by it"
    assert problems_of(zone(vault, search, people={}, identities=identities)) == [
        "keyVault.secretReaders.a[0]: no identity of the zone is called suport: did you mean support?",
        "keyVault.secretReaders.b[1]: legal is given twice",
        "keyVault.secretReaders.A: Key Vault takes it for a: say it once",
        "keyVault.secretReaders.b[2]: pods reads all secrets as Key Vault Secrets User: take one or the "
        "other out",
        f"keyVault.peopleSecrets: {nobody}",
        "keyVault.peopleSecrets[1]: B is given twice",
        "searchServices[0].indexCallers.tickets[1]: no identity of the zone is called nobody: there are "
        "support, legal, pods",
        "searchServices[0].indexCallers.tickets[0]: support is one of `callers`, who search in all: take it "
        "out of one of them",
        f"searchServices[0].peopleIndexes: {nobody}",
        "searchServices[0].peopleIndexes[1]: trials is given twice",
    ]


def test_names_that_are_none() -> None:
    found = problems_of(
        zone(
            {"peopleSecrets": ["a/b"], "secretReaders": {"a_b": []}},
            {"peopleIndexes": ["Trials", "a--b", "a"]},
        )
    )
    index = (
        "must be an index's name: 2 to 128 lower-case letters, digits, - and _, beginning with a letter or "
        "digit, without -- and __, got"
    )
    assert found == [
        "keyVault.secretReaders.a_b: must be a secret's name, got 'a_b'",
        "keyVault.peopleSecrets[0]: must be a secret's name, got 'a/b'",
        f"searchServices[0].peopleIndexes[0]: {index} 'Trials'",
        f"searchServices[0].peopleIndexes[1]: {index} 'a--b'",
        f"searchServices[0].peopleIndexes[2]: {index} 'a'",
    ]


def test_a_vault_of_others_gets_them_in_its_own_subscription() -> None:
    vault = f"/subscriptions/{SUBSCRIPTION[:-1]}9/resourceGroups/o/providers/Microsoft.KeyVault/vaults/theirs"
    grant = AccessGrant(key="app", principal_id="p", role=BuiltInRole.KEY_VAULT_SECRETS_USER)
    args = KeyVaultArgs(
        **COMMON,
        vault=KeyVaultExisting(mode="existing", vault_resource_id=vault),
        secret_access={"token": [grant]},
    )
    made = register(lambda: KeyVault("shared", args))
    given = made.inputs["shared-secrets-token-app-access"]
    assert given["scope"] == f"{vault}/secrets/token"
    assert given["roleDefinitionId"].startswith(f"/subscriptions/{SUBSCRIPTION[:-1]}9/")


def test_grants_on_parts_are_checked_as_those_on_the_whole() -> None:
    reader = AccessGrant(key="b", principal_id="p", role=BuiltInRole.SEARCH_INDEX_DATA_READER)
    other = AccessGrant(key="a-b", principal_id="p", role=BuiltInRole.KEY_VAULT_READER)
    with pytest.raises(SettingsError) as raised:
        AISearchArgs(**COMMON, index_access={"xx-a": [reader, reader], "xx": [other]})
    assert [line.strip() for line in str(raised.value).split("\n")[1:]] == [
        "index_access.xx-a[1].key: b is the key of [0] already: give each its own",
        "index_access.xx[0].role: Key Vault Reader is a role on Microsoft.KeyVault/vaults and means nothing "
        "on Microsoft.Search/searchServices",
        "index_access.xx[0].key: the grant would be called as one of xx-a, xx-a-b: give it another key",
    ]
