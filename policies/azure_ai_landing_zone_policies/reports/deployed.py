"""What the rules say of what is deployed, from files alone: a stack's state or an exported resource group."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.engine import baseline, settings
from azure_ai_landing_zone_policies.engine.pack import Pack
from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.program.arm_templates import resources_of
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.untyped import GENERIC, Links, typed
from azure_ai_landing_zone_policies.program.view import Resource, View
from azure_ai_landing_zone_policies.reports.events import EventsError, Violation

_SECRET = "4dabf18193072939515e22adb298388d"  # noqa: S105 - Pulumi's mark of a value that it wraps


NO_STATE = "this is no state; give what `pulumi stack export` wrote"


def judged(
    text: str, rules: Sequence[Rule], content: settings.Content, today: date
) -> list[Violation] | None:
    """What the pack says of a state as `pulumi stack export` writes it, or of a template as `az group export`
    does; None for any other text. `content` are the project's settings, without problems.

    Raises EventsError if there is nothing in it: no report may look like a clean one.
    """
    whole = _object(text)
    if whole is None:
        return None
    resources = _of_template(whole) if "deploymentTemplate" in str(whole.get("$schema")) else _of_state(whole)
    if resources is None:
        return None
    views = [view for each in resources if (view := _view(each, today))]
    if not views:
        raise EventsError("there is no resource of Azure in this file; give all that was exported")
    stack_name = views[0].resource.urn.removeprefix("urn:pulumi:").partition("::")[0]
    levels, _ = settings.settle(content, rules, stack_name, today=today)
    known, _ = baseline.parse(content.get(settings.BASELINE))
    pack = Pack(tuple(rules), levels, lambda: today, known)
    found = [(view.resource.urn, finding) for view in views for finding in pack.resource(view)]
    found += [(finding.urn, finding) for finding in pack.stack(Stack(views))]
    return [Violation(each.policy, urn, each.text, each.level == "mandatory") for urn, each in found]


def of_state(text: str) -> list["Deployed"] | None:
    """What a stack has made, by its state; None for any other text."""
    whole = _object(text)
    found = None if whole is None else _of_state(whole)
    return None if found is None else list(found)


def _object(text: str) -> dict[str, Any] | None:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return whole if isinstance(whole, dict) else None


@dataclass(frozen=True)
class Deployed:
    """A resource as a file has it."""

    urn: str
    token: str
    inputs: Mapping[str, Any]
    protect: bool = False
    links: Links = field(default_factory=dict)
    """As in `Resource`; known of states alone."""
    id: str = ""
    """Azure's; known of states alone."""


def _view(deployed: Deployed, today: date) -> View | None:
    read = typed(deployed.token, deployed.inputs, deployed.links)
    about = Resource(
        read.type,
        today,
        deployed.urn.rpartition("::")[2],
        deployed.urn,
        deployed.protect,
        read.links,
        api_version=read.api_version,
    )
    return View(dict(read.inputs), about) if read.type else None


def _of_state(whole: Mapping[str, Any]) -> Iterator[Deployed] | None:
    deployment = whole.get("deployment")
    resources = deployment.get("resources") if isinstance(deployment, dict) else None
    if not isinstance(resources, list):
        return None
    return (
        Deployed(
            str(each.get("urn", "")),
            str(each.get("type", "")),
            plain(each.get("inputs") or {}),
            each.get("protect") is True,
            {name: frozenset(urns or ()) for name, urns in (each.get("propertyDependencies") or {}).items()},
            str(each.get("id") or ""),
        )
        for each in resources
        # external: what the stack only reads, without its inputs
        if isinstance(each, dict) and not each.get("delete") and not each.get("external")
    )


def plain(value: Any) -> Any:
    """A value of a state, with what is encrypted as what isn't known."""
    if isinstance(value, dict):
        return UNKNOWN_STRING_VALUE if _SECRET in value else {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


def _of_template(whole: Mapping[str, Any]) -> Iterator[Deployed]:
    for _, kind, name, inputs in resources_of(whole):
        urn = f"urn:pulumi:exported::resource-group::{kind}::{name}"
        yield Deployed(urn, f"azure-native:{GENERIC}", inputs)
