"""The page as one file of HTML that asks nobody for anything: style, script and pictures are in it."""

import base64
import hashlib
from collections.abc import Iterator
from importlib.resources import files
from xml.etree.ElementTree import Element

from azure_ai_landing_zone_policies.page.boxes import drawing
from azure_ai_landing_zone_policies.page.element import Content, element, written
from azure_ai_landing_zone_policies.page.model import Page, Principal, Said
from azure_ai_landing_zone_policies.page.svg import svg
from azure_ai_landing_zone_policies.page.tables import row, rows, table
from azure_ai_landing_zone_policies.page.words import count, headlines

WIDTHS = {"narrow": 344, "middle": 700, "wide": 1160}
"""Of the pictures, of which the style shows the one that fits: on a telephone, on paper, and on a screen."""

_MARKS = {"reached": "✓ ", "refused": "✗ ", "unknown": "? "}


def html(page: Page) -> str:
    """The text of the file."""
    style, script = (
        files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js")
    )
    rules = (
        f"default-src 'none'; img-src data:; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", **{"http-equiv": "Content-Security-Policy", "content": rules}),
        element("title", f"{page.stack} ({page.project})"),
        element("link", rel="icon", href="data:,"),
        element("style", style),
    )
    body = element("body", _top(page), _main(page), element("script", script))
    return written(element("html", head, body, lang="en"))


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _top(page: Page) -> Element:
    search = element(
        "form",
        element("label", "Search names, types, roles, addresses", for_="search"),
        element("input", type="search", id="search", autocomplete="off", spellcheck="false"),
        element("output", "", for_="search", id="found"),
        id="search-form",
        role="search",
        hidden="",
    )
    links = element("ul", *(element("li", element("a", name, href=f"#{id_}")) for id_, name in _SECTIONS))
    return element(
        "header",
        element("h1", page.stack),
        element("p", f"{page.project}, its state on {page.day}"),
        element("ul", *(element("li", line) for line in headlines(page)), class_="headlines"),
        search,
        element("nav", links, aria_label="Sections"),
    )


_SECTIONS = (
    ("picture", "Picture"),
    ("reach", "Who reaches whom"),
    ("rights", "Who may do what"),
    ("cost", "Cost"),
    ("policy", "Policy"),
    ("changes", "Changes"),
    ("inventory", "Inventory"),
)


def _main(page: Page) -> Element:
    inner = {
        "picture": list(_picture(page)),
        "reach": list(_reach(page)),
        "rights": list(_rights(page)),
        "cost": list(_cost(page)),
        "policy": list(_policy(page)),
        "changes": list(_changes(page)),
        "inventory": list(_inventory(page)),
    }
    return element(
        "main",
        *(element("section", element("h2", name, id=id_), *inner[id_]) for id_, name in _SECTIONS),
    )


def _picture(page: Page) -> Iterator[Content]:
    networks = sum(area.kind == "network" for area in page.areas)
    label = f"{count(networks, 'network')} and {count(len(page.areas) - networks, 'section')}, in words below"
    for name, width in WIDTHS.items():
        yield element("div", svg(drawing(page.areas, width), label), class_=f"drawing {name}")
    yield element(
        "p",
        "A box with a heavy outline is a network, those in it are its subnets, and what stands in a subnet "
        "has addresses of it. Everything else stands by the section of the stack that it belongs to.",
    )


def _reach(page: Page) -> Iterator[Content]:
    reach = page.reach
    if not reach.origins:
        yield element("p", "There is no network in this state.")
        return
    body = [
        row(
            element("span", one.name, class_="name"),
            str(one.port),
            *(element("span", _MARKS[way.verdict] + way.text, class_=way.verdict) for way in one.ways),
            words=" ".join((one.name, *(way.text for way in one.ways))),
        )
        for one in reach.targets
    ]
    head = ("to", "port", *(f"from {origin}" for origin in reach.origins))
    yield table("✓ reached, and how; ✗ not, and why; ? this state doesn't tell", head, body)
    yield element("h3", "Who comes into which subnet, at ports 22, 443 and 3389")
    if reach.inward:
        yield element("ul", *(element("li", f"from {line}") for line in reach.inward))
    else:
        yield element("p", "Nobody.")


def _rights(page: Page) -> Iterator[Content]:
    if not page.principals:
        yield element("p", "There is no identity in this state, and no role is given to anybody.")
    for who in page.principals:
        yield element("article", *_principal(who), data_words=_words(who))


def _words(who: Principal) -> str:
    of_rights = (text for right in who.rights for text in (right.role, right.scope, right.because))
    return " ".join((who.name, *who.works, *of_rights)).lower()


def _principal(who: Principal) -> Iterator[Content]:
    kinds = {"ServicePrincipal": "identity", "Group": "group", "User": "person"}
    yield element("h3", who.name, " ", element("small", kinds.get(who.kind, who.kind)))
    if who.works:
        yield element("p", f"Works as it: {', '.join(who.works)}.")
    if who.rights:
        body = [
            row(
                f"{right.role}{' (with a condition)' if right.conditional else ''}",
                right.scope,
                right.because,
            )
            for right in who.rights
        ]
        yield table(f"Roles of {who.name}", ("role", "on", "given by"), body, quiet=True)
    else:
        yield element("p", "Has no role of this state's.")
    if who.becomes:
        yield element("p", "By these rights it can also be:")
        yield element("ul", *(element("li", each) for each in who.becomes))
    if who.unsure:
        yield element("p", who.unsure)


def _cost(page: Page) -> Iterator[Content]:
    yield from (element("p", sentence) for sentence in page.cost.sentences)
    if page.cost.sections:
        head = ("section", "at least", "expected", "at most")
        yield table("Money a month by section", head, rows(page.cost.sections), numbers=3)


def _policy(page: Page) -> Iterator[Content]:
    for title, blocking in (("Blocks", True), ("Advice", False)):
        found = [one for one in page.said if one.mandatory is blocking]
        yield element("h3", f"{title}: {len(found)}")
        if found:
            head = ("rule", "resource", "what and how to fix it")
            yield table(title, head, [_finding(one) for one in found], quiet=True)
    yield element("h3", f"Waivers: {len(page.waivers)}")
    if page.waivers:
        yield element("ul", *(element("li", sentence) for sentence in page.waivers))


def _finding(one: Said) -> Element:
    rule = element("a", one.rule, href=one.link) if one.link.startswith("https://") else one.rule
    return row(rule, one.resource, one.text, words=f"{one.rule} {one.resource} {one.text}")


def _changes(page: Page) -> Iterator[Content]:
    found = page.changes
    if found is None:
        yield element("p", "No former state was given (--before).")
    elif found.none:
        yield element("p", "Nothing, against the former state.")
    else:
        for title, names in (("New", found.added), ("Gone", found.removed)):
            if names:
                yield element("h3", f"{title}: {len(names)}")
                yield element("ul", *(element("li", name) for name in names))
        if found.changed:
            yield element("h3", f"Changed: {len(found.changed)}")
            body = rows((name, ", ".join(paths)) for name, paths in found.changed)
            yield table("What differs", ("resource", "inputs"), body, quiet=True)


def _inventory(page: Page) -> Iterator[Content]:
    body = rows((one.name, one.type, one.section, one.azure_name) for one in page.items)
    yield table(count(len(page.items), "resource"), ("name", "type", "section", "in Azure"), body)
