"""Microsoft.Network/networkSecurityGroups"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import resource_type
from azure_simulator.cloud.arm import LOGS
from azure_simulator.cloud.resource_type import Cloud, InUse, NameRule, ResourceType
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each

RULE = "azure-native:network:SecurityRule"
RULE_NAME = NameRule(
    r"[A-Za-z0-9]([\w.-]{0,78}\w)?",
    "1-80 letters, digits, underscores, periods and hyphens, starting with a letter or digit and ending "
    "with a letter, digit or underscore",
)


class NetworkSecurityGroup(ResourceType):
    pulumi_type = "azure-native:network:NetworkSecurityGroup"
    path = "…/Microsoft.Network/networkSecurityGroups/{networkSecurityGroupName}"
    source = "learn.microsoft.com/azure/virtual-network/network-security-groups-overview"
    name_rule = RULE_NAME
    sub_resources = frozenset({"securityRules"})
    in_use = InUse(
        400,
        "InUseNetworkSecurityGroupCannotBeDeleted",
        "Network security group {id} cannot be deleted because it is in use by the following resources: "
        "{users}. In order to delete the Network security group, remove the association with the "
        "resource(s). To learn how to do this, see aka.ms/deletensg.",
        LOGS,
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        taken: dict[tuple[str, int], str] = {}
        for path, rule in each(props, "securityRules"):
            yield from ((f"{path}.{inner}", text) for inner, text in rule_problems(rule))
            direction, priority = dig(rule, "direction"), dig(rule, "priority")
            if priority is None:
                if rule.get("priority", 0) == 0:
                    yield f"{path}.priority", "missing required property 'priority'"
                continue
            key = (str(direction).lower(), priority)
            if key in taken:
                yield (
                    f"{path}.priority",
                    f"priority {priority} in direction {direction} is also that of {taken[key]}: rules of "
                    "one direction can't share a priority",
                )
            taken.setdefault(key, path)

    def created(self, cloud: Cloud, resource: Resource) -> None:
        sent = dig(resource.inputs, "securityRules")
        unit = resource_type.find(RULE)
        if not isinstance(sent, list) or unit is None:
            return
        kept = {f"{resource.id}/securityRules/{rule['name']}".lower() for rule in sent}
        for child in cloud.children(resource.id, RULE):
            if child.id.lower() not in kept:
                cloud.delete(child.id, locked=True)
        for rule in sent:
            cloud.put(unit, f"{resource.id}/securityRules/{rule['name']}", rule, locked=True)

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        rules = [
            {"id": child.id, **{key: value for key, value in child.body.items() if key != "azureApiVersion"}}
            for child in cloud.children(resource.id, RULE)
        ]
        users = cloud.users(resource.id)
        return {
            "securityRules": rules,
            "subnets": [{"id": user} for user in users if "/subnets/" in user],
            "networkInterfaces": [{"id": user} for user in users if "/networkInterfaces/" in user],
        }


def rule_problems(rule: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    priority = dig(rule, "priority")
    if isinstance(priority, int) and not 100 <= priority <= 4096:
        yield "priority", f"{priority} is outside 100 to 4096"
    for end in ("source", "destination"):
        if not _has(rule, f"{end}AddressPrefix", f"{end}AddressPrefixes", f"{end}ApplicationSecurityGroups"):
            yield (
                f"{end}AddressPrefix",
                f"a rule needs a {end} address prefix, prefixes or application security groups",
            )
        if not _has(rule, f"{end}PortRange", f"{end}PortRanges"):
            yield f"{end}PortRange", f"a rule needs a {end} port range or ranges"


def _has(rule: Mapping[str, Any], *names: str) -> bool:
    return any(rule.get(name) not in (None, [], "") for name in names)
