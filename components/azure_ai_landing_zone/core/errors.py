"""Errors in settings: every problem at once, each at its path, in words that say what to change."""

import ast
import difflib
import functools
import inspect
import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import pulumi
from pydantic import BaseModel, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import ErrorDetails

from azure_ai_landing_zone.core.problem import Problem, printable

LONGEST = 1000
"""Characters of a message: a list of all sections is within it, and whatever somebody pasted isn't."""


class SettingsError(pulumi.RunError):
    """Wrong settings. The text is the whole report; the engine prints it without a traceback."""

    def __init__(self, subject: str, problems: list[Problem]) -> None:
        problems = [Problem(problem.path, printable(problem.message, LONGEST)) for problem in problems]
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        lines = [f"  {spell_path(problem.path)}{problem.message}" for problem in problems]
        super().__init__("\n".join([f"{count} in {subject}:", *lines]))
        self.problems = tuple(problems)


def spell_path(path: tuple[str | int, ...]) -> str:
    """`("trainingClusters", 0, "size")` as `trainingClusters[0].size: `, and nothing for the whole."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{printable(str(part), 80)}" for part in path)
    text = text.removeprefix(".")
    return f"{text}: " if text else ""


def settings_error(
    model: type[BaseModel], error: ValidationError, subject: str, *, stack_file: bool
) -> SettingsError:
    """The error that users see. In a stack file names are camelCase."""
    return SettingsError(subject, problems_of(model, error, stack_file=stack_file))


def problems_of(model: type[BaseModel], error: ValidationError, *, stack_file: bool) -> list[Problem]:
    """What pydantic found, in our words, one problem a path."""
    found: dict[tuple[str | int, ...], list[str]] = {}
    for details in error.errors(include_url=False):
        if details["type"] == "is_instance_of" and details["ctx"]["class"] in ("Awaitable", "Output"):
            continue  # the other members of an Input's union; the plain type's own error says it all
        place = _walk(model, details, stack_file=stack_file)
        found.setdefault(place.path, []).append(_sentence(details, place))
    problems = [Problem(path, ", or ".join(dict.fromkeys(texts))) for path, texts in found.items()]
    if not stack_file:
        return problems
    return [Problem(problem.path, in_camel_case(problem.message)) for problem in problems]


def in_stack_file(problem: Problem) -> Problem:
    """The problem with the names that stack files use, also where its message names a setting
    in backticks."""
    path = tuple(part if isinstance(part, int) else _camel(part) for part in problem.path)
    return Problem(path, in_camel_case(problem.message))


def in_camel_case(message: str) -> str:
    """With the names of settings and outputs, which are in backticks, as stack files and stacks have them."""
    return re.sub(r"(?<=`)[a-z_.]+(?=`)", lambda match: _camel(match[0]), message)


def _camel(name: str) -> str:
    """Also of a dotted path; what has no underscore may be somebody's own name, and stays."""
    return ".".join(to_camel(part) if "_" in part else part for part in name.split("."))


class _Place(NamedTuple):
    path: tuple[str | int, ...]
    owners: list[type[BaseModel]]
    """Models that could hold the last name of the path."""
    field: tuple[type[BaseModel], str] | None
    """Its owner and its name there."""
    models: list[type[BaseModel]]
    """What may stand at the path."""


