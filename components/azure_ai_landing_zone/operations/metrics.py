"""MonitorWorkspace: Prometheus metrics of GPU nodes and clusters."""

import pulumi
from pulumi_azure_native import monitor
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, check_names
from azure_ai_landing_zone.core.grants import access_problems, grant_access
from azure_ai_landing_zone.core.model import AccessGrant, PrivateEndpointPlace, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.private_endpoint import private_endpoint


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
        label = args.label or name
        check_names(MonitorWorkspace, args.naming, azure_names(label))
        super().__init__(name, opts)
        names = self._names(args.naming)
        tags = args.tags.as_azure() if args.tags else None
        workspace = monitor.AzureMonitorWorkspace(
            f"{name}-monitor-workspace",
            azure_monitor_workspace_name=names.of("monitorWorkspace", label),
            resource_group_name=args.resource_group_name,
            location=args.location,
            public_network_access="Disabled",
            tags=tags,
            opts=self._child(),
        )
        endpoint = monitor.DataCollectionEndpoint(
            f"{name}-collection-endpoint",
            data_collection_endpoint_name=names.of("dataCollectionEndpoint", label),
            resource_group_name=args.resource_group_name,
            location=args.location,
            kind="Linux",
            network_acls=monitor.DataCollectionEndpointNetworkAclsArgs(public_network_access="Disabled"),
            tags=tags,
            opts=self._child(),
        )
        private_endpoint(
            name,
            azure_name=names.of("privateEndpoint", f"{label}-prometheus"),
            resource_group_name=args.resource_group_name,
            location=args.location,
            subnet_resource_id=args.private_endpoint.subnet_resource_id,
            target_resource_id=workspace.id,
            group_id="prometheusMetrics",
            private_dns_zone_resource_ids=args.private_endpoint.private_dns_zone_resource_ids,
            tags=tags,
            opts=self._child(),
        )
        if args.access:
            grant_access(
                name,
                args.access,
                scope=workspace.id,
                subscription_id=self._subscription_id(),
                opts=self._child(),
            )
        self.workspace_name = workspace.name
        self.workspace_resource_id = workspace.id
        self.query_endpoint = workspace.metrics.apply(lambda metrics: metrics.prometheus_query_endpoint)
        self.data_collection_endpoint_resource_id = endpoint.id
        self.register_outputs(
            {
                "workspace_name": self.workspace_name,
                "workspace_resource_id": self.workspace_resource_id,
                "query_endpoint": self.query_endpoint,
                "data_collection_endpoint_resource_id": self.data_collection_endpoint_resource_id,
            }
        )


def azure_names(label: str) -> list[tuple[Kind, str]]:
    """What a MonitorWorkspace called so names."""
    return [
        ("monitorWorkspace", label),
        ("dataCollectionEndpoint", label),
        ("privateEndpoint", f"{label}-prometheus"),
    ]
