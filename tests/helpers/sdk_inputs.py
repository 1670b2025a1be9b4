"""Where azure-native's types have inputs of a name, read from the SDK's text: importing it takes minutes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_CLASS = re.compile(r"class (\w+)Args:")
_FIELD = re.compile(r" {17}(\w+): (.*)")
_GETTER = re.compile(r'    @pulumi\.getter\(name="(\w+)"\)')
_DEF = re.compile(r"    def (\w+)\(self\)")
_TOKEN = re.compile(r"@pulumi\.type_token\(\"azure-native:(\w+:\w+)\"\)")
_REFERENCE = re.compile(r"'(\w+)Args'")


@dataclass
class Shape:
    """An object's inputs: the name in Python, and what Python's annotation says."""

    fields: dict[str, str] = field(default_factory=dict)
    wire: dict[str, str] = field(default_factory=dict)
    """The name on the wire, where it isn't that in Python."""

    def children(self) -> Iterator[tuple[str, str, str]]:
        """Name on the wire with [0] or {} for lists and maps, name in Python, annotation."""
        for name, annotation in self.fields.items():
            outer = annotation.partition("'")[0]
            many = "[0]" if "Sequence[" in outer else "{}" if "Mapping[" in outer else ""
            yield f"{self.wire.get(name, name)}{many}", name, annotation


def _shapes(text: str) -> dict[str, Shape]:
    found: dict[str, Shape] = {}
    shape, getter = Shape(), ""
    for line in text.splitlines():
        if line.startswith("class "):
            match = _CLASS.match(line)
            shape = Shape()
            if match:
                found[match[1]] = shape
        elif line.startswith("                 "):
            match = _FIELD.match(line)
            if match and "pulumi.Input[" in line:
                shape.fields[match[1]] = match[2]
        elif line.startswith("    @pulumi.getter"):
            match = _GETTER.match(line)
            getter = match[1] if match else ""
        elif line.startswith("    def ") and getter:
            match = _DEF.match(line)
            if match:
                shape.wire[match[1]] = getter
            getter = ""
    return found


def _modules() -> Iterator[Path]:
    spec = find_spec("pulumi_azure_native")
    assert spec is not None
    assert spec.origin is not None
    for folder in sorted(Path(spec.origin).parent.iterdir()):
        if (folder / "_inputs.py").exists():
            yield folder


@dataclass(frozen=True)
class _Module:
    names: frozenset[str]
    """Of all inputs."""
    objects: dict[str, Shape]
    resources: dict[str, Shape]
    """By type."""


@cache
def _read() -> list[_Module]:
    return [_module(folder) for folder in _modules()]


def _module(folder: Path) -> _Module:
    resources: dict[str, Shape] = {}
    for file in folder.glob("[a-z]*.py"):
        text = file.read_text(encoding="utf-8")
        if match := _TOKEN.search(text):
            resources[match[1]] = next(iter(_shapes(text[: match.start()]).values()), Shape())
    objects = _shapes((folder / "_inputs.py").read_text(encoding="utf-8"))
    names = {name for shape in (*objects.values(), *resources.values()) for name in shape.fields}
    return _Module(frozenset(names), objects, resources)


@cache
def inputs_named(pattern: str) -> frozenset[tuple[str, str]]:
    """Each type and path at which it has an input whose name in Python is of the pattern."""
    wanted = re.compile(pattern)
    found: set[tuple[str, str]] = set()
    for module in _read():
        if any(map(wanted.fullmatch, module.names)):
            reaching = _reaching(module.objects, wanted)
            for type_, shape in module.resources.items():
                found |= _of_resource(type_, shape, module.objects, reaching, wanted)
    return frozenset(found)


def _reaching(shapes: dict[str, Shape], wanted: re.Pattern[str]) -> set[str]:
    """The objects that have such an input, or an object that does."""
    reaching = {name for name, shape in shapes.items() if any(map(wanted.fullmatch, shape.fields))}
    references = {
        name: {found for each in shape.fields.values() for found in _REFERENCE.findall(each)}
        for name, shape in shapes.items()
    }
    while more := {name for name, to in references.items() if name not in reaching and to & reaching}:
        reaching |= more
    return reaching


def _of_resource(
    type_: str, top: Shape, shapes: dict[str, Shape], reaching: set[str], wanted: re.Pattern[str]
) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    waiting: list[tuple[str, Shape, frozenset[str]]] = [("", top, frozenset())]
    while waiting:
        path, shape, above = waiting.pop()
        for wire, name, annotation in shape.children():
            if wanted.fullmatch(name):
                found.add((type_, f"{path}{wire}"))
            for other in _REFERENCE.findall(annotation):
                if other in reaching and other not in above:
                    waiting.append((f"{path}{wire}.", shapes[other], above | {other}))
    return found
