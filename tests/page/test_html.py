"""The page as a file: whole, small, safe, and asking nobody for anything."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from azure_ai_landing_zone_policies.page.html import html
from azure_ai_landing_zone_policies.page.markdown import markdown
from azure_ai_landing_zone_policies.page.model import Area, Changes, Item, Said, Thing
from page.pages import LARGEST, STACKS, page_of

EVIL = "</script><img src=x onerror=alert(1)>&\"'|"


class Reader(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.leads_to: list[str] = []
        self.loads: list[str] = []
        self.text: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.ids += [str(value)] if name == "id" else []
            self.leads_to += [str(value)] if (tag, name) == ("a", "href") else []
            self.loads += [str(value)] if name in ("src", "srcset", "data", "action") else []
            self.loads += [str(value)] if (tag, name) == ("link", "href") else []

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("stack", [*STACKS, LARGEST])
def test_a_page_is_one_small_file_that_loads_nothing(stack: str) -> None:
    text = html(page_of(stack))
    page = Reader(text)
    assert len(text.encode()) < 2_000_000
    assert page.loads == ["data:,"]
    assert len(page.ids) == len({*page.ids})
    local = [link.removeprefix("#") for link in page.leads_to if link.startswith("#")]
    assert set(local) <= set(page.ids)
    assert all(link.startswith(("#", "https://")) for link in page.leads_to)
    assert "url(" not in text
    assert "@import" not in text


def test_the_largest_is_as_small_as_the_docs_say() -> None:
    """docs/page.md: 400 resources and less than half a megabyte."""
    assert len(page_of(LARGEST).items) > 400
    assert len(html(page_of(LARGEST)).encode()) < 500_000


def test_every_resource_of_every_stack_is_on_its_page_by_name() -> None:
    for stack in STACKS:
        text = "\n".join(Reader(html(page_of(stack))).text)
        assert [item.name for item in page_of(stack).items if item.name not in text] == []


def test_what_a_program_calls_things_is_text_and_nothing_else() -> None:
    page = replace(
        page_of("training"),
        stack=EVIL,
        areas=(Area("section", EVIL, (EVIL,), (Thing((EVIL,), EVIL, (EVIL,)),)),),
        items=(Item(EVIL, EVIL, EVIL, EVIL),),
        said=(Said(EVIL, EVIL, EVIL, True, "javascript:alert(1)"),),
        waivers=(EVIL,),
        changes=Changes((EVIL,), (), ((EVIL, (EVIL,)),)),
    )
    read = Reader(html(page))
    assert "img" not in read.tags
    assert read.tags.count("script") == 1
    assert [link for link in read.leads_to if not link.startswith("#")] == []
    assert EVIL in read.text
    told = markdown(page)
    assert "<img" not in told
    assert re.findall(r"[^\\]\|'", told) == []


def test_the_policy_of_the_file_lets_its_own_style_and_script_alone() -> None:
    text = html(page_of("training"))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.split("; ")[0] == "default-src 'none'"
    assert "unsafe" not in policy


def test_a_pull_request_gets_a_summary_that_fits_into_a_comment() -> None:
    for stack in STACKS:
        told = markdown(page_of(stack))
        assert told.startswith(f"### {stack}\n\n- {len(page_of(stack).items)} resources")
        assert len(told) < 65_536


def test_markdown_tells_what_is_new_and_what_leads_out() -> None:
    changed = Changes(("new (Vault)",), ("old (Vault)",), (("one (Vault)", ("sku.name",)),))
    told = markdown(replace(page_of("inference"), changes=changed))
    assert "- Since the former state: 1 new, 1 gone, 1 changed." in told
    assert "| changed | one (Vault) | sku.name |" in told
    assert "| pypi.org:443 | snet-ai-inference-serving-7d754f | NAT gateway, everybody's too |" in told
