"""Writes the reference of settings: the JSON Schema of stack files, and a page a section.

Both come from the settings models: names, texts, defaults, limits, units. Examples are of stacks/, and for
what no stack has, of the texts: "such as …".
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from azure_ai_landing_zone.core.component import PACKAGE
from azure_ai_landing_zone.stack_files import schema
from azure_ai_landing_zone.zone.settings import KEY

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference" / "settings"
SCHEMA = Path(schema.__file__).with_name("stack.schema.json")
SHARED = "shared"
"""The page of what several sections take."""

Node = Mapping[str, Any]
"""Of a JSON Schema."""

_EXAMPLE_LENGTH = 60
"""Characters of an example in a table; longer ones are in the schema alone."""


@cache
def written() -> dict[Path, str]:
    """The text of every file."""
    return {SCHEMA: schema.text(examples())} | {FOLDER / name: text for name, text in pages().items()}


@cache
def examples() -> dict[tuple[str, str], Any]:
    """By model and setting: the first value that a stack gives it."""
    found: dict[tuple[str, str], Any] = {}
    definitions = schema.schema({})["$defs"]
    for value in _values():
        for key, model in schema.SECTIONS.items():
            _collect(value.get(f"{PACKAGE}:{key}"), definitions[model.__name__], definitions, found)
    for name, definition in definitions.items():
        for setting, node in definition.get("properties", {}).items():
            told = re.search(r"\b[Ss]uch as ([^\s,;()`]+)", node["description"])
            takes = {one.get("type") for one in (node, *node.get("anyOf", ()))}
            if told is not None and "string" in takes:
                found.setdefault((name, setting), told[1].removesuffix("."))
    return found


@cache
def _values() -> tuple[Mapping[str, Any], ...]:
    files = sorted((ROOT / "stacks").glob("*.yaml"))
    return tuple(yaml.safe_load(file.read_text(encoding="utf-8"))["config"] for file in files)


def _collect(value: Any, node: Node, definitions: Node, found: dict[tuple[str, str], Any]) -> None:
    for of_it in _choices(node, definitions, value):
        if isinstance(value, dict) and "properties" in of_it:
            name = next(name for name, one in definitions.items() if one is of_it)
            for setting, inner in value.items():
                if setting in of_it["properties"]:
                    if _is_short(inner):
                        found.setdefault((name, setting), inner)
                    _collect(inner, of_it["properties"][setting], definitions, found)
        elif isinstance(value, dict) and isinstance(of_it.get("additionalProperties"), dict):
            for inner in value.values():
                _collect(inner, of_it["additionalProperties"], definitions, found)
        elif isinstance(value, list) and "items" in of_it:
            for inner in value:
                _collect(inner, of_it["items"], definitions, found)


def _is_short(value: Any) -> bool:
    """Told by itself: a plain value, or a few."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    return not isinstance(value, list) or all(not isinstance(one, dict | list) for one in value)


def _choices(node: Node, definitions: Node, value: Any) -> Iterator[Node]:
    """What a node may be of, without references; of a union by `mode`, what the value is."""
    if "$ref" in node:
        yield from _choices(definitions[_name(node)], definitions, value)
    elif "discriminator" in node:
        mapping = node["discriminator"]["mapping"]
        chosen = value.get(node["discriminator"]["propertyName"]) if isinstance(value, dict) else None
        if chosen in mapping:
            yield definitions[mapping[chosen].rpartition("/")[2]]
    elif "anyOf" in node or "oneOf" in node:
        for one in (*node.get("anyOf", ()), *node.get("oneOf", ())):
            yield from _choices(one, definitions, value)
    else:
        yield node


def _name(node: Node) -> str:
    return str(node["$ref"]).rpartition("/")[2]


def pages() -> dict[str, str]:
    """By file name."""
    return _Pages().written()


