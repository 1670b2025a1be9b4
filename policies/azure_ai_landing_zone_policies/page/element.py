"""Elements of HTML from Python values: all text and every attribute is escaped when it is written."""

from xml.etree.ElementTree import Element, tostring

Content = Element | str


def element(tag: str, *content: Content, **attributes: str) -> Element:
    """`class_` is written as class, and data_words as data-words."""
    names = {name.removesuffix("_").replace("_", "-"): value for name, value in attributes.items()}
    made = Element(tag, names)
    last: Element | None = None
    for one in content:
        if isinstance(one, Element):
            made.append(one)
            last = one
        elif last is None:
            made.text = (made.text or "") + one
        else:
            last.tail = (last.tail or "") + one
    return made


def written(root: Element) -> str:
    """A whole document."""
    return f"<!doctype html>\n{tostring(root, encoding='unicode', method='html')}\n"
