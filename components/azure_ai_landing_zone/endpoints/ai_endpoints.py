"""PrivateAIEndpoints: private endpoints of services, in zones that somebody answers for."""

from collections.abc import Mapping
from typing import Any

import pulumi
from pulumi_azure_native import network
from pydantic import Field, model_validator

from azure_ai_landing_zone.core.component import Component, ComponentArgs, Making
from azure_ai_landing_zone.core.model import Input, ResourceGroupName, refuse
from azure_ai_landing_zone.core.naming import Kind
from azure_ai_landing_zone.core.private_endpoint import private_endpoint
from azure_ai_landing_zone.endpoints.planning.checks import private_dns_problems
from azure_ai_landing_zone.endpoints.planning.plan import EndpointPlan, PrivateDnsPlan, plan_private_dns
from azure_ai_landing_zone.endpoints.planning.request import (
    EndpointRequest,
    NetworkRequest,
    PrivateDnsRequest,
    ZoneChoice,
)
from azure_ai_landing_zone.endpoints.planning.tasks import DnsRecord, dns_record, hub_report, hub_tasks
from azure_ai_landing_zone.endpoints.settings import (
    DnsZoneCreate,
    DnsZoneExisting,
    LinkedNetwork,
    PrivateDnsSettings,
    PrivateEndpointTarget,
)
from azure_ai_landing_zone.endpoints.zones import PrivateDnsZones, PrivateDnsZonesArgs


class PrivateAIEndpointsArgs(ComponentArgs, PrivateDnsSettings):
    """Endpoints that share their DNS. All that would not work together is refused here."""

    resource_group_name: Input[str]
    """Of the endpoints, and of created zones unless they have their own."""
    zones_resource_group_name: Input[ResourceGroupName] | None = None
    """An existing group for created zones, such as the hub's: with `hub_provider`, in its subscription."""
    networks: list[LinkedNetwork] = Field(default=[])
    """Linked to every created zone, and to existing ones where those say so."""
    endpoints: list[PrivateEndpointTarget]
    """What is to be reached privately."""
    provided_zone_resource_ids: dict[str, Input[str]] = Field(default={})
    """Zones that another component of the program makes and links, by zone name."""

    @model_validator(mode="after")
    def _check_plan(self) -> "PrivateAIEndpointsArgs":
        refuse(PrivateAIEndpointsArgs, private_dns_problems(self.request()))
        return self

    def request(self) -> PrivateDnsRequest:
        """What is asked for, as far as it is known before deployment."""
        return PrivateDnsRequest(
            cloud=self.cloud,
            endpoints=[self._endpoint(target) for target in self.endpoints],
            zones={name: zone.choice() for name, zone in self.dns_zones.items()},
            other_zones=self.other_dns_zones.choice() if self.other_dns_zones else None,
            provided=frozenset(self.provided_zone_resource_ids),
            networks=[
                NetworkRequest(network.name, _known(network.virtual_network_resource_id))
                for network in self.networks
            ],
            custom_dns=self.custom_dns,
        )

    def _endpoint(self, target: PrivateEndpointTarget) -> EndpointRequest:
        ids = [other.target_resource_id for other in self.endpoints]
        first = next(number for number, id_ in enumerate(ids) if id_ is target.target_resource_id)
        return EndpointRequest(
            key=target.key,
            service=target.service,
            region=target.region or self.location,
            target_resource_id=_known(target.target_resource_id),
            target_token=f"[{first}]",
            subresources=tuple(target.subresources),
            zone_names=tuple(target.zone_names),
            subzone=target.subzone,
            subnet_resource_id=_known(target.subnet_resource_id),
            needs_approval=target.request_message is not None,
            waits=bool(target.after_resource_ids),
        )


