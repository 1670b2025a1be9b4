"""GpuPoolSettings: what pools for inference and for training have in common, as plain data."""

from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar

from pydantic import Field, StrictBool, StrictInt, model_validator

from azure_ai_landing_zone.aks.planning.gpu_pools import DriverOwner, GpuPool, GpuTaint
from azure_ai_landing_zone.aks.planning.pools import PoolRequest, ScaleDownMode, generation_of, os_disk_type
from azure_ai_landing_zone.core.model import Input, Model, Region, Tags, Zone, matching, refuse
from azure_ai_landing_zone.core.problem import Problem

PoolName = Annotated[
    str,
    matching(
        r"[a-z][a-z0-9]{0,7}",
        "a lower-case letter and up to seven letters or digits: Azure takes twelve characters, of which four "
        "tell generations apart",
    ),
]

_RESERVED = "kubernetes.azure.com/"
"""Prefix of labels that AKS keeps for itself."""


class GpuPoolSettings(Model):
    """GPU nodes of one size. Where Azure can't change something in place, a changed setting makes a new pool
    beside the old one, which goes when the new one is there; the cluster stays."""

    FIXED: ClassVar[tuple[str, ...]] = (
        "driver",
        "encryption_at_host",
        "generation",
        "max_pods",
        "os_disk_size_gib",
    )
    """Settings that Azure can't change in a pool, besides `size`."""

    size: str
    """Such as Standard_NC4as_T4_v3."""
    min_nodes: StrictInt = Field(default=0, ge=0, le=1000)
    """That there always are. 0: the first pod waits for a node to boot."""
    max_nodes: StrictInt = Field(ge=1, le=1000)
    """Where autoscaling ends; the subnet is sized by it. With as many as `min_nodes` nothing is scaled."""
    taint: GpuTaint = "nvidia.com/gpu=present:NoSchedule"
    """What keeps other pods away: the same for all pools of a cluster."""
    driver: DriverOwner = "aks"
    """Who installs GPU drivers: the same for all pools of a cluster."""
    max_pods: StrictInt = Field(default=60, ge=10, le=250)
    """Of one node. AKS keeps 20 MB of memory for each, used or not."""
    os_disk_size_gib: StrictInt = Field(default=128, ge=64, le=2048)
    """Holds images and what pods write; on the temporary disk where that has room."""
    scale_down_mode: ScaleDownMode = "Delete"
    """Deallocate keeps nodes with their images for a faster start, and their disks cost."""
    surge_nodes: StrictInt = Field(default=0, ge=0, le=10)
    """Nodes beyond `max_nodes` while a pool is upgraded, which take quota. 0: one node after another goes and
    comes back."""
    node_labels: dict[str, str] = Field(default={})
    """Further labels of its nodes."""
    encryption_at_host: StrictBool = False
    """Also encrypts temporary disks and caches. Off because a subscription has to register the feature first:
    `az feature register --namespace Microsoft.Compute --name EncryptionAtHost`."""
    generation: StrictInt = Field(default=1, ge=1)
    """Another number makes the pool anew."""

    @model_validator(mode="after")
    def _check_pool(self) -> "GpuPoolSettings":
        problems = [
            Problem(("node_labels", label), f"labels with {_RESERVED} are AKS's own: take another name")
            for label in self.node_labels
            if label.startswith(_RESERVED)
        ]
        today = datetime.now(UTC).date()
        own = set(self.gpu_pool("pool").labels)
        problems += [
            Problem(("node_labels", label), "this library sets that label itself: leave it out")
            for label in self.node_labels
            if label in own
        ]
        problems += self.problems(self.request("pool"), today)
        refuse(type(self), problems)
        return self

    def gpu_pool(self, name: str) -> GpuPool:
        """The pool as pods see it."""
        raise NotImplementedError

    def problems(self, request: PoolRequest, today: Any) -> list[Problem]:
        """What speaks against it."""
        raise NotImplementedError

    def node_zones(self) -> list[Zone]:
        """Where its nodes may stand; none where Azure decides."""
        raise NotImplementedError

    def capacity_reservation_group(self) -> str | None:
        """Full id of what its nodes come out of; None: of what Azure has to spare."""
        return None

    def request(self, name: str) -> PoolRequest:
        """What planning needs to know."""
        return PoolRequest(
            pool=self.gpu_pool(name),
            scale_down_mode=self.scale_down_mode,
            reserved=self.capacity_reservation_group() is not None,
        )

    def generation_key(self) -> str:
        """Stands for everything that Azure can't change in the pool. Settings at their defaults aren't part
        of it, so that a setting of a later version makes no pool anew."""
        request = self.request("pool")
        fixed: dict[str, Any] = {"size": request.pool.vm_size.size, "disk": os_disk_type(request)}
        values = self.model_dump(include=set(self.FIXED), exclude_defaults=True, mode="json")
        return generation_of(fixed | values)


class GpuPoolPlace(Model):
    """Where a pool belongs."""

    pool_name: PoolName
    """Of the pool within its cluster, the same in every generation; nodes have it as the label `gpu-pool`."""
    cluster_resource_id: Input[str]
    """Of the cluster that it joins, ours or anyone's."""
    subnet_resource_id: Input[str] | None = None
    """Of the cluster's nodes. Left out: the one that AKS made for itself."""
    location: Region
    """Of the cluster."""
    kubernetes_version: str | None = None
    """Left out: the cluster's when the pool is made, and it is upgraded elsewhere."""
    tags: Tags | None = None
    """Tags of its nodes."""
