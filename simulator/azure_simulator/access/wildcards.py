"""Actions and the patterns that stand for them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache


def matches(patterns: Iterable[str], action: str) -> bool:
    """Whether any pattern stands for the action. `*` is any text, slashes too; casing doesn't count."""
    return any(_compiled(pattern).fullmatch(action) for pattern in patterns)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(re.escape(pattern).replace(r"\*", ".*"), re.IGNORECASE)
