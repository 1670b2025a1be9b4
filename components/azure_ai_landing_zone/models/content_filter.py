"""ContentFilter: what of prompts and answers is blocked."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import pulumi
from pulumi_azure_native import cognitiveservices
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Making
from azure_ai_landing_zone.core.model import Key, Model, refuse
from azure_ai_landing_zone.core.problem import Problem

Severity = Literal["Low", "Medium", "High"]
"""From where on content is blocked: Low is the strictest. High needs Microsoft's approval."""

FilterAction = Literal["block", "annotate", "off"]
"""annotate: the answer says what was found, and nothing is blocked."""

Blocking = Literal["block", "annotate"]

MOST_TERMS = 10_000
"""Of a blocklist. Source: learn.microsoft.com/azure/foundry/openai/how-to/use-blocklists, 2026-03-20."""


class HarmThresholds(Model):
    """From which severity on each harm is blocked."""

    hate: Severity = "Medium"
    """Attacks on people for what they are."""
    sexual: Severity = "Medium"
    """Sexual content."""
    violence: Severity = "Medium"
    """Hurting people, and weapons."""
    self_harm: Severity = "Medium"
    """Hurting oneself."""

    def by_azure_name(self) -> dict[str, Severity]:
        """As a content filter of Azure names them."""
        return {
            "Hate": self.hate,
            "Sexual": self.sexual,
            "Violence": self.violence,
            "Selfharm": self.self_harm,
        }


class ContentFilter(Model):
    """What is blocked, beside harms in both directions: Azure's own default has no shield for documents.

    Source: learn.microsoft.com/azure/foundry/openai/concepts/default-safety-policies, 2026-05-31.
    """

    name: Key
    """Of the filter within the account."""
    prompt_harms: HarmThresholds = HarmThresholds()
    """In what people and documents say."""
    completion_harms: HarmThresholds = HarmThresholds()
    """In what the model says."""
    user_attacks: Blocking = "block"
    """Prompts that talk the model out of its instructions."""
    document_attacks: Blocking = "block"
    """Instructions hidden in documents and pages that the model reads."""
    protected_text: FilterAction = "block"
    """Known texts, such as lyrics and articles, in answers."""
    protected_code: FilterAction = "annotate"
    """Code of public repositories in answers; annotate names its licence."""
    streaming: Literal["Blocking", "Asynchronous_filter"] = "Blocking"
    """Asynchronous_filter sends words on at once and calls back what shouldn't have been sent."""
    blocklist_names: list[Key] = Field(default=[])
    """Of the account's `blocklists`, for prompts and answers."""


class Blocklist(Model):
    """Terms that are blocked wherever a filter uses the list; Azure takes about five minutes for new ones."""

    name: Key
    """Of the list within the account."""
    terms: list[Annotated[str, Field(min_length=1, max_length=1000)]] = Field(default=[])
    """Exact words."""
    patterns: list[Annotated[str, Field(min_length=1, max_length=1000)]] = Field(default=[])
    """Regular expressions; casing counts."""

    @model_validator(mode="after")
    def _check_terms(self) -> "Blocklist":
        count = len(self.terms) + len(self.patterns)
        if not count:
            refuse(Blocklist, [Problem((), "nothing would be blocked: give `terms` or `patterns`")])
        if count > MOST_TERMS:
            text = f"{count} terms and patterns: a list has at most {MOST_TERMS}; make a second one"
            refuse(Blocklist, [Problem((), text)])
        for field, values in (("terms", self.terms), ("patterns", self.patterns)):
            twice = sorted({value for value in values if values.count(value) > 1})
            refuse(Blocklist, [Problem((field,), f"{value!r} is given twice") for value in twice])
        return self


def filter_problems(
    filters: Sequence[ContentFilter], blocklists: Sequence[Blocklist], *, approved: bool
) -> Iterator[Problem]:
    """What doesn't fit together. `approved`: Microsoft has approved filters weaker than its own default."""
    yield from _twice("content_filters", [one.name for one in filters])
    yield from _twice("blocklists", [one.name for one in blocklists])
    lists = [one.name for one in blocklists]
    for number, one in enumerate(filters):
        path = ("content_filters", number)
        for position, used in enumerate(one.blocklist_names):
            if used not in lists:
                text = (
                    f"no blocklist of this account is called {used}: there are {', '.join(lists) or 'none'}"
                )
                yield Problem((*path, "blocklist_names", position), text)
        if not approved:
            yield from _weaker(one, path)


