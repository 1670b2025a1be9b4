"""Rule content-filter-blocks."""

from collections.abc import Iterator

from azure_ai_landing_zone_policies.engine.rule import rule
from azure_ai_landing_zone_policies.program.view import CantTell, View

_HARMS = ("Hate", "Sexual", "Violence", "Selfharm")
_SHIELDS = ("Jailbreak", "Indirect Attack")
_WANTED = [(name, source) for name in _HARMS for source in ("Prompt", "Completion")] + [
    (name, "Prompt") for name in _SHIELDS
]


def _policy(wanted: list[tuple[str, str]]) -> dict[str, object]:
    filters = [
        {"name": name, "source": source, "enabled": True, "blocking": True}
        | ({"severityThreshold": "Medium"} if name in _HARMS else {})
        for name, source in wanted
    ]
    return {"properties": {"mode": "Blocking", "contentFilters": filters}}


@rule(
    on=("cognitiveservices:RaiPolicy",),
    area="models",
    severity="high",
    since="2026.4",
    pillar="Security",
    controls=("DS-6",),
    links=("https://learn.microsoft.com/azure/foundry/openai/concepts/content-filter",),
    passes=_policy(_WANTED),
    fails=_policy(_WANTED[:-1]),
)
def content_filter_blocks(props: View) -> Iterator[str | CantTell]:
    """Content filters block harm and both kinds of prompt attack

    The four harms are filtered in prompts and in answers; Jailbreak is what a user types to get round the
    instructions, Indirect Attack what a document or a web page smuggles in, and Azure's default has no filter
    for the latter. Give each an entry with enabled and blocking true.
    """
    if not props.given("properties.contentFilters"):
        return
    filters = props.items("properties.contentFilters")
    blocking = {
        ((each.text("name") or "").lower(), (each.text("source") or "").lower())
        for each in filters
        if each.flag("enabled") is not False and each.flag("blocking") is True
    }
    missing = [(name, source) for name, source in _WANTED if (name.lower(), source.lower()) not in blocking]
    if missing:
        shown = ", ".join(f"{name} in the {source.lower()}" for name, source in missing)
        yield f"properties.contentFilters doesn't block {shown}; add each with enabled and blocking true"
