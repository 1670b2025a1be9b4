"""Microsoft.ApiManagement/service"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.arm import ArmError
from azure_simulator.cloud.resource_type import Cloud, NameRule, Put, ResourceType, given
from azure_simulator.cloud.store import Resource
from azure_simulator.cloud.values import dig
from azure_simulator.types.storage_account import private_endpoint_connections

_INJECTED = ("Developer", "Premium", "PremiumV2")


class ApiManagementService(ResourceType):
    pulumi_type = "azure-native:apimanagement:ApiManagementService"
    path = "…/Microsoft.ApiManagement/service/{serviceName}"
    source = "learn.microsoft.com/azure/api-management/private-endpoint, inject-vnet-v2 and soft-delete"
    name_rule = NameRule(
        r"[A-Za-z]([A-Za-z0-9-]{0,48}[A-Za-z0-9])?",
        "1-50 letters, digits and hyphens, starting with a letter and not ending with a hyphen",
    )
    globally_unique = True
    soft_delete = True
    defaults = given(
        {
            "developerPortalStatus": "Enabled",
            "legacyPortalStatus": "Disabled",
            "natGatewayState": "Disabled",
            "provisioningState": "Succeeded",
            "publicNetworkAccess": "Enabled",
            "virtualNetworkType": "None",
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        kind, sku = props.get("virtualNetworkType", "None"), dig(props, "sku.name")
        if kind in ("External", "Internal") and "virtualNetworkConfiguration" not in props:
            yield "virtualNetworkConfiguration", f"virtualNetworkType '{kind}' needs a subnet"
        if kind == "Internal" and isinstance(sku, str) and sku not in _INJECTED:
            yield "virtualNetworkType", f"'{sku}' can't be injected: {', '.join(_INJECTED)}"

    def create(self, put: Put) -> Mapping[str, Any]:
        if put.props.get("publicNetworkAccess") == "Disabled":
            _check_closed(put)
        name = arm.name_of(put.id).lower()
        internal = put.props.get("virtualNetworkType") == "Internal"
        return {
            "gatewayUrl": f"https://{name}.azure-api.net",
            "managementApiUrl": f"https://{name}.management.azure-api.net",
            "platformVersion": "stv2.1",
            # Azure takes any free address of the subnet; nobody knows it beforehand.
            "privateIPAddresses": ["10.0.0.5"] if internal else None,
        }

    def view(self, cloud: Cloud, resource: Resource) -> Mapping[str, Any]:
        connections = private_endpoint_connections(cloud, resource)
        return {"privateEndpointConnections": connections} if connections else {}


def _check_closed(put: Put) -> None:
    if put.old is None:
        text = (
            "Blocking all public network access by setting property `publicNetworkAccess` of API Management "
            f"service {put.id} is not enabled during service creation."
        )
        seen = "hashicorp/terraform-provider-azurerm#21506 (2023-04-21)"
        raise ArmError(400, "NotSupported", text, seen=seen)
    connections = private_endpoint_connections(put.cloud, put.old)
    states = [dig(one, "privateLinkServiceConnectionState.status") for one in connections]
    if "Approved" not in states:
        text = (
            f"Disabling all `publicNetworkAccess` for service: {put.id} is not supported if the service does "
            "not atleast one approved Private Endpoint Connections."
        )
        raise ArmError(400, "NotSupported", text, seen="Azure/azure-rest-api-specs#24947 (2023-07-24)")
