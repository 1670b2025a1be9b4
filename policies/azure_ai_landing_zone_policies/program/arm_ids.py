"""Which resource an id of ARM means, where a program or an export writes it out.

Syntax: learn.microsoft.com/azure/azure-resource-manager/templates/template-functions-resource#resourceid,
2026-11.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_ai_landing_zone_policies.program.arm_paths import ARM_PATHS
from azure_ai_landing_zone_policies.program.view import View

_PROVIDERS = "/providers/"
_GROUP = re.compile(r"/resourcegroups/([^/]+)")
_NAME = re.compile(r"{(\w+)}")


def path_of(view: View) -> str | None:
    """The part of a resource's id after its group, in lower case; None where its names aren't known."""
    path = ARM_PATHS.get(view.resource.type)
    names = _NAME.findall(path) if path else []
    if not path or not all(view.known(name) for name in names):
        return None
    return _NAME.sub(lambda match: str(view.plain(match[1])), path).lower()


def group_of(view: View) -> str | None:
    """Its resource group in lower case, if that is written."""
    group = view.plain("resourceGroupName") if view.known("resourceGroupName") else None
    return group.lower() if isinstance(group, str) else None


def written_in(value: Any) -> Iterator[str]:
    """The ids that are written out in a value, in lower case."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from written_in(each)
    elif isinstance(value, str) and value.startswith("/") and _PROVIDERS in value:
        yield value.lower()


def ids_in(value: Any) -> Iterator[tuple[str | None, str]]:
    """The ids in a value, as `group_of` and `path_of` have them: of resources, and of what those are in."""
    for written in written_in(value):
        scope, _, path = written.rpartition(_PROVIDERS)
        group = _GROUP.search(scope)
        known = group[1] if group and group[1] != "-" else None  # an expression of a template knows none
        segments = path.split("/")
        for length in range(len(segments), 2, -2):
            yield known, "/".join(segments[:length])
