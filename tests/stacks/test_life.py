"""Each stack on the real engine: it comes up, stays as it is, and Azure would accept it."""

import subprocess
import sys
from pathlib import Path

import pytest

from offline import ROOT, Zone, zone

pytestmark = pytest.mark.engine

# each stack's tests run on one worker, on one state, in the order of this file
STACKS = [
    pytest.param(stack, marks=pytest.mark.xdist_group(stack))
    for stack in sorted(path.name.split(".")[1] for path in (ROOT / "stacks").glob("Pulumi.*.yaml"))
]
ARMCHECK = ROOT.parent / "shared" / "armcheck" / "armcheck.py"


@pytest.fixture(scope="module", params=STACKS)
def created(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Zone:
    """A stack, created once with the policy packs; the tests of this file leave it as it is."""
    made = zone(tmp_path_factory.mktemp(request.param), request.param)
    assert "✅ azure-ai-landing-zone" in made.up().output
    return made


def test_a_second_up_changes_nothing(created: Zone) -> None:
    created.up("--expect-no-changes")


def test_a_refresh_finds_nothing(created: Zone) -> None:
    created.pulumi("refresh", "--yes", "--expect-no-changes")


@pytest.mark.skipif(not ARMCHECK.exists(), reason="Azure's published types do not lie beside this checkout")
def test_azure_would_accept_every_resource(created: Zone, tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text(created.state(), encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, ARMCHECK, "--strict", state], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_no_key_or_password_lies_in_the_state(created: Zone) -> None:
    state = created.state()
    assert "vmss" in state
    for word in ("accountKey", "sharedKey", "PRIVATE KEY", "adminPassword", "sig=", "SharedAccessKey"):
        assert word not in state


def test_every_resource_that_takes_tags_has_the_settings_tags(created: Zone) -> None:
    located = [resource for resource in created.resources() if "location" in resource.get("inputs", {})]
    assert len(located) > 5
    for resource in located:
        tags = resource["inputs"]["tags"]
        assert {"owner", "costCenter", "environment"} <= tags.keys(), resource["urn"]


def test_destroying_leaves_nothing_but_what_is_protected(created: Zone) -> None:
    protected = {resource["urn"] for resource in created.resources() if resource.get("protect")}
    created.pulumi("destroy", "--yes", "--exclude-protected")
    left = {resource["urn"] for resource in created.resources() if resource.get("protect")}
    assert left == protected
    if not protected:
        assert created.resources() == []
