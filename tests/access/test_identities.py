"""The page of identities against what the stacks make: nobody has a right without a reason."""

import re

import identity_docs
import recorded


def test_the_page_is_fresh() -> None:
    assert identity_docs.FILE.read_text(encoding="utf-8") == identity_docs.page(), "run make docs"


def test_every_right_has_a_reason_and_every_reason_a_right() -> None:
    given = {
        identity_docs.key_of(who, right)
        for stack in recorded.stacks()
        for who in identity_docs.of_stack(stack)
        for right in who.rights
    }
    assert sorted(given - identity_docs.reasons().keys()) == []
    assert sorted(identity_docs.reasons().keys() - given) == []


def test_every_assignment_and_every_identity_is_on_it() -> None:
    text = identity_docs.FILE.read_text(encoding="utf-8")
    for stack in recorded.stacks():
        for one in recorded.resources(stack):
            name = one["urn"].rpartition("::")[2]
            if ":authorization:RoleAssignment::" in one["urn"]:
                assert f"`{name}` |" in text
            if ":managedidentity:UserAssignedIdentity::" in one["urn"]:
                assert f"### {one['id'].rpartition('/')[2].rpartition('-')[0]}\n" in text


def test_groups_have_the_names_of_the_stack_file_and_nothing_is_of_one_deployment() -> None:
    text = identity_docs.FILE.read_text(encoding="utf-8")
    assert re.findall(r"/subscriptions/\S+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", text) == []
    groups = re.findall(r"### (\S+)\n\nA group\.", text)
    assert sorted({*groups}) == ["administrators", "auditors", "dataScientists"]
