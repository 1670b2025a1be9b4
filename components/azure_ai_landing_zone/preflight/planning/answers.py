"""Azure's answers as checks read them: what isn't known, or isn't of the documented shape, raises."""

from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone.preflight.planning.question import Failure, Question, Reply

_NOT_THERE = ("NotFound", "ResourceNotFound", "ResourceGroupNotFound", "ParentResourceNotFound")
"""Azure's own codes for what isn't there; any other 404 may be a wrong address or a proxy."""


class NotAsked(Exception):
    """Questions that have to be asked before a check can go on."""

    def __init__(self, questions: list[Question]) -> None:
        super().__init__(questions)
        self.questions = questions


class NoAnswer(Exception):
    """Azure didn't say, or not in a way that can be read."""


class Item:
    """An object in an answer."""

    def __init__(self, question: Question, value: Mapping[str, Any]) -> None:
        self._question = question
        self.value = value

    def text(self, path: str) -> str:
        """Raises NoAnswer where there is no text."""
        found = self._at(path)
        if not isinstance(found, str):
            raise self._unreadable(path, "text", found)
        return found

    def optional_text(self, path: str) -> str:
        return self.text(path) if self._at(path) is not None else ""

    def number(self, path: str) -> int:
        """Raises NoAnswer where there is no whole number."""
        found = self._at(path)
        if isinstance(found, float) and found.is_integer():
            return int(found)
        if not isinstance(found, int) or isinstance(found, bool):
            raise self._unreadable(path, "whole number", found)
        return found

    def flag(self, path: str) -> bool:
        found = self._at(path)
        if not isinstance(found, bool):
            raise self._unreadable(path, "true or false", found)
        return found

    def texts(self, path: str) -> list[str]:
        """Raises NoAnswer where there is no list of texts; what is left out has none."""
        found = self._at(path)
        if found is None:
            return []
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise self._unreadable(path, "list of texts", found)
        return found

    def items(self, path: str) -> "list[Item]":
        """Raises NoAnswer where there is no list of objects; what is left out has none."""
        found = self._at(path)
        if found is None:
            return []
        if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
            raise self._unreadable(path, "list of objects", found)
        return [Item(self._question, one) for one in found]

    def keys(self, path: str) -> list[str]:
        """Names in an object."""
        found = self._at(path)
        if not isinstance(found, Mapping):
            raise self._unreadable(path, "object", found)
        return [str(name) for name in found]

    def _at(self, path: str) -> Any:
        found: Any = self.value
        for part in path.split("."):
            if not isinstance(found, Mapping):
                raise self._unreadable(path, "object", found)
            found = found.get(part)
            if found is None:
                return None
        return found

    def _unreadable(self, path: str, wanted: str, found: Any) -> NoAnswer:
        return NoAnswer(
            f"{self._question.short} answers no {wanted} as {path}, but {found!r}: not what Azure documents"
        )


class Answers:
    """Those that one check reads; it keeps which."""

    def __init__(self, known: Mapping[Question, Reply]) -> None:
        self._known = known
        self.read: list[Question] = []

    def of(self, *questions: Question) -> list[list[Item]]:
        """Of each question its items. Raises NotAsked, or NoAnswer of the first that failed."""
        self._ask(questions)
        return [self._items(question) for question in questions]

    def one(self, question: Question) -> Item | None:
        """The one object that a question is about; None where Azure says that it isn't there."""
        self._ask((question,))
        found = self._known[question]
        if isinstance(found, Failure) and found.status == 404 and found.code in _NOT_THERE:
            return None
        items = self._items(question)
        if len(items) != 1:
            raise NoAnswer(f"{question.short} answers {len(items)} objects where one was asked for")
        return items[0]

    def _ask(self, questions: tuple[Question, ...]) -> None:
        self.read += [one for one in questions if one not in self.read]
        missing = [question for question in questions if question not in self._known]
        if missing:
            raise NotAsked(missing)

    def _items(self, question: Question) -> list[Item]:
        found = self._known[question]
        if isinstance(found, Failure):
            raise NoAnswer(found.reason)
        return list(_objects(question, found))


def _objects(question: Question, found: list[Mapping[str, Any]]) -> Iterator[Item]:
    for value in found:
        if not isinstance(value, Mapping):
            raise NoAnswer(f"{question.short} has {value!r} among its answers, which is no object")
        yield Item(question, value)
