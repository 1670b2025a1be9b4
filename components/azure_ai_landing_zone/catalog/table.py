"""Reading the catalogue's CSV files into typed rows.

A table is a dataclass: its fields are the columns, their annotations say what may stand in them.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from datetime import date
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from importlib.resources import files
from types import MappingProxyType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")
R = TypeVar("R")

OrEmpty = Annotated[str, "or empty"]
"""A text that needn't be there."""

OrFalse = Annotated[bool, "or false"]
"""A flag whose cell is empty where the question doesn't arise."""

_FLAGS = {"true": True, "false": False}


class CatalogError(ValueError):
    """A data file is malformed.

    The message lists every problem: file, line, column, the value and what is allowed.
    """

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Row:
    """One line of a file. An accessor never raises: it notes the problem and returns None for a bad value."""

    def __init__(self, where: str, cells: Mapping[str, str], problems: list[str]) -> None:
        self._where = where
        self._cells = cells
        self._problems = problems
        self.bad: set[str] = set()
        """The columns of which a problem was noted."""

    def problem(self, column: str, allowed: str) -> None:
        """Note that this line's value in `column` is not `allowed`."""
        self.bad.add(column)
        self._problems.append(
            f"{self._where}, column {column}: got {self._cells[column]!r}; must be {allowed}"
        )

    def record(self, kind: type[R]) -> R:
        """The line as the dataclass of its table; a bad value is noted, and a neutral one in its place."""
        table: Any = kind  # mypy takes no type[R] for hashable
        return kind(**{name: read(self, name) for name, read in _readers(table)})

    def text(self, column: str) -> str:
        value = self._cells[column]
        if not value:
            self.problem(column, "filled in")
        return value

    def optional_text(self, column: str) -> str | None:
        return self._cells[column] or None

    def one_of(self, column: str, allowed: tuple[T, ...]) -> T | None:
        for value in allowed:
            if value == self._cells[column]:
                return value
        self.problem(column, "one of " + ", ".join(str(value) for value in allowed))
        return None

    def optional_one_of(self, column: str, allowed: tuple[T, ...]) -> T | None:
        return self.one_of(column, allowed) if self._cells[column] else None

    def words(self, column: str) -> tuple[str, ...]:
        """Values separated by `|`; an empty cell is no value."""
        return tuple(word for word in self._cells[column].split("|") if word)

    def pairs(self, column: str) -> Mapping[str, str]:
        """`name=value`, separated by `|`; an empty cell is none."""
        found = [word.partition("=") for word in self.words(column)]
        if any(not name or not sign for name, sign, _ in found):
            self.problem(column, "name=value, separated by |, or empty")
        return MappingProxyType({name: value for name, _, value in found})

    def whole(self, column: str) -> int | None:
        return self._convert(column, _whole, "a whole number from 0")

    def optional_whole(self, column: str) -> int | None:
        return (
            self._convert(column, _whole, "a whole number from 0, or empty") if self._cells[column] else None
        )

    def decimal(self, column: str) -> Decimal | None:
        return self._convert(column, _decimal, "a number from 0")

    def optional_decimal(self, column: str) -> Decimal | None:
        return self._convert(column, _decimal, "a number from 0, or empty") if self._cells[column] else None

    def degrees(self, column: str) -> float | None:
        return self._convert(column, _degrees, "degrees from -180 to 180")

    def optional_fraction(self, column: str) -> Fraction | None:
        if not self._cells[column]:
            return None
        return self._convert(column, _fraction, "a whole number or a fraction such as 1/6, or empty")

    def flag(self, column: str) -> bool:
        return self._convert(column, _FLAGS.__getitem__, "true or false") or False

    def optional_flag(self, column: str) -> bool | None:
        if not self._cells[column]:
            return None
        return self._convert(column, _FLAGS.__getitem__, "true, false or empty")

    def day(self, column: str) -> date | None:
        return self._convert(column, date.fromisoformat, "a date such as 2026-09-30")

    def optional_day(self, column: str) -> date | None:
        if not self._cells[column]:
            return None
        return self._convert(column, date.fromisoformat, "a date such as 2026-09-30, or empty")

    def _convert(self, column: str, convert: Callable[[str], T], allowed: str) -> T | None:
        try:
            return convert(self._cells[column])
        except (ValueError, KeyError, InvalidOperation, ZeroDivisionError):
            self.problem(column, allowed)
            return None


def _whole(value: str) -> int:
    if not re.fullmatch(r"\d+", value, re.ASCII):
        raise ValueError(value)
    return int(value)


def _decimal(value: str) -> Decimal:
    if not re.fullmatch(r"\d+(\.\d+)?", value, re.ASCII):
        raise ValueError(value)
    return Decimal(value)


def _degrees(value: str) -> float:
    if not re.fullmatch(r"-?\d+(\.\d+)?", value, re.ASCII) or not -180 <= float(value) <= 180:
        raise ValueError(value)
    return float(value)


