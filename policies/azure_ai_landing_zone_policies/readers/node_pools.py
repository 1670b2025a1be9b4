"""Where the types of azure-native hold VM sizes, node counts, zones and tags, told in one way."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from azure_ai_landing_zone.catalog import single_facts
from azure_ai_landing_zone.catalog.sizes import find, names_rdma
from azure_ai_landing_zone_policies.program.view import CantTell, View, first_of


@dataclass(frozen=True)
class Size:
    """A VM size that a resource names."""

    path: str
    name: str

    @property
    def has_infiniband(self) -> bool:
        """By the catalogue; for a size that it lacks, by the letter r in the name."""
        known = find(self.name)
        return known.has_rdma if known else names_rdma(self.name) is True

    @property
    def has_gpu(self) -> bool:
        """By the catalogue; for a size that it lacks, by the N that the names of GPU sizes begin with."""
        known = find(self.name)
        return known.gpus != 0 if known else self.name.lower().startswith("standard_n")


def has_infiniband(size: Size | None) -> bool:
    """Whether there is a size, and it has InfiniBand."""
    return size is not None and size.has_infiniband


WORKLOADS = ("training", "inference", "serving", "batch", "dev", "development", "vdi", "rendering")
"""What the tag `workload` may say. All but the first mean that the nodes work alone."""


@dataclass(frozen=True)
class Workload:
    """What a pool is for, and what says so."""

    kind: Literal["training", "other", "unsaid"]
    because: str = ""


@dataclass(frozen=True)
class NodePool:
    """Machines of one size that a resource declares. What it says of itself is read only when asked for."""

    what: str
    size_in: View
    size_path: str
    nodes: Callable[[], int] = lambda: 1
    """The most nodes that it may have."""
    zones_in: View | None = None
    zones_path: str = ""
    workload_tags: tuple[tuple[View, str], ...] = ()
    """Maps in which the key `workload` counts, the first that has a known word winning."""
    signals: tuple[tuple[str, Callable[[], bool]], ...] = ()
    """What shows training where no tag does."""
    priority_in: tuple[View, str] | None = None
    """Where it says Spot."""

    def size(self) -> Size | None:
        name = self.size_in.text(self.size_path)
        return Size(self.size_in.path(self.size_path), name) if name else None

    def is_spot(self) -> bool:
        """Whether Azure may take its machines away at any time."""
        if not self.priority_in:
            return False
        holder, path = self.priority_in
        return (holder.text(path) or "").lower() == "spot"

    def zones(self) -> list[str]:
        """The different zones, in the order given; empty for a regional pool."""
        return list(dict.fromkeys(self.zones_in.texts(self.zones_path) or [])) if self.zones_in else []

    def tagged(self) -> Workload:
        """What the tag says; `unsaid` without one, and where it has another word than WORKLOADS.

        Companies tag everything with the name of its application: that says nothing of training.
        """
        for shown, value in self._tags():
            if value.lower() in WORKLOADS:
                return Workload("training" if value.lower() == "training" else "other", shown)
        return Workload("unsaid")

    def unknown_tag(self) -> str | None:
        """Where its tag has a word that isn't one of WORKLOADS, and none has one that is."""
        if self.tagged().kind != "unsaid":
            return None
        return next((shown for shown, _ in self._tags()), None)

    def _tags(self) -> Iterator[tuple[str, str]]:
        """What each tag says: as it is shown, and its value."""
        for holder, path in self.workload_tags:
            value = holder.entry(path, "workload")
            if value is not None:
                yield f"{holder.path(path)}.workload is {value}", value

    def workload(self) -> Workload:
        """What the tag says or, without one, a signal."""
        tagged = self.tagged()
        signal = first_of(*self.signals) if tagged.kind == "unsaid" else None
        return Workload("training", signal) if signal else tagged


def _virtual_machine(props: View) -> Iterator[NodePool]:
    yield NodePool(
        "virtual machine",
        props,
        "hardwareProfile.vmSize",
        workload_tags=((props, "tags"),),
        priority_in=(props, "priority"),
    )


