"""Slowness, failures and what others do, asked for by a test: what a cloud does on a bad day."""

from __future__ import annotations

import hashlib
import json
import math
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.events import KINDS, Event
from azure_simulator.cloud.subscription import Subscription
from azure_simulator.cloud.subscription_settings import content_of

_OPERATIONS = ("create", "read", "update", "delete")
_KEYS = {"after", "chance", "delay_s", "error", "name", "operation", "then", "times", "type"}
_ERROR_KEYS = {"status", "code", "message"}
_EVENT_KEYS: Mapping[str, set[str]] = {
    kind: {"type", "name"} | {"scale": {"count"}, "change": {"set"}}.get(kind, set()) for kind in KINDS
}
_TRIES = 4
"""Of a request that is told when to come again: the first, and three more as azcore's RetryOptions have it
(pkg.go.dev/github.com/Azure/azure-sdk-for-go/sdk/azcore/policy, 2026-11-22)."""


@dataclass
class Fault:
    """One disturbance.

    type, name: globs over the Pulumi type and the last part of the Azure id; case matters in neither.
    delay_s: seconds between Azure accepting the operation and answering it.
    error: what comes instead of the operation; with `after`, instead of its answer alone.
    retry_after_s: what Azure's Retry-After says: the provider waits so long and asks again, three times at
    most, before anybody sees the error.
    chance: how likely it hits an operation that fits, as the seed decides; the same in every run.
    then: what happens after the operation, done by Azure or somebody else.
    times: how many operations it hits; None for all.
    """

    type: str = "*"
    name: str = "*"
    operation: str | None = None
    delay_s: float = 0.0
    error: ArmError | None = None
    after: bool = False
    times: int | None = None
    retry_after_s: float | None = None
    chance: float = 1.0
    then: Sequence[Event] = ()

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
    seed: int = 0
    _asked: Counter[tuple[int, str, str]] = field(default_factory=Counter, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def from_json(cls, text: str) -> Faults:
        """Reads `[{"type": …, "name": …, "operation": …, "delay_s": …, "error": {…}}]`, or such a list with a
        seed, `{"seed": 7, "faults": […]}`: docs/simulator.md.

        Raises ValueError with a line for each thing that is wrong: its path, what it got and what is allowed.
        """
        try:
            entries = json.loads(text) if text.strip() else []
        except json.JSONDecodeError as problem:
            raise ValueError(f"faults: no JSON: {problem}") from None
        seed = 0
        if isinstance(entries, dict) and entries.keys() <= {"seed", "faults"}:
            seed, entries = entries.get("seed", 0), entries.get("faults")
        if not isinstance(seed, int):
            raise ValueError(f"seed: expected a whole number, got {seed!r}")  # noqa: TRY004 - one kind of error
        if not isinstance(entries, list):
            raise ValueError("faults: expected a list of objects")  # noqa: TRY004 - one kind of error for bad text
        places = [(f"faults[{index}]", entry) for index, entry in enumerate(entries)]
        if wrong := [where + text for where, entry in places for text in _problems(entry)]:
            raise ValueError("\n".join(wrong))
        return cls([_fault(where, entry) for where, entry in places], seed)

    @contextmanager
    def around(self, operation: str, token: str, name: str, cloud: Subscription) -> Iterator[None]:
        """The first fault that hits an operation. An error comes instead of the operation, or with `after`
        instead of its answer; then what others do happens; a delay comes last, so that an engine killed
        meanwhile leaves behind what Azure has already accepted."""
        fault = self._next(operation, token, name)
        for _ in range(_TRIES - 1):
            if fault is None or fault.retry_after_s is None or fault.after:
                break
            time.sleep(fault.retry_after_s)
            fault = self._next(operation, token, name)
        if fault is None:
            yield
            return
        if fault.error is None or fault.after:
            yield
        for event in fault.then:
            event.happen(cloud, self.seed)
        time.sleep(fault.delay_s)
        if fault.error is not None:
            raise fault.error

    def _next(self, operation: str, token: str, name: str) -> Fault | None:
        with self._lock:
            for index, fault in enumerate(self.faults):
                if not fault.hits(operation, token, name) or not self._falls(index, operation, name):
                    continue
                if fault.times is not None:
                    fault.times -= 1
                return fault
        return None

    def _falls(self, index: int, operation: str, name: str) -> bool:
        """Whether the dice fall so for the nth time that this is done to this: in whatever order things
        are done."""
        place = (index, operation, name.lower())
        self._asked[place] += 1
        dice = hashlib.sha256(f"{self.seed} {place} {self._asked[place]}".encode()).digest()
        return int.from_bytes(dice[:8], "big") / 2**64 < self.faults[index].chance


def _fault(where: str, entry: dict[str, Any]) -> Fault:
    error = dict(entry["error"]) if "error" in entry else None
    waits = error.pop("retryAfter_s", None) if error else None
    return Fault(
        **{key: value for key, value in entry.items() if key not in ("error", "then")},
        error=ArmError(**error, seen=where) if error is not None else None,
        retry_after_s=waits,
        then=[read_event(event) for event in entry.get("then", [])],
    )


def read_event(entry: dict[str, Any]) -> Event:
    """`{"scale": {"type": …, "name": …, "count": 3}}`, without anything wrong in it."""
    kind = next(iter(entry))
    return Event(kind, **entry[kind])


def read_events(file: Path) -> list[Event]:
    """Events in the order in which they happen, as YAML or JSON. Raises ValueError with a line for each thing
    that is wrong."""
    entries = content_of(file)
    if not isinstance(entries, list):
        raise ValueError(f"{file}: expected a list of events, got {entries!r}")  # noqa: TRY004 - one kind of error
    places = [(f"{file}: [{index}]", entry) for index, entry in enumerate(entries)]
    if wrong := [where + text for where, entry in places for text in event_problems(entry)]:
        raise ValueError("\n".join(wrong))
    return [read_event(entry) for entry in entries]


def event_problems(entry: Any) -> Iterator[str]:
    """What is wrong with an event, each behind its path in it."""
    if not isinstance(entry, dict) or len(entry) != 1 or not entry.keys() <= _EVENT_KEYS.keys():
        yield f": expected an object with one of {', '.join(_EVENT_KEYS)}, got {entry!r}"
        return
    kind, what = next(iter(entry.items()))
    if not isinstance(what, dict):
        yield f".{kind}: expected an object, got {what!r}"
        return
    if unknown := sorted(set(what) - _EVENT_KEYS[kind]):
        yield f".{kind}: unknown key {unknown[0]!r}; known are {', '.join(sorted(_EVENT_KEYS[kind]))}"
    for key in ("type", "name"):
        if not isinstance(what.get(key, ""), str):
            yield f".{kind}.{key}: expected text, a glob, got {what[key]!r}"
    count = what.get("count")
    if kind == "scale" and (isinstance(count, bool) or not isinstance(count, int) or count < 0):
        yield f".scale.count: expected a whole number from 0 on, got {count!r}"
    if kind == "change" and (not isinstance(what.get("set"), dict) or not what["set"]):
        yield f".change.set: expected an object of properties and their values, got {what.get('set')!r}"


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
    chance = entry.get("chance", 1)
    if isinstance(chance, bool) or not isinstance(chance, int | float) or not 0 <= chance <= 1:
        yield f".chance: expected a number from 0 to 1, got {chance!r}"
    then = entry.get("then", [])
    if not isinstance(then, list):
        yield f".then: expected a list of events, got {then!r}"
    else:
        yield from (
            f".then[{index}]{text}" for index, event in enumerate(then) for text in event_problems(event)
        )
    if not isinstance(entry.get("after", False), bool):
        yield f".after: expected true or false, got {entry['after']!r}"
    elif entry.get("after") and "error" not in entry:
        yield ".after: says when the error comes, and there is no error"
    if "error" in entry:
        yield from (f".error{text}" for text in _error_problems(entry["error"]))


def _error_problems(error: Any) -> Iterator[str]:
    if not isinstance(error, dict) or set(error) - {"retryAfter_s"} != _ERROR_KEYS:
        yield f": expected an object with status, code and message, got {error!r}"
        return
    if not isinstance(error["status"], int) or not 400 <= error["status"] <= 599:
        yield f".status: expected an HTTP status from 400 to 599, got {error['status']!r}"
    waits = error.get("retryAfter_s", 0)
    if isinstance(waits, bool) or not isinstance(waits, int | float) or not 0 <= waits < math.inf:
        yield f".retryAfter_s: expected a number of seconds from 0 on, got {waits!r}"
    for key in ("code", "message"):
        if not isinstance(error[key], str):
            yield f".{key}: expected text, got {error[key]!r}"