def _fraction(value: str) -> Fraction:
    if not re.fullmatch(r"\d+(/\d+)?", value, re.ASCII):
        raise ValueError(value)
    return Fraction(value)


_READERS: Mapping[Any, Callable[[Row, str], Any]] = {
    str: Row.text,
    str | None: Row.optional_text,
    OrEmpty: lambda row, column: row.optional_text(column) or "",
    bool: Row.flag,
    bool | None: Row.optional_flag,
    OrFalse: lambda row, column: row.optional_flag(column) or False,
    int: lambda row, column: row.whole(column) or 0,
    int | None: Row.optional_whole,
    Decimal: lambda row, column: row.decimal(column) or Decimal(0),
    Decimal | None: Row.optional_decimal,
    float: lambda row, column: row.degrees(column) or 0.0,
    Fraction | None: Row.optional_fraction,
    date: lambda row, column: row.day(column) or date.min,
    date | None: Row.optional_day,
    tuple[str, ...]: Row.words,
    Mapping[str, str]: Row.pairs,
}
"""By what a field is annotated with; Literals beside them."""


@cache
def _readers(kind: type[Any]) -> tuple[tuple[str, Callable[[Row, str], Any]], ...]:
    """What reads each column, in the order of the fields. Raises KeyError for an annotation that has none."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((name, _reader(hints[name])) for name in columns(kind))


def _reader(hint: Any) -> Callable[[Row, str], Any]:
    if get_origin(hint) is Literal:
        allowed = get_args(hint)
        return lambda row, column: row.one_of(column, allowed) or allowed[0]
    choices = [each for each in get_args(hint) if get_origin(each) is Literal]
    if get_origin(hint) in (Union, UnionType) and choices:
        return lambda row, column: row.optional_one_of(column, get_args(choices[0]))
    return _READERS[hint]


def columns(kind: type[Any]) -> tuple[str, ...]:
    """The header of a table's file."""
    return tuple(field.name for field in fields(kind))


def records(kind: type[R], file: str, text: str, *, every: bool = False) -> Iterator[tuple[Row, R]]:
    """The lines of a table with what they say, but for those whose first value, the key, is bad. With `every`
    there has to be a line for each choice of a key.

    Raises CatalogError at the end, with every problem in the file: those of its values, and those that the
    caller has noted on the way.
    """
    problems: list[str] = []
    key, found = columns(kind)[0], set()
    for row in rows(file, text, columns(kind), problems):
        record = row.record(kind)
        if key not in row.bad:
            found.add(getattr(record, key))
            yield row, record
    if every:
        missing = [each for each in get_args(get_type_hints(kind)[key]) if each not in found]
        if missing:
            problems.append(f"{file}: no line for {', '.join(missing)}")
    if problems:
        raise CatalogError(problems)


def keyed(kind: type[R], file: str, text: str, unique: str, *, every: bool = False) -> Mapping[Any, R]:
    """The lines of a table by their first value, which is `unique`, such as "a name": no other line has it.
    Raises CatalogError as `records` does."""
    key, found = columns(kind)[0], dict[Any, R]()
    for row, record in records(kind, file, text, every=every):
        value = getattr(record, key)
        if value in found:
            row.problem(key, f"{unique} that no other line has")
        found[value] = record
    return MappingProxyType(found)


def data_file(name: str) -> str:
    """The text of a data file that lies beside this module."""
    return (files(__package__ or "") / name).read_text(encoding="utf-8")


def part(name: str, *values: str) -> str:
    """The header of a data file, and of its lines those whose first values these are, in any casing.

    Of thousands of lines a run asks for a dozen: to read one costs as much as to search the file for it.
    """
    text, lower = _searched(name)
    wanted = "\n" + "".join(f"{value},".lower() for value in values)
    found = [text[: text.index("\n") + 1]]
    at = lower.find(wanted)
    while at >= 0:
        end = lower.index("\n", at + 1)
        found.append(text[at + 1 : end + 1])
        at = lower.find(wanted, end)
    return "".join(found)


@cache
def _searched(name: str) -> tuple[str, str]:
    """A data file as it is and, of the same length, in lower case."""
    text = data_file(name)
    return text, text.lower()


def rows(file: str, text: str, columns: tuple[str, ...], problems: list[str]) -> Iterator[Row]:
    """The lines of `text`, whose header must be exactly `columns`. Problems go to `problems`.

    Raises CatalogError at once if the header is wrong: no line could be read then.
    """
    reader = csv.reader(io.StringIO(text), strict=True)
    header = tuple(next(reader, ()))
    if header != columns:
        raise CatalogError([f"{file} line 1: got columns {', '.join(header)}; must be {', '.join(columns)}"])
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problems.append(f"{file} line {reader.line_num}: not readable as CSV ({error})")
            return
        where = f"{file} line {reader.line_num}"
        if len(cells) != len(columns):
            problems.append(f"{where}: got {len(cells)} values; must be {len(columns)}")
            continue
        yield Row(where, dict(zip(columns, cells, strict=True)), problems)
