"""Microsoft.Authorization/policyExemptions"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import NameRule, ResourceType, given
from azure_simulator.cloud.values import dig


class PolicyExemption(ResourceType):
    pulumi_type = "azure-native:authorization:PolicyExemption"
    path = "/{scope}/providers/Microsoft.Authorization/policyExemptions/{policyExemptionName}"
    source = "learn.microsoft.com/azure/governance/policy/concepts/exemption-structure (2026-11-23)"
    auto_name = "random"
    name_rule = NameRule(
        r"[^<>%&:\\?/]{0,259}[^<>%&:\\?/ .]",
        r"up to 260 characters, none of <>%&:\?/, no space or . at the end",
    )
    defaults = given({"assignmentScopeValidation": "Default"})
    ignored_references = frozenset({"scope"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        for name, most in {"displayName": 128, "description": 512}.items():
            if len(str(dig(props, name) or "")) > most:
                yield name, f"at most {most} characters"

    def parent_missing(self, id_: str, parent: str) -> arm.ArmError:  # noqa: ARG002
        return arm.not_found(parent)
