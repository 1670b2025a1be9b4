"""The store: ids without case, everything on disk before it is answered."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.store import Resource, Store
from azure_simulator.provider.server import SimulatedAzure

GROUP = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg"


def test_ids_are_compared_without_case_and_kept_as_first_written(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put(Resource(GROUP, "t", body={"a": 1}))
        found = store.get(GROUP.upper() + "/")
        assert found is not None
        assert (found.id, found.body) == (GROUP, {"a": 1})


def test_versions_are_counted_and_begin_anew_after_a_delete(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        first = store.put(store.next_version(GROUP, "t", {"a": 1}))
        second = store.put(store.next_version(GROUP.upper(), "t", {"a": 2}))
        assert (first.revision, second.revision) == (1, 2)
        assert second == Resource(GROUP, "t", {"a": 2}, created=first.created, revision=2)
        assert store.get(GROUP) == second
        store.remove(GROUP)
        again = store.next_version(GROUP, "t", {})
        assert again.revision == 1
        assert again.created > first.created


def test_below_is_deepest_first_and_does_not_mix_prefixes(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for id_ in ("/a", "/a/b", "/a/b/c/d", "/ab/c"):
            store.put(Resource(id_, "t"))
        assert [found.id for found in store.below("/A")] == ["/a/b/c/d", "/a/b"]


def test_mentioning_finds_whole_ids_only(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put(Resource("/user", "t", inputs={"x": {"id": "/A/b"}}))
        store.put(Resource("/other", "t", inputs={"x": "/a/bc", "y": "see /a/b"}))
        store.put(Resource("/mapped", "t", inputs={"ids": {"/a/B": {}}}))
        assert [found.id for found in store.mentioning("/a/b")] == ["/mapped", "/user"]


def test_what_was_written_survives_a_killed_process(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from azure_simulator.cloud.store import Resource, Store\n"
        "store = Store(Path(sys.argv[1])); store.put(Resource('/a', 't', body={'n': 1})); print('ready', "
        "flush=True)\ntime.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        os.kill(process.pid, signal.SIGKILL)
    with Store(tmp_path) as store:
        found = store.get("/a")
        assert found is not None
        assert found.body == {"n": 1}


def test_a_write_that_fails_is_a_sentence_and_leaves_what_was_there(
    tmp_path: Path, connect: Any, refused: Any
) -> None:
    token = "azure-native:resources:ResourceGroup"
    with SimulatedAzure(tmp_path) as azure:
        client = connect(azure)
        client.create(token, "one", resourceGroupName="one")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))  # as a disk that has no more room
        try:
            with refused(
                f"the simulated Azure can't write to {tmp_path}/azure.sqlite (disk I/O error): make room on "
                "its disk, or see to it that it can be written to, and go on. What Azure had answered before "
                "is kept"
            ):
                client.create(token, "two", resourceGroupName="two", tags={"a": "x" * 10_000})
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        client.create(token, "three", resourceGroupName="three")
    with Store(tmp_path) as store:
        assert [arm.name_of(found.id) for found in store.everything()] == ["one", "three"]
