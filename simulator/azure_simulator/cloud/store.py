"""What exists in the simulated Azure, on disk: every write is committed before it is answered."""

from __future__ import annotations

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
create table if not exists resources (
  key text primary key, id text not null, token text not null, inputs text not null, body text not null,
  created real not null, revision integer not null
);
create table if not exists deleted (
  key text primary key, id text not null, token text not null, body text not null
);
"""


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
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = threading.RLock()
        self._database = sqlite3.connect(folder / self.FILE, check_same_thread=False, isolation_level=None)
        self._database.execute("pragma journal_mode=wal")
        self._database.executescript(_SCHEMA)

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
        with self._lock:
            self._database.execute(
                "insert or replace into resources values (?, ?, ?, ?, ?, ?, ?)",
                (
                    _key(resource.id),
                    resource.id,
                    resource.token,
                    json.dumps(resource.inputs),
                    json.dumps(resource.body),
                    resource.created,
                    resource.revision,
                ),
            )
            return resource

    def remove(self, id_: str) -> None:
        with self._lock:
            self._database.execute("delete from resources where key = ?", (_key(id_),))

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
        with self._lock:
            self._database.execute(
                "insert or replace into deleted values (?, ?, ?, ?)",
                (_key(resource.id), resource.id, resource.token, json.dumps(resource.body)),
            )

    def buried(self, token: str) -> list[Resource]:
        with self._lock:
            rows = self._database.execute(
                "select id, token, body from deleted where token = ?", (token,)
            ).fetchall()
        return [Resource(id=row[0], token=row[1], body=json.loads(row[2])) for row in rows]

    def unbury(self, id_: str) -> None:
        with self._lock:
            self._database.execute("delete from deleted where key = ?", (_key(id_),))

    def _select(self, where: str, *arguments: Any) -> Iterator[Resource]:
        with self._lock:
            rows = self._database.execute(
                f"select id, token, inputs, body, created, revision from resources {where}",  # noqa: S608
                arguments,
            ).fetchall()
        for id_, token, inputs, body, created, revision in rows:
            yield Resource(id_, token, json.loads(inputs), json.loads(body), created, revision)
