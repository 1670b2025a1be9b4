"""Microsoft.ApiManagement/service/namedValues"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType


class ApiManagementNamedValue(ResourceType):
    pulumi_type = "azure-native:apimanagement:NamedValue"
    path = "…/Microsoft.ApiManagement/service/{serviceName}/namedValues/{namedValueId}"
    source = "learn.microsoft.com/rest/api/apimanagement/named-value/create-or-update 2024-05-01"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        name = props.get("displayName")
        if isinstance(name, str) and not re.fullmatch(r"[A-Za-z0-9._-]{1,256}", name):
            yield "displayName", f"letters, digits, period, dash and underscore only, got {name!r}"
        value = props.get("value")
        if "keyVault" not in props and (value is None or (isinstance(value, str) and not value.strip())):
            yield "value", "it may not be empty or consist only of whitespace"
