"""A configuration of BlobFuse2 has the documented keys, and what it would refuse is refused here."""

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.data.blob_cache.planning import mount as blob_cache
from azure_ai_landing_zone.data.blob_cache.planning.blobfuse_keys import config_problems
from azure_ai_landing_zone.data.blob_cache.planning.mount import (
    BlobMount,
    BlockCache,
    FileCache,
    blobfuse_config,
    cache_size_mb,
    config_of,
    is_supported,
)

FILES = FileCache("/mnt/scratch/blobfuse", 800 * 1024, 24 * 3600)
BLOCKS = BlockCache(block_mb=16, memory_mb=8192, prefetch=32)


def test_file_cache_on_local_nvme() -> None:
    mount = BlobMount("stdata", "texts", FILES, identity_client_id="00000000-0000-0000-0000-00000000000c")
    assert blobfuse_config(mount) == (
        "allow-other: true\n"
        "read-only: true\n"
        "logging:\n"
        '  type: "syslog"\n'
        '  level: "log_warning"\n'
        "components:\n"
        '  - "libfuse"\n'
        '  - "file_cache"\n'
        '  - "attr_cache"\n'
        '  - "azstorage"\n'
        "libfuse:\n"
        "  attribute-expiration-sec: 7200\n"
        "  entry-expiration-sec: 7200\n"
        "  negative-entry-expiration-sec: 7200\n"
        "file_cache:\n"
        '  path: "/mnt/scratch/blobfuse"\n'
        "  timeout-sec: 86400\n"
        "  max-size-mb: 819200\n"
        "  cleanup-on-start: true\n"
        "attr_cache:\n"
        "  timeout-sec: 7200\n"
        "azstorage:\n"
        '  type: "block"\n'
        '  account-name: "stdata"\n'
        '  container: "texts"\n'
        '  endpoint: "https://stdata.blob.core.windows.net"\n'
        '  mode: "msi"\n'
        '  appid: "00000000-0000-0000-0000-00000000000c"\n'
        "  virtual-directory: true\n"
    )


def test_block_cache_for_streaming_from_an_account_with_folders() -> None:
    mount = BlobMount("stdata", "videos", BLOCKS, hierarchical_namespace=True, read_only=False)
    config = config_of(mount)
    assert config["components"] == ["libfuse", "block_cache", "attr_cache", "azstorage"]
    assert config["block_cache"] == {"block-size-mb": 16, "mem-size-mb": 8192, "prefetch": 32}
    assert config["azstorage"] == {
        "type": "adls",
        "account-name": "stdata",
        "container": "videos",
        "endpoint": "https://stdata.dfs.core.windows.net",
        "mode": "msi",
    }
    assert (config["read-only"], config["attr_cache"]["timeout-sec"]) == (False, 120)


CACHES = st.builds(
    FileCache, st.from_regex(r"(/[a-z#: \"'\\]+){1,3}", fullmatch=True), st.integers(1), st.integers(0)
) | st.builds(
    BlockCache,
    st.integers(1, 1024),
    st.integers(1),
    st.integers(11, 1024),
    st.none() | st.just("/mnt/scratch"),
    st.none() | st.integers(1),
)


@given(CACHES, st.booleans(), st.booleans(), st.none() | st.uuids().map(str))
def test_the_text_says_what_was_meant_and_has_no_problems(
    cache: Any, hierarchical: bool, read_only: bool, client_id: str | None
) -> None:
    mount = BlobMount("stdata", "texts", cache, hierarchical, read_only, client_id)
    config = config_of(mount)
    assert yaml.load(blobfuse_config(mount), Loader=yaml.CSafeLoader) == config
    assert config_problems(config) == []
    assert not {"account-key", "sas", "clientsecret"} & config["azstorage"].keys()


def changed(**parts: Any) -> dict[str, Any]:
    config = config_of(BlobMount("stdata", "texts", FILES))
    for name, value in parts.items():
        key = name.replace("read_only", "read-only")
        if isinstance(value, dict) and isinstance(config.get(key), dict):
            config[key] = {**config[key], **value}
        else:
            config[key] = value
    return config


