"""Bad days of the REST interface, said in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from azure_simulator.cloud.subscription_settings import content_of
from azure_simulator.rest.server import Trouble

_KEYS: dict[str, type | tuple[type, ...]] = {
    "path": str,
    "status": int,
    "retryAfterS": int,
    "delayS": (int, float),
    "broken": bool,
    "dropped": bool,
    "times": int,
}
_FIELDS = {"retryAfterS": "retry_after_s", "delayS": "delay_s"}


def read_troubles(file: Path) -> list[Trouble]:
    """A list in YAML or JSON: `[{path: "*/usages", status: 429, retryAfterS: 1, times: 2}]`.

    Raises ValueError with a line for each thing that is wrong."""
    content = content_of(file)
    if not isinstance(content, list):
        raise ValueError(f"{file}: expected a list, got {content!r}")  # noqa: TRY004 - one kind of error
    wrong = [text for number, one in enumerate(content) for text in _problems(f"{file}: [{number}]", one)]
    if wrong:
        raise ValueError("\n".join(wrong))
    return [Trouble(**{_FIELDS.get(key, key): value for key, value in one.items()}) for one in content]


def _problems(where: str, one: Any) -> list[str]:
    if not isinstance(one, dict):
        return [f"{where}: expected an object, got {one!r}"]
    unknown = [
        f"{where}: unknown key {key!r}; known are {', '.join(_KEYS)}" for key in one if key not in _KEYS
    ]
    wrong = [
        f"{where}.{key}: {value!r} is of the wrong kind"
        for key, value in one.items()
        if key in _KEYS
        and (not isinstance(value, _KEYS[key]) or isinstance(value, bool) != (_KEYS[key] is bool))
    ]
    return [*unknown, *wrong]
