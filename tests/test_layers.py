"""Who may import whom, by walking the imports of every file."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIBRARY = "azure_ai_landing_zone"

OURS = (LIBRARY, "azure_ai_landing_zone_policies", "azure_simulator", "components", "policies", "simulator")
CATALOG = f"{LIBRARY}.catalog"
PLANNING = f"{LIBRARY}.planning"

LAYERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # of the files in a folder: what of ours they may import, and which other packages beyond the standard
    # library
    "components/azure_ai_landing_zone/catalog": ((CATALOG,), ()),
    "components/azure_ai_landing_zone/planning": ((PLANNING, CATALOG), ()),
    "components/azure_ai_landing_zone": (
        (LIBRARY,),
        ("pulumi", "pulumi_azure_native", "pulumi_kubernetes", "pydantic", "pydantic_core"),
    ),
    "components/azure_ai_landing_zone/cost": ((CATALOG, f"{LIBRARY}.cost"), ()),
    "components/azure_ai_landing_zone/report": ((CATALOG, PLANNING, f"{LIBRARY}.cost"), ()),
    "components/azure_ai_landing_zone/cli": (
        (LIBRARY, "azure_ai_landing_zone_policies"),
        ("typer",),
    ),
    "policies/azure_ai_landing_zone_policies": (
        ("azure_ai_landing_zone_policies", CATALOG, f"{LIBRARY}.cost"),
        ("google", "grpc", "pulumi", "pulumi_policy", "pydantic", "yaml"),
    ),
    "simulator/azure_simulator": (("azure_simulator", CATALOG), ()),
    "examples": ((LIBRARY,), ("pulumi", "pulumi_azure_native")),
}

PURE = ("node_setup/__init__.py",)
"""Files of the library that import nothing but the standard library."""


def imports(file: Path) -> Iterator[str]:
    """Full names of the modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def files() -> Iterator[tuple[Path, str]]:
    """Every source file with the most specific layer that it is in."""
    for layer in LAYERS:
        for file in sorted((ROOT / layer).rglob("*.py")):
            own = [name for name in LAYERS if file.is_relative_to(ROOT / name)]
            if max(own, key=len) == layer:
                yield file, layer


@pytest.mark.parametrize(
    ("file", "layer"), [pytest.param(*row, id=str(row[0].relative_to(ROOT))) for row in files()]
)
def test_imports_only_what_its_layer_may(file: Path, layer: str) -> None:
    ours, _ = LAYERS[layer]
    wrong = [name for name in imports(file) if within(name, OURS) and not within(name, ours)]
    assert wrong == []


@pytest.mark.parametrize("layer", [layer for layer in LAYERS if layer.startswith(("components", "policies"))])
def test_depends_on_few_packages(layer: str) -> None:
    ours, packages = LAYERS[layer]
    wrong = sorted(
        {
            name
            for file, own in files()
            if own == layer
            for name in imports(file)
            if name.split(".")[0] not in sys.stdlib_module_names and not within(name, (*ours, *packages))
        }
    )
    assert wrong == []


@pytest.mark.parametrize("name", PURE)
def test_data_imports_nothing(name: str) -> None:
    file = ROOT / "components" / LIBRARY / name
    assert [name for name in imports(file) if name.split(".")[0] not in sys.stdlib_module_names] == []


def test_no_component_imports_anothers_privates() -> None:
    private = [
        f"{file.relative_to(ROOT)}: {name}"
        for file, _ in files()
        for name in imports(file)
        if within(name, OURS) and any(part.startswith("_") for part in name.split("."))
    ]
    assert private == []


def test_the_component_host_can_read_every_component() -> None:
    """It can't with postponed annotations."""
    postponed = [
        str(file.relative_to(ROOT))
        for file, layer in files()
        if layer.startswith("components") and "__future__.annotations" in imports(file)
    ]
    assert postponed == []
