"""A request to Azure Resource Manager."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def to(
        cls, method: str, address: str, query: Mapping[str, str] | None = None, body: Any = None
    ) -> Request:
        """From an address with a query of its own."""
        path, _, rest = address.partition("?")
        return cls(method, path, {**dict(parse_qsl(rest)), **(query or {})}, body or {})
