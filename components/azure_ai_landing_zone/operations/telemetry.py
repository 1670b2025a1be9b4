"""ApplicationInsights: traces and metrics of applications, in the zone's own workspace."""

import pulumi
from pulumi_azure_native import resources
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, Model, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.operations.logs import NetworkAccess, network_access


class TelemetrySampling(Model):
    """How much of an application's telemetry is kept."""

    sampling_percent: StrictInt = Field(default=100, ge=1, le=100)
    """Of what arrives; the rest is dropped before it is paid for. Errors are dropped like everything else."""


class ApplicationInsightsArgs(ComponentArgs, TelemetrySampling):
    """What an ApplicationInsights is made of."""

    workspace_resource_id: Input[str]
    """The Log Analytics workspace that holds the data."""
    query: NetworkAccess = "private"
    """Where people may ask from, the portal included: as the workspace has it, or they see half of both."""
    access: list[AccessGrant] = Field(default=[])
    """Who sends telemetry (Monitoring Metrics Publisher) and who reads it (Monitoring Reader)."""

    @model_validator(mode="after")
    def _check_access(self) -> "ApplicationInsightsArgs":
        refuse(ApplicationInsightsArgs, list(access_problems(self.access, "Microsoft.Insights/components")))
        return self


class ApplicationInsights(Component):
    """A workspace-based Application Insights that takes telemetry from identities only and from inside the
    network only: applications reach it through the zone's monitor private link.

    Metrics of an application keep their dimensions, such as the team of a gateway's tokens; Azure keeps only
    their sums unless it is told so, by a property that its published types, and azure-native 3.29, lack
    (github.com/Azure/bicep-types-az/issues/2048; Azure-Samples/AI-Gateway modules/monitor/v1, 2026-07-24).
    So it is written as ARM does, as vaults are. Source for the property:
    learn.microsoft.com/azure/api-management/llm-emit-token-metric-policy, 2026-11-22.

    It has no diagnostic setting: its telemetry is in the workspace already, and a setting would store all
    of it twice (learn.microsoft.com/azure/azure-monitor/app/create-workspace-resource, 2025-08-01).
    """

    application_insights_resource_id: pulumi.Output[str]
    """For the monitor private link, and for Azure Machine Learning."""
    connection_string: pulumi.Output[str]
    """No secret: without a token of an identity that has access it opens nothing."""

    def __init__(
        self, name: str, args: ApplicationInsightsArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args)
        insights = resources.Resource(
            f"{name}-application-insights",
            resource_provider_namespace="Microsoft.Insights",
            parent_resource_path="",
            resource_type="components",
            resource_name_=making.azure_name("applicationInsights"),
            api_version="2020-02-02",
            kind="web",
            properties={
                "Application_Type": "web",
                "Flow_Type": "Bluefield",
                "Request_Source": "rest",
                "IngestionMode": "LogAnalytics",
                "WorkspaceResourceId": args.workspace_resource_id,
                "CustomMetricsOptedInType": "WithDimensions",
                "DisableLocalAuth": True,
                "DisableIpMasking": False,
                "SamplingPercentage": float(args.sampling_percent),
                "publicNetworkAccessForIngestion": "Disabled",
                "publicNetworkAccessForQuery": network_access(args.query),
            },
            opts=making.child(),
            **making.place,
        )
        making.grant(args.access, insights.id)
        self.application_insights_resource_id = insights.id
        # In a preview the properties are those that are sent. The type is Azure's to tell, so it is unknown.
        told = pulumi.Output.all(insights.type, insights.properties)
        self.connection_string = told.apply(lambda known: str(known[1]["ConnectionString"]))
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What an ApplicationInsights called so names."""
    return [("applicationInsights", label)]
