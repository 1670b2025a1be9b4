"""What fetches weights, against a hub: killed, cut off, refused, and lied to."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from azure_ai_landing_zone.workloads.staging import fetch_weights
from helpers.model_hub import ModelHub, model_hub

FILES = {
    "config.json": b"{}",
    "model-00001.safetensors": bytes(range(256)) * 400,
    "sub/tokenizer.json": b"tokens",
    "original/consolidated.pth": b"twice",
}
STAGED = sorted([*(name for name in FILES if not name.startswith("original/")), ".staged"])


@pytest.fixture
def hub() -> Iterator[ModelHub]:
    with model_hub(dict(FILES)) as found:
        yield found


def told(hub: ModelHub, folder: Path, **changes: str) -> dict[str, str]:
    return {
        "HUB": hub.url,
        "REPOSITORY": "qwen/small",
        "REVISION": "0" * 40,
        "FOLDER": str(folder),
        "LIMIT_GIB": "1",
        "LEFT_OUT": json.dumps(["original/*"]),
    } | changes


def staged(hub: ModelHub, folder: Path, **changes: str) -> str:
    return fetch_weights.stage(fetch_weights.Wanted.told(told(hub, folder, **changes)))


def names(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


def right(folder: Path) -> bool:
    return names(folder) == STAGED and all(
        (folder / name).read_bytes() == FILES[name] for name in STAGED if name != ".staged"
    )


def test_a_killed_fetch_goes_on_where_it_was(hub: ModelHub, tmp_path: Path) -> None:
    folder = tmp_path / "qwen"
    hub.hang_after = 60_000
    command = [sys.executable, fetch_weights.__file__]
    with subprocess.Popen(command, env=told(hub, folder), stdout=subprocess.DEVNULL) as pod:
        assert hub.hanging.wait(60)
        weights = folder / "model-00001.safetensors"
        deadline = time.monotonic() + 60
        while not (weights.exists() and weights.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        pod.kill()
    half = weights.stat().st_size
    assert not (folder / ".staged").exists()
    hub.hang_after, hub.asked = None, []
    done = subprocess.run(command, env=told(hub, folder), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert right(folder)
    assert 0 < half <= 60_000
    assert hub.asked == [f"model-00001.safetensors bytes={half}-", "sub/tokenizer.json whole"]
    hub.asked = []
    assert staged(hub, folder) == f"{folder} has qwen/small {'0' * 40} already"
    assert hub.asked == []


def test_what_is_cut_off_and_refused_is_tried_again(
    hub: ModelHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    hub.refuse = [(429, {"Retry-After": "7"}), (503, {})]
    hub.cut_after = 50_000
    staged(hub, tmp_path)
    assert right(tmp_path)
    assert pauses == [7, 20, 10]
    assert hub.asked[1:3] == ["model-00001.safetensors whole", "model-00001.safetensors bytes=50000-"]


def test_what_is_there_and_wrong_comes_anew(
    hub: ModelHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    weights = tmp_path / "model-00001.safetensors"
    weights.write_bytes(b"x" * 1000)
    (tmp_path / "config.json").write_bytes(b"{ something longer }")
    staged(hub, tmp_path)
    assert right(tmp_path)
    assert hub.asked == [
        "config.json whole",
        "model-00001.safetensors bytes=1000-",
        "model-00001.safetensors whole",
        "sub/tokenizer.json whole",
    ]


def test_what_another_commit_left_behind_is_not_gone_on_with(
    hub: ModelHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before its marker: small files too are what the hub says, begun ones and whole ones."""
    monkeypatch.setattr(time, "sleep", lambda _: None)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "tokenizer.json").write_bytes(b"old")
    (tmp_path / "config.json").write_bytes(b"[]")
    staged(hub, tmp_path)
    assert right(tmp_path)


def test_a_token_is_for_the_hub_alone(hub: ModelHub, tmp_path: Path) -> None:
    with model_hub({}) as store:
        hub.refuse = [(302, {"Location": f"{store.url}/elsewhere"})]
        with pytest.raises(fetch_weights.Stop, match="answers 404"):
            staged(hub, tmp_path, HF_TOKEN="hf_secret")
        assert (hub.tokens, store.tokens) == (["Bearer hf_secret"], [None])


def test_a_token_goes_along_where_the_hub_sends_us_on_to_itself(hub: ModelHub, tmp_path: Path) -> None:
    hub.refuse = [(307, {"Location": f"/api/models/qwen/small/revision/{'0' * 40}?blobs=true"})]
    staged(hub, tmp_path, HF_TOKEN="hf_secret")
    assert right(tmp_path)
    assert hub.tokens == ["Bearer hf_secret"] * 5


@pytest.mark.parametrize(
    ("files", "changes", "says"),
    [
        ({}, {"REVISION": "1" * 40}, "answers 404: is there such a commit, and may we?"),
        ({}, {"LIMIT_GIB": "0"}, "has 0.0 GiB, and 0 are allowed: raise `sizeGib`, or leave files out"),
        ({"../../etc/passwd": b"x"}, {}, "has a file ../../etc/passwd, which no folder is to have"),
        ({".staged": b"x"}, {}, "has a file .staged, which no folder is to have"),
    ],
)
def test_what_no_try_changes_ends_it(
    hub: ModelHub, tmp_path: Path, files: dict[str, bytes], changes: dict[str, str], says: str
) -> None:
    hub.files |= files
    with pytest.raises(fetch_weights.Stop) as stop:
        staged(hub, tmp_path, **changes)
    assert says in str(stop.value)
    assert names(tmp_path) == []


def test_what_is_no_longer_left_out_comes_too(hub: ModelHub, tmp_path: Path) -> None:
    staged(hub, tmp_path)
    hub.asked = []
    staged(hub, tmp_path, LEFT_OUT="[]")
    assert hub.asked == ["original/consolidated.pth whole"]
    assert names(tmp_path) == sorted([*FILES, ".staged"])
    hub.asked = []
    assert staged(hub, tmp_path, LEFT_OUT="[]") == f"{tmp_path} has qwen/small {'0' * 40} already"
    assert hub.asked == []


def test_another_commit_takes_another_folder(hub: ModelHub, tmp_path: Path) -> None:
    (tmp_path / ".staged").write_text(f"qwen/small {'1' * 40}\n", encoding="utf-8")
    command = [sys.executable, fetch_weights.__file__]
    done = subprocess.run(command, env=told(hub, tmp_path), capture_output=True, text=True, check=False)
    there = f"{tmp_path} has qwen/small {'1' * 40}, wanted qwen/small {'0' * 40}: name another folder\n"
    assert (done.returncode, done.stderr) == (2, there)


def test_the_hub_knows_a_repository_in_any_casing(hub: ModelHub, tmp_path: Path) -> None:
    staged(hub, tmp_path)
    hub.asked = []
    assert staged(hub, tmp_path, REPOSITORY="Qwen/Small") == f"{tmp_path} has Qwen/Small {'0' * 40} already"
    assert hub.asked == []