def _alternatives(annotation: Any) -> Iterator[Any]:
    """The types that a value may have, without Annotated, Optional and Union around them."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _alternatives(get_args(annotation)[0])
    elif origin is Union or type(annotation).__name__ == "UnionType":
        for member in get_args(annotation):
            yield from _alternatives(member)
    else:
        yield annotation


def _walk(model: type[BaseModel], details: ErrorDetails, *, stack_file: bool) -> _Place:
    """Follow pydantic's location through the types; what is no name or index (a union's tag) is left out.

    Names are spelled as the user does; an unknown one stays as it was written.
    """
    types: list[Any] = [model]
    path: list[str | int] = []
    field: tuple[type[BaseModel], str] | None = None
    owners: list[type[BaseModel]] = []
    for position, part in enumerate(details["loc"]):
        if part == "[key]":  # pydantic's mark of a mapping's key, which is the last name already
            continue
        is_last = position == len(details["loc"]) - 1
        models = [kind for kind in types if isinstance(kind, type) and issubclass(kind, BaseModel)]
        fields = [
            (kind, name, info)
            for kind in models
            for name, info in kind.model_fields.items()
            if part in (name, info.alias)
        ]
        items = [get_args(kind)[-1] for kind in types if get_origin(kind) in (list, dict)]
        if is_last and details["type"] == "extra_forbidden":
            path.append(part)
            field, owners = None, models
        elif fields:
            owner, own, _ = fields[0]
            path.append(_camel(own) if stack_file else own)
            field, owners = (owner, own), models
            types = [kind for _, _, info in fields for kind in _alternatives(info.annotation)]
        elif items:
            path.append(part)
            field, owners = None, []
            types = [kind for item in items for kind in _alternatives(item)]
        else:
            types = [kind for kind in models if _has_tag(kind, part)] or types
    if details["type"].startswith("union_tag"):
        owners = [kind for kind in types if isinstance(kind, type) and issubclass(kind, BaseModel)]
        path.append(str(details["ctx"]["discriminator"]).strip("'"))
    models = [kind for kind in types if isinstance(kind, type) and issubclass(kind, BaseModel)]
    return _Place(tuple(path), owners, field, models)


def _has_tag(model: type[BaseModel], tag: str | int) -> bool:
    mode = model.model_fields.get("mode")
    return mode is not None and get_origin(mode.annotation) is Literal and tag in get_args(mode.annotation)


def _got(value: Any) -> str:
    if isinstance(value, dict | BaseModel):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, str | int | float | bool | None):
        text = json.dumps(value, ensure_ascii=False)
        return text if len(text) <= 60 else f"{text[:57]}…"
    return f"a {type(value).__name__}"


def _about(field: tuple[type[BaseModel], str] | None) -> str:
    """The first sentence of a field's docstring."""
    if field is None:
        return ""
    text = field_docs(field[0]).get(field[1], "")
    return " ".join(text.split()).split(". ")[0].rstrip(".")


def _needed(place: _Place) -> str:
    """What a mapping at the place has to have, if it can be one kind of mapping only."""
    if not place.path or len(place.models) != 1:
        return ""
    names = [f"`{name}`" for name, info in place.models[0].model_fields.items() if info.is_required()]
    return f": it has at least {', '.join(names)}" if names else ""


def _extra(details: ErrorDetails, place: _Place) -> str:
    key = str(details["loc"][-1])
    for owner in place.owners:
        refused: dict[str, str] = getattr(owner, "refused", {})
        for name, why in refused.items():
            if key in (name, to_camel(name)):
                return why
    allowed = sorted({name for owner in place.owners for name in owner.model_fields})
    close = _meant(key, allowed)
    if close is not None:
        return f"unknown setting: did you mean `{close}`?"
    own = "".join(getattr(owner, "own_names", "") for owner in place.owners)
    return "unknown setting: allowed are " + ", ".join(f"`{name}`" for name in allowed) + own


def meant_setting(model: type[BaseModel], key: str) -> str | None:
    """The setting that a key which isn't one was meant to be, as far as its name tells."""
    if any(key in (name, info.alias) for name, info in model.model_fields.items()):
        return None
    return _meant(key, sorted(model.model_fields))


def _meant(key: str, allowed: list[str]) -> str | None:
    snake = re.sub(r"(?<!^)(?=[A-Z])", "_", key).lower()
    return next(iter(difflib.get_close_matches(snake, allowed, n=1)), None)


_MOST_CHOICES = 10
"""Longer lists are no help: only the likely one is named."""


def _choices(expected: str, value: Any) -> str:
    """pydantic's `'a', 'b' or 'c'`, with the one that was meant if it can be told."""
    choices = re.findall(r"'([^']*)'", expected)
    close = difflib.get_close_matches(value, choices, n=1) if isinstance(value, str) else []
    if len(choices) <= _MOST_CHOICES:
        return expected
    return f"one of {len(choices)} names, such as {(close or choices)[0]!r}"


