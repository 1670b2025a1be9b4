"""How API Management routes a request, of the backends, the pool and the retries that a component registered.

A model of one gateway instance: instances don't share what they know. A backend whose breaker has tripped is
left out until the trip is over; a lower priority is used only while all of a higher one are left out; with
nobody left the answer is 503. Sources: learn.microsoft.com/azure/api-management/backends and retry-policy,
2026-11-21.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

Answer = tuple[int, int | None]
"""Status and Retry-After in seconds."""


def seconds(duration: str) -> int:
    """Of an ISO 8601 duration of seconds or minutes."""
    found = re.fullmatch(r"PT(\d+)([SM])", duration)
    assert found is not None, duration
    return int(found[1]) * (60 if found[2] == "M" else 1)


@dataclass
class Gateway:
    """`backends`: inputs of the single ones by id; `services`: of the pool; `policy`: of the API."""

    backends: Mapping[str, dict[str, Any]]
    services: list[dict[str, Any]]
    policy: str
    failures: dict[str, list[float]] = field(default_factory=dict)
    tripped_until: dict[str, float] = field(default_factory=dict)

    def send(self, now: float, answer: Callable[[str], Answer]) -> tuple[int, list[str]]:
        """The status that the caller gets, and the backends that were asked."""
        asked: list[str] = []
        retry = ElementTree.fromstring(self.policy).find("backend/retry")  # noqa: S314 (our own)
        status = 503
        for _ in range(1 if retry is None else 1 + int(retry.get("count", "0"))):
            chosen = self._choose(now)
            if chosen is None:
                return 503, asked
            asked.append(chosen)
            status, retry_after = answer(chosen)
            self._count(chosen, now, status, retry_after)
            if status != 429 and status < 500:
                break
        return status, asked

    def _choose(self, now: float) -> str | None:
        open_ = [one for one in self.services if self.tripped_until.get(one["id"], 0) <= now]
        if not open_:
            return None
        first = min(one["priority"] for one in open_)
        group = [one for one in open_ if one["priority"] == first]
        return str(max(group, key=lambda one: one["weight"])["id"])

    def _count(self, backend: str, now: float, status: int, retry_after: int | None) -> None:
        for rule in self.backends[backend]["circuitBreaker"]["rules"]:
            condition = rule["failureCondition"]
            if not any(one["min"] <= status <= one["max"] for one in condition["statusCodeRanges"]):
                continue
            window = seconds(condition["interval"])
            recent = [then for then in self.failures.get(backend, []) if then > now - window] + [now]
            self.failures[backend] = recent
            if len(recent) >= condition["count"]:
                rest = seconds(rule["tripDuration"])
                if rule["acceptRetryAfter"] and retry_after is not None:
                    rest = retry_after
                self.tripped_until[backend] = now + rest
                self.failures[backend] = []
