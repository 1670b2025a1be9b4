"""Whatever a job does and whenever it dies, the lifecycle deletes nothing that must be kept: the documented
code, against the rules as Azure reads them."""

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone import CheckpointStore, CheckpointStoreArgs, PrivateEndpointPlace
from azure_ai_landing_zone.data.checkpoints.planning.lifecycle import MarkedBy
from helpers.offline import ROOT
from helpers.registered import register

PAGE = (ROOT / "docs" / "checkpoints.md").read_text(encoding="utf-8")
CODE = {
    marked_by: next(code for code in re.findall(r"```python\n(.*?)```", PAGE, re.S) if f"def {name}(" in code)
    for marked_by, name in (("tags", "mark"), ("prefixes", "move"))
}


def documented(marked_by: MarkedBy) -> Callable[..., None]:
    """What the page tells jobs to call."""
    names: dict[str, Any] = {}
    exec(CODE[marked_by], names)  # noqa: S102
    function: Callable[..., None] = names["mark" if marked_by == "tags" else "move"]
    return function


class Died(Exception):
    """The job's node is gone."""


@dataclass
class Container:
    """Blobs with their index tags and the day they were written; dies after so many changes."""

    tags: dict[str, dict[str, str]] = field(default_factory=dict)
    written: dict[str, int] = field(default_factory=dict)
    changes_left: int = 1_000
    file_system_name: str = "checkpoints"

    def list_blobs(self, name_starts_with: str) -> list[Any]:
        return [type("Blob", (), {"name": name}) for name in self.tags if name.startswith(name_starts_with)]

    def get_blob_client(self, name: str) -> Any:
        return type("Client", (), {"set_blob_tags": lambda _, tags: self._change(self._tag, name, tags)})()

    def get_directory_client(self, path: str) -> Any:
        blob = f"{path}/model"
        return type(
            "Folder",
            (),
            {
                "exists": lambda _: blob in self.tags,
                "rename_directory": lambda _, target: self._change(self._rename, blob, target),
            },
        )()

    def _change(self, change: Any, *arguments: Any) -> None:
        if self.changes_left == 0:
            raise Died
        self.changes_left -= 1
        change(*arguments)

    def _tag(self, name: str, tags: dict[str, str]) -> None:
        self.tags[name] = tags

    def _rename(self, name: str, target: str) -> None:
        new = f"{target.removeprefix('checkpoints/')}/model"
        self.tags[new], self.written[new] = self.tags.pop(name), self.written.pop(name)

    def apply(self, policy: dict[str, Any], day: int) -> dict[str, str]:
        """What the lifecycle has done to each blob by that day: nothing, a tier, or delete; the cheapest
        action wins (learn.microsoft.com/azure/storage/blobs/lifecycle-management-overview)."""
        done = {}
        for name, tags in self.tags.items():
            found = [
                action
                for rule in policy["rules"]
                if _matches(rule["definition"]["filters"], f"checkpoints/{name}", tags)
                for action, when in rule["definition"]["actions"]["baseBlob"].items()
                if day - self.written[name] > when["daysAfterModificationGreaterThan"]
            ]
            order = ("delete", "tierToArchive", "tierToCold", "tierToCool")
            done[name] = next((action for action in order if action in found), "nothing")
        return done


def _matches(filters: dict[str, Any], path: str, tags: dict[str, str]) -> bool:
    wanted = filters.get("blobIndexMatch", [])
    return any(path.startswith(prefix) for prefix in filters["prefixMatch"]) and all(
        tags.get(one["name"]) == one["value"] for one in wanted
    )


@cache
def policy(marked_by: MarkedBy, tiered: bool) -> dict[str, Any]:
    """As a store with those settings makes it."""
    place = PrivateEndpointPlace(subnet_resource_id="/subnet")
    changes: dict[str, Any] = {"cool_after_days": 1, "cold_after_days": 31} if tiered else {}
    if marked_by == "prefixes":
        changes |= {"hierarchical_namespace": True, "dfs_private_endpoint": place}
    args = CheckpointStoreArgs(
        location="eastus",
        resource_group_name="rg",
        parameters=1,
        retention_days=200 if tiered else 2,
        marked_by=marked_by,
        private_endpoint=place,
        **changes,
    )
    inputs = register(lambda: CheckpointStore("store", args)).inputs
    made: dict[str, Any] = inputs["store-lifecycle"]["policy"]
    return made


@pytest.mark.parametrize("tiered", [False, True])
@pytest.mark.parametrize("marked_by", ["tags", "prefixes"])
@given(
    scores=st.lists(st.integers(0, 5), min_size=1, max_size=12),
    keep_last=st.integers(1, 4),
    keep_best=st.integers(0, 3),
    deaths=st.lists(st.none() | st.integers(0, 5), max_size=12),
    later=st.integers(0, 3_000),
)
def test_what_must_be_kept_is_never_deleted(
    marked_by: MarkedBy,
    tiered: bool,
    scores: list[int],
    keep_last: int,
    keep_best: int,
    deaths: list[int | None],
    later: int,
) -> None:
    let_go = documented(marked_by)
    folder = "" if marked_by == "tags" else "last/"
    store, known = Container(), {}
    for step, score in enumerate(scores):
        blob = f"{folder}run/{step}/model"
        store.tags[blob], store.written[blob] = {}, step
        known[step] = score
        death = deaths[step] if step < len(deaths) else None
        store.changes_left = 1_000 if death is None else death
        with contextlib.suppress(Died):
            let_go(store, "run", known, keep_last, keep_best)

        last = sorted(known)[-keep_last:]
        best = sorted(sorted(known), key=lambda step: known[step])[:keep_best]
        done = {
            int(name.split("/")[-2]): what
            for name, what in store.apply(policy(marked_by, tiered), step + later).items()
        }
        assert {done[step] for step in last} == {"nothing"}
        assert "delete" not in {done[step] for step in best}


def test_what_was_let_go_is_deleted() -> None:
    store = Container(
        {f"run/{step}/model": {} for step in range(5)}, {f"run/{step}/model": 0 for step in range(5)}
    )
    documented("tags")(store, "run", {0: 9, 1: 0, 2: 8, 3: 7, 4: 6}, 2, 1)
    assert list(store.apply(policy("tags", False), 3).values()) == [
        "delete",
        "nothing",
        "delete",
        "nothing",
        "nothing",
    ]
    assert list(store.apply(policy("tags", True), 2).values()) == [
        "tierToCool", "tierToCool", "tierToCool", "nothing", "nothing"
    ]  # fmt: skip
