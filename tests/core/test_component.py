"""What every component has."""

from typing import Any

import pytest

from azure_ai_landing_zone.core.component import Component
from helpers.registered import register


def test_a_component_of_another_puts_out_what_both_declare(monkeypatch: pytest.MonkeyPatch) -> None:
    """In another repository, by inheritance."""

    class Base(Component):
        first: str
        _own: str

        def __init__(self) -> None:
            super().__init__("it", None)
            self.first = "1"

    class Further(Base):
        second: str

        def __init__(self) -> None:
            super().__init__()
            self.second = "2"
            self._end()

    put_out: list[dict[str, Any]] = []
    monkeypatch.setattr(Component, "register_outputs", lambda _, outputs: put_out.append(outputs))
    register(Further)
    assert put_out == [{"first": "1", "second": "2"}]
