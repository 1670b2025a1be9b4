"""ApplicationInsights: traces and metrics of applications, in the zone's own workspace."""

import pulumi
from pulumi_azure_native import applicationinsights
from pydantic import Field, StrictInt, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, Input, Model, refuse
from azure_ai_landing_zone.core.naming import Kind


class TelemetrySampling(Model):
    """How much of an application's telemetry is kept."""

    sampling_percent: StrictInt = Field(default=100, ge=1, le=100)
    """Of what arrives; the rest is dropped before it is paid for. Errors are dropped like everything else."""


class ApplicationInsightsArgs(ComponentArgs, TelemetrySampling):
    """What an ApplicationInsights is made of."""

    workspace_resource_id: Input[str]
    """The Log Analytics workspace that holds the data."""
    access: list[AccessGrant] = Field(default=[])
    """Who sends telemetry (Monitoring Metrics Publisher) and who reads it (Monitoring Reader)."""

    @model_validator(mode="after")
    def _check_access(self) -> "ApplicationInsightsArgs":
        refuse(ApplicationInsightsArgs, list(access_problems(self.access, "Microsoft.Insights/components")))
        return self


class ApplicationInsights(Component):
    """A workspace-based Application Insights that takes telemetry from identities only and from inside the
    network only: applications reach it through the zone's monitor private link.

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
        insights = applicationinsights.Component(
            f"{name}-application-insights",
            resource_name_=making.azure_name("applicationInsights"),
            kind="web",
            application_type=applicationinsights.ApplicationType.WEB,
            flow_type=applicationinsights.FlowType.BLUEFIELD,
            request_source=applicationinsights.RequestSource.REST,
            ingestion_mode=applicationinsights.IngestionMode.LOG_ANALYTICS,
            workspace_resource_id=args.workspace_resource_id,
            disable_local_auth=True,
            disable_ip_masking=False,
            public_network_access_for_ingestion="Disabled",
            public_network_access_for_query="Disabled",
            sampling_percentage=float(args.sampling_percent),
            opts=making.child(),
            **making.place,
        )
        making.grant(args.access, insights.id)
        self.application_insights_resource_id = insights.id
        self.connection_string = insights.connection_string
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What an ApplicationInsights called so names."""
    return [("applicationInsights", label)]
