"""What exists in the simulated Azure, on disk: every write is committed before it is answered."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

_SCHEMA = """
create table resources (
  key text primary key, id text not null, token text not null, inputs text not null, body text not null,
  created real not null, revision integer not null
);
create table deleted (
  key text primary key, id text not null, token text not null, body text not null
);
"""


class StoreDamaged(Exception):
    """What is on disk isn't the database that was written there."""


class StoreUnwritable(Exception):
    """A write that the disk did not take; nothing of it is there."""


@dataclass
class Resource:
    id: str
    token: str
    inputs: dict[str, Any] = field(default_factory=dict)
    """What was last put, write-only properties included."""
    body: dict[str, Any] = field(default_factory=dict)
    """What Azure answers to a GET, in the shape of the SDK's outputs."""
    created: float = 0.0
    """Seconds since 1970; an update leaves it."""
    revision: int = 0
    """How often it was written since it was made."""


def _key(id_: str) -> str:
    return "/" + id_.strip("/").lower()


class Store:
    """Ids are compared without case; the case of the first put is kept."""

    FILE = "azure.sqlite"

    def __init__(self, folder: Path) -> None:
        """Opens what is in `folder`, or makes it.

        Raises StoreDamaged where it can't be read, OSError or StoreUnwritable where it can't be made.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / self.FILE
        self._lock = threading.RLock()
        if not self._file.exists():
            self._make()
        elif self._file.stat().st_size == 0:
            raise StoreDamaged(f"{self._file} is damaged (it is empty)")
        self._database = sqlite3.connect(self._file, check_same_thread=False, isolation_level=None)
        try:
            self._write("pragma journal_mode=wal")
            sound = self._database.execute("pragma quick_check(1)").fetchone() == ("ok",)
            problem = "" if sound else "its pages don't fit together"
        except sqlite3.DatabaseError as error:
            problem = str(error)
        if problem:
            self.close()
            raise StoreDamaged(f"{self._file} is damaged ({problem})")

    def _make(self) -> None:
        """All at once, so that a run which is killed meanwhile leaves no half of it."""
        new = self._file.with_suffix(".new")
        new.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(new)) as database, self._unless_unwritable():
            database.executescript(_SCHEMA)
        new.replace(self._file)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def get(self, id_: str) -> Resource | None:
        return next(self._select("where key = ?", _key(id_)), None)

    def next_version(self, id_: str, token: str, inputs: dict[str, Any]) -> Resource:
        """What is to be put next: its id as first written, when it was made, how often it is written then."""
        before = self.get(id_)
        if before is None:
            return Resource(id_, token, inputs, created=time.time(), revision=1)
        return Resource(before.id, token, inputs, created=before.created, revision=before.revision + 1)

    def put(self, resource: Resource) -> Resource:
        """Writes and commits."""
        self._write(
            "insert or replace into resources values (?, ?, ?, ?, ?, ?, ?)",
            _key(resource.id),
            resource.id,
            resource.token,
            json.dumps(resource.inputs),
            json.dumps(resource.body),
            resource.created,
            resource.revision,
        )
        return resource

    def remove(self, id_: str) -> None:
        self._write("delete from resources where key = ?", _key(id_))

    def below(self, id_: str) -> list[Resource]:
        """Everything whose id starts with `id_`, the deepest first."""
        prefix = _key(id_) + "/"
        found = list(self._select("where substr(key, 1, ?) = ?", len(prefix), prefix))
        return sorted(found, key=lambda resource: -resource.id.count("/"))

    def of_token(self, token: str) -> list[Resource]:
        return list(self._select("where token = ? order by key", token))

    def mentioning(self, id_: str) -> list[Resource]:
        """Resources whose inputs hold `id_` as a value or key of its own, in any case."""
        quoted = json.dumps(_key(id_))
        return list(
            self._select("where instr(lower(inputs), ?) > 0 and key <> ? order by key", quoted, _key(id_))
        )

    def everything(self) -> list[Resource]:
        return list(self._select("order by key"))

    def bury(self, resource: Resource) -> None:
        """Keeps a soft-deleted resource: its name stays taken."""
        self._write(
            "insert or replace into deleted values (?, ?, ?, ?)",
            _key(resource.id),
            resource.id,
            resource.token,
            json.dumps(resource.body),
        )

    def buried(self, token: str) -> list[Resource]:
        with self._lock:
            rows = self._database.execute(
                "select id, token, body from deleted where token = ?", (token,)
            ).fetchall()
        return [Resource(id=row[0], token=row[1], body=json.loads(row[2])) for row in rows]

    def unbury(self, id_: str) -> None:
        self._write("delete from deleted where key = ?", _key(id_))

    def _write(self, statement: str, *values: Any) -> None:
        with self._lock, self._unless_unwritable():
            self._database.execute(statement, values)

    @contextlib.contextmanager
    def _unless_unwritable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as problem:
            raise StoreUnwritable(
                f"the simulated Azure can't write to {self._file} ({problem}): make room on its disk, or see "
                "to it that it can be written to, and go on. What Azure had answered before is kept"
            ) from problem

    def _select(self, where: str, *arguments: Any) -> Iterator[Resource]:
        with self._lock:
            rows = self._database.execute(
                f"select id, token, inputs, body, created, revision from resources {where}",  # noqa: S608
                arguments,
            ).fetchall()
        for id_, token, inputs, body, created, revision in rows:
            yield Resource(id_, token, json.loads(inputs), json.loads(body), created, revision)
