"""A stack file as its author wrote it: values with their places, and what is wrong with the YAML itself."""

import pathlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.reader import ReaderError

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """In a file; both count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """One thing to change in a stack file."""

    place: Place
    message: str

    def of(self, file: object) -> str:
        """As a line that editors lead from to the place."""
        return f"{file}:{self.place.line}:{self.place.column}: {self.message}"


@dataclass(frozen=True, slots=True)
class Source:
    """What YAML makes of a file."""

    value: Any
    places: Mapping[Path, Place]
    """Of each value by its path; of one in a mapping, where its key is."""
    wrong_keys: list[Finding] = field(default_factory=list)
    """Keys that a mapping has twice, of which YAML would take the last, and those that are no text."""

    def place(self, path: Path) -> Place:
        """Of what has the path, else of the nearest that is around it."""
        while path not in self.places and path:
            path = path[:-1]
        return self.places.get(path, Place(1, 1))


def text_of(file: pathlib.Path) -> str:
    """Raises ValueError: it can't be read, or is no text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{file} isn't UTF-8") from None
    except OSError as problem:
        raise ValueError(f"{file} can't be read ({problem.strerror})") from None


def values(file: pathlib.Path) -> Any:
    """What a file says, to those who need no places; None if nothing. Raises ValueError: it can't be read,
    or is no YAML."""
    found = read(text_of(file))
    if isinstance(found, Source):
        return found.value
    raise ValueError(found.of(file))


def read(text: str) -> Source | Finding:
    """The values of a file, or why it is no YAML."""
    try:
        loader = yaml.SafeLoader(text)
        try:
            root = loader.get_single_node()
            places: dict[Path, Place] = {}
            wrong_keys: list[Finding] = []
            if root is not None:
                wrong_keys = list(_walk(root, (), places))
            value = None if root is None else loader.construct_document(root)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        return _refused(text, error)
    except ReaderError as error:
        before = text[: error.position].split("\n")
        place = Place(len(before), len(before[-1]) + 1)
        return Finding(place, f"{chr(error.character)!r}, which YAML takes nowhere: take it out")
    return Source(value, places, wrong_keys)


def _walk(node: yaml.Node, path: Path, places: dict[Path, Place]) -> Iterator[Finding]:
    places.setdefault(path, _place(node.start_mark))
    if isinstance(node, yaml.MappingNode):
        first: dict[str, Place] = {}
        for key, value in node.value:
            place = _place(key.start_mark)
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in first:
                text = f"{key.value} is there already, on line {first[key.value].line}: keep one of the two"
                yield Finding(place, text)
            if key.tag not in ("tag:yaml.org,2002:str", "tag:yaml.org,2002:merge"):
                yield Finding(place, f"{key.value} is no text, and names are: write it in quotes")
            first.setdefault(key.value, place)
            places[(*path, key.value)] = place
            yield from _walk(value, (*path, key.value), places)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from _walk(value, (*path, number), places)


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1)


def _refused(text: str, error: yaml.MarkedYAMLError) -> Finding:
    mark = error.problem_mark or error.context_mark
    place = Place(1, 1) if mark is None else _place(mark)
    tab = re.search(r"^[ ]*\t", _line(text, place.line))
    if tab is not None:
        return Finding(Place(place.line, tab.end()), "a tab, which YAML doesn't indent with: write spaces")
    what = error.problem or "is no YAML"
    if error.context is not None and error.context_mark is not None:
        what = f"{what} ({error.context} that begins on line {error.context_mark.line + 1})"
    return Finding(place, f"{what}: look at the indentation, colons and quotes here")


def _line(text: str, number: int) -> str:
    lines = text.splitlines()
    return lines[number - 1] if 0 < number <= len(lines) else ""