class PrivateAIEndpoints(Component):
    """Private endpoints, one for each resource and group id, with their zones and what is left to others."""

    endpoint_resource_ids: pulumi.Output[dict[str, str]]
    """By `<key>-<group id>`, such as search-searchService."""
    zone_resource_ids: pulumi.Output[dict[str, str]]
    """Of created, existing and provided zones, by zone name."""
    hub_tasks: pulumi.Output[list[dict[str, Any]]]
    """What others have to do, known in preview: task (zone, role, policy, link, approval), zone and text."""
    records: pulumi.Output[list[dict[str, Any]]]
    """A records that others write into external zones: zone, name and addresses."""
    hub_report: pulumi.Output[str]
    """Tasks and records as text; empty if nothing is left to anyone."""

    def __init__(
        self,
        name: str,
        args: PrivateAIEndpointsArgs,
        opts: pulumi.ResourceOptions | None = None,
        *,
        hub_provider: pulumi.ProviderResource | None = None,
    ) -> None:
        """`hub_provider`: an azure-native provider for the subscription of existing zones that are to be
        linked, and of `zones_resource_group_name`, when that is another one."""
        request = args.request()
        plan = plan_private_dns(request)
        super().__init__(name, opts, args, lambda label: azure_names(label, plan, args.networks))
        for warning in plan.warnings:
            self.warn(warning)
        making = Making(self, name, args)
        zone_ids = _make_zones(making, args, plan.zones, hub_provider)
        names = self._names(args.naming)
        endpoints: dict[str, network.PrivateEndpoint] = {}
        for endpoint in plan.endpoints:
            azure_name = names.of("privateEndpoint", endpoint.name)
            endpoints[endpoint.name] = _make_endpoint(making, args, endpoint, azure_name, zone_ids, endpoints)

        tasks = hub_tasks(request, plan)
        records: pulumi.Output[list[DnsRecord]] = pulumi.Output.all(
            *(
                _records(endpoint, endpoints[endpoint.name])
                for endpoint in plan.endpoints
                if plan.zones[endpoint.zones[0]].mode == "external"
            )
        ).apply(lambda found: [record for of_endpoint in found for record in of_endpoint])
        self.endpoint_resource_ids = pulumi.Output.all(
            **{key: endpoint.id for key, endpoint in endpoints.items()}
        )
        self.zone_resource_ids = pulumi.Output.all(**zone_ids)
        self.hub_tasks = pulumi.Output.from_input([task.as_dict() for task in tasks])
        self.records = records.apply(lambda found: [record.as_dict() for record in found])
        self.hub_report = records.apply(lambda found: hub_report(tasks, found))
        self._end()


def azure_names(label: str, plan: PrivateDnsPlan, networks: list[LinkedNetwork]) -> list[tuple[Kind, str]]:
    """What a PrivateAIEndpoints called so names."""
    return [
        *(("privateEndpoint", endpoint.name) for endpoint in plan.endpoints),
        *(("virtualNetworkLink", f"{label}-{linked.name}") for linked in networks),
    ]


def _make_zones(
    making: Making,
    args: PrivateAIEndpointsArgs,
    zones: Mapping[str, ZoneChoice],
    hub_provider: pulumi.ProviderResource | None,
) -> dict[str, Input[str]]:
    """The ids of the zones that this stack writes records into, made and linked as far as they are
    ours."""
    provided = {zone: id_ for zone, id_ in args.provided_zone_resource_ids.items() if zone in zones}
    others = args.other_dns_zones or DnsZoneCreate(mode="create")
    ours = {zone: args.dns_zones.get(zone, others) for zone in zones if zone not in provided}
    made = PrivateDnsZones(
        making.name,
        PrivateDnsZonesArgs(
            **making.common,
            label=making.label,
            dns_zones=ours,
            zones_resource_group_name=args.zones_resource_group_name,
            networks=args.networks,
        ),
        making.child(),
        hub_provider=hub_provider,
    )
    written = [zone for zone, choice in ours.items() if isinstance(choice, DnsZoneCreate | DnsZoneExisting)]
    return provided | {zone: made.zone_resource_ids[zone] for zone in written}


def _make_endpoint(
    making: Making,
    args: PrivateAIEndpointsArgs,
    plan: EndpointPlan,
    azure_name: str,
    zone_ids: dict[str, Input[str]],
    made: "dict[str, network.PrivateEndpoint]",
) -> "network.PrivateEndpoint":
    target = args.endpoints[plan.position]
    opts = making.child(depends_on=[made[plan.after]] if plan.after else [])
    if target.after_resource_ids:
        makers: pulumi.Output[list[pulumi.Resource]]
        makers = pulumi.Output.from_input(_makers_of(target.after_resource_ids))
        opts = pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(depends_on=makers))
    return private_endpoint(
        f"{making.name}-{plan.name}",
        azure_name=azure_name,
        subnet_resource_id=target.subnet_resource_id,
        target_resource_id=target.target_resource_id,
        group_id=plan.group_id,
        private_dns_zone_resource_ids=[zone_ids[zone] for zone in plan.zone_group],
        opts=opts,
        request_message=target.request_message,
        **making.place,
    )


async def _makers_of(ids: list[Input[str]]) -> list[pulumi.Resource]:
    """The resources whose outputs these are. Waiting for them leaves the endpoint's own properties known."""
    return list(await pulumi.Output.all(*ids).resources())


def _known(value: Input[str]) -> str | None:
    return value if isinstance(value, str) else None


def _records(plan: EndpointPlan, endpoint: "network.PrivateEndpoint") -> pulumi.Output[list[DnsRecord]]:
    """From Azure's answer, which has public names and addresses of an endpoint without a zone group."""
    return endpoint.custom_dns_configs.apply(
        lambda configs: [
            dns_record(config.fqdn or "", config.ip_addresses or [], plan.zones) for config in configs or []
        ]
    )
