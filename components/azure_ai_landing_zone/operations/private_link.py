"""MonitorPrivateLink: telemetry without the internet."""

from collections.abc import Callable
from typing import Annotated, Literal

import pulumi
from pulumi_azure_native import monitor
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import Input, Key, Model, PrivateEndpointPlace, refuse, resource_id_of
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.problem import Problem

AccessMode = Literal["Open", "PrivateOnly"]


class MonitorPrivateLinkCreate(Model):
    """A scope of our own. Networks that share their DNS share one scope: with a hub it belongs there.

    Source: learn.microsoft.com/azure/azure-monitor/fundamentals/private-link-design, 2025-08-01.
    """

    mode: Literal["create"]
    """Says which kind this is."""
    ingestion_access: AccessMode = "PrivateOnly"
    """PrivateOnly: networks with this scope send telemetry to its members only. Open is needed where Azure
    Machine Learning brings resources of its own (learn.microsoft.com/azure/machine-learning/
    how-to-secure-workspace-vnet, 2024-07-08)."""
    query_access: AccessMode = "PrivateOnly"
    """The same for queries."""


class MonitorPrivateLinkExisting(Model):
    """The scope of the hub, which has the private endpoint."""

    mode: Literal["existing"]
    """Says which kind this is."""
    scope_resource_id: (
        Input[Annotated[str, resource_id_of("Microsoft.Insights/privateLinkScopes")]] | None
    ) = None
    """The full id; it may be in another subscription. Left out in a stack file: that of the hub's stack."""


class MonitorPrivateLinkDisabled(Model):
    """Nothing is reached privately: workspaces that are closed to the public take no telemetry but Azure's
    own resource logs."""

    mode: Literal["disabled"]
    """Says which kind this is."""


MonitorPrivateLinkChoice = Annotated[
    MonitorPrivateLinkCreate | MonitorPrivateLinkExisting | MonitorPrivateLinkDisabled,
    Field(discriminator="mode"),
]


class MonitorPrivateLinkArgs(ComponentArgs):
    """What a MonitorPrivateLink is made of."""

    private_link_scope: MonitorPrivateLinkCreate | MonitorPrivateLinkExisting = Field(discriminator="mode")
    """Made here, or the hub's."""
    private_endpoint: PrivateEndpointPlace | None = None
    """Where the scope of our own is reached, with its five zones (monitor, oms, ods, agentsvc, blob)."""
    members: dict[Key, Input[str]]
    """Full ids of workspaces, Application Insights and data collection endpoints, by a short name."""

    @model_validator(mode="after")
    def _check_endpoint(self) -> "MonitorPrivateLinkArgs":
        problems = endpoint_problems(self.private_link_scope, self.private_endpoint)
        scope = self.private_link_scope
        if isinstance(scope, MonitorPrivateLinkExisting) and scope.scope_resource_id is None:
            text = "missing: only a stack file can leave it to the hub's stack"
            problems.append(Problem(("private_link_scope", "scope_resource_id"), text))
        refuse(MonitorPrivateLinkArgs, problems)
        return self


def endpoint_problems(
    scope: MonitorPrivateLinkCreate | MonitorPrivateLinkExisting | MonitorPrivateLinkDisabled,
    endpoint: PrivateEndpointPlace | None,
) -> list[Problem]:
    """A scope of our own is reached through an endpoint of our own; any other isn't."""
    if isinstance(scope, MonitorPrivateLinkCreate) and endpoint is None:
        text = "missing, and required with a scope of our own: nothing could reach it"
        return [Problem(("private_endpoint",), text)]
    if not isinstance(scope, MonitorPrivateLinkCreate) and endpoint is not None:
        text = "a network can be connected to one scope only, and this one isn't ours: leave it out"
        return [Problem(("private_endpoint",), text)]
    return []


def _part(number: int) -> Callable[[str], str]:
    return lambda id_: id_.split("/")[number]


class MonitorPrivateLink(Component):
    """An Azure Monitor private link scope and its members, or members of the hub's."""

    scope_resource_id: pulumi.Output[str]
    """Of the scope that the members are in."""

    def __init__(
        self,
        name: str,
        args: MonitorPrivateLinkArgs,
        opts: pulumi.ResourceOptions | None = None,
        *,
        hub_provider: pulumi.ProviderResource | None = None,
    ) -> None:
        """`hub_provider`: an azure-native provider for the subscription of the hub's scope, where that is
        another one."""
        super().__init__(name, opts, args, lambda label: azure_names(label, list(args.members)))
        making = Making(self, name, args)
        group_name, provider = args.resource_group_name, None
        if isinstance(args.private_link_scope, MonitorPrivateLinkCreate):
            scope = monitor.PrivateLinkScope(
                f"{name}-scope",
                scope_name=making.azure_name("monitorPrivateLinkScope"),
                resource_group_name=group_name,
                location="global",
                access_mode_settings=monitor.AccessModeSettingsArgs(
                    ingestion_access_mode=args.private_link_scope.ingestion_access,
                    query_access_mode=args.private_link_scope.query_access,
                ),
                tags=making.tags,
                opts=making.child(),
            )
            self.scope_resource_id, scope_name = scope.id, scope.name
        else:
            id_ = pulumi.Output.from_input(args.private_link_scope.scope_resource_id).apply(str)
            self.scope_resource_id, provider = id_, hub_provider
            group_name, scope_name = (id_.apply(_part(4)), id_.apply(_part(-1)))

        members: list[pulumi.Resource] = []
        for key, resource_id in args.members.items():
            member = monitor.PrivateLinkScopedResource(
                f"{name}-{key}-member",
                # The hub's scope has members of other zones too.
                name=making.azure_name("monitorScopedResource", key),
                scope_name=scope_name,
                resource_group_name=group_name,
                kind=monitor.ScopedResourceKind.RESOURCE,
                linked_resource_id=resource_id,
                # A scope changes one member at a time.
                opts=making.child(provider=provider, depends_on=members[-1:]),
            )
            members.append(member)
        # What isn't a member yet would be out of reach as soon as the endpoint is there.
        making.endpoint(
            args.private_endpoint,
            self.scope_resource_id,
            "azuremonitor",
            label="monitor",
            depends_on=members,
        )
        self._end()


def azure_names(label: str, members: list[str]) -> list[tuple[Kind, str]]:
    """What a MonitorPrivateLink called so, with members of those keys, names."""
    names: list[tuple[Kind, str]] = [("monitorScopedResource", f"{label}-{key}") for key in members]
    return [("monitorPrivateLinkScope", label), ("privateEndpoint", f"{label}-monitor"), *names]
