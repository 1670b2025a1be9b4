"""A question to Azure Resource Manager, and how its answer is read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Method = Literal["GET", "POST"]


@dataclass(frozen=True, slots=True)
class Question:
    """One request; equal ones are asked once."""

    path: str
    """Below https://management.azure.com, with the leading slash."""
    api_version: str
    action: str
    """What somebody has to be allowed to ask it."""
    method: Method = "GET"
    query: tuple[tuple[str, str], ...] = ()
    body: tuple[tuple[str, str], ...] = ()
    """Of a POST: an object of texts."""
    items: str | None = "value"
    """Where the answer's list is, which may come in pages; None: the answer is one object."""

    @property
    def short(self) -> str:
        """For people."""
        _, _, tail = self.path.partition("/providers/")
        return f"{self.method} {tail or self.path}"


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer, and why."""

    reason: str
    status: int | None = None
    """Azure's, where it said anything."""
    code: str = ""
    """Azure's own."""


Reply = list[Mapping[str, Any]] | Failure
"""The items of all pages; of one object, a list with that."""