def _scale_set(props: View) -> Iterator[NodePool]:
    pool = NodePool(
        "scale set",
        props,
        "sku.name",
        nodes=lambda: props.number("sku.capacity") or 0,
        zones_in=props,
        zones_path="zones",
        workload_tags=((props, "tags"),),
        signals=(
            ("proximityPlacementGroup is set", lambda: props.given("proximityPlacementGroup")),
            ("singlePlacementGroup is true", lambda: props.flag("singlePlacementGroup") is True),
            ("its image is Azure's HPC image", lambda: _uses_hpc_image(props)),
            ("it installs InfiniBandDriverLinux", lambda: _has_infiniband_extension(props)),
        ),
        priority_in=(props, "virtualMachineProfile.priority"),
    )
    yield pool
    for size in props.items("skuProfile.vmSizes"):  # sku.name is only the word Mix then
        yield replace(pool, size_in=size, size_path="name", zones_in=None)


def _uses_hpc_image(props: View) -> bool:
    return hpc_image(props, "virtualMachineProfile.storageProfile.imageReference.offer")


def hpc_image(props: View, offer: str) -> bool:
    """Whether the offer at that path is one of Azure's HPC images."""
    return (props.text(offer) or "").lower() in single_facts.words("hpcImageOffers")


def _has_infiniband_extension(props: View) -> bool:
    extensions = props.items("virtualMachineProfile.extensionProfile.extensions")
    return any(extension.text("type") == "InfiniBandDriverLinux" for extension in extensions)


def _agent_pool(view: View) -> Iterator[NodePool]:
    pool = NodePool(
        "AKS node pool",
        view,
        "vmSize",
        nodes=lambda: _aks_nodes(view),
        zones_in=view,
        zones_path="availabilityZones",
        workload_tags=((view, "tags"), (view, "nodeLabels")),
        signals=(("proximityPlacementGroupID is set", lambda: view.given("proximityPlacementGroupID")),),
        priority_in=(view, "scaleSetPriority"),
    )
    yield pool
    for scale in view.items("virtualMachinesProfile.scale.manual"):
        yield replace(pool, size_in=scale, size_path="size", nodes=lambda: 1, zones_in=None)


def _aks_nodes(view: View) -> int:
    if view.flag("enableAutoScaling"):
        return view.number("maxCount") or 0
    count = view.number("count")
    return 1 if count is None else count


def _managed_cluster(props: View) -> Iterator[NodePool]:
    for profile in props.items("agentPoolProfiles"):
        yield from _agent_pool(profile)


def _ml_compute(props: View) -> Iterator[NodePool]:
    for path in ("vmSize", "agentVmSize", "virtualMachineSize"):  # of the several computeTypes
        yield NodePool(
            "Azure ML compute",
            props,
            f"properties.properties.{path}",
            nodes=lambda: props.number("properties.properties.scaleSettings.maxNodeCount") or 1,
            workload_tags=((props, "tags"),),
        )


def _ml_deployment(props: View) -> Iterator[NodePool]:
    for holder in ("properties", "onlineDeploymentProperties", "batchDeploymentProperties"):
        for path in ("instanceType", "resources.instanceType"):
            yield NodePool("Azure ML deployment", props, f"{holder}.{path}")


def _ml_job(props: View) -> Iterator[NodePool]:
    yield from _ml_job_in(props, "properties")
    yield from _ml_job_in(props, "jobBaseProperties")


def _ml_job_in(props: View, holder: str) -> Iterator[NodePool]:
    for part in (holder, f"{holder}.trial"):  # a sweep has what each of its trials runs
        yield _ml_job_part(props, holder, part)


def _ml_job_part(props: View, holder: str, part: str) -> NodePool:
    return NodePool(
        "Azure ML job",
        props,
        f"{part}.resources.instanceType",
        nodes=lambda: props.number(f"{part}.resources.instanceCount") or 1,
        workload_tags=((props, f"{holder}.tags"),),
        signals=((f"{part}.distribution is set", lambda: props.given(f"{part}.distribution")),),
    )


def _batch_pool(props: View) -> Iterator[NodePool]:
    talk = "interNodeCommunication"
    yield NodePool(
        "Batch pool",
        props,
        "vmSize",
        nodes=lambda: _batch_nodes(props),
        workload_tags=((props, "tags"), (props, "resourceTags")),
        signals=((f"{talk} is Enabled", lambda: (props.text(talk) or "").lower() == "enabled"),),
    )


def _batch_nodes(props: View) -> int:
    if props.given("scaleSettings.autoScale"):
        raise CantTell("scaleSettings.autoScale is a formula, which doesn't say how many nodes there may be")
    kinds = ("targetDedicatedNodes", "targetLowPriorityNodes")
    return sum(props.number(f"scaleSettings.fixedScale.{kind}") or 0 for kind in kinds)


