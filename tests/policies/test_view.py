"""The view that rules have of a resource's inputs."""

from datetime import date
from typing import Any

import pytest
from pulumi_policy.proxy import UNKNOWN_OBJECT_VALUE, UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.program.view import CantTell, Resource, View, all_of, each, first_of, show


def view(inputs: dict[str, Any]) -> View:
    return View(inputs, Resource("compute:VirtualMachine", date(2026, 11, 21)))


INPUTS = {
    "text": "x",
    "number": 8.0,
    "half": 0.5,
    "yes": True,
    "nothing": None,
    "unknown": UNKNOWN_STRING_VALUE,
    "object": {"text": "y", "unknown": UNKNOWN_OBJECT_VALUE},
    "list": ["a", UNKNOWN_STRING_VALUE],
    "objects": [{"text": "z"}, UNKNOWN_OBJECT_VALUE, {"deep": {"number": "7"}}],
    "tags": {"Owner": "me", "cost": None},
}


def test_known_values_are_read_in_their_types() -> None:
    props = view(INPUTS)
    assert props.text("text") == "x"
    assert props.text("object.text") == "y"
    assert props.number("number") == 8
    assert props.flag("yes") is True
    assert [item.path("text") for item in props.items("objects")] == [f"objects[{i}].text" for i in range(3)]
    assert props.items("objects")[2].number("deep.number") == 7
    assert props.items("objects")[2].path("deep.number") == "objects[2].deep.number"
    assert props.entry("tags", "OWNER") == "me"


def test_absent_values_are_none() -> None:
    props = view(INPUTS)
    assert [props.text("missing"), props.number("nothing"), props.flag("object.missing.deeper")] == [None] * 3
    assert (props.texts("missing"), props.items("missing"), props.entry("missing", "owner")) == (
        None,
        [],
        None,
    )
    assert (props.entry("tags", "cost"), props.entry("tags", "team")) == (None, None)


@pytest.mark.parametrize(
    ("path", "given"),
    [
        ("text", True),
        ("unknown", True),
        ("object.unknown", True),
        ("nothing", False),
        ("missing", False),
        ("missing.deeper", False),
    ],
)
def test_a_value_is_given_even_if_it_is_not_known(path: str, given: bool) -> None:
    assert view(INPUTS).given(path) is given


@pytest.mark.parametrize(
    ("read", "reason"),
    [
        (lambda props: props.text("unknown"), "unknown isn't known before deployment"),
        (lambda props: props.text("unknown.deeper"), "unknown isn't known before deployment"),
        (lambda props: props.given("unknown.deeper"), "unknown isn't known before deployment"),
        (lambda props: props.flag("object.unknown.x.y"), "object.unknown isn't known before deployment"),
        (lambda props: props.texts("list"), "list[1] isn't known before deployment"),
        (lambda props: props.items("objects")[1].text("text"), "objects[1] isn't known before deployment"),
        (lambda props: props.text("number"), "number is 8; text is expected"),
        (lambda props: props.text("text.deeper"), 'text is "x"; an object is expected'),
        (lambda props: props.text("object"), "object is an object; text is expected"),
        (lambda props: props.number("half"), "half is 0.5; a whole number is expected"),
        (lambda props: props.number("yes"), "yes is true; a whole number is expected"),
        (lambda props: props.flag("text"), 'text is "x"; true or false is expected'),
        (lambda props: props.items("object"), "object is an object; a list is expected"),
        (lambda props: props.texts("objects"), "objects[0] is an object; text is expected"),
        (lambda props: props.entry("list", "owner"), "list is a list; an object is expected"),
    ],
)
def test_the_rest_can_t_be_told(read: Any, reason: str) -> None:
    with pytest.raises(CantTell) as caught:
        read(view(INPUTS))
    assert str(caught.value) == reason


def unknown() -> bool:
    raise CantTell("who knows")


def test_all_of_decides_as_early_as_it_can() -> None:
    assert all_of(lambda: True, lambda: True) is True
    assert all_of(unknown, lambda: False) is False
    with pytest.raises(CantTell):
        all_of(lambda: True, unknown)


def test_first_of_decides_as_early_as_it_can() -> None:
    assert first_of(("a", unknown), ("b", lambda: True)) == "b"
    assert first_of(("a", lambda: False)) is None
    with pytest.raises(CantTell):
        first_of(("a", lambda: False), ("b", unknown))


def test_each_goes_on_after_what_can_t_be_told() -> None:
    def check(number: int) -> Any:
        yield f"{number} before"
        if number == 1:
            raise CantTell("one")
        yield f"{number} after"

    assert [str(found) for found in each([1, 2], check)] == ["1 before", "one", "2 before", "2 after"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [(8.0, "8"), (0.5, "0.5"), (True, "true"), ("x", '"x"'), (["1"], '["1"]'), ({}, "an object")],
)
def test_values_are_shown_as_json(value: object, shown: str) -> None:
    assert show(value) == shown
