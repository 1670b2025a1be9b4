"""Who may import whom, and what lies where: by walking the files and their imports."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import azure_ai_landing_zone

ROOT = Path(__file__).parents[1]
LIBRARY, POLICIES, SIMULATOR = "azure_ai_landing_zone", "azure_ai_landing_zone_policies", "azure_simulator"
SOURCES = {
    LIBRARY: ROOT / "components" / LIBRARY,
    POLICIES: ROOT / "policies" / POLICIES,
    SIMULATOR: ROOT / "simulator" / SIMULATOR,
}

SECTIONS = "(sections of rooms)"
"""Files called section: what a stack file says of a room, and how the room makes it. They lie in their rooms,
whose other files don't see them."""

ROOMS: Mapping[str, Sequence[tuple[str, ...]]] = {
    LIBRARY: (
        ("catalog",),
        ("core", "cost", "model_memory"),
        ("access", "endpoints", "network", "node_setup"),
        ("aks", "models", "operations", "stores"),
        ("audit", "data", "machines"),
        ("gateway", "sections", "slurm", "training", "workloads"),
        ("advisor", "machine_learning"),
        (SECTIONS,),
        ("zone",),
        ("preflight", "stack_files"),
        ("cli",),
    ),
    POLICIES: (
        ("program",),
        ("readers",),
        ("engine", "preview", "reachability"),
        ("reports", "rules", "installed"),
        ("guard", "page"),
    ),
    SIMULATOR: (
        ("access",),
        ("cloud",),
        ("kubernetes", "types"),
        ("provider", "rest"),
        ("engine",),
        ("testing",),
    ),
}
"""From the ground up: a room imports itself and lower ones only, never one beside it."""

OTHERS: Mapping[str, tuple[str, ...]] = {
    LIBRARY: (),
    POLICIES: (f"{LIBRARY}.catalog", f"{LIBRARY}.cost", f"{SIMULATOR}.access"),
    SIMULATOR: (f"{LIBRARY}.catalog",),
}
"""What each package may import of the others. The command line knows the policies, too."""

PACKAGES: Mapping[str, tuple[str, ...]] = {
    "azure_ai_landing_zone.catalog": (),
    "azure_ai_landing_zone.cost": (),
    "azure_ai_landing_zone.cli": ("rich", "typer", "yaml"),
    "azure_ai_landing_zone.stack_files": ("pydantic", "pydantic_core", "yaml"),
    "azure_ai_landing_zone.preflight": ("azure", "pulumi"),
    LIBRARY: ("pulumi", "pulumi_azure_native", "pulumi_kubernetes", "pydantic", "pydantic_core"),
    POLICIES: ("google", "grpc", "pulumi", "pulumi_policy", "pydantic", "yaml"),
}
"""Beyond the standard library."""

THOUGHT = re.compile(r"(^|/)(planning/\w+|plan(_\w+)?)\.py$")
"""Files of thought alone: no Pulumi, no pydantic."""

THOUGHT_MAY = (f"{LIBRARY}.catalog", f"{LIBRARY}.core.problem")


def files() -> Iterator[Path]:
    for source in SOURCES.values():
        yield from sorted(source.rglob("*.py"))


def package_of(file: Path) -> str:
    return next(name for name, source in SOURCES.items() if file.is_relative_to(source))


@cache
def modules() -> dict[str, Path]:
    found = {}
    for file in files():
        package = package_of(file)
        parts = file.relative_to(SOURCES[package]).with_suffix("").parts
        found[".".join([package, *(part for part in parts if part != "__init__")])] = file
    return found


@cache
def imports(file: Path) -> list[str]:
    """Full names of the modules that a file imports, wherever in it; of what isn't ours, as it is written."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.append(full if full in modules() else str(node.module))
    return found


def within(module: str, packages: Sequence[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def room_of(file: Path) -> str | None:
    """Of a file in a room; the package's own files have none."""
    package = package_of(file)
    room, *inner = file.relative_to(SOURCES[package]).parts
    if not inner:
        return None
    if package == LIBRARY and "section" in file.stem and room != "sections":
        return SECTIONS
    return room


def ours(file: Path) -> list[Path]:
    """The files of ours that it imports."""
    return [modules()[name] for name in imports(file) if name in modules()]


def of(file: Path) -> str:
    return str(file.relative_to(ROOT))


def test_every_room_has_its_place() -> None:
    for package, source in SOURCES.items():
        there = {room_of(file) for file in source.rglob("*.py")} - {None}
        assert there == {room for row in ROOMS[package] for room in row}


