"""What is wrong with a plan, and where."""

import difflib
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""What moves a cursor, breaks a line or turns the direction of text: none of it is seen in a review. Source:
unicode.org/reports/tr36, trojansource.codes."""


def printable(text: str, most: int) -> str:
    """In one line of at most so many characters, without its middle if there are more."""
    text = CONTROL.sub(lambda found: repr(found[0])[1:-1], text)
    return text if len(text) <= most else f"{text[: most * 3 // 4]}…{text[-most // 5 :]}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to change before anything can be built."""

    path: tuple[str | int, ...]
    """Names of settings, as in Python, and positions in lists; relative to what was planned."""
    message: str
    """What is wrong, the value got, what is allowed, what to change."""


class PlanRefused(ValueError):
    """A plan that would not work; `problems` has all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(problem.message for problem in problems))
        self.problems = tuple(problems)


def nothing_called(what: str, name: str, there: Collection[str]) -> str:
    """That no `what` has that name, with the likely one, or all that there are."""
    close = difflib.get_close_matches(name, there, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(there) or 'none'}"
    return f"no {what} is called {name}: {hint}"
