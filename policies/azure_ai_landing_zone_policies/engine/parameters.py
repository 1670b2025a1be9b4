"""What a project may tune in a rule."""

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["whole number", "number", "texts"]

_SCHEMAS: dict[Kind, dict[str, Any]] = {
    "whole number": {"type": "integer", "minimum": 0},
    "number": {"type": "number", "minimum": 0},
    "texts": {"type": "array", "items": {"type": "string", "minLength": 1}},
}


@dataclass(frozen=True)
class Parameter:
    """One value of a rule that a project may set in its policy.yaml."""

    name: str
    kind: Kind
    default: Any
    """None: the rule has nothing to say until the project gives a value."""
    text: str
    """What it is, in words that follow its name."""
    example: Any = None
    """The value with which the rule's examples pass and fail, where there is no default."""

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the value."""
        return _SCHEMAS[self.kind]

    def problem(self, value: Any) -> str | None:
        """What is wrong with a value, or None."""
        if self.kind == "texts":
            fine = isinstance(value, list) and all(isinstance(item, str) and item for item in value)
        else:
            kinds = int if self.kind == "whole number" else (int, float)
            fine = isinstance(value, kinds) and not isinstance(value, bool) and value >= 0
        words = {"texts": "a list of texts", "number": "a number from 0"}
        return None if fine else f"got {value!r}; must be {words.get(self.kind, 'a whole number from 0')}"
