"""What exists in the simulated Azure, on disk: every write is committed before it is answered."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
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
_MARKS = """
create table marks (
  mark text not null, key text not null, amount integer not null, primary key (mark, key)
) without rowid;
create index marks_of on marks (key);
create index resources_of_type on resources (token);
create index deleted_of_type on deleted (token);
"""
"""What a resource is found by, other than its id: what it mentions, its name, what it uses of a quota. So
nothing that a write needs is looked for in all that exists."""
_SEEDED = "seed "
_BURIED = "deleted "
"""Before the key of what marks a seed, and a soft-deleted resource."""


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
    uses: Mapping[str, int] = field(default_factory=dict, compare=False)
    """Of quotas, by their names: for a put; a read leaves it empty."""


def _key(id_: str) -> str:
    return "/" + id_.strip("/").lower()


def _last(id_: str) -> str:
    return id_.rstrip("/").rsplit("/", 1)[-1]


def _below(key: str) -> tuple[str, str]:
    """What lies between these begins with `key` and a slash."""
    return f"{key}/", f"{key}0"  # the character after a slash


_USES = "uses "


def _mention(id_: str) -> str:
    return f"mentions {_key(id_)}"


def _name(token: str, name: str) -> str:
    return f"is {token} {name.lower()}"


def _marks(resource: Resource) -> dict[str, int]:
    marks = {f"mentions {text.lower()}": 0 for text in _ids(resource.inputs)}
    marks[_name(resource.token, _last(resource.id))] = 0
    return marks | {_USES + quota: amount for quota, amount in resource.uses.items()}


def _ids(value: Any) -> Iterator[str]:
    """Every value and key that could be an id."""
    if isinstance(value, str):
        if value.startswith("/"):
            yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _ids(key)
            yield from _ids(item)
    elif isinstance(value, list):
        for item in value:
            yield from _ids(item)


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
            # A killed process loses nothing; a machine that stops may lose its last writes, no more.
            self._write("pragma synchronous=normal")
            sound = self._database.execute("pragma quick_check(1)").fetchone() == ("ok",)
            problem = "" if sound else "its pages don't fit together"
        except sqlite3.DatabaseError as error:
            problem = str(error)
        if problem:
            self.close()
            raise StoreDamaged(f"{self._file} is damaged ({problem})")
        if not self._rows("select 1 from sqlite_master where name = 'marks'"):
            self._mark_all()

    def _make(self) -> None:
        """All at once, so that a run which is killed meanwhile leaves no half of it.

        The disk is waited for once, before it gets its name, and not after each statement.
        """
        new = self._file.with_suffix(".new")
        for left in new.parent.glob(f"{new.name}*"):
            left.unlink()
        with contextlib.closing(sqlite3.connect(new)) as database, self._unless_unwritable():
            database.executescript(
                f"pragma synchronous=off; pragma journal_mode=wal; begin; {_SCHEMA} {_MARKS} commit;"
            )
        with new.open("rb+") as written:
            os.fsync(written.fileno())
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
        with self._transaction():
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
            self._mark(_key(resource.id), _marks(resource))
        return resource

    def remove(self, id_: str) -> None:
        with self._transaction():
            self._write("delete from resources where key = ?", _key(id_))
            self._mark(_key(id_), {})

    def below(self, id_: str) -> list[Resource]:
        """Everything whose id starts with `id_`, the deepest first."""
        found = list(self._select("where key > ? and key < ? order by key", *_below(_key(id_))))
        return sorted(found, key=lambda resource: -resource.id.count("/"))

    def of_token(self, token: str) -> list[Resource]:
        return list(self._select("where token = ? order by key", token))

    def mentioning(self, id_: str) -> list[Resource]:
        """Resources whose inputs hold `id_` as a value or key of its own, in any case."""
        keys = "select key from marks where mark = ? and key <> ?"
        return list(self._select(f"where key in ({keys}) order by key", _mention(id_), _key(id_)))

    def users(self, id_: str) -> list[str]:
        """Ids of resources whose inputs hold `id_`, or the id of something below it."""
        mark = _mention(id_)
        rows = self._rows(
            "select resources.id from marks join resources using (key) "
            "where (mark = ? or (mark > ? and mark < ?)) and key <> ? order by mark, key",
            mark,
            *_below(mark),
            _key(id_),
        )
        return list(dict.fromkeys(row[0] for row in rows))

    def named(self, token: str, name: str) -> list[str]:
        """Keys of what has that name among all of a type, soft-deleted or not, in any case."""
        return [row[0] for row in self._rows("select key from marks where mark = ?", _name(token, name))]

    def used(self, quota: str, without: str = "") -> int:
        """What resources use of a quota together, but for the one with the id `without`."""
        rows = self._rows(
            "select coalesce(sum(amount), 0) from marks where mark = ? and key <> ?",
            _USES + quota,
            _key(without),
        )
        return int(rows[0][0])

    def everything(self) -> list[Resource]:
        return list(self._select("order by key"))

    def telling(self, text: str) -> list[Resource]:
        """Resources whose answer has `text` in it anywhere."""
        return list(self._select("where instr(body, ?) order by key", json.dumps(text)[1:-1]))

    def held(self, quota: str, id_: str) -> int:
        """What the resource with that id uses of a quota."""
        rows = self._rows("select amount from marks where mark = ? and key = ?", _USES + quota, _key(id_))
        return int(rows[0][0]) if rows else 0

    def was_seeded(self, id_: str) -> bool:
        """Whether it was put there before any program ran: once it is deleted, it doesn't come back."""
        return bool(self._rows("select 1 from marks where mark = 'seeded' and key = ?", _SEEDED + _key(id_)))

    def note_seeded(self, id_: str) -> None:
        self._mark(_SEEDED + _key(id_), {"seeded": 0})

    def bury(self, resource: Resource) -> None:
        """Keeps a soft-deleted resource: its name stays taken, and what it and all in it use of quotas."""
        key = _key(resource.id)
        with self._transaction():
            uses = self._rows(
                "select mark, sum(amount) from marks where (key = ? or (key > ? and key < ?)) "
                "and mark > ? and mark < ? group by mark",
                key,
                *_below(key),
                _USES,
                f"{_USES}~",
            )
            self._write(
                "insert or replace into deleted values (?, ?, ?, ?)",
                key,
                resource.id,
                resource.token,
                json.dumps(resource.body),
            )
            self._mark(_BURIED + key, {_name(resource.token, _last(resource.id)): 0, **dict(uses)})

    def buried(self, token: str) -> list[Resource]:
        rows = self._rows("select id, token, body from deleted where token = ?", token)
        return [Resource(id=row[0], token=row[1], body=json.loads(row[2])) for row in rows]

    def unbury(self, id_: str) -> None:
        with self._transaction():
            self._write("delete from deleted where key = ?", _key(id_))
            self._mark(_BURIED + _key(id_), {})

    def _mark(self, key: str, marks: Mapping[str, int]) -> None:
        self._write("delete from marks where key = ?", key)
        for mark, amount in marks.items():
            self._write("insert into marks values (?, ?, ?)", mark, key, amount)

    def _mark_all(self) -> None:
        """In a database from before there were marks."""
        with self._transaction():
            for statement in _MARKS.split(";"):
                self._write(statement)
            for resource in self.everything():
                self._mark(_key(resource.id), _marks(resource))
            for id_, token in self._rows("select id, token from deleted"):
                self._mark(_BURIED + _key(id_), {_name(token, _last(id_)): 0})

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock:
            if self._database.in_transaction:
                yield
                return
            self._write("begin")
            try:
                yield
                self._write("commit")
            finally:
                if self._database.in_transaction:
                    self._database.rollback()

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

    def _rows(self, query: str, *arguments: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._database.execute(query, arguments).fetchall()

    def _select(self, where: str, *arguments: Any) -> Iterator[Resource]:
        columns = "id, token, inputs, body, created, revision"
        rows = self._rows(f"select {columns} from resources {where}", *arguments)  # noqa: S608
        for id_, token, inputs, body, created, revision in rows:
            yield Resource(id_, token, json.loads(inputs), json.loads(body), created, revision)
