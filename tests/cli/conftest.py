"""What the tests of pipelines share."""

from pathlib import Path

import pytest

from helpers.pipelines import CURL, PULUMI


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A folder with a `pulumi`, an `az` and a `curl` that play back what is recorded in it."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, code in (("pulumi", PULUMI), ("az", "#!/bin/sh\necho subscription\n"), ("curl", CURL)):
        (tools / name).write_text(code)
        (tools / name).chmod(0o755)
    for folder in ("head", "base"):
        (tmp_path / folder).mkdir()
    return tmp_path
