"""Microsoft.ApiManagement/service/apis/policies"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.cloud.values import dig

_SECTIONS = ("inbound", "backend", "outbound", "on-error")


class ApiManagementApiPolicy(ResourceType):
    """Well-formed, with the sections that a policy has; `rawxml` may hold what XML can't, and isn't read."""

    pulumi_type = "azure-native:apimanagement:ApiPolicy"
    path = "…/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/policies/{policyId}"
    source = "learn.microsoft.com/azure/api-management/api-management-howto-policies"

    def create(self, put: Put) -> Mapping[str, Any]:
        if put.props.get("format", "xml") == "xml":
            _check(str(put.props["value"]))
        self._check_names(put)
        return {}

    def _check_names(self, put: Put) -> None:
        """Words: github.com/hashicorp/terraform-provider-azurerm/issues/5001."""
        said = re.findall(r"{{([A-Za-z0-9._-]+)}}", str(put.props["value"]))
        if not said:
            return
        service = arm.parent_of(arm.parent_of(put.id) or "") or ""
        values = put.cloud.children(service, "azure-native:apimanagement:NamedValue")
        known = [dig(value.body, "displayName") for value in values]
        for name in said:
            if name not in known:
                raise _refused(f"Cannot find a property '{name}'")


def _check(text: str) -> None:
    try:
        root = ElementTree.fromstring(text)  # noqa: S314 (the user's own program wrote it)
    except ElementTree.ParseError as error:
        raise _refused(str(error)) from None
    if root.tag != "policies":
        raise _refused(f"'{root.tag}' is not a valid root element, expected 'policies'")
    for section in root:
        if section.tag not in _SECTIONS:
            raise _refused(f"'{section.tag}' is not a valid policy section")


def _refused(why: str) -> ArmError:
    text = f"One or more fields contain incorrect values: {why}"
    return ArmError(400, "ValidationError", text, seen=LOGS)
