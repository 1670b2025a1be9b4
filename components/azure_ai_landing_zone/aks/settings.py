"""What an InferenceCluster is, as plain data: made here, or brought along."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.aks.planning.clusters import (
    AddressRequest,
    address_problems,
    system_size_problem,
    version_problem,
)
from azure_ai_landing_zone.catalog import regions
from azure_ai_landing_zone.core.model import (
    ZONES,
    Model,
    SubnetId,
    Zone,
    matching,
    refuse,
    resource_id_of,
)
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.core.week import Day
from azure_ai_landing_zone.network.address_ranges import AddressRange

RESOURCE_TYPE = "Microsoft.ContainerService/managedClusters"

OutboundType = Literal["userAssignedNATGateway", "userDefinedRouting", "loadBalancer", "none"]
"""How nodes reach the internet: by the subnet's NAT gateway, by its route to a firewall, by a public load
balancer of the cluster's own, or not at all: they then boot from the zone's registry alone."""

_ZONE_ID = re.compile(
    r"/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\.Network/privateDnsZones/"
    r"([a-z0-9-]{1,32}\.)?privatelink\.([a-z0-9]+)\.azmk8s\.io",
    re.IGNORECASE,
)


def _version(value: str) -> str:
    if not re.fullmatch(r"\d+\.\d+", value):
        raise ValueError(
            f"must be a minor version such as 1.36, got {value!r}: `upgrade_channel` takes care of patches"
        )
    if problem := version_problem(value, datetime.now(UTC).date()):
        raise ValueError(problem)
    return value


def _system_size(value: str) -> str:
    if problem := system_size_problem(value):
        raise ValueError(problem)
    return value


def _dns(value: str) -> str:
    if value not in ("system", "none") and not _ZONE_ID.fullmatch(value):
        raise ValueError(
            "must be system, none, or the full id of a private DNS zone, privatelink.<region>.azmk8s.io or "
            f"<name of up to 32>.privatelink.<region>.azmk8s.io, got {value!r}"
        )
    return value


class SystemPool(Model):
    """Nodes for the cluster's own pods, made along with it. They stay as they were made: another `generation`
    makes a second pool as the settings say now, and the first one is then yours to delete."""

    size: Annotated[str, AfterValidator(_system_size)] = "Standard_D4ds_v5"
    """A CPU size of the series D, E or F, version 5 or later, with at least 4 vCPUs."""
    min_nodes: StrictInt = Field(default=3, ge=2, le=100)
    """That there always are; Azure recommends three."""
    max_nodes: StrictInt = Field(default=5, ge=2, le=100)
    """Where autoscaling ends."""
    zones: list[Zone] | None = None
    """Where nodes stand. Left out: in all of the region's zones. []: wherever Azure has some."""
    generation: StrictInt = Field(default=1, ge=1, le=99)
    """Of the pool: raise it after changing anything else here, also after a new `kubernetes_version`."""

    def zones_in(self, location: str) -> list[Zone]:
        """Where nodes stand, of a cluster there."""
        if self.zones is None:
            return list(ZONES[: regions.zones_of(location)])
        return sorted(self.zones)

    @model_validator(mode="after")
    def _check_nodes(self) -> "SystemPool":
        if self.min_nodes > self.max_nodes:
            text = f"must be at most `max_nodes`, {self.max_nodes}, got {self.min_nodes}"
            refuse(SystemPool, [Problem(("min_nodes",), text)])
        return self


class ClusterAutoscaler(Model):
    """How patient the autoscaler of all pools is: GPU nodes boot and pull images for a long time."""

    expander: Literal["least-waste", "priority"] = "least-waste"
    """Which pool gets a node that several could have: the one of which least is left over, or the one that
    services prefer. The order is in the cluster, made by `InferenceWorkloads`; with `priority` and before
    that is there, no pool grows at all."""
    provision_minutes: StrictInt = Field(default=30, ge=5, le=60)
    """A node that isn't ready by then is given up, and another pool is tried."""
    after_add_minutes: StrictInt = Field(default=15, ge=1, le=120)
    """After nodes were added, none is removed for so long: models are still being loaded."""
    unneeded_minutes: StrictInt = Field(default=10, ge=1, le=120)
    """A node goes when it wasn't needed for so long."""
    termination_minutes: StrictInt = Field(default=30, ge=1, le=120)
    """How long pods of a node that goes may take to finish what they are answering: more than the longest
    answer of any service, of which each says its own."""


class MaintenanceHours(Model):
    """When Azure upgrades the cluster and its nodes."""

    day: Day = "Sunday"
    """Of the week."""
    interval_weeks: StrictInt = Field(default=1, ge=1, le=4)
    """1: every week."""
    start_time: Annotated[str, matching(r"([01]\d|2[0-3]):[0-5]\d", "a time such as 02:00")] = "02:00"
    """By `utc_offset`."""
    duration_hours: StrictInt = Field(default=8, ge=4, le=24)
    """An upgrade that has begun isn't broken off."""
    utc_offset: Annotated[str, matching(r"[+-](0\d|1[0-4]):[0-5]\d", "an offset such as +02:00")] = "+00:00"
    """Daylight saving time isn't followed."""


