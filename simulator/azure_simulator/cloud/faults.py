"""Slowness and failures asked for by a test: what a cloud does on a bad day."""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from azure_simulator.cloud.arm import ArmError

_OPERATIONS = ("create", "read", "update", "delete")
_KEYS = {"after", "delay_s", "error", "name", "operation", "times", "type"}
_ERROR_KEYS = {"status", "code", "message"}


@dataclass
class Fault:
    """One disturbance.

    type, name: globs over the Pulumi type and the last part of the Azure id; case matters in neither.
    delay_s: seconds between Azure accepting the operation and answering it.
    error: what comes instead of the operation; with `after`, instead of its answer alone.
    times: how many operations it hits; None for all.
    """

    type: str = "*"
    name: str = "*"
    operation: str | None = None
    delay_s: float = 0.0
    error: ArmError | None = None
    after: bool = False
    times: int | None = None

    def hits(self, operation: str, token: str, name: str) -> bool:
        return (
            self.times != 0
            and self.operation in (None, operation)
            and fnmatchcase(token.lower(), self.type.lower())
            and fnmatchcase(name.lower(), self.name.lower())
        )


@dataclass
class Faults:
    faults: list[Fault] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def from_json(cls, text: str) -> Faults:
        """Reads `[{"type": …, "name": …, "operation": …, "delay_s": …, "error": {…}}]`: docs/simulator.md.

        Raises ValueError with a line for each thing that is wrong: its path, what it got and what is allowed.
        """
        try:
            entries = json.loads(text) if text.strip() else []
        except json.JSONDecodeError as problem:
            raise ValueError(f"faults: no JSON: {problem}") from None
        if not isinstance(entries, list):
            raise ValueError("faults: expected a list of objects")  # noqa: TRY004 - one kind of error for bad text
        places = [(f"faults[{index}]", entry) for index, entry in enumerate(entries)]
        if wrong := [where + text for where, entry in places for text in _problems(entry)]:
            raise ValueError("\n".join(wrong))
        return cls([_fault(where, entry) for where, entry in places])

    @contextmanager
    def around(self, operation: str, token: str, name: str) -> Iterator[None]:
        """The first fault that hits an operation. An error comes instead of the operation, or with `after`
        instead of its answer; a delay comes after it, so that an engine killed meanwhile leaves behind what
        Azure has already accepted."""
        with self._lock:
            fault = next((fault for fault in self.faults if fault.hits(operation, token, name)), None)
            if fault is not None and fault.times is not None:
                fault.times -= 1
        if fault is None:
            yield
            return
        if fault.error is None or fault.after:
            yield
        time.sleep(fault.delay_s)
        if fault.error is not None:
            raise fault.error


def _fault(where: str, entry: dict[str, Any]) -> Fault:
    error = entry.get("error")
    return Fault(
        **{key: value for key, value in entry.items() if key != "error"},
        error=ArmError(**error, seen=where) if error is not None else None,
    )


def _problems(entry: Any) -> Iterator[str]:
    """What is wrong with an entry, each behind its path in it."""
    if not isinstance(entry, dict):
        yield f": expected an object, got {entry!r}"
        return
    if unknown := sorted(set(entry) - _KEYS):
        yield f": unknown key {unknown[0]!r}; known are {', '.join(sorted(_KEYS))}"
    for key, like in (("type", "*:StorageAccount"), ("name", "st*")):
        if not isinstance(entry.get(key, like), str):
            yield f".{key}: expected text, a glob as in '{like}', got {entry[key]!r}"
    if entry.get("operation", "create") not in _OPERATIONS:
        yield f".operation: {entry['operation']!r} is none of {', '.join(_OPERATIONS)}"
    delay = entry.get("delay_s", 0)
    if isinstance(delay, bool) or not isinstance(delay, int | float) or not 0 <= delay < math.inf:
        yield f".delay_s: expected a number of seconds from 0 on, got {delay!r}"
    times = entry.get("times", 1)
    if isinstance(times, bool) or not isinstance(times, int) or times < 1:
        yield f".times: expected a whole number of at least 1, got {times!r}"
    if not isinstance(entry.get("after", False), bool):
        yield f".after: expected true or false, got {entry['after']!r}"
    elif entry.get("after") and "error" not in entry:
        yield ".after: says when the error comes, and there is no error"
    if "error" in entry:
        yield from (f".error{text}" for text in _error_problems(entry["error"]))


def _error_problems(error: Any) -> Iterator[str]:
    if not isinstance(error, dict) or set(error) != _ERROR_KEYS:
        yield f": expected an object with status, code and message, got {error!r}"
        return
    if not isinstance(error["status"], int) or not 400 <= error["status"] <= 599:
        yield f".status: expected an HTTP status from 400 to 599, got {error['status']!r}"
    for key in ("code", "message"):
        if not isinstance(error[key], str):
            yield f".{key}: expected text, got {error[key]!r}"