_THOUSANDS = {"k": 10**3, "m": 10**6, "b": 10**9, "t": 10**12}


def _as_number(value: Any) -> str:
    """How to write a text that was meant as a whole number."""
    text = value.strip() if isinstance(value, str) else ""
    if text.isdigit():
        return ": write it without quotes"
    short = re.fullmatch(r"(\d+(?:\.\d+)?) ?([kmbt])", text.lower())
    if short is None:
        return ""
    number = Decimal(short[1]) * _THOUSANDS[short[2]]
    return f": write {int(number)}" if number == int(number) else ""


def _taken_for_bool(value: Any, choices: str) -> str:
    """Of a word that YAML 1.1 reads as a truth value (yaml.org/type/bool.html)."""
    words = {True: ("on", "yes"), False: ("off", "no")}.get(value, ()) if isinstance(value, bool) else ()
    if not any(f"'{word}'" in choices for word in words):
        return ""
    return ": YAML takes off, on, no and yes for false and true: write it in quotes"


def _sentence(details: ErrorDetails, place: _Place) -> str:
    kind, value, context = details["type"], details["input"], details.get("ctx", {})
    got = f", got {_got(value)}"
    match kind:
        case "problem":
            return str(context["message"])
        case "value_error":
            return str(context["error"])
        case "extra_forbidden":
            return _extra(details, place)
        case "missing":
            about = _about(place.field)
            return "missing, and required" + (f": {about}" if about else "")
        case "int_type" | "int_parsing" | "int_from_float":
            return f"must be a whole number{got}{_as_number(value)}"
        case "float_type" | "float_parsing":
            return f"must be a number{got}"
        case "bool_type" | "bool_parsing":
            return f"must be true or false{got}"
        case "string_type":
            quotable = isinstance(value, int | float)
            return f"must be text{got}" + (": write it in quotes" if quotable else "")
        case "list_type":
            return f"must be a list{got}"
        case "dict_type" | "model_type" | "model_attributes_type":
            return f"must be a mapping{got}{_needed(place)}"
        case "literal_error" | "enum":
            choices = str(context["expected"])
            quotable = isinstance(value, int | float) and f"'{value}'" in choices
            hint = ": write it in quotes" if quotable else _taken_for_bool(value, choices)
            return f"must be {_choices(choices, value)}{got}{hint}"
        case "union_tag_invalid":
            tags, key = str(context["expected_tags"]), str(context["discriminator"]).strip("'")
            tag = value[key] if isinstance(value, Mapping) else context["tag"]
            return f"must be one of {tags}, got {_got(tag)}{_taken_for_bool(tag, tags)}"
        case "union_tag_not_found":
            modes = [
                mode for owner in place.owners for mode in get_args(owner.model_fields["mode"].annotation)
            ]
            return f"missing, and required: one of {', '.join(repr(mode) for mode in modes)}"
        case "greater_than_equal":
            return f"must be at least {context['ge']}{got}"
        case "less_than_equal":
            return f"must be at most {context['le']}{got}"
        case "string_pattern_mismatch":
            about = _about(place.field)
            return f"must match {context['pattern']}{got}" + (f": {about}" if about else "")
        case _:
            message = details["msg"]
            return f"{message[:1].lower()}{message[1:]}{got}"


@functools.cache
def field_docs(model: type[BaseModel]) -> Mapping[str, str]:
    """The docstrings under the fields of a model and of those that it inherits from, by field."""
    found: dict[str, str] = {}
    for kind in reversed(model.__mro__):
        if issubclass(kind, BaseModel) and kind.__module__.split(".")[0] != "pydantic":
            found |= _of_class(kind)
    return found


@functools.cache
def _of_class(kind: type) -> Mapping[str, str]:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    return {
        field.target.id: inspect.cleandoc(text.value.value)
        for field, text in pairwise(getattr(definition, "body", []))
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
