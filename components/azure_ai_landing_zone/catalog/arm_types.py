"""Where Azure Resource Manager has the types that the components make.

Rows are in arm_types.csv, by azure-native's types; the names in braces are those of its inputs.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from azure_ai_landing_zone.catalog.table import data_file, keyed

GROUP = "Microsoft.Resources/subscriptions/resourceGroups"


@dataclass(frozen=True, slots=True)
class ArmType:
    """One type."""

    type: str
    """Such as compute:Disk."""
    path: str
    """Of its ids: from the provider's namespace on, or whole."""
    source: str
    as_of: date

    @property
    def arm_type(self) -> str:
        """Such as Microsoft.Network/virtualNetworks/subnets."""
        if self.path.startswith("/"):
            return GROUP
        parts = self.path.split("/")
        return "/".join([parts[0], *parts[1::2]])

    def id_of(self, subscription: str, inputs: Mapping[str, Any]) -> str | None:
        """Of a resource with those inputs; None where one of its names isn't known."""
        path = self.path.replace("{subscriptionId}", subscription)
        if not path.startswith("/"):
            scope = next((inputs[name] for name in ("scope", "resourceUri") if name in inputs), None)
            if scope is None and "resourceGroupName" in inputs:
                group = inputs["resourceGroupName"]
                scope = f"/subscriptions/{subscription}/resourceGroups/{group}" if group else ""
            if scope is None:
                scope = f"/subscriptions/{subscription}"
            if not isinstance(scope, str) or not scope:
                return None
            path = f"/{scope.strip('/')}/providers/{path}"
        for name in re.findall(r"\{(\w+)\}", path):
            value = inputs.get(name)
            if not isinstance(value, str) or not value:
                return None
            path = path.replace(f"{{{name}}}", value)
        return path


def load(text: str, file: str = "arm_types.csv") -> Mapping[str, ArmType]:
    """By azure-native's type. Raises CatalogError with every problem in the file."""
    return keyed(ArmType, file, text, "a type")


@cache
def all_types() -> Mapping[str, ArmType]:
    return load(data_file("arm_types.csv"))


def find(type_: str) -> ArmType | None:
    """The type, without `azure-native:`; None for one that no component makes."""
    return all_types().get(type_)
