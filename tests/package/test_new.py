"""What `make new-component`, `new-rule` and `new-type` write is right from the start."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import new
from helpers.offline import ROOT

LIBRARY = "components/azure_ai_landing_zone"
RULES = "policies/azure_ai_landing_zone_policies/rules"
FILES = (f"{LIBRARY}/__init__.py", f"{LIBRARY}/network/__init__.py", "tests/test_public_api.py")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout, as far as these commands touch it."""
    for file in (*FILES, f"{RULES}/checkpoints_expire.py", "tests/policies/sentences.yaml", "pyproject.toml"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    for folder in ("tests/network", "simulator/azure_simulator/types"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def names(root: Path, file: str, name: str) -> list[str]:
    """The list or mapping that a file assigns to a name, or compares it with."""
    for node in ast.walk(ast.parse((root / file).read_text(encoding="utf-8"))):
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=ast.List() | ast.Dict() as value):
                pass
            case ast.Compare(left=ast.Name(id=found), comparators=[ast.List() as value]):
                pass
            case _:
                continue
        if found == name:
            return list(ast.literal_eval(value))
    raise LookupError(name)


def test_a_component_is_in_every_list(root: Path) -> None:
    written = new.new_component(root, name="EgressPrefix", room="network")
    assert [str(file.relative_to(root)) for file in written] == [
        f"{LIBRARY}/network/egress_prefix.py",
        "tests/network/test_egress_prefix.py",
        f"{LIBRARY}/__init__.py",
        "tests/test_public_api.py",
    ]
    face = names(root, f"{LIBRARY}/__init__.py", "NAMES_OF")
    assert "network.egress_prefix" in face
    assert face == sorted(face)
    for name, added in (("PUBLIC", {"EgressPrefix", "EgressPrefixArgs"}), ("COMPONENTS", {"EgressPrefix"})):
        there = names(root, "tests/test_public_api.py", name)
        assert there == sorted(there)
        assert set(there) - set(names(ROOT, "tests/test_public_api.py", name)) == added


def test_a_rule_comes_with_what_it_says(root: Path) -> None:
    new.new_rule(root, name="vaults-are-premium", type="keyvault:Vault", area="data")
    text = (root / "tests/policies/sentences.yaml").read_text(encoding="utf-8")
    ids = re.findall(r"^([a-z0-9-]+):", text, re.MULTILINE)
    assert ids == sorted(ids)
    assert f"vaults-are-premium:\n- {new._SENTENCE}\n" in text


def test_what_is_written_is_formatted_and_runs(root: Path) -> None:
    files = [
        *new.new_component(root, name="EgressPrefix", room="network"),
        *new.new_rule(root, name="vaults-are-premium", type="keyvault:Vault", area="data"),
        *new.new_type(
            root, type="network:RouteFilter", path="Microsoft.Network/routeFilters/{routeFilterName}"
        ),
    ]
    python = [str(file) for file in files if file.suffix == ".py"]
    ruff = str(Path(sys.executable).with_name("ruff"))
    for check in (
        ["check", "--ignore", "I001", "--config", "pyproject.toml"],
        ["format", "--check", "--config", "pyproject.toml"],
    ):
        done = subprocess.run([ruff, *check, *python], cwd=root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
    for file in python[:1] + python[-2:]:  # in a process of its own, which knows what it registers alone
        run = [sys.executable, "-c", "import runpy, sys; runpy.run_path(sys.argv[1])", file]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("make", "given", "problem"),
    [
        (
            "component",
            {"name": "egress", "room": "network"},
            "egress is no name of a class, such as EgressPrefix",
        ),
        ("component", {"name": "Egress", "room": "nowhere"}, "there is no room nowhere: there are network"),
        (
            "rule",
            {"name": "Vaults", "type": "keyvault:Vault", "area": "data"},
            "Vaults is no id of a rule, such as vaults-are-premium",
        ),
        ("rule", {"name": "a-b", "type": "Vault", "area": "data"}, "Vault is no type such as keyvault:Vault"),
        (
            "rule",
            {"name": "checkpoints-expire", "type": "keyvault:Vault", "area": "data"},
            "checkpoints_expire.py is there already",
        ),
        (
            "type",
            {"type": "network:Ab", "path": "Network/a"},
            "Network/a is no path such as Microsoft.Network/routeFilters/{routeFilterName}",
        ),
    ],
)
def test_what_can_t_be_is_a_sentence(root: Path, make: str, given: dict[str, str], problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        getattr(new, f"new_{make}")(root, **given)
