"""Lustre, BlobFuse2 or NFS: each where it suits, with the reasons and what speaks against the others."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.data.planning.choice import (
    ACCOUNT_GBPS,
    Access,
    DataUse,
    choose_storage,
    first_read_hours,
)


def use(**changes: Any) -> DataUse:
    values: dict[str, Any] = {
        "data_gb": 500,
        "file_count": 5_000,
        "reader_nodes": 4,
        "access": "epochs",
        "read_mbps_per_node": 1_000,
        "local_disk_gb": 22_000,
    }
    return DataUse(**(values | changes))


CHOICES: list[tuple[str, DataUse, str]] = [
    ("text, read again and again, on machines with NVMe", use(), "blobFuseFileCache"),
    (
        "videos, read once by a few",
        use(data_gb=200_000, file_count=400_000, access="streaming"),
        "blobFuseBlockCache",
    ),
    (
        "videos, read once by many",
        use(data_gb=200_000, file_count=400_000, access="streaming", reader_nodes=16),
        "lustre",
    ),
    ("a hundred million images", use(data_gb=15_000, file_count=100_000_000, reader_nodes=8), "lustre"),
    ("more than fits locally, in small files", use(data_gb=60_000, file_count=60_000_000), "lustre"),
    ("files that several machines write", use(access="sharedWriting"), "lustre"),
    (
        "parts of files on machines without a disk",
        use(access="random", local_disk_gb=0, reader_nodes=2),
        "nfs",
    ),
    ("parts of files on machines with NVMe", use(access="random"), "blobFuseFileCache"),
]


@pytest.mark.parametrize(("data", "chosen"), [row[1:] for row in CHOICES], ids=[row[0] for row in CHOICES])
def test_chooses(data: DataUse, chosen: str) -> None:
    assert choose_storage(data).storage == chosen


def test_says_why_and_why_not() -> None:
    choice = choose_storage(use())
    assert choice.reasons == (
        "500 GB fit on the local disk of each machine, 22000 GB: blobs are read once, in 0.1 hours at the "
        "most, and everything after that is local",
        "a container costs a fraction of a file system that is paid for as long as it exists",
    )
    again = "each epoch would read 500 GB from the account again"
    assert choice.against == {"lustre": (), "blobFuseBlockCache": (), "nfs": (again,)}
    choice = choose_storage(use(data_gb=15_000, file_count=100_000_000, reader_nodes=64))
    assert choice.storage == "lustre"
    assert choice.reasons == (
        "64 machines wait 89 hours until 100000000 files have come from one storage account for the first "
        "time",
        f"all machines want 512 Gb/s at once, and a storage account gives {ACCOUNT_GBPS}",
        "files of 0.15 MB have no blocks to read ahead",
        "each epoch would read 15000 GB from the account again",
        "opening each of 100000000 files of 0.15 MB is a request to the account",
        "64 machines read the same bytes again and again, which NFS doesn't cache",
    )


def test_the_first_read_is_bounded_by_bytes_or_by_requests() -> None:
    assert first_read_hours(use(data_gb=22_500, file_count=1, reader_nodes=1)) == 1
    assert first_read_hours(use(data_gb=1, file_count=72_000_000, reader_nodes=2)) == 2


USES = st.builds(
    DataUse,
    st.floats(1, 1e6),
    st.integers(1, 10**9),
    st.integers(1, 300),
    st.sampled_from(Access.__args__),  # type: ignore[attr-defined]
    st.integers(1, 20_000),
    st.floats(0, 30_000),
)


@given(USES)
def test_there_is_always_a_choice_with_reasons_and_nothing_against_it(data: DataUse) -> None:
    choice = choose_storage(data)
    assert choice.reasons
    assert choice.storage not in choice.against
    if choice.storage == "lustre":
        assert all(reasons or data.access == "streaming" for reasons in choice.against.values())


@given(USES)
def test_more_readers_never_lead_away_from_lustre(data: DataUse) -> None:
    more = DataUse(
        data.data_gb,
        data.file_count,
        data.reader_nodes + 1,
        data.access,
        data.read_mbps_per_node,
        data.local_disk_gb,
    )
    if choose_storage(data).storage == "lustre":
        assert choose_storage(more).storage == "lustre"
