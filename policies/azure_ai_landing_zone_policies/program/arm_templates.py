"""The resources in a template of ARM, read as general resources: of a deployment, of an exported group.

Syntax: learn.microsoft.com/azure/azure-resource-manager/templates/syntax, 2026-11.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pulumi_policy.proxy import UNKNOWN_STRING_VALUE

from azure_ai_landing_zone_policies.program.untyped import GENERIC, typed
from azure_ai_landing_zone_policies.program.view import View

DEPLOYMENTS = ("resources:Deployment", "resources:DeploymentAtSubscriptionScope")

_CALL = re.compile(r"\s*(?:'(?P<text>(?:[^']|'')*)'|(?P<name>\w+)\s*\((?P<rest>.*))", re.DOTALL)

Inner = tuple[str, str, str, Mapping[str, Any]]
"""Where it stands in the template, its ARM type, its name, and its inputs as a general resource has them."""


def deployed_by(view: View) -> Iterator[View]:
    """What the template of a deployment makes, as far as the program writes it; nothing of anything else.

    Shown with their place in it, under the deployment's own URN.
    """
    if view.resource.type not in DEPLOYMENTS or not view.known("properties.template"):
        return
    given = view.plain("properties.parameters")
    values = {
        name: each["value"]
        for name, each in (given.items() if isinstance(given, Mapping) else ())
        if isinstance(each, Mapping) and "value" in each
    }
    template = view.plain("properties.template")
    links = view.resource.links.get("properties", frozenset())
    for place, _, name, inputs in resources_of(template if isinstance(template, Mapping) else {}, values):
        read = typed(f"azure-native:{GENERIC}", inputs, dict.fromkeys(inputs, links))
        path = view.path(f"properties.template.{place}")
        inner = replace(
            view.resource,
            type=read.type,
            name=f"{view.resource.name}/{name}",
            urn=f"{view.resource.urn}/{place}",
            deployment=view.resource.of_engine,
            links=read.links,
            api_version=read.api_version,
        )
        made = View(dict(read.inputs), inner, path)
        yield made
        yield from deployed_by(made)


def resources_of(template: Mapping[str, Any], values: Mapping[str, Any] | None = None) -> Iterator[Inner]:
    """Those that stand in a template; `values` are given to its parameters, the others have their defaults.

    What an expression can't be worked out to is what isn't known; one whose condition is false isn't there.
    """
    declared = template.get("parameters")
    defaults = {
        name: each["defaultValue"]
        for name, each in (declared.items() if isinstance(declared, Mapping) else ())
        if isinstance(each, Mapping) and each.get("defaultValue") is not None
    }
    yield from _listed(template.get("resources"), "resources", (), (), {**defaults, **(values or {})})


def _listed(
    resources: Any, where: str, types: tuple[str, ...], names: tuple[str, ...], values: Mapping[str, Any]
) -> Iterator[Inner]:
    """A list of them, or a map by symbolic name; `types` and `names` are those of the resource around."""
    if isinstance(resources, Mapping):
        named = [(f"{where}.{key}", each) for key, each in resources.items()]
    else:
        listed = resources if isinstance(resources, list) else []
        named = [(f"{where}[{index}]", each) for index, each in enumerate(listed)]
    for place, each in named:
        resource = _resolved(each, values)
        if not isinstance(resource, dict) or resource.get("condition") is False or resource.get("existing"):
            continue
        own_types = (*types, *str(resource.pop("type", "")).split("/"))
        own_names = (*names, *str(resource.pop("name", UNKNOWN_STRING_VALUE)).split("/"))
        children = resource.pop("resources", [])
        nested = resource.get("properties")
        if isinstance(nested, dict) and nested.get("expressionEvaluationOptions") == {"scope": "inner"}:
            nested["template"] = each["properties"].get("template")  # its expressions are its own
        namespace, *kinds = own_types
        known = len(own_names) == len(kinds)
        parents = [part for pair in zip(kinds[:-1], own_names[:-1], strict=False) for part in pair]
        inputs = resource | {
            "resourceProviderNamespace": namespace,
            "parentResourcePath": "/".join(parents) if known else UNKNOWN_STRING_VALUE,
            "resourceType": kinds[-1] if kinds else "",
            "resourceName": own_names[-1],
        }
        yield place, "/".join(own_types), "/".join(own_names), inputs
        yield from _listed(children, f"{place}.resources", own_types, own_names, values)


def _resolved(value: Any, values: Mapping[str, Any]) -> Any:
    """A value of a template with its expressions worked out; what can't be is what isn't known."""
    if isinstance(value, Mapping):
        return {key: _resolved(each, values) for key, each in value.items()}
    if isinstance(value, list):
        return [_resolved(each, values) for each in value]
    if not isinstance(value, str) or not value.startswith("[") or not value.endswith("]"):
        return value
    if value.startswith("[["):  # an escaped bracket
        return value[1:]
    found, rest = _expression(value[1:-1], values)
    return UNKNOWN_STRING_VALUE if rest.strip() else found


def _expression(text: str, values: Mapping[str, Any]) -> tuple[Any, str]:
    """The value at the beginning of an expression, and what comes after it."""
    match = _CALL.match(text)
    if match is None:
        return UNKNOWN_STRING_VALUE, ""
    if match["name"] is None:
        return match["text"].replace("''", "'"), text[match.end() :]
    arguments: list[Any] = []
    rest = match["rest"].lstrip()
    while rest and not rest.startswith(")"):
        value, rest = _expression(rest, values)
        arguments.append(value)
        rest = rest.lstrip().removeprefix(",").lstrip()
    return _called(match["name"].lower(), arguments, values), rest[1:]


def _called(name: str, arguments: list[Any], values: Mapping[str, Any]) -> Any:
    if name == "parameters" and len(arguments) == 1:
        return values.get(str(arguments[0]), UNKNOWN_STRING_VALUE)
    if UNKNOWN_STRING_VALUE in arguments or not all(isinstance(each, str) for each in arguments):
        return UNKNOWN_STRING_VALUE
    if name == "concat":
        return "".join(arguments)
    if name == "resourceid" and arguments:
        namespace, *types = arguments[0].split("/")
        parts = [part for pair in zip(types, arguments[1:], strict=False) for part in pair]
        return "/".join(("", "subscriptions", "-", "resourceGroups", "-", "providers", namespace, *parts))
    return UNKNOWN_STRING_VALUE
