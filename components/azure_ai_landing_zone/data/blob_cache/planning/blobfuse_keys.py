"""The keys of a BlobFuse2 configuration, and what is wrong with one; pure.

Source: setup/baseConfig.yaml and advancedConfig.yaml of github.com/Azure/azure-storage-fuse, 2026-11-21.
What is of no use here is left out: secrets, proxies, debugging, keys of clients, caches between machines.
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from azure_ai_landing_zone.core.problem import Problem

Kind = Literal["flag", "number", "text", "names"]


@dataclass(frozen=True, slots=True)
class Key:
    """What a key takes."""

    kind: Kind
    values: tuple[str, ...] = ()
    """All that a text may be; empty: anything."""
    at_least: int = 0


_FLAG, _NUMBER, _TEXT = Key("flag"), Key("number"), Key("text")

TOP: Mapping[str, Key] = {
    "allow-other": _FLAG,
    "components": Key("names"),
    "disable-kernel-cache": _FLAG,
    "foreground": _FLAG,
    "nonempty": _FLAG,
    "read-only": _FLAG,
}

PARTS: Mapping[str, Mapping[str, Key]] = {
    "logging": {
        "type": Key("text", ("syslog", "silent", "base")),
        "level": Key(
            "text",
            ("log_off", "log_crit", "log_err", "log_warning", "log_info", "log_trace", "log_debug"),
        ),
        "file-path": _TEXT,
        "max-file-size-mb": _NUMBER,
        "file-count": _NUMBER,
    },
    "libfuse": {
        "attribute-expiration-sec": _NUMBER,
        "entry-expiration-sec": _NUMBER,
        "negative-entry-expiration-sec": _NUMBER,
        "default-permission": Key("text", ("0777", "0666", "0644", "0444")),
        "direct-io": _FLAG,
        "kernel-list-cache-expiration-sec": _NUMBER,
    },
    "entry_cache": {"timeout-sec": _NUMBER},
    "block_cache": {
        "block-size-mb": Key("number", at_least=1),
        "mem-size-mb": Key("number", at_least=1),
        "path": _TEXT,
        "disk-size-mb": Key("number", at_least=1),
        "disk-timeout-sec": _NUMBER,
        "prefetch": Key("number", at_least=11),
        "parallelism": Key("number", at_least=1),
        "cleanup-on-start": _FLAG,
    },
    "file_cache": {
        "path": _TEXT,
        "timeout-sec": _NUMBER,
        "max-size-mb": Key("number", at_least=1),
        "allow-non-empty-temp": _FLAG,
        "cleanup-on-start": _FLAG,
        "sync-to-flush": _FLAG,
        "refresh-sec": _NUMBER,
        "ignore-sync": _FLAG,
        "hard-limit": _FLAG,
    },
    "attr_cache": {"timeout-sec": _NUMBER, "no-symlinks": _FLAG, "max-size-mb": _NUMBER},
    "azstorage": {
        "type": Key("text", ("block", "adls")),
        "account-name": _TEXT,
        "container": _TEXT,
        "endpoint": _TEXT,
        "mode": Key("text", ("msi", "azcli")),
        "appid": _TEXT,
        "resid": _TEXT,
        "subdirectory": _TEXT,
        "block-size-mb": Key("number", at_least=1),
        "max-concurrency": Key("number", at_least=1),
        "tier": Key("text", ("hot", "cool", "cold", "premium", "archive", "none")),
        "max-retries": _NUMBER,
        "max-retry-timeout-sec": _NUMBER,
        "retry-backoff-sec": _NUMBER,
        "max-retry-delay-sec": _NUMBER,
        "fail-unsupported-op": _FLAG,
        "virtual-directory": _FLAG,
        "disable-compression": _FLAG,
        "preserve-acl": _FLAG,
        "cap-mbps-read": _NUMBER,
        "cap-iops": _NUMBER,
    },
}

ORDER = ("libfuse", "entry_cache", "block_cache", "file_cache", "attr_cache", "azstorage")
"""In which components stand in the pipeline."""

_SECRETS = ("account-key", "sas", "clientsecret", "oauth-token-path", "cpk-encryption-key")

_NEEDED = (("azstorage", "account-name"), ("azstorage", "container"), ("azstorage", "mode"))


def config_problems(config: Mapping[str, Any]) -> list[Problem]:
    """Everything that BlobFuse2 would refuse, ignore or misread."""
    problems: list[Problem] = []
    for name, value in config.items():
        if name in TOP:
            problems += _value_problems((name,), value, TOP[name])
        elif name in PARTS:
            problems += _part_problems(name, value)
        else:
            problems.append(_unknown((name,), name, [*TOP, *PARTS]))
    return [*problems, *_pipeline_problems(config)]


def _part_problems(part: str, value: Any) -> Iterator[Problem]:
    if not isinstance(value, Mapping):
        yield Problem((part,), f"must have keys below it, got {value!r}")
        return
    keys = PARTS[part]
    for name, inner in value.items():
        if name in keys:
            yield from _value_problems((part, name), inner, keys[name])
        elif name in _SECRETS:
            yield Problem((part, name), "is a secret in a file: take the mode msi, which needs none")
        else:
            yield _unknown((part, name), name, list(keys))


def _value_problems(path: tuple[str, ...], value: Any, key: Key) -> Iterator[Problem]:
    kinds: Mapping[Kind, tuple[type, str]] = {
        "flag": (bool, "true or false"),
        "number": (int, "a whole number"),
        "text": (str, "text"),
        "names": (list, "a list of components"),
    }
    kind, said = kinds[key.kind]
    if not isinstance(value, kind) or (key.kind == "number" and isinstance(value, bool)):
        yield Problem(path, f"must be {said}, got {value!r}")
    elif key.values and value not in key.values:
        yield Problem(path, f"must be one of {', '.join(key.values)}, got {value!r}")
    elif isinstance(value, int) and value < key.at_least:
        yield Problem(path, f"must be at least {key.at_least}, got {value}")


def _unknown(path: tuple[str, ...], name: str, known: Sequence[str]) -> Problem:
    close = difflib.get_close_matches(name, known, n=1)
    return Problem(path, f"BlobFuse2 has no such key{f': did you mean {close[0]}?' if close else ''}")


def _pipeline_problems(config: Mapping[str, Any]) -> Iterator[Problem]:
    components = config.get("components")
    if not isinstance(components, list):
        yield Problem(("components",), "missing: nothing would be mounted")
        return
    for number, name in enumerate(components):
        if name not in ORDER:
            yield Problem(("components", number), f"must be one of {', '.join(ORDER)}, got {name!r}")
    known = [name for name in components if name in ORDER]
    if known != sorted(known, key=ORDER.index):
        yield Problem(("components",), f"must stand in this order: {', '.join(ORDER)}")
    if {"file_cache", "block_cache"} <= set(known):
        yield Problem(("components",), "has both caches, and BlobFuse2 runs one: drop one of them")
    if "file_cache" in known and not _has(config, "file_cache", "path"):
        yield Problem(("file_cache", "path"), "missing: files are cached in it")
    for part, name in _NEEDED:
        if not _has(config, part, name):
            yield Problem((part, name), "missing")
    for part in PARTS:
        if part in config and part in ORDER and part not in known:
            yield Problem((part,), "isn't among `components`, and would be ignored")


def _has(config: Mapping[str, Any], part: str, name: str) -> bool:
    keys = config.get(part)
    return isinstance(keys, Mapping) and name in keys
