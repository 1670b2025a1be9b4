"""Checks of texts that say in words what is allowed."""

import re

from pydantic import AfterValidator


def matching(pattern: str, allowed: str) -> AfterValidator:
    """Checks that all of a text matches; `allowed` completes "must be …, got …"."""

    def check(value: str) -> str:
        if not re.fullmatch(pattern, value, re.ASCII):
            raise ValueError(f"must be {allowed}, got {value!r}")
        return value

    return AfterValidator(check)
