"""Azure Resource Manager's ids and errors."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

SUBSCRIPTION_ID: Final = "00000000-0000-0000-0000-000000000001"
TENANT_ID: Final = "00000000-0000-0000-0000-000000000002"
DEPLOYER_OBJECT_ID: Final = "00000000-0000-0000-0000-000000000003"
"""Object id of the identity that deploys."""

GUID: Final = r"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"

_IDS: Final = uuid.UUID("6f1c2a44-6e0e-4a7b-9d3c-0b8f6a1f5e11")


OURS: Final = "ours"
"""For `seen`: that Azure refuses is documented at the type, its own words were not to be found."""
LOGS: Final = "output of az, Terraform and ARM deployments in public repositories, read 2026-11-21"
"""For `seen`: code and words as people who met them copied them."""


class ArmError(Exception):
    """A refusal by Azure, printed as pulumi-azure-native prints it.

    seen: where code and words were seen (an issue or page with its date, or LOGS), or OURS. With
    "words are ours" behind it, the code alone was.
    """

    def __init__(self, status: int, code: str, message: str, *, seen: str) -> None:
        super().__init__(f'Status={status} Code="{code}" Message="{message}"')
        self.status = status
        self.code = code
        self.message = message
        self.seen = seen


class ProviderError(Exception):
    """A refusal by pulumi-azure-native itself, before or instead of Azure's."""


def stable_guid(*parts: str) -> str:
    """A GUID that depends on `parts` alone: the same resource has the same one on every machine."""
    return str(uuid.uuid5(_IDS, "\n".join(parts).lower()))


def same_id(one: str, other: str) -> bool:
    return one.strip("/").lower() == other.strip("/").lower()


def location(name: str) -> str:
    """`East US 2` and `eastus2` are one location; Azure answers with the latter."""
    return name.replace(" ", "").lower()


@dataclass(frozen=True)
class Path:
    """A type's path: `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/…/{name}`.

    Parameters named `scope`, `resourceUri` or `resourceId` stand for a whole id.
    """

    template: str

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        return tuple(name for name in re.findall(r"\{(\w+)\}", self.template) if name != "subscriptionId")

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        pattern = re.escape(self.template)
        for name in ("subscriptionId", *self.parameters):
            shape = "(?P<%s>.+)" if _is_id(name) else "(?P<%s>[^/]+)"
            pattern = pattern.replace(re.escape("{" + name + "}"), shape % name)
        return re.compile(pattern.strip("/"), re.IGNORECASE)

    @cached_property
    def arm_type(self) -> str:
        """`Microsoft.Network/virtualNetworks/subnets`"""
        _, found, tail = self.template.rpartition("/providers/")
        if not found:
            return "Microsoft.Resources/resourceGroups"
        parts = tail.split("/")
        return "/".join([parts[0], *parts[1::2]])

    @property
    def own_name(self) -> str | None:
        """The parameter that names the resource itself; None where the name is fixed (`…/default`)."""
        last = self.template.rsplit("/", 1)[-1]
        return last.strip("{}") if last.startswith("{") else None

    def fill(self, subscription: str, inputs: Mapping[str, Any]) -> str:
        """The id; raises KeyError where a parameter is missing."""
        filled = self.template.replace("{subscriptionId}", subscription)
        for name in self.parameters:
            filled = filled.replace("{" + name + "}", str(inputs[name]).strip("/"))
        return "/" + re.sub("/{2,}", "/", filled.strip("/"))

    def parse(self, id_: str) -> dict[str, str] | None:
        found = self._pattern.fullmatch(id_.strip("/"))
        if not found:
            return None
        return {key: "/" + value if _is_id(key) else value for key, value in found.groupdict().items()}


def _is_id(parameter: str) -> bool:
    return parameter in {"scope", "resourceUri", "resourceId", "parentScope"}


_SCOPED: Final = re.compile(r"/subscriptions/[^/]+(/|$)", re.IGNORECASE)


def is_resource_id(text: str) -> bool:
    """True for the id of something under a resource group or provider, not of a bare subscription."""
    return bool(_SCOPED.match(text)) and "/" in text[len("/subscriptions/") :].strip("/")


def name_of(id_: str) -> str:
    return id_.rstrip("/").rsplit("/", 1)[-1]


def group_of(id_: str) -> str | None:
    found = re.match(r"/subscriptions/[^/]+/resourceGroups/([^/]+)", id_, re.IGNORECASE)
    return found.group(1) if found else None


def subscription_of(id_: str) -> str | None:
    found = re.match(r"/subscriptions/([^/]+)", id_, re.IGNORECASE)
    return found.group(1) if found else None


def parent_of(id_: str) -> str | None:
    """The id one level up: a subnet's network, a resource's group, a group's subscription."""
    head, found, tail = id_.rpartition("/providers/")
    if not found:
        group = re.match(r"(/subscriptions/[^/]+)/resourceGroups/[^/]+$", id_, re.IGNORECASE)
        return group.group(1) if group else None
    parts = tail.split("/")
    return f"{head}/providers/{'/'.join(parts[:-2])}" if len(parts) > 3 else head


_INSIDE = re.compile(
    r"(.*/(?:managedClusters/[^/]+(?=/namespaces/)|vaults/[^/]+(?=/secrets/)|searchServices/[^/]+(?=/indexes/)))"
    r"/[^/]+/[^/]+",
    re.IGNORECASE,
)


def whole_of(id_: str | None) -> str | None:
    """What is made inside of a resource, past ARM, is a scope of roles all the same: the resource's id of a
    Kubernetes namespace, a secret or a search index, any other as it is. Whether Azure refuses the scope of
    one that isn't there is unknown. Sources: learn.microsoft.com/azure/aks/entra-id-authorization,
    2026-08-21; azure/key-vault/general/rbac-guide and azure/search/search-security-rbac, 2026-11-23."""
    inside = _INSIDE.fullmatch(id_ or "")
    return inside.group(1) if inside else id_


def type_of(id_: str) -> str:
    """`Microsoft.Storage/storageAccounts` of any id."""
    return Path(re.sub(r"^.*/providers/", "/providers/", id_)).arm_type if "/providers/" in id_ else ""


def not_found(id_: str) -> ArmError:
    """ARM's answer to a GET of what doesn't exist."""
    group = group_of(id_)
    if group is not None and same_id(id_, f"/subscriptions/{subscription_of(id_)}/resourceGroups/{group}"):
        return ArmError(
            404, "ResourceGroupNotFound", f"Resource group '{group}' could not be found.", seen=LOGS
        )
    return ArmError(
        404,
        "ResourceNotFound",
        f"The Resource '{id_.rpartition('/providers/')[2]}' under resource group '{group}' was not found. "
        "For more details please go to https://aka.ms/ARMResourceNotFoundFix",
        seen=LOGS,
    )
