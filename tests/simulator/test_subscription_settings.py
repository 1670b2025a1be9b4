"""What is said of a subscription beforehand: read from a file, and what follows for its resources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from azure_simulator.access import role_definitions
from azure_simulator.cloud.subscription_settings import SubscriptionSettings
from azure_simulator.provider.server import SimulatedAzure
from simulator.samples import COMPUTE, GPU, scale_set

_SCALE_SET = f"{COMPUTE}:VirtualMachineScaleSet"


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("singlePlacementGroupLimit: 150", 150),
        ('{"singlePlacementGroupLimit": 300}', 300),
        ("{}", 100),
        ("profile: roomy", 100),
    ],
)
def test_read(tmp_path: Path, text: str, limit: int) -> None:
    file = tmp_path / "subscription.yaml"
    file.write_text(text, encoding="utf-8")
    assert SubscriptionSettings.read(file) == SubscriptionSettings(single_placement_group_limit=limit)


def test_a_file_stands_instead_of_its_profile(tmp_path: Path) -> None:
    file = tmp_path / "subscription.yaml"
    file.write_text("profile: new\nquotas: []", encoding="utf-8")
    assert SubscriptionSettings.profile("roomy") == SubscriptionSettings()
    assert SubscriptionSettings.read(file) == SubscriptionSettings(providers=(), features=())


_RANGE = (
    "singlePlacementGroupLimit: expected a whole number from 100, which every subscription has, to 300, got"
)


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        (b"profile: big", ["profile: 'big' is none of roomy, new, locked-down"]),
        (
            b"quotas: [{name: cores, limit: -1}, {limit: 1, of: 2}]",
            [
                "quotas[0].limit: input should be greater than or equal to 0, got -1",
                "quotas[1].name: field required, got {'limit': 1, 'of': 2}",
                "quotas[1].of: extra inputs are not permitted, got 2",
            ],
        ),
        (
            b"roleAssignments: [{role: Boss, scope: hub}]",
            [
                "roleAssignments[0].role: expected the id of a role definition, or one of "
                f"{', '.join(role_definitions.names())}, got 'Boss'",
                "roleAssignments[0].scope: expected a resource id, which begins with a slash, got 'hub'",
            ],
        ),
        (
            b"policyAssignments: [{name: p, if: {field: type, looksLike: x}}]",
            [
                "policyAssignments[0].if: {'field': 'type', 'looksLike': 'x'} is none of allOf, anyOf, not, "
                "or a field with one of contains, equals, exists, in, like, notContains, notEquals, "
                "notIn, notLike, got {'field': 'type', 'looksLike': 'x'}"
            ],
        ),
        (b"regions: eastus", ["regions: expected a list, got 'eastus'"]),
        (b"", ["expected an object, got None"]),
        (b"- 1", ["expected an object, got [1]"]),
        (b"singlePlacementGroupLimit: 99", [f"{_RANGE} 99"]),
        (b"singlePlacementGroupLimit: 301", [f"{_RANGE} 301"]),
        (b"singlePlacementGroupLimit: true", [f"{_RANGE} True"]),
        (
            b"singlePlacementGroupLimit: many\nquota: 1",
            [
                "unknown key 'quota'; known are profile, singlePlacementGroupLimit, regions, "
                "regionsWithoutZones, quotas, restrictions, capacity, providers, features, roleAssignments, "
                "groups, locks, policyAssignments, softDeleted, existing",
                f"{_RANGE} 'many'",
            ],
        ),
        (b"a: [", ["no YAML: while parsing a flow node"]),
        (b"\xff", ["no YAML: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"]),
    ],
)
def test_what_is_wrong_is_named_with_the_file(tmp_path: Path, content: bytes, problems: list[str]) -> None:
    file = tmp_path / "subscription.yaml"
    file.write_bytes(content)
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole text is compared
        SubscriptionSettings.read(file)
    lines = [line for line in str(refused.value).splitlines() if line.startswith(str(file))]
    assert lines == [f"{file}: {problem}" for problem in problems]


@pytest.mark.parametrize(
    ("size", "capacity", "limit"),
    [
        (GPU, 150, None),
        (GPU, 151, 150),
        ("Standard_NC24ads_A100_v4", 100, None),
        ("Standard_NC24ads_A100_v4", 101, 100),  # support grants more to HPC sizes alone
    ],
)
def test_instances_in_one_placement_group(
    tmp_path: Path, connect: Any, size: str, capacity: int, limit: int | None
) -> None:
    with SimulatedAzure(tmp_path, settings=SubscriptionSettings(single_placement_group_limit=150)) as azure:
        inputs = scale_set(sku={"name": size, "capacity": capacity}, resourceGroupName="rg")
        _, problems = connect(azure).check(_SCALE_SET, "x", inputs)
    text = (
        f"{capacity} is above the {limit} instances that a scale set with singlePlacementGroup true may have "
        "in this subscription: Azure's support grants up to 300 for HPC sizes, here "
        "singlePlacementGroupLimit in the file that AZURE_SIMULATOR_SUBSCRIPTION names does "
        "(docs/simulator.md)"
    )
    assert problems == ([] if limit is None else [("sku.capacity", text)])
