"""Microsoft.Network/loadBalancers"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Cloud, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig, each
from azure_simulator.types.shared import parts, ranges
from azure_simulator.types.shared.network_names import NETWORK_NAME
from azure_simulator.types.subnet import check_room, check_subnet_region

_PARTS = (
    "backendAddressPools",
    "inboundNatPools",
    "inboundNatRules",
    "loadBalancingRules",
    "outboundRules",
    "probes",
)


class LoadBalancer(ResourceType):
    pulumi_type = "azure-native:network:LoadBalancer"
    path = "…/Microsoft.Network/loadBalancers/{loadBalancerName}"
    source = "learn.microsoft.com/azure/load-balancer/skus; load-balancer-basic-upgrade-guidance"
    fixed = ("sku.name", "sku.tier")
    name_rule = NETWORK_NAME
    defaults = given({"sku": {"tier": "Regional"}, **{kind: [] for kind in _PARTS}})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        sku = dig(props, "sku.name")
        if "sku" not in props or (sku is not None and sku.lower() == "basic"):
            yield (
                "sku.name",
                "Basic load balancers are retired since 2025-09-30 and are what Azure makes without a "
                "sku: use Standard",
            )
        yield from parts.nameless(props, ("frontendIPConfigurations", *_PARTS))
        for path, front in each(props, "frontendIPConfigurations"):
            ways = [way for way in ("subnet", "publicIPAddress", "publicIPPrefix") if way in front]
            if len(ways) != 1:
                got = f"got {' and '.join(ways)}" if ways else "got none"
                yield path, f"a front end has one of subnet, publicIPAddress and publicIPPrefix, {got}"
            static = dig(front, "privateIPAllocationMethod") == "Static"
            if static and "privateIPAddress" not in front:
                yield f"{path}.privateIPAddress", "a Static allocation needs an address"
        for path, rule in each(props, "loadBalancingRules"):
            whole = dig(rule, "protocol") == "All"
            if whole and (dig(rule, "frontendPort") or dig(rule, "backendPort")):
                yield f"{path}.frontendPort", "a rule of all protocols is one of all ports: both ports are 0"
            if "frontendIPConfiguration" not in rule:
                yield f"{path}.frontendIPConfiguration", "a rule needs a front end"
        for path, probe in each(props, "probes"):
            if dig(probe, "protocol") in ("Http", "Https") and "requestPath" not in probe:
                yield f"{path}.requestPath", "a probe over HTTP needs a path"
            if dig(probe, "protocol") == "Tcp" and dig(probe, "requestPath"):
                yield f"{path}.requestPath", "a probe over TCP takes no path"

    def create(self, put: Put) -> Mapping[str, Any]:
        sku = str(dig(put.props, "sku.name"))
        answer = parts.with_ids(put, self.arm.arm_type, ("frontendIPConfigurations", *_PARTS))
        for front in answer.get("frontendIPConfigurations", []):
            subnet = dig(front, "subnet.id")
            if subnet:
                check_subnet_region(self, put, str(subnet))
                check_room(put, str(subnet), 1)
                front.setdefault("privateIPAddress", ranges.address(put.cloud, str(subnet), put.id))
            front.setdefault("privateIPAllocationMethod", "Dynamic")
            address = put.cloud.store.get(str(dig(front, "publicIPAddress.id")))
            its_sku = str(dig(address.body, "sku.name")) if address else sku
            if its_sku.lower() != sku.lower():
                raise ArmError(
                    400,
                    "PublicIPAndLBSkuDoNotMatch",
                    f"{its_sku} sku publicIp {address.id if address else ''} is not associated with "
                    f"{sku} sku load balancer {put.id}.",
                    seen="the code in public logs; the words are ours",
                )
        return answer

    def delete(self, cloud: Cloud, resource: Resource) -> None:
        sets = [user for user in cloud.users(resource.id) if arm.type_of(user).endswith("ScaleSets")]
        if sets:
            raise ArmError(
                400,
                "LoadBalancerInUseByVirtualMachineScaleSet",
                f"Cannot delete load balancer {resource.id} since its child resources are in use by virtual "
                f"machine scale set {sets[0]}.",
                seen=f"{LOGS}, nearly in these words",
            )
