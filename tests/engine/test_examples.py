"""The programs under examples/, as other repositories would run them."""

from pathlib import Path

import pytest

from helpers.offline import ROOT, program
from helpers.settings import stack

pytestmark = pytest.mark.engine


def test_another_repository(tmp_path: Path) -> None:
    code = (ROOT / "examples" / "another_repository" / "__main__.py").read_text(encoding="utf-8")
    example = program(tmp_path, code)
    key = stack()["trainingClusters"][0]["sshPublicKey"]
    example.offline.run("pulumi", "config", "set", "--stack", "dev", "sshPublicKey", key)
    example.up("--policy-pack", str(ROOT / "policies"))
    example.up("--expect-no-changes")
    types = {resource["type"] for resource in example.resources()}
    assert {f"azure-ai-landing-zone:index:{kind}" for kind in ("CheckpointStore", "TrainingCluster")} <= types
    assert example.outputs()["checkpoints"].endswith(".blob.core.windows.net/checkpoints")
    example.pulumi("destroy", "--yes")
    assert example.resources() == []
