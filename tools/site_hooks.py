"""What `make site` does to the docs, so that they read on a site as they do in the repository.

The README is the first page, and what else stands at the root is pages too. Links to files that aren't pages
become their paths: the site stands alone, also where nobody reaches the repository.
"""

import posixpath
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent

OF_THE_ROOT: Mapping[str, str] = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
}
"""Files beside docs/, and the pages that they are."""

_LINK = re.compile(
    r"(?P<fence>^ *```.*?^ *```|`[^`\n]*`)|(?P<mark>!?)\[(?P<text>[^\[\]]*)\]\((?P<to>[^)\s]+)\)",
    re.DOTALL | re.MULTILINE,
)
"""Code, in which nothing is a link, or a link; one whose words have code in them is one, too."""


def on_config(config: Any) -> Any:
    """Folders in the navigation become their pages, by name."""
    config.nav = _expanded(config.nav)
    return config


def on_files(files: Files, config: Any) -> Files:
    """The root's files are pages."""
    for source, page in OF_THE_ROOT.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links lead to pages, or are the paths of files."""
    return relinked(markdown, page.file.src_uri)


def relinked(markdown: str, page: str) -> str:
    """The text of a page, whose links begin where its file lies in the repository."""
    sources = {there: source for source, there in OF_THE_ROOT.items()}
    source = sources.get(page, f"docs/{page}")

    def link(match: re.Match[str]) -> str:
        if match["fence"] or re.match(r"[a-z]+:|#", match["to"]):
            return match[0]
        path, mark, anchor = match["to"].partition("#")
        there = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        target = OF_THE_ROOT.get(there) or (
            there.removeprefix("docs/") if there.startswith("docs/") else None
        )
        if target is not None and (there in OF_THE_ROOT or not (ROOT / there).is_dir()):
            to = posixpath.relpath(target, posixpath.dirname(page) or ".")
            return f"{match['mark']}[{match['text']}]({to}{mark}{anchor})"
        if not (ROOT / there).exists():
            return match[0]
        return match["text"] if there in match["text"] else f"{match['text']} (`{there}`)"

    return _LINK.sub(link, markdown)


def _expanded(nav: Any) -> Any:
    if isinstance(nav, dict):
        return {name: _expanded(inner) for name, inner in nav.items()}
    if not isinstance(nav, list):
        return nav
    found: list[Any] = []
    for one in nav:
        if isinstance(one, str) and one.endswith("/"):
            found += sorted(f"{one}{path.name}" for path in (ROOT / "docs" / one).glob("*.md"))
        else:
            found.append(_expanded(one))
    return found
