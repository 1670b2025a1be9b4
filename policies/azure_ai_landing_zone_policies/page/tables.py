"""Tables that scroll by themselves where a screen is narrow, and whose rows a search finds."""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from azure_ai_landing_zone_policies.page.element import Content, element


def table(
    caption: str, head: Sequence[str], body: Iterable[Element], *, quiet: bool = False, numbers: int = 0
) -> Element:
    """`quiet`: the caption is for screen readers only. `numbers`: so many of the last columns are figures."""
    made = element(
        "table",
        element("caption", caption, **({"class_": "unseen"} if quiet else {})),
        element("thead", element("tr", *(element("th", name, scope="col") for name in head))),
        element("tbody", *body),
        class_=f"numbers-{numbers}",
    )
    return element("div", made, class_="scrolls", tabindex="0", role="region", aria_label=caption)


def rows(content: Iterable[Sequence[str]]) -> list[Element]:
    """Rows of plain text, found by all of it."""
    return [row(*cells, words=" ".join(cells)) for cells in content]


def row(first: Content, *others: Content, words: str = "") -> Element:
    """One row, whose first cell is its name."""
    about = {"data_words": words.lower()} if words else {}
    return element(
        "tr", element("th", first, scope="row"), *(element("td", cell) for cell in others), **about
    )