def test_a_room_imports_lower_rooms_only() -> None:
    wrong = []
    for file in files():
        package, room = package_of(file), room_of(file)
        if room is None:
            continue
        levels = {name: number for number, row in enumerate(ROOMS[package]) for name in row}
        for other in ours(file):
            there = room_of(other)
            if package_of(other) == package and there not in (None, room) and levels[there] >= levels[room]:
                wrong.append(f"{of(file)} imports {of(other)}")
    assert wrong == []


def test_a_package_imports_little_of_the_others() -> None:
    wrong = [
        f"{of(file)} imports {name}"
        for file in files()
        for name in imports(file)
        if within(name, (*SOURCES, "components", "policies", "simulator"))
        and not within(name, (package_of(file), *OTHERS[package_of(file)]))
        and not (room_of(file) == "cli" and within(name, (POLICIES,)))
    ]
    assert wrong == []


def test_examples_import_the_face_alone() -> None:
    wrong = [
        f"{of(file)} imports {name}"
        for file in sorted((ROOT / "examples").rglob("*.py"))
        for name in imports(file)
        if within(name, (POLICIES, SIMULATOR)) or name.startswith(f"{LIBRARY}.")
        if not within(name, (f"{SIMULATOR}.testing",))  # the kit for tests of others
    ]
    assert wrong == []


def test_files_wait_for_no_circle() -> None:
    """Imports for type checkers included: what knows each other in types is one idea in two files."""
    try:
        TopologicalSorter(
            {of(file): {of(other) for other in ours(file) if other != file} for file in files()}
        ).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_thought_is_free_of_everything_else() -> None:
    wrong = [
        f"{of(file)} imports {name}"
        for file in files()
        if package_of(file) == LIBRARY and THOUGHT.search(file.as_posix())
        for name in imports(file)
        if name.split(".")[0] not in sys.stdlib_module_names
        and not within(name, THOUGHT_MAY)
        and not (name in modules() and THOUGHT.search(modules()[name].as_posix()))
    ]
    assert wrong == []


@pytest.mark.parametrize("package", PACKAGES)
def test_depends_on_few_packages(package: str) -> None:
    narrower = [name for name in PACKAGES if name != package and within(name, (package,))]
    wrong = sorted(
        {
            f"{name} in {of(file)}"
            for module, file in modules().items()
            if within(module, (package,)) and not within(module, narrower)
            for name in imports(file)
            if name.split(".")[0] not in sys.stdlib_module_names
            and not within(name, (*SOURCES, *PACKAGES[package]))
        }
    )
    assert wrong == []


def test_what_nodes_carry_needs_no_package() -> None:
    file = SOURCES[LIBRARY] / "node_setup" / "__init__.py"
    others = [name for name in imports(file) if name.split(".")[0] not in sys.stdlib_module_names]
    assert [name for name in others if not within(name, (f"{LIBRARY}.catalog",))] == []


def test_nobody_imports_what_is_private() -> None:
    private = [
        f"{of(file)}: {alias.name}"
        for file in files()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and within(str(node.module), tuple(SOURCES))
        for alias in node.names
        if any(part.startswith("_") for part in (*str(node.module).split("."), alias.name))
    ]
    assert private == []


def test_the_component_host_can_read_every_component() -> None:
    """It can't with postponed annotations."""
    postponed = [
        of(file) for file in files() if package_of(file) == LIBRARY and "__future__" in imports(file)
    ]
    assert postponed == []


def test_a_file_is_not_called_after_its_room() -> None:
    wrong = [
        of(file)
        for file in files()
        if package_of(file) == LIBRARY and file.stem.startswith(f"{file.parent.name}_")
    ]
    assert wrong == []


def test_thought_has_one_place_in_a_room() -> None:
    """A file, or a folder of files."""
    for folder in {file.parent for file in files() if package_of(file) == LIBRARY}:
        plans = [path.name for path in folder.iterdir() if path.name == "planning" or path.name == "plan.py"]
        assert len(plans) <= 1, of(folder)


def test_rooms_hold_nothing_but_a_sentence() -> None:
    """So that importing a file of a room loads no other."""
    wrong = [
        of(file)
        for file in files()
        if file.name == "__init__.py"
        and room_of(file) is not None
        and imports(file)
        and file.parent.name not in ("node_setup", "cli", "verbs")
    ]
    assert wrong == []


def test_the_face_names_what_is_there() -> None:
    table = azure_ai_landing_zone.__dict__["NAMES_OF"]
    assert [module for module in table if f"{LIBRARY}.{module}" not in modules()] == []
    assert list(table) == sorted(table)
