"""What is wrong with a stack file: of YAML, of Pulumi's keys, and of our settings, each with its line."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.core.component import PACKAGE
from azure_ai_landing_zone.core.errors import LONGEST, SettingsError, spell_path
from azure_ai_landing_zone.core.problem import printable
from azure_ai_landing_zone.core.stack_file import SECRETS, load_settings
from azure_ai_landing_zone.stack_files.schema import BESIDE, PULUMI_KEYS, SECTIONS
from azure_ai_landing_zone.stack_files.source import Finding, Path, Source, read
from azure_ai_landing_zone.workloads.settings import InferenceWorkloadsSettings
from azure_ai_landing_zone.zone.settings import KEY, LandingZoneSettings


def check(text: str) -> list[Finding]:
    """All that is wrong with the text of a stack file, from top to bottom."""
    source = read(text)
    if isinstance(source, Finding):
        return [source]
    found = sorted([*source.wrong_keys, *_pulumi(source)]) or sorted(_ours(source))
    return [Finding(one.place, printable(one.message, LONGEST)) for one in found]


def _pulumi(source: Source) -> Iterator[Finding]:
    """What Pulumi would pass over, or refuse without saying where."""
    if not isinstance(source.value, dict):
        what = "is empty" if source.value is None else "is no mapping"
        yield Finding(source.place(()), f"the file {what}: it begins with `config:`")
        return
    yield from _unknown(source, (), source.value, tuple(PULUMI_KEYS))
    if "config" not in source.value:
        if not difflib.get_close_matches("config", [str(key) for key in source.value], cutoff=0.5):
            yield Finding(source.place(()), "`config` is missing: settings are below it")
        return
    config = source.value["config"]
    if not isinstance(config, dict):
        yield Finding(source.place(("config",)), "`config` is no mapping: indent what is below it")
        return
    yield from _namespace(source, config)
    yield from _in_clear(source, config)
    for path in _secure(config, ("config",)):
        yield Finding(
            source.place(path),
            f"{spell_path(path[2:])}a `secure:` value, and settings are read as plain text, which would show "
            "it: put the secret into a Key Vault and its name here",
        )


def _unknown(
    source: Source, path: Path, found: Mapping[str, Any], known: tuple[str, ...]
) -> Iterator[Finding]:
    for key in found:
        if key not in known:
            close = difflib.get_close_matches(str(key), known, n=1, cutoff=0.5)
            hint = f"did you mean `{close[0]}`?" if close else f"Pulumi takes {', '.join(sorted(known))}"
            yield Finding(source.place((*path, str(key))), f"unknown key `{key}`: {hint}")


def _namespace(source: Source, config: Mapping[str, Any]) -> Iterator[Finding]:
    """Keys that were meant to be ours."""
    known = [f"{PACKAGE}:{key}" for key in (*SECTIONS, *BESIDE)]
    meant = False
    for key in config:
        namespace, _, name = str(key).rpartition(":")
        if key not in known and (namespace == PACKAGE or name in SECTIONS):
            meant = True
            close = difflib.get_close_matches(str(key), known, n=1, cutoff=0.0)
            text = f"nobody reads `{key}`: did you mean `{close[0]}`?"
            yield Finding(source.place(("config", str(key))), text)
    ours = [f"{PACKAGE}:{key}" for key in SECTIONS if f"{PACKAGE}:{key}" in config]
    if len(ours) > 1:
        text = f"a stack is one of the two, and {ours[0]} is there already: give this one a file of its own"
        yield Finding(source.place(("config", ours[1])), text)
    if not ours and not meant:
        text = f"`config` has no {PACKAGE}:{KEY}: stacks/Pulumi.dev.yaml of the library is one to start from"
        yield Finding(source.place(("config",)), text)


def _in_clear(source: Source, config: Mapping[str, Any]) -> Iterator[Finding]:
    """Passwords that aren't encrypted; none is said."""
    key = f"{PACKAGE}:{SECRETS}"
    found = config.get(key, {})
    for name in found if isinstance(found, dict) else [None]:
        value = found[name] if name is not None else None
        if not isinstance(value, dict) or list(value) != ["secure"]:
            text = (
                f"{SECRETS} has secrets by name, and no other values: take another password, and set it with "
                f"`pulumi config set --secret --path '{key}[\"{name or 'NAME'}\"]'`"
            )
            yield Finding(source.place(("config", key, *([str(name)] if name is not None else []))), text)


def _secure(value: Any, path: Path) -> Iterator[Path]:
    """Where encrypted values are below our keys."""
    if path[1:] and (not str(path[1]).startswith(f"{PACKAGE}:") or path[1] == f"{PACKAGE}:{SECRETS}"):
        return
    if isinstance(value, dict):
        if list(value) == ["secure"]:
            yield path
        for key, inner in value.items():
            yield from _secure(inner, (*path, str(key)))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _secure(inner, (*path, number))


def _ours(source: Source) -> Iterator[Finding]:
    for key in SECTIONS:
        path = ("config", f"{PACKAGE}:{key}")
        if path[1] in source.value["config"]:
            try:
                _load(key, source.value["config"][path[1]])
            except SettingsError as error:
                for problem in error.problems:
                    place = source.place((*path, *problem.path))
                    yield Finding(place, f"{spell_path(problem.path)}{problem.message}")


def _load(key: str, value: Any) -> None:
    if key == KEY:
        LandingZoneSettings.load(value, key)
    else:
        load_settings(InferenceWorkloadsSettings, value, key)
