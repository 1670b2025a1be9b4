"""Microsoft.ApiManagement/service/loggers"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType


class ApiManagementLogger(ResourceType):
    pulumi_type = "azure-native:apimanagement:Logger"
    path = "…/Microsoft.ApiManagement/service/{serviceName}/loggers/{loggerId}"
    source = "learn.microsoft.com/rest/api/apimanagement/logger/create-or-update 2024-05-01"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if props.get("loggerType") == "applicationInsights" and "credentials" not in props:
            yield "credentials", "a logger of Application Insights needs a connection string"
