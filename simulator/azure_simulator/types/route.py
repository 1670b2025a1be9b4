"""Microsoft.Network/routeTables/routes"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import LOGS, ArmError
from azure_simulator.cloud.resource_type import Put, ResourceType, given
from azure_simulator.types.route_table import ROUTE, route_problems
from azure_simulator.types.shared.network_names import NETWORK_NAME


class Route(ResourceType):
    pulumi_type = ROUTE
    path = "…/Microsoft.Network/routeTables/{routeTableName}/routes/{routeName}"
    source = "learn.microsoft.com/azure/virtual-network/virtual-networks-udr-overview"
    name_rule = NETWORK_NAME
    defaults = given({"hasBgpOverride": False})

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        yield from route_problems(props)

    def create(self, put: Put) -> Mapping[str, Any]:
        prefix = put.props.get("addressPrefix")
        for other in put.cloud.children(arm.parent_of(put.id) or "", self.pulumi_type):
            if not arm.same_id(other.id, put.id) and other.body.get("addressPrefix") == prefix:
                raise ArmError(
                    400,
                    "RouteConflict",
                    f"Route: {arm.name_of(put.id)} conflicts with Route: {arm.name_of(other.id)}. Routes "
                    "cannot have the same AddressPrefix.",
                    seen=LOGS,
                )
        return {"name": arm.name_of(put.id), "type": self.arm.arm_type}

    def serial_with(self, id_: str) -> str | None:
        return arm.parent_of(id_)
