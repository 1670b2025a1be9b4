"""What docs/tutorial.md says, done from its first line to its last."""

import re
from pathlib import Path

import pytest

from helpers.offline import AT_THE_END, ROOT, Offline
from helpers.shown import check_out

PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")


@pytest.mark.engine
def test_all_of_it_comes_up_changes_and_goes(tmp_path: Path) -> None:
    check_out(tmp_path)
    (written,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "stacks" / "Pulumi.mine.yaml").write_text(written, encoding="utf-8")
    here = Offline(tmp_path, AT_THE_END | {"VIRTUAL_ENV": ""})
    activate, *blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    first = activate.splitlines()[0]
    checked, up, changed, _, down = (
        here.run("bash", "-ec", f"{first}\n{block}").output for block in (activate, *blocks)
    )
    assert checked == "stacks/Pulumi.mine.yaml: nothing wrong\n"
    assert "mine is up on the simulated Azure, and policy lets it pass." in up
    assert [line.split() for line in changed.splitlines() if " to update" in line] == [
        ["~", "1", "to", "update"]
    ] * 2
    assert (tmp_path / "mine.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert re.search(r"^    - \d+ deleted$", down, re.MULTILINE)
    assert "stay: these hold data" not in down
