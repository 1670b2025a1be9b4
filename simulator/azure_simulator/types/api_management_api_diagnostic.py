"""Microsoft.ApiManagement/service/apis/diagnostics"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud.resource_type import ResourceType


class ApiManagementApiDiagnostic(ResourceType):
    pulumi_type = "azure-native:apimanagement:ApiDiagnostic"
    path = "…/Microsoft.ApiManagement/service/{serviceName}/apis/{apiId}/diagnostics/{diagnosticId}"
    source = "learn.microsoft.com/rest/api/apimanagement/api-diagnostic/create-or-update 2024-05-01"

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        name = props.get("diagnosticId")
        if isinstance(name, str) and name not in ("applicationinsights", "azuremonitor", "local"):
            yield "diagnosticId", f"'{name}' is none of applicationinsights, azuremonitor, local"
