"""What would delete a file system, and what Azure refuses, is said for every property that can't change."""

from typing import Any

import pytest

from azure_ai_landing_zone.data.lustre.planning.changes import FixedProperties, consequences

ANSWER: dict[str, Any] = {
    "location": "eastus",
    "zones": ["1"],
    "storageCapacityTiB": 16.0,
    "filesystemSubnet": "/subnets/Data",
    "sku": {"name": "AMLFS-Durable-Premium-250"},
    "hsm": {"settings": {"container": "/c/data", "loggingContainer": "/c/logs", "importPrefix": "/"}},
}
SAME: dict[str, str | None] = {
    "location": "eastus",
    "zones": "1",
    "storageCapacityTiB": "16",
    "filesystemSubnet": "/subnets/data",
    "identity": None,
    "sku": "AMLFS-Durable-Premium-250",
    "container": "/c/data",
    "loggingContainer": "/c/logs",
    "importPrefix": "/",
    "encryption": "platform",
}
DELETES = "Azure can't change it: the file system would be deleted with its files and made anew"
REFUSED = "Azure refuses to change it on a file system that exists: this update would fail"


def test_nothing_changes_nothing() -> None:
    assert consequences(FixedProperties.of_answer(ANSWER), FixedProperties(SAME)) == []


CHANGES: list[tuple[str, str | None, str]] = [
    ("location", "westus3", f"the region would change from eastus to westus3. {DELETES}"),
    ("storageCapacityTiB", "32", f"the capacity in TiB would change from 16 to 32. {DELETES}"),
    (
        "filesystemSubnet",
        "/subnets/b",
        f"the subnet would change from /subnets/Data to /subnets/b. {DELETES}",
    ),
    ("identity", "/ids/a", f"the identity would change from none to /ids/a. {DELETES}"),
    (
        "sku",
        "AMLFS-Durable-Premium-500",
        "the SKU would change from AMLFS-Durable-Premium-250 to AMLFS-Durable-Premium-500. " + REFUSED,
    ),
    ("zones", None, f"the zone would change from 1 to none. {REFUSED}"),
    ("container", None, f"the blob container would change from /c/data to none. {REFUSED}"),
    ("loggingContainer", "/c/l", f"the container for logs would change from /c/logs to /c/l. {REFUSED}"),
    ("importPrefix", "/a", f"the prefix of the first import would change from / to /a. {REFUSED}"),
    (
        "encryption",
        "customer",
        f"the kind of encryption key would change from platform to customer. {REFUSED}",
    ),
]


@pytest.mark.parametrize(("name", "value", "text"), CHANGES, ids=lambda value: str(value)[:20])
def test_each_change_has_its_sentence(name: str, value: str | None, text: str) -> None:
    assert consequences(FixedProperties.of_answer(ANSWER), FixedProperties(SAME | {name: value})) == [text]


def test_every_property_has_a_row() -> None:
    assert {name for name, _, _ in CHANGES} == SAME.keys()


def test_what_would_delete_files_comes_first() -> None:
    both = FixedProperties(SAME | {"sku": "AMLFS-Durable-Premium-500", "storageCapacityTiB": "32"})
    found = consequences(FixedProperties.of_answer(ANSWER), both)
    assert [sentence.endswith(DELETES) for sentence in found] == [True, False]


def test_a_key_of_ones_own_is_seen_in_the_answer() -> None:
    answer = ANSWER | {
        "identity": {"type": "UserAssigned", "userAssignedIdentities": {"/ids/a": {}}},
        "encryptionSettings": {"keyEncryptionKey": {"keyUrl": "https://v/keys/k/1"}},
    }
    wanted = FixedProperties(SAME | {"identity": "/ids/A", "encryption": "customer"})
    assert consequences(FixedProperties.of_answer(answer), wanted) == []