class _Pages:
    def __init__(self) -> None:
        self.definitions: Node = schema.schema(examples())["$defs"]
        self.sections: dict[str, str] = {}
        """The page of each setting that is a section."""
        users: dict[str, set[str]] = {}
        for model in schema.SECTIONS.values():
            for setting, node in self.definitions[model.__name__]["properties"].items():
                inside = list(dict.fromkeys(self._inside(node)))
                if inside:
                    self.sections[setting] = setting
                for name in inside:
                    users.setdefault(name, set()).add(setting)
        self.page_of = {
            name: next(iter(sections)) if len(sections) == 1 else SHARED for name, sections in users.items()
        }

    def _inside(self, node: Node, seen: frozenset[str] = frozenset()) -> Iterator[str]:
        """The models that a node is made of, the outer ones first."""
        if "$ref" in node:
            name = _name(node)
            if name not in seen:
                yield name
                for inner in self.definitions[name].get("properties", {}).values():
                    yield from self._inside(inner, seen | {name})
            return
        for key in ("anyOf", "oneOf"):
            for one in node.get(key, ()):
                yield from self._inside(one, seen)
        for key in ("items", "additionalProperties"):
            if isinstance(node.get(key), dict):
                yield from self._inside(node[key], seen)

    def written(self) -> dict[str, str]:
        made = {"README.md": self._index()}
        for model in schema.SECTIONS.values():
            for setting, node in self.definitions[model.__name__]["properties"].items():
                if setting in self.sections and f"{setting}.md" not in made:
                    made[f"{setting}.md"] = self._section(setting, node)
        shared = sorted(name for name, page in self.page_of.items() if page == SHARED)
        text = ["# What several sections take", "", _BY_MAKE]
        for name in shared:
            text += ["", *self._model(name, SHARED)]
        made[f"{SHARED}.md"] = "\n".join(text) + "\n"
        return made

    def _index(self) -> str:
        text = [
            "# Settings",
            "",
            "All that a stack file can say. A section that is absent is not built; names marked * have to be "
            "there. `ailz schema` prints the same for editors; `ailz check FILE` says in a second what is "
            "wrong with a file.",
            "",
            "```yaml",
            "# yaml-language-server: $schema=../stack.schema.json",
            "config:",
            f"  {PACKAGE}:{KEY}:",
            "    location: eastus",
            "```",
            "",
            _BY_MAKE,
        ]
        for key, model in schema.SECTIONS.items():
            node = self.definitions[model.__name__]
            table = self._table(model.__name__, "README")
            text += ["", f"## {PACKAGE}:{key}", "", node["description"], "", *table]
        return "\n".join(text) + "\n"

    def _section(self, setting: str, node: Node) -> str:
        text = [f"# {setting}", "", node.get("description", ""), "", _BY_MAKE]
        example = next((value[setting] for value in _settings() if setting in value), None)
        if example is not None:
            shown = yaml.safe_dump({setting: example}, sort_keys=False, allow_unicode=True, width=10**6)
            text += ["", "```yaml", *shown.rstrip().splitlines(), "```"]
        for name in dict.fromkeys(self._inside(node)):
            if self.page_of[name] == setting:
                text += ["", *self._model(name, setting)]
        return "\n".join(text) + "\n"

    def _model(self, name: str, page: str) -> list[str]:
        return [f"## {name}", "", self.definitions[name].get("description", ""), "", *self._table(name, page)]

    def _table(self, name: str, page: str) -> list[str]:
        node = self.definitions[name]
        if "properties" not in node:
            return [f"One of {self._takes(node, page)}."]
        lines = ["| setting | takes | default | what it is | example |", "| --- | --- | --- | --- | --- |"]
        for setting, of_it in node["properties"].items():
            mark = "*" if setting in node.get("required", ()) else ""
            shown = (
                f"[{setting}]({setting}.md)"
                if page == "README" and setting in self.sections
                else f"`{setting}`"
            )
            unit = f", in {of_it['x-unit']}" if "x-unit" in of_it else ""
            example = ", ".join(_value(one) for one in of_it.get("examples", ()))
            cells = (
                shown + mark,
                self._takes(of_it, page) + unit,
                _value(of_it["default"]) if of_it.get("default") is not None else "",
                of_it.get("description", ""),
                example if len(example) <= _EXAMPLE_LENGTH else "",
            )
            lines.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
        return lines

    def _takes(self, node: Node, page: str) -> str:
        if "$ref" in node:
            name = _name(node)
            if "enum" in self.definitions[name]:
                return self._takes(self.definitions[name], page)
            there = "" if self.page_of[name] == page else f"{self.page_of[name]}.md"
            return f"[{name}]({there}#{name.lower()})"
        kinds = [one for one in (*node.get("anyOf", ()), *node.get("oneOf", ())) if one.get("type") != "null"]
        if kinds:
            return " or ".join(dict.fromkeys(self._takes(one, page) for one in kinds))
        if "enum" in node:
            return " or ".join(f"`{_plain(one)}`" for one in node["enum"])
        if "const" in node:
            return f"`{_plain(node['const'])}`"
        match node.get("type"):
            case "array":
                return f"list of {self._takes(node['items'], page)}"
            case "object":
                inner = node.get("additionalProperties")
                return f"mapping of {self._takes(inner, page)}" if isinstance(inner, dict) else "mapping"
            case "integer" | "number" as kind:
                return ("whole number" if kind == "integer" else "number") + _limits(node)
            case "boolean":
                return "`true` or `false`"
            case _:
                pattern = f" like `{node['pattern']}`" if "pattern" in node else ""
                return f"text{pattern}"


_BY_MAKE = "This page is written by `make docs`."


def _settings() -> Iterator[Mapping[str, Any]]:
    for value in _values():
        for key in schema.SECTIONS:
            yield value.get(f"{PACKAGE}:{key}", {})


def _limits(node: Node) -> str:
    least, most = node.get("minimum"), node.get("maximum")
    if least is not None and most is not None:
        return f" from {least} to {most}"
    if least is not None:
        return f" of at least {least}"
    return f" of at most {most}" if most is not None else ""


def _value(value: Any) -> str:
    shown = yaml.safe_dump(value, default_flow_style=True, width=10**6, sort_keys=False).strip()
    return f"`{shown.removesuffix('...').strip()}`"


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def main() -> None:
    """Write all files, and remove pages of sections that are gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = written()
    for file in FOLDER.glob("*.md"):
        if file not in made:
            file.unlink()
    for file, text in made.items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
