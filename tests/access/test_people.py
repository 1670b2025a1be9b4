"""Groups get roles that mean something, on resources alone, and never ones that give away roles."""

import pytest

from azure_ai_landing_zone import SettingsError
from azure_ai_landing_zone.access.people import (
    ADMINISTRATOR,
    AUDITOR,
    DATA_SCIENTIST,
    RESOURCE_TYPES,
    People,
    PeopleKind,
    roles_of_people,
)
from azure_ai_landing_zone.catalog.roles import PRIVILEGED, BuiltInRole
from azure_ai_landing_zone.core.grants import access_problems

GROUPS = ("11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222")


@pytest.mark.parametrize("kind", RESOURCE_TYPES)
def test_every_grant_suits_its_resource(kind: PeopleKind) -> None:
    people = People(administrators=GROUPS[0], data_scientists=GROUPS[1], auditors=GROUPS[0])
    access = people.access(kind)
    assert list(access_problems(access, RESOURCE_TYPES[kind])) == []
    assert {grant.principal_type for grant in access} == {"Group"}


def test_each_table_knows_each_kind() -> None:
    for table in (ADMINISTRATOR, DATA_SCIENTIST, AUDITOR):
        assert set(table) == set(RESOURCE_TYPES)


def test_nobody_gets_more_than_what_is_in_a_resource() -> None:
    roles = roles_of_people()
    assert not roles & (PRIVILEGED | {BuiltInRole.CONTRIBUTOR, BuiltInRole.STORAGE_ACCOUNT_CONTRIBUTOR})
    assert not any("Contributor" in role or "Officer" in role for role in AUDITOR["keyVault"].values())


def test_grants_of_one_kind() -> None:
    people = People(administrators=GROUPS[0], auditors=GROUPS[1])
    assert [(grant.key, grant.principal_id, grant.role) for grant in people.access("storageAccount")] == [
        ("admins", GROUPS[0], BuiltInRole.READER),
        ("admins-blobs", GROUPS[0], BuiltInRole.STORAGE_BLOB_DATA_OWNER),
        ("auditors", GROUPS[1], BuiltInRole.READER),
    ]
    assert People().access("keyVault") == []
    assert People(data_scientists=GROUPS[0]).access("keyVault") == []


def test_a_group_is_named_by_its_object_id() -> None:
    with pytest.raises(SettingsError) as raised:
        People(administrators="platform-team")
    assert str(raised.value) == (
        "1 problem in the arguments of People:\n"
        "  administrators: must be the object id of an Entra group, such as "
        "00000000-0000-0000-0000-000000000000, got 'platform-team'"
    )


def test_roles_on_content_safety_mean_something_there() -> None:
    """Those of OpenAI have data actions of OpenAI's models alone."""
    assert "contentSafety" in RESOURCE_TYPES
    found = [[*table["contentSafety"].values()] for table in (ADMINISTRATOR, DATA_SCIENTIST, AUDITOR)]
    user = BuiltInRole.COGNITIVE_SERVICES_USER
    assert found == [[user], [user], [BuiltInRole.READER]]
