"""The docs as a site: built without a network, every page found from the navigation, every link right."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import recorded
import site_hooks

ROOT = recorded.ROOT
DOCS = ROOT / "docs"


class Loads(HTMLParser):
    """What a page makes a browser fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag in ("script", "img", "iframe", "source", "video"):
            self.found.append(known.get("src") or "")
        if tag == "link" and known.get("rel") not in ("canonical", "next", "prev"):
            self.found.append(known.get("href") or "")


def built(config: Path, folder: Path) -> tuple[int, str]:
    """The status of a build, and what it warned of. Whoever asks the network gets nothing."""
    nowhere = "http://127.0.0.1:9"
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "--site-dir", str(folder)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "http_proxy": nowhere, "https_proxy": nowhere},
        check=False,
        capture_output=True,
        text=True,
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("INFO ")]
    return done.returncode, "\n".join(lines)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    assert built(ROOT / "mkdocs.yml", folder) == (0, "")
    return folder


@pytest.mark.programs
def test_a_page_that_nothing_leads_to_and_a_link_that_leads_nowhere_stop_it(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[a](gone.md) [b](#nowhere)\n", encoding="utf-8")
    (tmp_path / "docs" / "orphan.md").touch()
    config = tmp_path / "mkdocs.yml"
    own = {"INHERIT": str(ROOT / "mkdocs.yml"), "docs_dir": "docs", "hooks": [], "nav": ["index.md"]}
    config.write_text(json.dumps(own), encoding="utf-8")
    status, said = built(config, tmp_path / "site")
    assert status == 1
    assert "- orphan.md" in said
    assert "contains a link 'gone.md', but the target is not found" in said
    assert "contains a link '#nowhere', but there is no such anchor on this page" in said


@pytest.mark.programs
def test_it_is_built_without_a_warning_and_loads_nothing_from_elsewhere(site: Path) -> None:
    assert len(list(site.rglob("*.html"))) > 200
    for page in ("index.html", "page.html", "reference/identities.html", "runbooks/lustre-full.html"):
        loads = Loads((site / page).read_text(encoding="utf-8")).found
        assert [one for one in loads if one.startswith(("http", "//"))] == []


def test_links_lead_to_pages_and_files_that_are_no_pages_are_paths() -> None:
    told = site_hooks.relinked(
        "[a](docs/ci.md#what-judges) [b](CHANGELOG.md) [c](examples/another_repository) [LICENSE](LICENSE) "
        "[d](https://example.com) `[e](docs/ci.md)`",
        "index.md",
    )
    assert told == (
        "[a](ci.md#what-judges) [b](changelog.md) c (`examples/another_repository`) LICENSE "
        "[d](https://example.com) `[e](docs/ci.md)`"
    )
    assert site_hooks.relinked("[a](../policies.md) [b](gone.md)", "reference/sizes.md") == (
        "[a](../policies.md) [b](gone.md)"
    )


def sources() -> Iterator[str]:
    for folder in ("components", "policies", "simulator"):
        for file in (ROOT / folder).rglob("*.py"):
            yield file.read_text(encoding="utf-8")


def test_the_texts_of_troubleshooting_are_what_is_said() -> None:
    """Those of Pulumi's own stand where they were seen."""
    page = (DOCS / "troubleshooting.md").read_text(encoding="utf-8")
    texts = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert len(texts) > 10
    said = [re.sub(r'"\s*f?"', "", text) for text in sources()]
    said.append((ROOT / "tests" / "stacks" / "engine_refusals.yaml").read_text(encoding="utf-8"))
    parts = [part.strip() for text in texts for part in text.split("…")]
    assert [part for part in parts if not any(part in text for text in said)] == []


def test_every_stack_has_its_line_of_what_was_seen_on_azure() -> None:
    page = (DOCS / "before-azure.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| [^|]+ \| \d{4}-\d\d-\d\d \| [^|]+ \|$", page, re.MULTILINE)
    assert sorted(rows) == sorted(recorded.stacks())
