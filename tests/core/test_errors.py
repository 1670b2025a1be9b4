"""A wrong stack file gives all its problems at once, each at its path, in words that say what to change."""

import copy
from typing import Any

import pytest

from azure_ai_landing_zone import LandingZoneSettings
from helpers.settings import SUBJECT, problems_of, stack


@pytest.mark.parametrize("name", ["dev", "training"])
def test_stack_files_are_right(name: str) -> None:
    settings = LandingZoneSettings.load(stack(name), SUBJECT)
    assert settings.tags.as_azure() == {
        "owner": "ml-platform@example.com",
        "costCenter": "research-4711",
        "environment": name,
    }


def test_everything_wrong_at_once() -> None:
    settings = stack()
    del settings["tags"]["costCenter"]
    settings["protection"] = True
    settings["locaton"] = "eastus"
    settings["network"]["addressSpace"] = "172.16.4.0/22"
    settings["trainingClusters"][0] |= {
        "nodeCount": "8",
        "nodCount": 8,
        "size": "Standard_ND24rs",
        "orchestrationMode": "Flexible",
        "zones": ["1", "2"],
        "capacityReservationGroupResourceId": "/x",
    }
    settings["trainingClusters"].append(copy.deepcopy(stack()["trainingClusters"][0]) | {"name": "second"})
    settings["trainingClusters"][1]["sshPublicKey"] = "ssh-rsa nothing"
    settings["trainingClusters"][1]["adminUsername"] = "admin"
    settings["checkpointStores"][0] |= {
        "retentionDays": True,
        "accountSku": "Premium",
        "account_sku": "Premium_LRS",
    }
    assert problems_of(settings) == [
        "tags.costCenter: missing, and required: What the cost is booked on",
        "protection: must be 'on', 'off' or 'locked', got true: YAML takes off, on, no and yes for false and "
        "true: write it in quotes",
        "trainingClusters[0].size: Standard_ND24rs is retired since 2023-09-06: take "
        "Standard_ND96amsr_A100_v4",
        'trainingClusters[0].nodeCount: must be a whole number, got "8": write it without quotes',
        "trainingClusters[0].nodCount: unknown setting: did you mean `nodeCount`?",
        "trainingClusters[0].orchestrationMode: the scale set is always Uniform: Flexible scale sets have no "
        "InfiniBand, whatever their size. Leave it out",
        "trainingClusters[0].zones: an InfiniBand fabric doesn't span zones: give one zone as `zone`, or "
        "leave it out "
        "for a region without zones",
        "trainingClusters[0].capacityReservationGroupResourceId: capacity reservations exclude ND sizes, "
        "proximity "
        "placement groups and single placement groups, and so InfiniBand: leave it out, and ask Azure for "
        "capacity by "
        "quota and support",
        "trainingClusters[1].adminUsername: Azure refuses admin as a user's name: take another, such as "
        "azureuser",
        "trainingClusters[1].sshPublicKey: must be one line of a public key file, ssh-ed25519 or ssh-rsa",
        "checkpointStores[0].retentionDays: must be a whole number, got true",
        "checkpointStores[0].accountSku: must be 'Standard_LRS', 'Standard_ZRS', 'Standard_GRS', "
        "'Standard_GZRS', "
        "'Standard_RAGRS', 'Standard_RAGZRS', 'Premium_LRS' or 'Premium_ZRS', got \"Premium\"",
        "checkpointStores[0].account_sku: unknown setting: did you mean `accountSku`?",
        "locaton: unknown setting: did you mean `location`?",
        "network.addressSpace: 172.16.4.0/22 overlaps 172.16.0.0/16, which InfiniBand uses on the hosts: "
        "take another "
        "range",
    ]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ([], ["must be a mapping, got a list"]),
        ("eastus", ['must be a mapping, got "eastus"']),
        (
            {},
            [
                "location: missing, and required: Azure region, such as southcentralus",
                "tags: missing, and required: Tags of every resource that takes tags",
            ],
        ),
    ],
)
def test_not_settings_at_all(settings: Any, expected: list[str]) -> None:
    assert problems_of(settings) == expected


def test_python_names_are_not_for_stack_files() -> None:
    settings = stack()
    settings["training_clusters"] = settings.pop("trainingClusters")
    assert problems_of(settings) == ["training_clusters: unknown setting: did you mean `trainingClusters`?"]
