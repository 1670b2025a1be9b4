"""What must be true of every resource in a stack's state; each function gives what isn't, in words."""

import importlib
import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

from azure_ai_landing_zone.catalog import private_link
from azure_ai_landing_zone.catalog.diagnostic_categories import find
from azure_ai_landing_zone.catalog.roles import BuiltInRole

Resource = dict[str, Any]

TAGS = ("owner", "costCenter", "environment")

PUBLIC_ADDRESSES = ("network:NatGateway", "network:AzureFirewall", "network:BastionHost")
"""What may have one: ways out, and the way in for people."""

_SECRET = "4dabf18193072939515e22adb298388d"
"""Pulumi's mark of a secret value."""

_SECRET_NAME = re.compile(r"(password|primarykey|secondarykey|accesskey|sharedkey|accountkey|secret)$", re.I)
_SECRET_VALUE = re.compile(r"PRIVATE KEY|AccountKey=|SharedAccessKey=|[?&]sig=")

_BLOB_DATA = {role.guid for role in BuiltInRole if role.value.startswith("Storage Blob Data")}


def name_of(resource: Resource) -> str:
    return str(resource["urn"].split("::")[-1])


def azure(resources: list[Resource]) -> list[Resource]:
    """What the stack made in Azure."""
    return [
        resource
        for resource in resources
        if resource["type"].startswith("azure-native:") and not resource.get("external")
    ]


def without_diagnostics(resources: list[Resource]) -> list[str]:
    """Resources whose type has diagnostic settings and that have none."""
    settings = [one for one in resources if one["type"].endswith(":DiagnosticSetting")]
    sent = {one["inputs"]["resourceUri"].lower() for one in settings}
    return [
        f"{name_of(one)}: {_arm_type(one)} sends nothing"
        for one in azure(resources)
        if find(_arm_type(one)) is not None and one["id"].lower() not in sent
    ]


_WORDS_ALONE = ("azure-native:apimanagement:NamedValue",)
"""Types whose tags are words to filter by: learn.microsoft.com/rest/api/apimanagement/named-value."""


def without_tags(resources: list[Resource]) -> list[str]:
    """Resources whose type takes tags and that lack one of the required ones. The general resource takes some
    for whatever it makes; what it makes inside another resource has none."""
    return [
        f"{name_of(one)}: no tag {tag}"
        for one in azure(resources)
        if "tags" in _parameters(one["type"]) and not one["inputs"].get("parentResourcePath")
        if one["type"] not in _WORDS_ALONE
        for tag in TAGS
        if not one["inputs"].get("tags", {}).get(tag)
    ]


def public(resources: list[Resource]) -> list[str]:
    """Ways in from the internet: `<logical name>: <property> is <value>`."""
    return [f"{name_of(one)}: {text}" for one in azure(resources) for text in _public(one, resources)]


def _public(one: Resource, resources: list[Resource]) -> Iterator[str]:
    switches = [
        (path, value)
        for path, value in _leaves(one["inputs"])
        if "publicNetworkAccess" in path.split(".")[-1]
    ]
    yield from (f"{path} is {value}" for path, value in switches if str(value).lower() != "disabled")
    closable = {
        link.resource_type.lower()
        for service in private_link.services()
        for link in private_link.of_service(service)
    }
    if _arm_type(one) in closable and not switches:
        modes = one["inputs"].get("accessModeSettings", {})
        is_private_cluster = (
            one["inputs"].get("apiServerAccessProfile", {}).get("enablePrivateCluster") is True
        )
        is_inside_network = one["inputs"].get("virtualNetworkType") == "Internal"
        if not is_private_cluster and not is_inside_network and set(modes.values()) != {"PrivateOnly"}:
            yield "nothing says that public access is off"
    if one["type"].endswith(":PublicIPAddress"):
        users = [other for other in resources if _mentions(other.get("inputs", {}), one["id"])]
        kinds = {other["type"].removeprefix("azure-native:") for other in users}
        yield from (f"is the address of a {kind}" for kind in sorted(kinds - {*PUBLIC_ADDRESSES, *_ABOUT}))
    for path, value in _leaves(one["inputs"]):
        last = path.split(".")[-1]
        if last in ("allowBlobPublicAccess", "anonymousPullEnabled", "adminUserEnabled") and value:
            yield f"{path} is {value}"
        if last == "publicAccess" and value != "None":
            yield f"{path} is {value}"
        if "publicIPAddressConfiguration" in path:
            yield f"{path} is {value}"


_ABOUT = ("monitor:DiagnosticSetting",)


def secrets(resources: list[Resource]) -> list[str]:
    """Keys, passwords, and whatever Pulumi takes for a secret."""
    return [
        f"{name_of(one)}: {path}"
        for one in resources
        for part in ("inputs", "outputs")
        for path, value in _leaves(one.get(part, {}), part)
        if value not in (None, "")
        if _SECRET in path or _SECRET_NAME.search(path) or _SECRET_VALUE.search(str(value))
    ]


def wide_access(resources: list[Resource]) -> list[str]:
    """Names of role assignments that hold for more than one resource: those at a resource group or wider,
    and data roles on all blobs of an account."""
    return sorted(
        name_of(one)
        for one in azure(resources)
        if one["type"].endswith(":RoleAssignment") and _is_wide(one["inputs"])
    )


def kept(resources: list[Resource]) -> list[str]:
    """What isn't protected and isn't needed by anything that is."""
    by_urn = {one["urn"]: one for one in resources}
    needed: set[str] = set()
    waiting = [one["urn"] for one in resources if one.get("protect")]
    while waiting:
        urn = waiting.pop()
        if urn in needed or urn not in by_urn:
            continue
        needed.add(urn)
        one = by_urn[urn]
        provider = str(one.get("provider", "")).rpartition("::")[0]
        waiting += [*one.get("dependencies", []), provider, one.get("parent", "")]
    return [one["urn"] for one in resources if one["urn"] not in needed]


def _is_wide(inputs: Resource) -> bool:
    scope, role = inputs["scope"], inputs["roleDefinitionId"].rsplit("/", 1)[-1]
    if "/providers/" not in scope:
        return True
    return role in _BLOB_DATA and "/containers/" not in scope


def _arm_type(resource: Resource) -> str:
    """Such as microsoft.keyvault/vaults; an empty text of what has no provider, such as a resource group."""
    _, _, path = str(resource["id"]).lower().rpartition("/providers/")
    provider, *names = path.split("/")
    return "/".join([provider, *names[::2]])


def _parameters(type_: str) -> set[str]:
    _, module, name = type_.split(":")
    kind = getattr(importlib.import_module(f"pulumi_azure_native.{module}"), name)
    return set(inspect.signature(kind._internal_init).parameters)


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _leaves(item, f"{path}[{number}]")
    else:
        yield path, value


def _mentions(value: Any, text: str) -> bool:
    return text.lower() in json.dumps(value).lower()
