"""Durations as Azure writes them."""

import re

_DURATION = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?")


def minutes(text: str) -> float | None:
    """Minutes of an ISO 8601 duration such as PT15M; None if it is none."""
    match = _DURATION.fullmatch(text.upper())
    if not match or not any(match.groups()):
        return None
    days, hours, mins, seconds = (int(part or 0) for part in match.groups())
    return days * 1440 + hours * 60 + mins + seconds / 60
