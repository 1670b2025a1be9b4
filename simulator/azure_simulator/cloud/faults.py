"""Slowness and failures asked for by a test: what a cloud does on a bad day."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from azure_simulator.cloud.arm import ArmError

_OPERATIONS = ("create", "read", "update", "delete")
_KEYS = {"type", "name", "operation", "delay_s", "error", "times"}


@dataclass
class Fault:
    """One disturbance.

    type, name: globs over the Pulumi type and the last part of the Azure id; case matters in neither.
    delay_s: seconds between Azure accepting the operation and answering it.
    times: how many operations it hits; None for all.
    """

    type: str = "*"
    name: str = "*"
    operation: str | None = None
    delay_s: float = 0.0
    error: ArmError | None = None
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
        """Reads `[{"type": …, "name": …, "operation": …, "delay_s": …, "error": {…}, "times": …}]`.

        Raises ValueError that names the entry and what is wrong with it.
        """
        entries = json.loads(text) if text.strip() else []
        if not isinstance(entries, list):
            raise ValueError("faults: expected a list of objects")  # noqa: TRY004 - one kind of error for bad text
        return cls([_fault(index, entry) for index, entry in enumerate(entries)])

    @contextmanager
    def around(self, operation: str, token: str, name: str) -> Iterator[None]:
        """The first fault that hits an operation. An error comes instead of the operation; a delay comes
        after it, so that an engine killed meanwhile leaves behind what Azure has already accepted."""
        with self._lock:
            fault = next((fault for fault in self.faults if fault.hits(operation, token, name)), None)
            if fault is not None and fault.times is not None:
                fault.times -= 1
        if fault is not None and fault.error:
            time.sleep(fault.delay_s)
            raise fault.error
        yield
        if fault is not None:
            time.sleep(fault.delay_s)


def _fault(index: int, entry: Any) -> Fault:
    where = f"faults[{index}]"
    if not isinstance(entry, dict):
        raise ValueError(f"{where}: expected an object, got {entry!r}")  # noqa: TRY004
    if unknown := sorted(set(entry) - _KEYS):
        raise ValueError(f"{where}: unknown key {unknown[0]!r}; known are {', '.join(sorted(_KEYS))}")
    if entry.get("operation") not in (None, *_OPERATIONS):
        raise ValueError(f"{where}.operation: {entry['operation']!r} is none of {', '.join(_OPERATIONS)}")
    error = entry.get("error")
    if error is not None and set(error) != {"status", "code", "message"}:
        raise ValueError(f"{where}.error: needs exactly status, code and message")
    return Fault(
        type=entry.get("type", "*"),
        name=entry.get("name", "*"),
        operation=entry.get("operation"),
        delay_s=float(entry.get("delay_s", 0.0)),
        error=ArmError(int(error["status"]), error["code"], error["message"], seen=where) if error else None,
        times=entry.get("times"),
    )
