"""The page in a real browser, at the widths of a telephone, a tablet and a screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from azure_ai_landing_zone_policies.page.html import html
from helpers.browser import Browser, browser
from page.pages import LARGEST, STACKS, page_of

WIDTHS = {390: "narrow", 800: "middle", 1280: "wide"}

SHOWN = "[...document.querySelectorAll('.drawing')].filter(one => one.offsetParent).map(one => one.className)"

OUTSIDE = """
[...document.querySelectorAll('.drawing')].filter(one => one.offsetParent).flatMap(drawing =>
  [...drawing.querySelectorAll('g')].flatMap(group => {
    const box = group.querySelector(':scope > rect').getBoundingClientRect();
    return [...group.querySelectorAll(':scope > text')].filter(text => {
      const own = text.getBoundingClientRect();
      return own.left < box.left || own.right > box.right || own.top < box.top || own.bottom > box.bottom + 1;
    }).map(text => text.textContent);
  }))
"""
"""Text that leaves its box, in the browser's own font."""

pytestmark = pytest.mark.programs


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("browser")) as found:
        yield found


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    found = {stack: folder / f"{stack}.html" for stack in (*STACKS, LARGEST)}
    for stack, file in found.items():
        file.write_text(html(page_of(stack)), encoding="utf-8")
    return found


def test_every_page_fits_at_three_widths_and_nothing_complains(tab: Browser, files: dict[str, Path]) -> None:
    for stack, file in files.items():
        for width, name in WIDTHS.items():
            tab.open(file, width)
            assert tab.tell("document.documentElement.scrollWidth") <= width, (stack, width)
            assert tab.tell(SHOWN) == [f"drawing {name}"]
            assert tab.tell(OUTSIDE) == [], (stack, width)
    assert tab.complaints == []


def test_what_a_page_complains_of_and_what_sticks_out_is_seen(tmp_path: Path) -> None:
    bad = "<script>throw new Error('broken')</script><img src='https://example.invalid/x.png'>"
    box = "<g><rect width='20' height='9'/><text y='9'>wide</text></g>"
    wide = f"<div class='drawing'><svg width='900'>{box}</svg></div>"
    (tmp_path / "bad.html").write_text(f"<!doctype html>{bad}{wide}", encoding="utf-8")
    with browser(tmp_path) as found:
        found.open(tmp_path / "bad.html", 390)
        assert found.tell("document.documentElement.scrollWidth") > 390
        assert found.tell(OUTSIDE) == ["wide"]
        heard = " ".join(found.complaints)
    assert "broken" in heard
    assert "asks for https://example.invalid/x.png" in heard


def test_a_search_leaves_what_has_all_its_words(tab: Browser, files: dict[str, Path]) -> None:
    tab.open(files["models"], 1280)
    said = tab.tell("""
    (() => {
      const field = document.getElementById("search");
      field.value = "Sweden  deployment";
      field.dispatchEvent(new Event("input"));
      return document.getElementById("found").textContent;
    })()
    """)
    wanted = [
        one
        for one in page_of("models").items
        if all(
            word in f"{one.name} {one.type} {one.section} {one.azure_name}".lower()
            for word in ("sweden", "deployment")
        )
    ]
    assert said == f"{len(wanted)} of {len(page_of('models').items)} resources"
    bright = "document.querySelectorAll('.wide g.thing:not(.missed) .title').length"
    assert 0 < tab.tell(bright) < len(page_of("models").items)


def test_paper_has_the_picture_that_fits_and_nothing_to_click(tab: Browser, files: dict[str, Path]) -> None:
    tab.open(files["models"], 1280, media="print")
    assert tab.tell(SHOWN) == ["drawing middle"]
    assert tab.tell("[...document.querySelectorAll('form, nav')].filter(one => one.offsetParent).length") == 0
    assert tab.tell("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_dark_is_dark_and_text_stands_out(tab: Browser, files: dict[str, Path]) -> None:
    """A contrast of 4.5 to 1 at least, as WCAG 2.2 asks of text (1.4.3)."""
    contrast = """
    (() => {
      const light = (css) => {
        const parts = css.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
          .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
      };
      const ratio = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
        return (bright + 0.05) / (dark + 0.05);
      };
      const paper = getComputedStyle(document.body).backgroundColor;
      const found = [...document.querySelectorAll("h1, p, a, .reached, .refused, .unknown")]
        .map((one) => ratio(getComputedStyle(one).color, paper));
      for (const text of document.querySelectorAll(".wide svg text")) {
        const box = text.parentElement.querySelector(":scope > rect");
        found.push(ratio(getComputedStyle(text).fill, getComputedStyle(box).fill));
      }
      return Math.min(...found);
    })()
    """
    for dark in (False, True):
        tab.open(files["hub"], 1280, dark=dark)
        assert tab.tell(contrast) >= 4.5
    assert tab.tell("getComputedStyle(document.body).backgroundColor") == "rgb(16, 20, 26)"