ORDER = "libfuse, entry_cache, block_cache, file_cache, attr_cache, azstorage"
LIMITS: list[tuple[dict[str, Any], str, str]] = [
    (
        changed(file_cache={"max_size_mb": 5}),
        "file_cache.max_size_mb",
        "BlobFuse2 has no such key: did you mean max-size-mb?",
    ),
    (changed(stream={"x": 1}), "stream", "BlobFuse2 has no such key"),
    (changed(read_only="yes"), "read-only", "must be true or false, got 'yes'"),
    (changed(file_cache={"max-size-mb": "5"}), "file_cache.max-size-mb", "must be a whole number, got '5'"),
    (changed(file_cache={"max-size-mb": 0}), "file_cache.max-size-mb", "must be at least 1, got 0"),
    (changed(azstorage={"mode": "key"}), "azstorage.mode", "must be one of msi, azcli, got 'key'"),
    (
        changed(azstorage={"sas": "x"}),
        "azstorage.sas",
        "is a secret in a file: take the mode msi, which needs none",
    ),
    (changed(file_cache=7), "file_cache", "must have keys below it, got 7"),
    (
        changed(components=["libfuse", "attr_cache", "file_cache", "azstorage"]),
        "components",
        f"must stand in this order: {ORDER}",
    ),
    (
        changed(
            components=["libfuse", "block_cache", "file_cache", "attr_cache", "azstorage"],
            block_cache={"prefetch": 5},
        ),
        "block_cache.prefetch",
        "must be at least 11, got 5",
    ),
    (
        changed(
            components=["libfuse", "block_cache", "file_cache", "attr_cache", "azstorage"],
            block_cache={"prefetch": 11},
        ),
        "components",
        "has both caches, and BlobFuse2 runs one: drop one of them",
    ),
    (
        changed(components=["libfuse", "attr_cache", "azstorage"]),
        "file_cache",
        "isn't among `components`, and would be ignored",
    ),
    (
        changed(components=["libfuse", "stream", "attr_cache", "azstorage"], file_cache={}),
        "components.1",
        f"must be one of {ORDER}, got 'stream'",
    ),
    (
        {**changed(), "file_cache": {}},
        "file_cache.path",
        "missing: files are cached in it",
    ),
    ({**changed(), "azstorage": {"mode": "msi", "container": "c"}}, "azstorage.account-name", "missing"),
    ({"azstorage": {}}, "components", "missing: nothing would be mounted"),
]
"""What BlobFuse2 would refuse, ignore or misread, with the sentence each gets."""


@pytest.mark.parametrize(
    ("config", "path", "text"), LIMITS, ids=[row[1] + ": " + row[2][:20] for row in LIMITS]
)
def test_limits_of_a_configuration(config: dict[str, Any], path: str, text: str) -> None:
    problems = {".".join(map(str, problem.path)): problem.message for problem in config_problems(config)}
    assert problems[path] == text


@pytest.mark.parametrize(
    ("version", "supported"),
    [("2.3.0", False), ("1.4.5", False), ("2.3.1", True), ("2.5.0", True), ("2.3.2~preview.1", True)],
)
def test_supported_versions(version: str, *, supported: bool) -> None:
    assert is_supported(version) is supported


def test_a_cache_takes_four_fifths_of_the_local_nvme() -> None:
    assert cache_size_mb("Standard_ND96isr_H100_v5") == int(28_672 * 1024 * 0.8)
    assert cache_size_mb("Standard_D16s_v5") is None
    assert cache_size_mb("Standard_Nothing") is None


def test_commands() -> None:
    assert blob_cache.blobfuse_packages("2.5.0") == ["fuse3", "blobfuse2=2.5.0"]
    assert blob_cache.blobfuse_mount_command("/etc/blobfuse2/texts.yaml", "/mnt/my texts") == (
        "blobfuse2 mount '/mnt/my texts' --config-file=/etc/blobfuse2/texts.yaml"
    )
    assert blob_cache.nfs_mount_command("stdata", "texts", "/mnt/texts", read_only=True) == (
        "mount -t nfs -o sec=sys,vers=3,nolock,proto=tcp,ro "
        "stdata.blob.core.windows.net:/stdata/texts /mnt/texts"
    )