class InferenceClusterCreate(Model):
    """A private cluster of our own: nobody reaches its API server but through the network, and nobody signs
    in but with Entra ID."""

    mode: Literal["create"]
    """Made here."""
    kubernetes_version: Annotated[str, AfterValidator(_version)]
    """A minor version such as 1.36, of control plane and pools."""
    tier: Literal["Free", "Standard"] = "Standard"
    """Free has no promise of availability."""
    upgrade_channel: Literal["patch", "none"] = "patch"
    """What Azure upgrades by itself. Minor versions stay as they are here: pods are checked against them."""
    node_os_channel: Literal["NodeImage", "SecurityPatch", "None"] = "NodeImage"
    """How nodes get fixes of their operating system, GPU driver included."""
    maintenance_hours: MaintenanceHours = MaintenanceHours()
    """When."""
    node_maintenance_hours: MaintenanceHours | None = None
    """When nodes get theirs, of all pools: what has one replica stops then. Left out: at the same hours."""
    api_server_zone: Annotated[str, AfterValidator(_dns)] = "system"
    """Where the API server's name is: `system`, a zone that AKS makes; the full id of a zone of yours, such
    as the hub's; or `none`, with a public name for the private address. It can't be changed later."""
    outbound_type: OutboundType = "userAssignedNATGateway"
    """As the network is made. It can't be changed later."""
    pod_address_range: AddressRange = "10.244.0.0/16"
    """Of pods, which nobody outside sees; a /24 for each node. It can't be changed later."""
    service_address_range: AddressRange = "172.20.0.0/16"
    """Of services, which nobody outside sees. It can't be changed later."""
    system_pool: SystemPool = SystemPool()
    """For the cluster's own pods."""
    autoscaler: ClusterAutoscaler = ClusterAutoscaler()
    """Of all pools."""
    run_command: StrictBool = False
    """Whether `az aks command invoke` gets into the cluster from outside of the network."""
    container_logs: StrictBool = True
    """Container Insights: logs of pods, events and inventory, where there is a Log Analytics workspace."""
    keda: StrictBool = True
    """The add-on that scales pods on metrics, such as requests in a queue."""
    key_vault_secrets: StrictBool = True
    """The add-on with which pods read secrets of key vaults, as their own identities."""
    defender: StrictBool = False
    """Microsoft Defender for Containers, where there is a Log Analytics workspace. It costs by vCPU."""

    def problems(self, gpu_nodes: int, used: list[tuple[str, str]]) -> list[Problem]:
        """What its ranges can't hold. `gpu_nodes`: the most that its pools may have, upgrades included;
        `used`: ranges in use where its traffic may go, each with who uses it."""
        system = -(-self.system_pool.max_nodes * 110 // 100)
        generations = 1 if self.system_pool.generation == 1 else 2
        request = AddressRequest(
            pod_address_range=self.pod_address_range,
            service_address_range=self.service_address_range,
            max_nodes=gpu_nodes + system * generations,
        )
        return address_problems(request, used)

    @model_validator(mode="after")
    def _check_ranges(self) -> "InferenceClusterCreate":
        refuse(InferenceClusterCreate, [*self.problems(0, []), *self._isolation_problems()])
        return self

    def _isolation_problems(self) -> Iterator[Problem]:
        """What a cluster without a way out can't do. Sources: MicrosoftDocs/azure-aks-docs@fb060ab:
        articles/aks/concepts-network-isolated.md and outbound-rules-control-egress.md, 2026-08-21."""
        if self.outbound_type != "none":
            return
        if self.node_os_channel == "SecurityPatch":
            text = (
                "must be NodeImage or None, got SecurityPatch: nodes without a way out get fixes with their "
                "images only"
            )
            yield Problem(("node_os_channel",), text)
        if self.keda:
            text = (
                "KEDA asks for metrics as an identity, which signs in at login.microsoftonline.com, and "
                "`outbound_type` is none: set it to false; services scale on `cpu`"
            )
            yield Problem(("keda",), text)
        if self.defender:
            text = "reports by the internet, and `outbound_type` is none: set it to false"
            yield Problem(("defender",), text)


class InferenceClusterExisting(Model):
    """A cluster that someone else answers for: pools join it, and nothing else of it is changed."""

    mode: Literal["existing"]
    """Taken over."""
    cluster_resource_id: Annotated[str, resource_id_of(RESOURCE_TYPE)]
    """Full id; the deployer has to be able to read it and to add pools."""
    node_subnet_resource_id: SubnetId | None = None
    """Of its nodes. Left out: the one that AKS made for itself."""


InferenceClusterChoice = Annotated[
    InferenceClusterCreate | InferenceClusterExisting, Field(discriminator="mode")
]
