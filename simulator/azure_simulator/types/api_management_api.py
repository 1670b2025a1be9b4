"""Microsoft.ApiManagement/service/apis"""

from __future__ import annotations

from azure_simulator.cloud.resource_type import ResourceType, given


class ApiManagementApi(ResourceType):
    pulumi_type = "azure-native:apimanagement:Api"
    path = "…/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}"
    source = "learn.microsoft.com/rest/api/apimanagement/apis/create-or-update 2024-05-01"
    defaults = given({"apiRevision": "1", "isCurrent": True, "isOnline": True, "subscriptionRequired": True})
