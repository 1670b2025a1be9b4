"""Microsoft.ApiManagement/service/apis/operations"""

from __future__ import annotations

from azure_simulator.cloud.resource_type import ResourceType


class ApiManagementApiOperation(ResourceType):
    pulumi_type = "azure-native:apimanagement:ApiOperation"
    path = "…/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/operations/{operationId}"
    source = "learn.microsoft.com/rest/api/apimanagement/api-operation/create-or-update 2024-05-01"
