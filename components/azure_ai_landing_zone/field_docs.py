"""What settings say of themselves, read from their source when someone asks.

pydantic can do this while it makes a class (`use_attribute_docstrings`), which takes a third of the time of
importing this package, and is needed in error messages and documentation only.
"""

import ast
import functools
import inspect
import textwrap
from collections.abc import Mapping
from itertools import pairwise

from pydantic import BaseModel


@functools.cache
def field_docs(model: type[BaseModel]) -> Mapping[str, str]:
    """The docstrings under the fields of a model and of those that it inherits from, by field."""
    found: dict[str, str] = {}
    for kind in reversed(model.__mro__):
        if issubclass(kind, BaseModel) and kind.__module__.split(".")[0] != "pydantic":
            found |= _of_class(kind)
    return found


def _of_class(kind: type) -> dict[str, str]:
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
