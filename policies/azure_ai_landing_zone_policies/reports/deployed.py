"""What the rules say of what is deployed, from files alone: a stack's state or an exported resource group."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from pulumi_policy.proxy import UNKNOWN_STRING_VALUE, unknown_checking_proxy

from azure_ai_landing_zone_policies.engine import baseline, settings
from azure_ai_landing_zone_policies.engine.pack import Pack
from azure_ai_landing_zone_policies.engine.rule import Rule
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.untyped import GENERIC, typed
from azure_ai_landing_zone_policies.program.view import Resource, View
from azure_ai_landing_zone_policies.reports.events import EventsError, Violation

_SECRET = "4dabf18193072939515e22adb298388d"  # noqa: S105 - Pulumi's mark of a value that it wraps
_CALL = re.compile(r"\s*(?:'(?P<text>(?:[^']|'')*)'|(?P<name>\w+)\s*\((?P<rest>.*))", re.DOTALL)


def judged(
    text: str, rules: Sequence[Rule], content: settings.Content, today: date
) -> list[Violation] | None:
    """What the pack says of a state as `pulumi stack export` writes it, or of a template as `az group export`
    does; None for any other text. `content` are the project's settings, without problems.

    Raises EventsError if there is nothing in it: no report may look like a clean one.
    """
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(whole, dict):
        return None
    resources = _of_template(whole) if "deploymentTemplate" in str(whole.get("$schema")) else _of_state(whole)
    if resources is None:
        return None
    views = [view for urn, token, inputs in resources if (view := _view(urn, token, inputs, today))]
    if not views:
        raise EventsError("there is no resource of Azure in this file; give all that was exported")
    stack_name = views[0].resource.urn.removeprefix("urn:pulumi:").partition("::")[0]
    levels, _ = settings.settle(content, rules, stack_name, today=today)
    known, _ = baseline.parse(content.get(settings.BASELINE))
    pack = Pack(tuple(rules), levels, lambda: today, known)
    found = [(view.resource.urn, finding) for view in views for finding in pack.resource(view)]
    found += [(finding.urn, finding) for finding in pack.stack(Stack(views))]
    return [Violation(each.policy, urn, each.text, each.level == "mandatory") for urn, each in found]


def _view(urn: str, token: str, inputs: Mapping[str, Any], today: date) -> View | None:
    read = typed(token, inputs)
    about = Resource(read.type, today, urn.rpartition("::")[2], urn, api_version=read.api_version)
    return View(unknown_checking_proxy(dict(read.inputs)), about) if read.type else None


Found = Iterator[tuple[str, str, Mapping[str, Any]]]
"""URN, token and inputs of each resource."""


def _of_state(whole: Mapping[str, Any]) -> Found | None:
    deployment = whole.get("deployment")
    resources = deployment.get("resources") if isinstance(deployment, dict) else None
    if not isinstance(resources, list):
        return None
    return (
        (str(each.get("urn", "")), str(each.get("type", "")), _plain(each.get("inputs") or {}))
        for each in resources
        if isinstance(each, dict) and not each.get("delete")
    )


def _plain(value: Any) -> Any:
    """A value of a state, with what is encrypted as what isn't known."""
    if isinstance(value, dict):
        return (
            UNKNOWN_STRING_VALUE if _SECRET in value else {key: _plain(each) for key, each in value.items()}
        )
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _of_template(whole: Mapping[str, Any]) -> Found:
    given = whole.get("parameters")
    parameters = {
        name: each["defaultValue"]
        for name, each in (given if isinstance(given, dict) else {}).items()
        if isinstance(each, dict) and each.get("defaultValue") is not None
    }
    resources = whole.get("resources")
    for each in resources if isinstance(resources, list) else ():
        resource = _resolved(each, parameters)
        kind, name = str(resource.pop("type", "")), str(resource.pop("name", UNKNOWN_STRING_VALUE))
        namespace, *types = kind.split("/")
        names = name.split("/")
        known = len(names) == len(types)
        parents = [part for pair in zip(types[:-1], names[:-1], strict=False) for part in pair]
        inputs = resource | {
            "resourceProviderNamespace": namespace,
            "parentResourcePath": "/".join(parents) if known else UNKNOWN_STRING_VALUE,
            "resourceType": types[-1] if types else "",
            "resourceName": names[-1],
        }
        yield f"urn:pulumi:exported::resource-group::{kind}::{name}", f"azure-native:{GENERIC}", inputs


def _resolved(value: Any, parameters: Mapping[str, Any]) -> Any:
    """A value of a template with its expressions worked out; what can't be is what isn't known."""
    if isinstance(value, dict):
        return {key: _resolved(each, parameters) for key, each in value.items()}
    if isinstance(value, list):
        return [_resolved(each, parameters) for each in value]
    if not isinstance(value, str) or not value.startswith("[") or not value.endswith("]"):
        return value
    if value.startswith("[["):  # an escaped bracket
        return value[1:]
    found, rest = _expression(value[1:-1], parameters)
    return UNKNOWN_STRING_VALUE if rest.strip() else found


def _expression(text: str, parameters: Mapping[str, Any]) -> tuple[Any, str]:
    """The value at the beginning of an expression, and what comes after it."""
    match = _CALL.match(text)
    if match is None:
        return UNKNOWN_STRING_VALUE, ""
    if match["name"] is None:
        return match["text"].replace("''", "'"), text[match.end() :]
    arguments: list[Any] = []
    rest = match["rest"].lstrip()
    while rest and not rest.startswith(")"):
        value, rest = _expression(rest, parameters)
        arguments.append(value)
        rest = rest.lstrip().removeprefix(",").lstrip()
    return _called(match["name"].lower(), arguments, parameters), rest[1:]


def _called(name: str, arguments: list[Any], parameters: Mapping[str, Any]) -> Any:
    if name == "parameters" and len(arguments) == 1:
        return parameters.get(str(arguments[0]), UNKNOWN_STRING_VALUE)
    if UNKNOWN_STRING_VALUE in arguments or not all(isinstance(each, str) for each in arguments):
        return UNKNOWN_STRING_VALUE
    if name == "concat":
        return "".join(arguments)
    if name == "resourceid" and arguments:
        namespace, *types = arguments[0].split("/")
        parts = [part for pair in zip(types, arguments[1:], strict=False) for part in pair]
        return "/".join(("", "subscriptions", "-", "resourceGroups", "-", "providers", namespace, *parts))
    return UNKNOWN_STRING_VALUE
