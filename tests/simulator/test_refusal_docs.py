"""The table of refusals: written, and mostly in words that somebody saw."""

from __future__ import annotations

import refusal_docs


def test_the_page_is_written() -> None:
    assert refusal_docs.FILE.read_text(encoding="utf-8") == refusal_docs.page(), "run make docs"


def test_less_than_a_fifth_of_the_words_are_ours() -> None:
    """Whoever adds one of ours finds Azure's for another, or has one refusal say both."""
    found = refusal_docs.refusals()
    ours = [f"{one.file}: {one.code}: {one.words}" for one in found if one.is_ours]
    assert len(ours) < len(found) / 5, ours
