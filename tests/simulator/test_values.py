"""Property values on the wire and in Python."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf import struct_pb2

from azure_simulator.cloud import values
from azure_simulator.cloud.values import UNKNOWN, Opaque, Secret


@pytest.mark.parametrize(
    "props",
    [
        {"text": "a", "integer": 4, "fraction": 0.5, "yes": True, "list": [1, "b", [False]], "empty": []},
        {"secret": Secret("s"), "inner": {"secret": Secret({"a": [1]})}},
        {"unknown": UNKNOWN, "list": [UNKNOWN, "known"]},
        {"asset": Opaque({values.SIGNATURE: "c44067f5952c0a294b673a41bacd8c17", "text": "hello"})},
        {"map": {}},
    ],
)
def test_round_trip(props: dict[str, Any]) -> None:
    assert values.from_struct(values.to_struct(props)) == props


def test_whole_numbers_are_integers() -> None:
    back = values.from_struct(values.to_struct({"count": 4.0}))
    assert back == {"count": 4}
    assert isinstance(back["count"], int)


def test_nulls_are_dropped() -> None:
    struct = struct_pb2.Struct()
    struct.update({"gone": None, "there": 1})
    assert values.from_struct(struct) == {"there": 1}


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ({"value": "a"}, "a"),
        ({"value": "a", "secret": True}, Secret("a")),
        ({}, UNKNOWN),
        ({"secret": True}, Secret(UNKNOWN)),
    ],
)
def test_output_values(output: dict[str, Any], expected: Any) -> None:
    struct = struct_pb2.Struct()
    struct.update({"x": {values.SIGNATURE: values.OUTPUT, **output}})
    assert values.from_struct(struct) == {"x": expected}


def test_secret_marks_come_back_where_they_were() -> None:
    model = {"a": Secret("x"), "b": {"c": Secret(1), "d": 2}, "list": [Secret("p"), "q"]}
    assert values.marked_like({"a": "x", "b": {"c": 1, "d": 2}, "list": ["p", "q"]}, model) == model
    assert values.marked_like({"list": ["p"]}, {"list": ["z", Secret("p")]}) == {"list": Secret(["p"])}


def test_dig_and_each_see_known_values_only() -> None:
    props = {"a": {"b": [{"n": 1}, UNKNOWN, {"n": 2}]}, "later": UNKNOWN}
    assert values.dig(props, "a.b") == [{"n": 1}, UNKNOWN, {"n": 2}]
    assert values.dig(props, "later") is None
    assert values.dig(props, "later.inner") is None
    assert list(values.each(props, "a.b")) == [("a.b[0]", {"n": 1}), ("a.b[2]", {"n": 2})]
    assert list(values.each(props, "missing")) == []
