"""The picture as SVG, to stand in a page of HTML."""

from xml.etree.ElementTree import Element, SubElement

from azure_ai_landing_zone_policies.page.boxes import Box, Drawing


def svg(drawing: Drawing, label: str) -> Element:
    """An element that a page's style sheet colours, by the classes of what is in it."""
    width, height = _number(drawing.width), _number(drawing.height)
    # A unit more on each side: half of an outline lies outside of its box.
    size = f"-1 -1 {_number(drawing.width + 2)} {_number(drawing.height + 2)}"
    root = Element(
        "svg", {"viewBox": size, "width": width, "height": height, "role": "img", "aria-label": label}
    )
    for box in drawing.boxes:
        _draw(root, box)
    return root


def _draw(parent: Element, box: Box) -> None:
    group = SubElement(parent, "g", {"class": box.kind, "data-words": box.words})
    place = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    SubElement(group, "rect", {name: _number(value) for name, value in place.items()} | {"rx": "4"})
    for text in box.texts:
        about = {"class": text.role, "x": _number(text.x), "y": _number(text.y)}
        SubElement(group, "text", about).text = text.text
    for inner in box.inner:
        _draw(group, inner)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
