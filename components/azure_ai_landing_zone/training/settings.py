"""What the nodes of a training cluster are, as plain data, with all checks on it."""

from datetime import UTC, datetime
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.core.model import Input, Model, Zone, refuse
from azure_ai_landing_zone.core.problem import Problem
from azure_ai_landing_zone.machines.settings import DataDisk, LinuxUser, MachineSecurity, OwnImage
from azure_ai_landing_zone.training.planning.placement import (
    REFUSED_SETTINGS,
    SINGLE_PLACEMENT_GROUP_NODES,
    SUPPORTED_BY_TICKET_NODES,
    PlacementRequest,
    placement_problems,
    size_problem,
)


def _known_size(value: str) -> str:
    if problem := size_problem(value, datetime.now(UTC).date()):
        raise ValueError(problem)
    return value


def _fault_domains(value: int) -> int:
    if value not in (1, 5):
        raise ValueError(f"must be 1 or 5, got {value}: Azure has no other count for a zone")
    return value


class ExistingPlacementGroup(Model):
    """A proximity placement group that someone else made, to stand near what is in it."""

    proximity_placement_group_resource_id: Input[str]
    """In the cluster's region, and in its zone or none."""


class TrainingClusterSettings(LinuxUser, MachineSecurity):
    """What a training cluster consists of, as far as plain values say."""

    refused: ClassVar[dict[str, str]] = REFUSED_SETTINGS

    size: Annotated[str, AfterValidator(_known_size)]
    """Such as Standard_ND96isr_H100_v5. More than one node takes a size with RDMA."""
    node_count: StrictInt = Field(ge=0)
    """Changed in place; 0 keeps the cluster without nodes."""
    node_limit: StrictInt = Field(default=SINGLE_PLACEMENT_GROUP_NODES, ge=1, le=SUPPORTED_BY_TICKET_NODES)
    """The most nodes the placement group may have: 100, or up to 300 once Azure's support has granted it. The
    subnet is sized by it."""
    zone: Zone | None = None
    """Left out: Azure decides, which is right only in regions without zones."""
    placement: Literal["proximityPlacementGroup", "none"] | None = None
    """A proximity placement group keeps Ethernet latency low and pins one datacenter; it isn't what gives
    InfiniBand, and a cluster that finds no room may find some without it. Left out: one for sizes with
    RDMA."""
    existing_placement_group: ExistingPlacementGroup | None = None
    """Instead of one of the cluster's own."""
    spot: StrictBool = False
    """Nodes that Azure takes back with half a minute's notice, for less. They count against the quota
    lowPriorityCores of the region, whatever their family."""
    eviction_policy: Literal["Delete", "Deallocate"] = "Delete"
    """Of spot nodes. Deallocated ones keep their disks, what those cost, and their place in the quota."""
    fault_domain_count: Annotated[StrictInt, AfterValidator(_fault_domains)] = 1
    """1 spreads nodes freely; 5 only if Azure refuses 1 with a single placement group. Can't be changed
    later."""
    image_version: str | None = None
    """Of the Azure HPC image, such as 24.04.2026072901. `latest` makes nodes differ from each other. Left out
    only beside `own_image`."""
    image_sku: str | None = None
    """Left out: the newest one with drivers for the size's GPU."""
    own_image: OwnImage | None = None
    """Instead of Azure's."""
    os_disk_size_gib: StrictInt = Field(default=256, ge=64, le=4_095)
    """Premium SSD; deleted with the node. Data belongs elsewhere."""
    data_disks: list[DataDisk] = Field(default=[])
    """Of each node, gone with it. Local NVMe disks are there without being asked for, striped."""
    termination_notice_minutes: StrictInt = Field(default=15, ge=5, le=15)
    """How long a node that is deleted on purpose has to write a checkpoint; spot nodes get no such notice."""

    def placement_request(self) -> PlacementRequest:
        """What the plan is made from."""
        return PlacementRequest(
            size=self.size,
            node_count=self.node_count,
            node_limit=self.node_limit,
            image_sku=self.image_sku,
            image_version=self.image_version,
            own_image_architecture=self.own_image.architecture if self.own_image else None,
            data_disks=len(self.data_disks),
            security_type=self.security_type,
        )

    @model_validator(mode="after")
    def _check_placement(self) -> "TrainingClusterSettings":
        problems = placement_problems(self.placement_request(), datetime.now(UTC).date())
        if self.existing_placement_group is not None and self.placement == "none":
            text = "goes with a proximity placement group: leave `placement` out"
            problems.append(Problem(("existing_placement_group",), text))
        if self.eviction_policy != "Delete" and not self.spot:
            text = "is for spot nodes: give `spot` true, or leave it out"
            problems.append(Problem(("eviction_policy",), text))
        refuse(TrainingClusterSettings, problems)
        return self
