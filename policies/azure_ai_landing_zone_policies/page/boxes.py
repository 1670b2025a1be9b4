"""Where each box of the picture stands, computed: columns of equal width, each box in the shortest one.

Text is drawn in a monospaced font, whose widths are the same everywhere, so that what fits here fits on a
screen. Lengths are SVG's units, which are CSS pixels where nothing scales them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from azure_ai_landing_zone_policies.page.model import Area, AreaKind, Thing

Kind = AreaKind | Literal["thing"]

LINE = 15
"""Height of a line of text."""
FONT = 12
CHARACTER = 7.4
"""Width of a character of that size: 0.60 em in Menlo, Courier and DejaVu Sans Mono, 0.55 em in Consolas."""
PADDING = 8
GAP = 10

_THING = 210
"""The least width of a column of things, where there is that much."""
_AREA = 330
"""The least width of a column of areas."""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; x is its left edge, y its baseline."""

    x: float
    y: float
    text: str
    role: Literal["title", "kind", "fact"]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with its text, and what stands in it. Places are those of the whole picture."""

    kind: Kind
    x: float
    y: float
    width: float
    height: float
    texts: tuple[Text, ...]
    words: str
    """What a search finds it by, in lower case."""
    inner: tuple["Box", ...] = ()

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def every(self) -> Iterator["Box"]:
        yield self
        for box in self.inner:
            yield from box.every()

    def moved(self, x: float, y: float) -> "Box":
        return replace(
            self,
            x=self.x + x,
            y=self.y + y,
            texts=tuple(replace(text, x=text.x + x, y=text.y + y) for text in self.texts),
            inner=tuple(box.moved(x, y) for box in self.inner),
        )


@dataclass(frozen=True, slots=True)
class Drawing:
    """All boxes, and the size of the picture."""

    width: float
    height: float
    boxes: tuple[Box, ...]

    def every(self) -> Iterator[Box]:
        for box in self.boxes:
            yield from box.every()


def drawing(areas: Sequence[Area], width: float) -> Drawing:
    """The picture of some areas, so many units wide: networks over all of it, the rest in columns."""
    boxes: list[Box] = []
    bottom = 0.0
    for network in (one for one in areas if one.kind == "network"):
        boxes.append(_area(network, width).moved(0, bottom))
        bottom = boxes[-1].bottom + GAP
    rest, bottom = _columns([one for one in areas if one.kind != "network"], width, _AREA, bottom)
    return Drawing(width, max(bottom - GAP, 0), (*boxes, *rest))


def wrapped(text: str, width: float) -> list[str]:
    """Lines no wider than `width`, broken after a space, a hyphen, a slash or a dot where there is one."""
    most = max(int(width / CHARACTER), 1)
    lines: list[str] = []
    while len(text) > most:
        ends = [text.rfind(mark, 1, most) + 1 for mark in (" ", "-", "/", ".")]
        end = max(ends) if max(ends) > most // 3 else most
        lines.append(text[:end].rstrip())
        text = text[end:].lstrip()
    return [*lines, text] if text or not lines else lines


def _area(area: Area, width: float) -> Box:
    inside = width - 2 * PADDING
    texts, top = _texts([(area.name, "title"), *((fact, "fact") for fact in area.facts)], inside)
    boxes: list[Box] = []
    for content, least in ((area.things, _THING), (area.areas, _AREA)):
        placed, top = _columns(content, inside, least, top)
        boxes += [box.moved(PADDING, 0) for box in placed]
    height = (top - GAP if boxes else top) + PADDING
    return Box(
        area.kind, 0, 0, width, height, texts, " ".join((area.name, *area.facts)).lower(), tuple(boxes)
    )


def _thing(thing: Thing, width: float) -> Box:
    inner = f" + {thing.parts} {'part' if thing.parts == 1 else 'parts'}" if thing.parts else ""
    kind = f"{thing.type if len(thing.names) == 1 else 'each in the inventory'}{inner}"
    lines = [(thing.title, "title"), (kind, "kind"), *((fact, "fact") for fact in thing.facts)]
    texts, bottom = _texts(lines, width - 2 * PADDING)
    words = " ".join((*thing.names, thing.type, *thing.facts)).lower()
    return Box("thing", 0, 0, width, bottom + PADDING - GAP / 2, texts, words)


def _texts(lines: Sequence[tuple[str, str]], width: float) -> tuple[tuple[Text, ...], float]:
    """Lines below each other, and where what comes after them begins."""
    texts: list[Text] = []
    for text, role in lines:
        for line in wrapped(text, width):
            y = PADDING + LINE * (len(texts) + 1) - 4
            texts.append(Text(PADDING, y, line, role))  # type: ignore[arg-type]
    return tuple(texts), PADDING + LINE * len(texts) + GAP / 2


def _columns(
    content: Sequence[Area | Thing], width: float, least: float, top: float
) -> tuple[list[Box], float]:
    """Boxes in as many columns as fit, and where the next may begin."""
    count = max(min(int((width + GAP) // (least + GAP)), len(content)), 1)
    column = (width - GAP * (count - 1)) / count
    bottoms = [top] * count
    boxes = []
    for one in content:
        shortest = bottoms.index(min(bottoms))
        box = _area(one, column) if isinstance(one, Area) else _thing(one, column)
        boxes.append(box.moved(shortest * (column + GAP), bottoms[shortest]))
        bottoms[shortest] = boxes[-1].bottom + GAP
    return boxes, max(bottoms)
