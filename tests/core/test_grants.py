"""Role assignments have the same name for the same access, and another for a recreated identity."""

import uuid

from azure_ai_landing_zone.catalog.roles import BuiltInRole
from azure_ai_landing_zone.core.grants import assignment_name

SCOPE = "/subscriptions/s/resourceGroups/RG/providers/Microsoft.Storage/storageAccounts/x"
ROLE = BuiltInRole.STORAGE_BLOB_DATA_READER.guid


def test_names_are_guids_that_never_change() -> None:
    name = assignment_name(SCOPE, "11111111-1111-1111-1111-111111111111", ROLE)
    assert name == str(uuid.UUID(name)) == "d19d3051-d199-5482-84a6-5677d1cab8e1"


def test_how_azure_spells_an_id_doesnt_count() -> None:
    assert assignment_name(SCOPE, "A", ROLE) == assignment_name(SCOPE.lower(), "a", ROLE.upper())


def test_scope_principal_and_role_all_count() -> None:
    other_role = BuiltInRole.STORAGE_BLOB_DATA_OWNER.guid
    names = {
        assignment_name(SCOPE, "a", ROLE),
        assignment_name(f"{SCOPE}y", "a", ROLE),
        assignment_name(SCOPE, "b", ROLE),
        assignment_name(SCOPE, "a", other_role),
    }
    assert len(names) == 4


def test_every_role_has_a_guid_of_its_own() -> None:
    guids = [role.guid for role in BuiltInRole]
    assert len(set(guids)) == len(guids)
    assert all(str(uuid.UUID(guid)) == guid for guid in guids)
    assert BuiltInRole.STORAGE_BLOB_DATA_CONTRIBUTOR.definition_id("s") == (
        "/subscriptions/s/providers/Microsoft.Authorization/roleDefinitions/ba92f5b4-2d11-453d-a403-e96b0029c9fe"
    )
