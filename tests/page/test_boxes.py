"""The picture's geometry: of all recorded stacks, and of whatever a state may hold."""

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azure_ai_landing_zone_policies.page.boxes import CHARACTER, LINE, Box, Drawing, drawing, wrapped
from azure_ai_landing_zone_policies.page.html import WIDTHS
from azure_ai_landing_zone_policies.page.model import Area, Thing
from page.pages import LARGEST, STACKS, page_of

NAMES = st.text("abcXYZ0-/. ×é→", min_size=1, max_size=90)
FACTS = st.lists(NAMES, max_size=4).map(tuple)
THINGS = st.lists(st.builds(Thing, st.tuples(NAMES), NAMES, FACTS, st.integers(0, 30)), max_size=12).map(
    tuple
)
SUBNETS = st.lists(st.builds(Area, st.just("subnet"), NAMES, FACTS, THINGS), max_size=6).map(tuple)
AREAS = st.lists(
    st.one_of(
        st.builds(Area, st.just("network"), NAMES, FACTS, THINGS, SUBNETS),
        st.builds(Area, st.just("section"), NAMES, FACTS, THINGS),
    ),
    max_size=8,
)


def problems(drawn: Drawing) -> list[str]:
    """Boxes that overlap a box beside them, or leave the one that they stand in; text that leaves its box."""
    whole = Box("network", 0, 0, drawn.width, drawn.height, (), "", drawn.boxes)
    return [problem for box in whole.every() for problem in (*_of_inner(box), *_of_texts(box))]


def _of_inner(box: Box) -> list[str]:
    beside: Sequence[Box] = box.inner
    found = [f"{one.words} leaves {box.words}" for one in beside if not _within(one, box)]
    for number, one in enumerate(beside):
        found += [
            f"{one.words} overlaps {other.words}" for other in beside[number + 1 :] if _meet(one, other)
        ]
    texts = max((text.y for text in box.texts), default=box.y)
    return found + [f"{one.words} covers text of {box.words}" for one in beside if one.y < texts]


def _of_texts(box: Box) -> list[str]:
    return [
        f"{text.text} leaves {box.words}"
        for text in box.texts
        if text.x < box.x
        or text.x + len(text.text) * CHARACTER > box.right
        or text.y - LINE < box.y - 5
        or text.y > box.bottom
    ]


def _within(one: Box, other: Box) -> bool:
    slack = 0.001
    return (
        one.x >= other.x - slack
        and one.y >= other.y - slack
        and one.right <= other.right + slack
        and one.bottom <= other.bottom + slack
    )


def _meet(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


@cache
def drawn(stack: str, width: float) -> Drawing:
    return drawing(page_of(stack).areas, width)


@pytest.mark.parametrize("width", WIDTHS.values())
def test_no_box_of_a_stack_overlaps_or_leaves(width: float) -> None:
    assert {stack: found for stack in (*STACKS, LARGEST) if (found := problems(drawn(stack, width)))} == {}


@settings(max_examples=15, deadline=None)
@given(areas=AREAS, width=st.sampled_from(sorted(WIDTHS.values())))
def test_no_box_overlaps_or_leaves_whatever_there_is(areas: list[Area], width: float) -> None:
    assert problems(drawing(areas, width)) == []


def test_what_overlaps_is_found() -> None:
    one, other = (Box("thing", x, 0, 60, 10, (), name) for x, name in ((0, "one"), (50, "other")))
    assert problems(Drawing(100, 10, (one, other))) == ["other leaves ", "one overlaps other"]


def test_every_thing_is_drawn_once_at_every_width() -> None:
    for stack in STACKS:
        things = sorted(thing.title for area in page_of(stack).areas for thing in area.all_things())
        for width in WIDTHS.values():
            boxes = [box for box in drawn(stack, width).every() if box.kind == "thing"]
            assert len(boxes) == len(things)


@given(text=NAMES, width=st.floats(1, 400))
def test_lines_fit_and_lose_nothing_but_spaces(text: str, width: float) -> None:
    lines = wrapped(text, width)
    assert all(len(line) * CHARACTER <= max(width, CHARACTER) for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
