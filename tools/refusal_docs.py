"""Writes docs/reference/refusals.md: every refusal of the simulated Azure, with the source of its words."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from azure_simulator.cloud import arm

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "reference" / "refusals.md"
SIMULATOR = ROOT / "simulator" / "azure_simulator"

_HEAD = """# What the simulated Azure refuses

Every refusal with Azure's status and code, its words, and where those were seen; `…` stands for a name or a
figure. "Ours" means that Azure is documented to refuse it, and that its own words were not to be found. This
page is written by `make docs` from the code.
"""


@dataclass(frozen=True)
class Refusal:
    file: str
    status: str
    code: str
    words: str
    source: str

    @property
    def is_ours(self) -> bool:
        return self.source == arm.OURS


def page() -> str:
    """The text of the page."""
    found = refusals()
    ours = sum(one.is_ours for one in found)
    lines = [
        _HEAD,
        f"{len(found)} refusals, the words of {ours} of them ours.\n",
        "| where | status | code | words | source |",
        "| --- | --- | --- | --- | --- |",
        *(
            f"| {one.file} | {one.status} | {one.code} | {_cell(one.words)} | {_cell(one.source)} |"
            for one in found
        ),
    ]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "&#124;").replace("\n", " ")


def refusals() -> list[Refusal]:
    """By file, and in the order in which a file has them."""
    found: list[Refusal] = []
    for file in sorted(SIMULATOR.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found += _File(file, tree).refusals()
    return list(dict.fromkeys(found))


class _File:
    def __init__(self, file: Path, tree: ast.Module) -> None:
        self._name = file.relative_to(SIMULATOR).with_suffix("").as_posix()
        self._tree = tree

    def refusals(self) -> Iterator[Refusal]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                yield from self._of(node)

    def _of(self, scope: ast.FunctionDef | ast.ClassDef | ast.Module) -> Iterator[Refusal]:
        """Of calls that are directly in a function, or in an attribute of a class or a module."""
        for call in _calls(scope):
            values = [*call.args, *(word.value for word in call.keywords)]
            if len(values) < 4 or any(isinstance(value, ast.Starred) for value in values):
                continue
            status, code, words, source = (self._text(value, scope) for value in values[:4])
            if "…" not in (code, source) and source != "where":
                yield Refusal(self._name, status, code, words, source)

    def _text(self, node: ast.expr, scope: ast.AST) -> str:
        """What an argument says, with … for what is known only when it happens."""
        if isinstance(node, ast.Constant):
            return str(node.value)
        if isinstance(node, ast.JoinedStr):
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else self._part(part, scope)
                for part in node.values
            )
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._text(node.left, scope) + self._text(node.right, scope)
        if isinstance(node, ast.IfExp):
            return f"{self._text(node.body, scope)} or {self._text(node.orelse, scope)}"
        if isinstance(node, ast.Name | ast.Attribute):
            name = node.id if isinstance(node, ast.Name) else node.attr
            if name in ("OURS", "LOGS"):
                return str(getattr(arm, name))
            return self._assigned(name, scope, node.lineno)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            return self._text(node.func.value, scope)
        return "…"

    def _part(self, part: ast.expr, scope: ast.AST) -> str:
        """Of a template: names of constants are written out, all else differs from case to case."""
        value = part.value if isinstance(part, ast.FormattedValue) else part
        if isinstance(value, ast.Name) and value.id.isupper():
            return self._assigned(value.id, scope, value.lineno)
        return "…"

    def _assigned(self, name: str, scope: ast.AST, line: int) -> str:
        for place, last in ((scope, line), (self._tree, 10**6)):
            found = [
                node
                for node in ast.walk(place)
                if isinstance(node, ast.Assign)
                and node.lineno <= last
                and any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
            ]
            if found:
                nearest = max(found, key=lambda node: node.lineno)
                return self._text(nearest.value, place)
        return "…"


def _calls(scope: ast.AST) -> Iterator[ast.Call]:
    """Calls that make a refusal, but for those in functions inside."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            continue
        made = child.func if isinstance(child, ast.Call) else None
        if isinstance(made, ast.Name) and made.id in ("ArmError", "InUse"):
            yield child  # type: ignore[misc]  # it is the call
        yield from _calls(child)


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
