"""Microsoft.Network/applicationGateways"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, Put, given
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.network_security_group import RULE
from azure_simulator.types.shared import parts
from azure_simulator.types.shared.network_names import NETWORK_NAME
from azure_simulator.types.shared.network_type import ZonalNetworkType
from azure_simulator.types.subnet import check_room, check_subnet_region

_NEEDED = ("gatewayIPConfigurations", "frontendIPConfigurations", "frontendPorts")
_PARTS = (
    *_NEEDED,
    "backendAddressPools",
    "backendHttpSettingsCollection",
    "backendSettingsCollection",
    "httpListeners",
    "listeners",
    "probes",
    "redirectConfigurations",
    "requestRoutingRules",
    "rewriteRuleSets",
    "routingRules",
    "sslCertificates",
    "sslProfiles",
    "trustedClientCertificates",
    "trustedRootCertificates",
    "urlPathMaps",
)
_OLD = ("Standard", "WAF")
_MOST_INSTANCES = 125


class ApplicationGateway(ZonalNetworkType):
    pulumi_type = "azure-native:network:ApplicationGateway"
    path = "…/Microsoft.Network/applicationGateways/{applicationGatewayName}"
    source = (
        "learn.microsoft.com/azure/application-gateway/configuration-infrastructure, "
        "application-gateway/v1-retirement"
    )
    name_rule = NETWORK_NAME
    defaults = given({"enableHttp2": False, "operationalState": "Running"})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        tier = dig(props, "sku.tier")
        if tier in _OLD:
            yield "sku.tier", f"{tier} (v1) is retired since 2026-04-28: use {tier}_v2"
        for name in _NEEDED:
            if not props.get(name) and name not in props:
                yield name, f"an application gateway needs {name}"
        for rules, listeners in (("requestRoutingRules", "httpListeners"), ("routingRules", "listeners")):
            if bool(props.get(rules)) != bool(props.get(listeners)) and not {rules, listeners} <= set(props):
                missing = listeners if props.get(rules) else rules
                yield missing, f"{rules} and {listeners} go together"
        if "requestRoutingRules" not in props and "routingRules" not in props:
            yield "requestRoutingRules", "an application gateway needs at least one rule"
        yield from parts.nameless(props, _PARTS)
        yield from _capacity(props)
        for path, rule in each(props, "requestRoutingRules"):
            priority = dig(rule, "priority")
            if "priority" not in rule:
                yield f"{path}.priority", "each rule needs a priority, from 1 to 20000"
            elif priority is not None and not 1 <= priority <= 20000:
                yield f"{path}.priority", f"{priority} is outside 1 to 20000"

    def create(self, put: Put) -> Mapping[str, Any]:
        for _, configuration in each(put.props, "gatewayIPConfigurations"):
            subnet = str(dig(configuration, "subnet.id"))
            check_subnet_region(self, put, subnet)
            check_room(put, subnet, 1)
            _check_alone(put, subnet)
            _check_management_ports(put, subnet)
        return parts.with_ids(put, self.arm.arm_type, _PARTS)


def _capacity(props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    count, least = dig(props, "sku.capacity"), dig(props, "autoscaleConfiguration.minCapacity")
    if count is not None and "autoscaleConfiguration" in props:
        yield "sku.capacity", "a gateway has a capacity or autoscaleConfiguration, not both"
    elif "autoscaleConfiguration" not in props and "capacity" not in (props.get("sku") or {}):
        yield "sku.capacity", "a v2 gateway needs a capacity or autoscaleConfiguration"
    for path, number in (("sku.capacity", count), ("autoscaleConfiguration.minCapacity", least)):
        lowest = 0 if path.startswith("autoscale") else 1
        if number is not None and not lowest <= number <= _MOST_INSTANCES:
            yield path, f"{number} is outside {lowest} to {_MOST_INSTANCES}"


def _check_alone(put: Put, subnet: str) -> None:
    """Only application gateways may be in its subnet."""
    name = arm.name_of(subnet)
    for user in put.cloud.users(subnet):
        kind = arm.type_of(user)
        if kind in ("Microsoft.Network/applicationGateways", "Microsoft.Network/virtualNetworks"):
            continue
        raise ArmError(
            400,
            "ApplicationGatewaySubnetCannotHaveOtherResources",
            f"Subnet {name} cannot be used for application gateway {arm.name_of(put.id)} since subnet has "
            f"other resources: {user}.",
            seen="the first half (e-learn.cn/qa/q-1071142.html); code and rest are ours",
        )


def _check_management_ports(put: Put, subnet: str) -> None:
    found = put.cloud.store.get(subnet)
    group = dig(found.body, "networkSecurityGroup.id") if found else None
    if group and not _lets_in(put.cloud, str(group)):
        raise ArmError(
            400,
            "ApplicationGatewaySubnetInboundTrafficBlockedByNetworkSecurityGroup",
            f"Network security group {group} blocks incoming internet traffic on ports 65200 - 65535 to "
            f"subnet {subnet}, associated with Application Gateway {put.id}. This is not permitted for "
            "Application Gateways that have V2 Sku.",
            seen=LOGS,
        )


def _lets_in(cloud: Cloud, group: str) -> bool:
    return any(
        rule.get("direction") == "Inbound"
        and rule.get("access") == "Allow"
        and rule.get("sourceAddressPrefix") in ("GatewayManager", "Internet", "*", "0.0.0.0/0")
        and {"65200-65535", "*", "0-65535"}
        & {*(rule.get("destinationPortRanges") or []), rule.get("destinationPortRange")}
        for rule in (child.body for child in cloud.children(group, RULE))
    )