def _fleet(props: View) -> Iterator[NodePool]:
    """A Compute Fleet, which takes machines of whichever of its sizes Azure has."""
    for size in props.items("vmSizesProfile"):
        yield NodePool(
            "compute fleet",
            size,
            "name",
            nodes=lambda: sum(
                props.number(f"{kind}.capacity") or 0
                for kind in ("regularPriorityProfile", "spotPriorityProfile")
            ),
            workload_tags=((props, "tags"),),
        )


def _bulk_action(props: View) -> Iterator[NodePool]:
    for size in props.items("properties.vmSizesProfile"):
        yield NodePool("bulk of machines", size, "name", workload_tags=((props, "tags"),))


def _capacity_reservation(props: View) -> Iterator[NodePool]:
    yield NodePool("capacity reservation", props, "sku.name")


def _open_shift(props: View) -> Iterator[NodePool]:
    yield NodePool("OpenShift cluster", props, "masterProfile.vmSize", nodes=lambda: 3)
    for pool in props.items("workerProfiles"):
        yield NodePool("OpenShift pool", pool, "vmSize", workload_tags=((props, "tags"),))


def _hdinsight(props: View) -> Iterator[NodePool]:
    for role in props.items("properties.computeProfile.roles"):
        yield NodePool("HDInsight role", role, "hardwareProfile.vmSize")


def _discovery_pool(props: View) -> Iterator[NodePool]:
    yield NodePool("Discovery pool", props, "properties.vmSize", workload_tags=((props, "tags"),))


def _service_fabric(props: View) -> Iterator[NodePool]:
    yield NodePool("Service Fabric node type", props, "vmSize")


def _image_template(props: View) -> Iterator[NodePool]:
    yield NodePool("image template", props, "vmProfile.vmSize")


def _fleet_hub(props: View) -> Iterator[NodePool]:
    yield NodePool("AKS fleet hub", props, "hubProfile.agentProfile.vmSize")


def _ml_schedule(props: View) -> Iterator[NodePool]:
    job = "properties.action.jobDefinition"
    yield from _ml_job_in(props, job)
    monitor = "properties.action.monitorDefinition.computeConfiguration"
    yield NodePool("Azure ML monitor", props, f"{monitor}.instanceType")


def _ml_feature_set(props: View) -> Iterator[NodePool]:
    yield NodePool("Azure ML feature set", props, "properties.materializationSettings.resource.instanceType")


_FINDERS: dict[str, Callable[[View], Iterator[NodePool]]] = {
    "compute:VirtualMachineScaleSet": _scale_set,
    "compute:VirtualMachine": _virtual_machine,
    "compute:VirtualMachineScaleSetVM": _virtual_machine,
    "compute:CapacityReservation": _capacity_reservation,
    "azurefleet:Fleet": _fleet,
    "batch:Pool": _batch_pool,
    "computebulkactions:BulkAction": _bulk_action,
    "containerservice:AgentPool": _agent_pool,
    "containerservice:Fleet": _fleet_hub,
    "containerservice:ManagedCluster": _managed_cluster,
    "discovery:NodePool": _discovery_pool,
    "hdinsight:Cluster": _hdinsight,
    "machinelearningservices:BatchDeployment": _ml_deployment,
    "machinelearningservices:Compute": _ml_compute,
    "machinelearningservices:FeaturesetVersion": _ml_feature_set,
    "machinelearningservices:Job": _ml_job,
    "machinelearningservices:OnlineDeployment": _ml_deployment,
    "machinelearningservices:Schedule": _ml_schedule,
    "redhatopenshift:OpenShiftCluster": _open_shift,
    "servicefabric:NodeType": _service_fabric,
    "virtualmachineimages:VirtualMachineImageTemplate": _image_template,
}

TYPES = tuple(_FINDERS)
"""The types that declare machines, as `type_name` gives them."""


def node_pools(props: View) -> Iterator[NodePool]:
    """The pools that a resource of one of TYPES declares."""
    return _FINDERS[props.resource.type](props)


def unsure_of_training(pool: NodePool) -> CantTell:
    """What to say of a pool that has neither tag nor signal."""
    return CantTell(f"nothing says whether this {pool.what} trains; tag it workload = training or inference")
