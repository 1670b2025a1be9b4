"""Diffs of inputs, and what of a live value enters them."""

from __future__ import annotations

from typing import Any

import pytest

from azure_simulator.cloud.values import UNKNOWN, Secret
from azure_simulator.provider import diffing


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1}, {"a": 2}, {"a": "update"}),
        ({}, {"a": 1}, {"a": "add"}),
        ({"a": 1}, {}, {"a": "delete"}),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3, 4]}}, {"a.b[1]": "update", "a.b[2]": "add"}),
        ({"a": [1, 2]}, {"a": [1]}, {"a[1]": "delete"}),
        ({"tags": {"a.b": "x"}}, {"tags": {"a.b": "y"}}, {'tags["a.b"]': "update"}),
        ({"a": 1}, {"a": True}, {"a": "update"}),
        ({"a": Secret("x")}, {"a": "x"}, {}),
        ({"a": "x"}, {"a": UNKNOWN}, {"a": "update"}),
        ({"location": "East US"}, {"location": "eastus"}, {}),
        ({"resourceGroupName": "RG"}, {"resourceGroupName": "rg"}, {}),
        ({"location": "East US"}, {"location": "westus"}, {"location": "update"}),
    ],
)
def test_changes(old: dict[str, Any], new: dict[str, Any], expected: dict[str, str]) -> None:
    assert diffing.changes(old, new) == expected


@pytest.mark.parametrize(
    ("path", "kind", "key", "expected"),
    [
        ("location", "update", "location", True),
        ("sku", "add", "sku", True),
        ("sku.name", "update", "sku.name", True),
        ("sku.name", "update", "sku", True),
        ("subnet.id.x", "update", "subnet", True),
        ("sku.tier", "add", "sku", False),
        ("sku.tier", "delete", "sku", False),
        ("sku", "update", "sku.name", False),
        ("skus", "update", "sku", False),
        ("rules[2].name", "update", "rules[].name", True),
        ("rules[2].name", "update", "rules", False),
        ("rules[2]", "add", "rules", False),
    ],
)
def test_replacing(path: str, kind: diffing.Kind, key: str, expected: bool) -> None:
    assert diffing.replacing(path, kind, {key}) is expected


@pytest.mark.parametrize(
    ("path", "pattern", "expected"),
    [
        ("sku.capacity", "sku.capacity", True),
        ("sku.capacity", "sku", True),
        ("sku", "sku.capacity", False),
        ("rules[1].name", "rules[*].name", True),
        ("rules[1].name", "rules[0].name", False),
        ('tags["a"]', "tags", True),
    ],
)
def test_ignored(path: str, pattern: str, expected: bool) -> None:
    assert diffing.ignored(path, [pattern]) is expected


def test_only_what_drifted_enters_the_inputs() -> None:
    inputs = {"name": "n", "tags": {"a": "1"}, "list": [{"x": 1}]}
    before = {"tags": {"a": "1"}, "list": [{"x": 1, "filled": 2}], "default": True}
    after = {"tags": {"a": "2", "b": "3"}, "list": [{"x": 1, "filled": 2}, {"x": 5}], "default": False}
    assert diffing.carried_over(inputs, before, after) == {
        "name": "n",
        "tags": {"a": "2", "b": "3"},
        "list": [{"x": 1}, {"x": 5}],
        "default": False,
    }
    assert diffing.carried_over(inputs, before, before) == inputs
    assert diffing.carried_over(inputs, before, {**before, "tags": {}}) == {**inputs, "tags": {}}
