"""Microsoft.Insights/components: Application Insights"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from azure_simulator.cloud import arm
from azure_simulator.cloud.resource_type import Put, ResourceType, given
from azure_simulator.cloud.values import dig


class ApplicationInsightsComponent(ResourceType):
    pulumi_type = "azure-native:applicationinsights:Component"
    aliases = ("azure-native:insights:Component",)
    path = "…/Microsoft.Insights/components/{resourceName}"
    source = "learn.microsoft.com/azure/azure-monitor/app/create-workspace-resource"
    replaces = frozenset({"location"})
    defaults = given(
        {
            "disableIpMasking": False,
            "disableLocalAuth": False,
            "publicNetworkAccessForIngestion": "Enabled",
            "publicNetworkAccessForQuery": "Enabled",
            "retentionInDays": 90,
        }
    )

    def problems(self, props: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if "workspaceResourceId" not in props:
            yield "workspaceResourceId", "classic Application Insights is retired: a workspace is needed"
        share = dig(props, "samplingPercentage")
        if isinstance(share, int | float) and not 0 < share <= 100:
            yield "samplingPercentage", f"{share} is outside 0 to 100"

    def create(self, put: Put) -> Mapping[str, Any]:
        key, application = arm.stable_guid(put.id, "key"), arm.stable_guid(put.id, "application")
        region = arm.location(str(put.props.get("location")))
        return {
            "instrumentationKey": key,
            "appId": application,
            "applicationId": arm.name_of(put.id),
            "connectionString": (
                f"InstrumentationKey={key};IngestionEndpoint=https://{region}-0.in.applicationinsights.azure.com/"
                f";LiveEndpoint=https://{region}.livediagnostics.monitor.azure.com/;ApplicationId={application}"
            ),
            "tenantId": arm.TENANT_ID,
        }
