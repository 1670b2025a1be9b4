"""The threat model claims nothing that no rule and no test keeps."""

import re

import recorded
from azure_ai_landing_zone_policies.engine.discovery import all_rules
from helpers.named_tests import gone

PAGE = (recorded.ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")

_CLAIMS = re.compile(r"^\| (?!(?:claim|what|---) \|)(?P<claim>[^|]+) \| (?P<kept>[^|]+) \|$", re.MULTILINE)


def claims() -> dict[str, str]:
    """What keeps each, of the tables with claims."""
    tables = PAGE.partition("## Somebody on the internet")[2]
    return {match["claim"]: match["kept"] for match in _CLAIMS.finditer(tables)}


def missing(kept: str) -> list[str]:
    """Tests and rules that aren't there."""
    rules = re.findall(r"\[([\w-]+)\]\(reference/rules/([\w-]+)\.md\)", kept)
    names = {rule.name for rule in all_rules()}
    return gone(kept) + [f"rule {name}" for name, page in rules if name != page or name not in names]


def test_every_claim_names_a_test_or_a_rule_that_is_there() -> None:
    assert len(claims()) > 25
    assert [
        claim for claim, kept in claims().items() if not re.search(r"`tests/|reference/rules/", kept)
    ] == []
    assert [one for kept in claims().values() for one in missing(kept)] == []


def test_every_row_is_a_claim() -> None:
    rows = re.findall(
        r"^\| (?!(?:claim|what|---) \|)([^|]+) \|", PAGE.partition("## Somebody on")[2], re.MULTILINE
    )
    assert list(claims()) == [row for row in rows if row != "---"]


def test_what_is_gone_is_found() -> None:
    kept = "[no-rule](reference/rules/no-rule.md), `tests/access/test_threat_model.py::test_nothing`"
    assert missing(kept) == ["tests/access/test_threat_model.py::test_nothing", "rule no-rule"]


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([\w/.-]+)(?:#[\w-]+)?\)", PAGE)
    assert [link for link in links if not (recorded.ROOT / "docs" / link).exists()] == []