def _weaker(one: ContentFilter, path: tuple[str | int, ...]) -> Iterator[Problem]:
    """Azure answers "Policy does not have necessary permission to override base policy". Sources:
    learn.microsoft.com/azure/foundry/openai/concepts/default-safety-policies, 2026-05-31; logs of
    deployments in public repositories, read 2026-11-21."""
    approval = (
        "set `modified_filters_approved` once Microsoft has approved weaker ones (aka.ms/oai/rai/exceptions)"
    )
    for field in ("prompt_harms", "completion_harms"):
        harms: HarmThresholds = getattr(one, field)
        for harm in HarmThresholds.model_fields:
            if getattr(harms, harm) == "High":
                text = f"High is weaker than Azure's base policy: take Medium or Low, or {approval}"
                yield Problem((*path, field, harm), text)
    for field in ("user_attacks", "protected_text"):
        if getattr(one, field) != "block":
            text = f"{getattr(one, field)} is weaker than Azure's base policy: take block, or {approval}"
            yield Problem((*path, field), text)
    if one.protected_code == "off":
        text = f"off is weaker than Azure's base policy: take annotate or block, or {approval}"
        yield Problem((*path, "protected_code"), text)


def _twice(section: str, names: Sequence[str]) -> Iterator[Problem]:
    for number, name in enumerate(names):
        if name in names[:number]:
            text = f"{name} is the name of [{names.index(name)}] already: give each its own"
            yield Problem((section, number, "name"), text)


def make_filters(
    making: Making,
    filters: Sequence[ContentFilter],
    blocklists: Sequence[Blocklist],
    inside: dict[str, Any],
) -> list[pulumi.Resource]:
    """Blocklists, then filters, one after another, `inside` an account: its name, group and tags. What the
    account's next child has to wait for."""
    last: list[pulumi.Resource] = []
    for one in blocklists:
        made = cognitiveservices.RaiBlocklist(
            f"{making.name}-{one.name}-blocklist",
            rai_blocklist_name=one.name,
            properties=cognitiveservices.RaiBlocklistPropertiesArgs(description="of the landing zone"),
            opts=making.child(depends_on=last),
            **inside,
        )
        last = [made]
        for pattern, is_regex in [*((term, False) for term in one.terms), *((p, True) for p in one.patterns)]:
            key = hashlib.sha256(f"{is_regex} {pattern}".encode()).hexdigest()[:12]
            item = cognitiveservices.RaiBlocklistItem(
                f"{making.name}-{one.name}-{key}-blocked",
                rai_blocklist_item_name=key,
                rai_blocklist_name=made.name,
                properties=cognitiveservices.RaiBlocklistItemPropertiesArgs(
                    pattern=pattern, is_regex=is_regex
                ),
                opts=making.child(depends_on=last),
                **inside,
            )
            last = [item]
    for filter_ in filters:
        policy = cognitiveservices.RaiPolicy(
            f"{making.name}-{filter_.name}-content-filter",
            rai_policy_name=filter_.name,
            properties=cognitiveservices.RaiPolicyPropertiesArgs(
                base_policy_name="Microsoft.DefaultV2",
                mode=filter_.streaming,
                content_filters=list(_entries(filter_)),
                custom_blocklists=[
                    cognitiveservices.CustomBlocklistConfigArgs(
                        blocklist_name=used, blocking=True, source=source
                    )
                    for used in filter_.blocklist_names
                    for source in ("Prompt", "Completion")
                ]
                or None,
            ),
            opts=making.child(depends_on=last),
            **inside,
        )
        last = [policy]
    return last


def _entries(filter_: ContentFilter) -> Iterator["cognitiveservices.RaiPolicyContentFilterArgs"]:
    """Every filter that there is, so that nothing is left to a default that Azure may change."""
    for source, harms in (("Prompt", filter_.prompt_harms), ("Completion", filter_.completion_harms)):
        for harm, severity in harms.by_azure_name().items():
            yield cognitiveservices.RaiPolicyContentFilterArgs(
                name=harm, source=source, severity_threshold=severity, enabled=True, blocking=True
            )
    others: list[tuple[str, str, FilterAction]] = [
        ("Jailbreak", "Prompt", filter_.user_attacks),
        ("Indirect Attack", "Prompt", filter_.document_attacks),
        ("Protected Material Text", "Completion", filter_.protected_text),
        ("Protected Material Code", "Completion", filter_.protected_code),
    ]
    for name, source, action in others:
        yield cognitiveservices.RaiPolicyContentFilterArgs(
            name=name, source=source, enabled=action != "off", blocking=action == "block"
        )
