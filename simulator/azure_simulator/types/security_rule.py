"""Microsoft.Network/networkSecurityGroups/securityRules"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType
from azure_simulator.types.network_security_group import RULE_NAME, rule_problems


class SecurityRule(ResourceType):
    pulumi_type = "azure-native:network:SecurityRule"
    path = (
        "…/Microsoft.Network/networkSecurityGroups/{networkSecurityGroupName}"
        "/securityRules/{securityRuleName}"
    )
    source = "learn.microsoft.com/azure/virtual-network/network-security-groups-overview"
    name_rule = RULE_NAME

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from rule_problems(props)

    def create(self, put: Put) -> Mapping[str, Any]:
        key = (put.props.get("direction"), put.props.get("priority"))
        for other in put.cloud.children(arm.parent_of(put.id) or "", self.pulumi_type):
            if not arm.same_id(other.id, put.id) and (other.body["direction"], other.body["priority"]) == key:
                raise ArmError(
                    400,
                    "SecurityRuleConflict",
                    f"Security rule {arm.name_of(put.id)} conflicts with rule {arm.name_of(other.id)}. "
                    "Rules cannot have the same Priority and Direction.",
                    seen=LOGS,
                )
        return {"name": arm.name_of(put.id), "type": self.arm.arm_type}
