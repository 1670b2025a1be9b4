"""The table of refusals: written, and mostly in words that somebody saw."""

from __future__ import annotations

import refusal_docs


def test_the_page_is_written() -> None:
    assert refusal_docs.FILE.read_text(encoding="utf-8") == refusal_docs.page(), "run make docs"


def test_no_more_words_are_ours_than_were() -> None:
    """Wanted is less than a fifth: whoever finds words of Azure's lowers this."""
    found = refusal_docs.refusals()
    ours = [f"{one.file}: {one.code}: {one.words}" for one in found if one.is_ours]
    assert len(ours) <= 55, ours
    assert len(ours) / len(found) < 0.33
