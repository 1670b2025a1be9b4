"""Microsoft.Authorization/policyAssignments"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, Put, ResourceType, given
from azure_simulator.cloud.values import dig

_DEFINITION = r"(/.+)?/providers/Microsoft\.Authorization/policy(Set)?Definitions/[^/]+"


class PolicyAssignment(ResourceType):
    """One of a definition in cloud/built_in_policies.yaml denies what follows; any other is written down."""

    pulumi_type = "azure-native:authorization:PolicyAssignment"
    path = "/{scope}/providers/Microsoft.Authorization/policyAssignments/{policyAssignmentName}"
    source = "learn.microsoft.com/azure/governance/policy/concepts/assignment-structure"
    auto_name = "random"
    name_rule = NameRule(
        r"[^<>%&:\\?/]{0,259}[^<>%&:\\?/ .]",
        r"up to 260 characters, none of <>%&:\?/, no space or . at the end",
    )
    defaults = given({"enforcementMode": "Default"})
    ignored_references = frozenset({"policyDefinitionId", "scope", "notScopes"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        definition = dig(props, "policyDefinitionId")
        if isinstance(definition, str) and not re.fullmatch(_DEFINITION, definition, re.IGNORECASE):
            yield "policyDefinitionId", f"'{definition}' is no id of a policy definition"
        if len(str(dig(props, "displayName") or "")) > 128:
            yield "displayName", "at most 128 characters"

    def create(self, put: Put) -> Mapping[str, Any]:
        return {"scope": "/" + str(put.props["scope"]).strip("/")}

    def parent_missing(self, id_: str, parent: str) -> arm.ArmError:  # noqa: ARG002
        return arm.not_found(parent)
