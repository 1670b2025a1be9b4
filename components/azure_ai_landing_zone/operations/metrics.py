"""MonitorWorkspace: Prometheus metrics of GPU nodes and clusters."""

import pulumi
from pulumi_azure_native import monitor
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.grants import access_problems
from azure_ai_landing_zone.core.model import AccessGrant, PrivateEndpointPlace, refuse
from azure_ai_landing_zone.core.naming import Kind


class MonitorWorkspaceArgs(ComponentArgs):
    """What a MonitorWorkspace is made of."""

    private_endpoint: PrivateEndpointPlace
    """Where queries come in, with the zone privatelink.<region>.prometheus.monitor.azure.com. Metrics come
    in through the monitor private link."""
    access: list[AccessGrant] = Field(default=[])
    """Who queries metrics: Monitoring Data Reader."""

    @model_validator(mode="after")
    def _check_access(self) -> "MonitorWorkspaceArgs":
        refuse(MonitorWorkspaceArgs, list(access_problems(self.access, "Microsoft.Monitor/accounts")))
        return self


class MonitorWorkspace(Component):
    """An Azure Monitor workspace, and a way in of its own: the endpoint that Azure makes along with a
    workspace can't be a member of a monitor private link. What scrapes metrics brings its own rule."""

    workspace_name: pulumi.Output[str]
    """Of the Azure Monitor workspace."""
    workspace_resource_id: pulumi.Output[str]
    """For Grafana, and for rule groups."""
    query_endpoint: pulumi.Output[str]
    """Where PromQL goes; resolves inside the network."""
    data_collection_endpoint_resource_id: pulumi.Output[str]
    """A member of the monitor private link; clusters and their rules name it."""

    def __init__(
        self, name: str, args: MonitorWorkspaceArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__(name, opts, args, azure_names)
        making = Making(self, name, args)
        workspace = monitor.AzureMonitorWorkspace(
            f"{name}-monitor-workspace",
            azure_monitor_workspace_name=making.azure_name("monitorWorkspace"),
            public_network_access="Disabled",
            opts=making.child(),
            **making.place,
        )
        endpoint = monitor.DataCollectionEndpoint(
            f"{name}-collection-endpoint",
            data_collection_endpoint_name=making.azure_name("dataCollectionEndpoint"),
            kind="Linux",
            network_acls=monitor.DataCollectionEndpointNetworkAclsArgs(public_network_access="Disabled"),
            opts=making.child(),
            **making.place,
        )
        making.endpoint(args.private_endpoint, workspace.id, "prometheusMetrics", label="prometheus")
        making.grant(args.access, workspace.id)
        self.workspace_name = workspace.name
        self.workspace_resource_id = workspace.id
        self.query_endpoint = workspace.metrics.apply(lambda metrics: metrics.prometheus_query_endpoint)
        self.data_collection_endpoint_resource_id = endpoint.id
        self._end()


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a MonitorWorkspace called so names."""
    return [
        ("monitorWorkspace", label),
        ("dataCollectionEndpoint", label),
        ("privateEndpoint", f"{label}-prometheus"),
    ]
