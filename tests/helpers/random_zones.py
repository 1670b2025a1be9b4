"""Stack files that nobody wrote: a zone of the project's own, with parts of others added, left out, changed
and doubled by lot, as far as the settings take it."""

import copy
import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from azure_ai_landing_zone import LandingZoneSettings, SettingsError
from helpers.full_zone import full, second
from helpers.offline import ROOT
from helpers.settings import stack

_ALWAYS = ("location", "tags")
_KEPT = ("addressSpace", "deletedAccount", "formerName", "mode", "name")
"""Whether a smaller range has room, only the plan knows, which is told where subnets lie; and nothing was
there before under another name, nor deleted before."""

_ROOM = "10.50.0.0/16"
_MOST_ADDED = 3

Node = Mapping[str, Any]
"""Of a JSON Schema."""


def random_zone(chance: random.Random) -> dict[str, Any]:
    """Settings that are right."""
    settings = copy.deepcopy(chance.choice(_alone()) if chance.random() < 0.95 else full())
    others = [section for section in full() if section not in settings]
    for section in chance.sample(others, min(len(others), chance.randint(0, _MOST_ADDED))):
        _try(settings, {section: full()[section]})
    parts = [section for section in settings if section not in _ALWAYS]
    share = chance.uniform(0.1, 0.7)
    for section in sorted(parts, key=_order().index, reverse=True):  # what others need can go when they have
        if chance.random() < share:
            _try(settings, {section: None})
    schema = _schema()
    for section in chance.sample(parts, len(parts)):
        for _ in range(2):
            if section in settings and chance.random() < 0.7:
                node = schema["properties"][section]
                _try(settings, {section: _changed(settings[section], node, chance)})
        if isinstance(settings.get(section), list) and chance.random() < 0.2:
            items = settings[section]
            _try(settings, {section: [*items, *(second(section, item) for item in items)]})
    return settings


def _alone() -> list[dict[str, Any]]:
    """The project's stacks, those that live beside a hub without it."""
    found = []
    for name in _names():
        settings = stack(name)
        network = settings.get("network", {})
        if "hubConnection" in network:
            settings["network"] = network = {"mode": "create"}
            if "monitorPrivateLink" in settings.get("observability", {}):
                settings["observability"]["monitorPrivateLink"] = {"mode": "create"}
        if network.get("mode") == "create":
            network["addressSpace"] = _ROOM
        found.append(settings)
    return found


def _names() -> list[str]:
    """Of those without anything that a company has already: whether a zone may make what it left out of
    that, only the company knows."""
    names = sorted(path.name.split(".")[1] for path in (ROOT / "stacks").glob("Pulumi.*.yaml"))
    there = {path.stem for path in (ROOT / "stacks" / "existing").glob("*.yaml")}
    return [name for name in names if name not in there and not name.endswith("-workloads")]


def _order() -> list[str]:
    return [str(info.alias) for info in LandingZoneSettings.model_fields.values()]


def _try(settings: dict[str, Any], changes: Mapping[str, Any]) -> None:
    """With these sections, or without those that are None, if the settings take it."""
    changed = {name: value for name, value in {**settings, **changes}.items() if value is not None}
    try:
        LandingZoneSettings.load(changed, "a random zone")
    except SettingsError:
        return
    settings.clear()
    settings.update(copy.deepcopy(changed))


@cache
def _schema() -> dict[str, Any]:
    return LandingZoneSettings.model_json_schema(by_alias=True)


def _changed(value: Any, node: Node, chance: random.Random) -> Any:
    """The same with a few other values in it; whether they go together, the settings know."""
    if isinstance(value, list):
        items = _fitting(node, value).get("items", {})
        return [_changed(item, items, chance) for item in value]
    if not isinstance(value, dict):
        return _other(value, node, chance) if chance.random() < 0.15 else value
    properties = _fitting(node, value).get("properties", {})
    changed = {}
    for key, item in value.items():
        if key in _KEPT or key not in properties:
            changed[key] = item
        elif chance.random() >= 0.05:
            changed[key] = _changed(item, properties[key], chance)
    for key, one in properties.items():
        default = one.get("default")
        if key not in value and key not in _KEPT and default is not None and chance.random() < 0.05:
            changed[key] = _other(default, one, chance)
    return changed


def _other(value: Any, node: Node, chance: random.Random) -> Any:
    """Another value that the schema knows, or that somebody gives a setting of that name."""
    found = _fitting(node, value)
    if "enum" in found:
        return chance.choice(found["enum"])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        least, most = found.get("minimum", value), found.get("maximum", 2 * value)
        return min(max(chance.choice((value - 1, value + 1, value * 2, least)), least), most)
    if isinstance(value, str) and "title" in found:
        return chance.choice(_seen().get(str(found["title"]).lower(), [value]))
    return value


def _fitting(node: Node, value: Any) -> Node:
    """Of what a node allows, that which the value is."""
    if "$ref" in node:
        return _fitting(_schema()["$defs"][node["$ref"].rpartition("/")[2]], value)
    ways = [_fitting(one, value) for one in (*node.get("anyOf", ()), *node.get("oneOf", ()))]
    if not ways:
        return node
    kinds = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer"}
    fits = [one for one in ways if one.get("type") == kinds.get(type(value))]
    if isinstance(value, dict):
        fits = [one for one in fits if value.keys() <= one.get("properties", {}).keys()] or fits
        fits = [one for one in fits if _mode(one) in (None, value.get("mode"))] or fits
    return {**(fits[0] if fits else {}), **{key: node[key] for key in ("title",) if key in node}}


def _mode(node: Node) -> str | None:
    mode: str | None = node.get("properties", {}).get("mode", {}).get("const")
    return mode


@cache
def _seen() -> dict[str, list[Any]]:
    """What the project's own stacks give each setting, by its name in lower case."""
    seen: dict[str, list[Any]] = {}
    for name in _names():
        for key, value in _leaves(stack(name)):
            if value not in seen.setdefault(key.lower(), []):
                seen[key.lower()].append(value)
    return seen


def _leaves(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, dict | list):
                yield from _leaves(item)
            else:
                yield key, item
