"""What a stack asks of a subscription: read from what its sections would make, and from what they say."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from azure_ai_landing_zone.catalog import arm_types


@dataclass(frozen=True, slots=True)
class PlannedResource:
    """One that would be made. What isn't known before it is made is None in its inputs, or left out."""

    type: str
    """azure-native's, such as compute:VirtualMachineScaleSet."""
    name: str
    """Logical."""
    arm_type: str
    id: str | None
    """None where it isn't known, or the type is none that the catalogue has."""
    inputs: Mapping[str, Any]

    @property
    def region(self) -> str | None:
        """Its own; None for what has none, or lies in all of them."""
        place = self.inputs.get("location")
        found = place.replace(" ", "").lower() if isinstance(place, str) else None
        return None if found == "global" else found


def planned(type_: str, name: str, inputs: Mapping[str, Any], subscription: str) -> PlannedResource:
    """A resource by azure-native's type and the inputs of its constructor, as the provider gets them."""
    if type_ == "resources:Resource":
        parts = [inputs.get(key) for key in ("resourceProviderNamespace", "resourceType", "resourceName")]
        namespace, kind, own = (part if isinstance(part, str) else "" for part in parts)
        parent = str(inputs.get("parentResourcePath") or "").strip("/")
        parent_kinds = "".join(f"{part}/" for part in parent.split("/")[::2] if part)
        arm_type = f"{namespace}/{parent_kinds}{kind}"
        group = inputs.get("resourceGroupName")
        tail = "/".join(part for part in (namespace, parent, kind, own) if part)
        whole = isinstance(group, str) and own
        id_ = f"/subscriptions/{subscription}/resourceGroups/{group}/providers/{tail}" if whole else None
        return PlannedResource(type_, name, arm_type, id_, inputs)
    known = arm_types.find(type_)
    if known is None:
        return PlannedResource(type_, name, "", None, inputs)
    found = known.id_of(subscription, inputs)
    return PlannedResource(type_, name, known.arm_type if found is None else type_of(found), found, inputs)


def type_of(id_: str) -> str:
    """`Microsoft.Network/virtualNetworks/subnets` of an id."""
    _, below_provider, tail = id_.rpartition("/providers/")
    parts = tail.split("/")
    return "/".join([parts[0], *parts[1::2]]) if below_provider else arm_types.GROUP


HOST_ENCRYPTION = "Microsoft.Compute/EncryptionAtHost"
"""The feature of subscriptions that machines need to encrypt temporary disks and caches."""


@dataclass(frozen=True, slots=True)
class SizeDemand:
    """What a section says that it has of one size when it is as large as it may become."""

    size: str
    nodes: int
    spot: bool = False


@dataclass(frozen=True, slots=True)
class Machines:
    """Machines of one size in one region, all of a stack's together."""

    size: str
    region: str
    zones: tuple[str, ...]
    """Those that any of them is in."""
    nodes: int
    spot: bool
    machine_learning: bool
    """Of an Azure Machine Learning workspace, which has quotas of its own."""
    resources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deployed:
    """One deployment of a model."""

    name: str
    region: str
    format: str
    model: str
    version: str | None
    """None: the one that is Azure's default."""
    sku: str
    capacity: int


@dataclass(frozen=True)
class Demand:
    """Of one stack."""

    subscription: str
    resources: Sequence[PlannedResource]
    sizes: Sequence[SizeDemand] = ()
    providers: frozenset[str] = frozenset()
    """Beside those of the resources."""
    looked_up: frozenset[str] = frozenset()
    """Features that the stack wants to find registered, as Microsoft.Compute/EncryptionAtHost."""
    read: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Ids of what is there already and isn't changed, each with the resources by which it is read."""
    stacks: tuple[str, ...] = ()
    """Other stacks whose outputs it reads."""
    made_by: Mapping[str, str] = field(default_factory=dict)
    """Ids in lower case that those of them say whose outputs are known, each with its stack. What the others
    say is known only when they are made."""

    @cached_property
    def by_id(self) -> Mapping[str, PlannedResource]:
        """In lower case."""
        return {one.id.lower(): one for one in self.resources if one.id is not None}

    def makes(self, id_: str) -> bool:
        return id_.lower() in self.by_id

    def of(self, *types: str) -> Iterator[PlannedResource]:
        return (one for one in self.resources if one.type in types)

    @cached_property
    def namespaces(self) -> Mapping[str, tuple[str, ...]]:
        """Resource providers, with the resources that need each."""
        found: dict[str, list[str]] = {namespace: [] for namespace in self.providers}
        for one in self.resources:
            for arm_type in (one.arm_type, *_in_template(one)):
                if "/" in arm_type:
                    found.setdefault(arm_type.partition("/")[0], []).append(one.name)
        return {name: tuple(found[name]) for name in sorted(found)}

    @cached_property
    def places(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """ARM types by region, with their resources."""
        found: dict[tuple[str, str], list[str]] = {}
        for one in self.resources:
            if one.region is not None and one.arm_type.count("/") == 1:
                found.setdefault((one.arm_type, one.region), []).append(one.name)
        return {key: tuple(found[key]) for key in sorted(found)}

    @cached_property
    def machines(self) -> Sequence[Machines]:
        """By size, region and kind, as many as there may ever be."""
        found: dict[tuple[str, str, bool, bool], Machines] = {}
        for one in self.resources:
            for each in _machines_of(one, self):
                key = (each.size, each.region, each.spot, each.machine_learning)
                before = found.get(key)
                found[key] = each if before is None else _together(before, each)
        for size in {one.size for one in self.sizes}:
            for spot in (False, True):
                said = sum(one.nodes for one in self.sizes if (one.size, one.spot) == (size, spot))
                same = [key for key in found if (key[0], key[2]) == (size, spot)]
                elsewhere = sum(found[key].nodes for key in same if key[3])
                own = [key for key in same if not key[3]]
                planned_ = sum(found[key].nodes for key in own)
                if own and said - elsewhere > planned_:
                    first = found[own[0]]
                    found[own[0]] = Machines(
                        first.size,
                        first.region,
                        first.zones,
                        first.nodes + said - elsewhere - planned_,
                        first.spot,
                        first.machine_learning,
                        first.resources,
                    )
        return [found[key] for key in sorted(found)]

    @cached_property
    def models(self) -> Sequence[Deployed]:
        """Deployments of models, each in the region of its account."""
        return [each for one in self.of("cognitiveservices:Deployment") for each in _deployed(one, self)]

    @cached_property
    def features(self) -> Mapping[str, tuple[str, ...]]:
        """Features that have to be registered, with the resources that need each."""
        found: dict[str, list[str]] = {name: [] for name in self.looked_up}
        for one in self.resources:
            if _encrypts_at_host(one):
                found.setdefault(HOST_ENCRYPTION, []).append(one.name)
        return {name: tuple(found[name]) for name in sorted(found)}


def dig(value: Any, path: str) -> Any:
    """What is at a path of names; None where there is nothing."""
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def objects(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def texts(value: Any) -> Iterator[str]:
    """All of them, wherever they are in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts(key)
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


def whole(value: Any) -> int:
    """A count; Pulumi's numbers are all floats."""
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0


def _in_template(one: PlannedResource) -> Iterator[str]:
    """ARM types of the resources of a template."""
    for resource in objects(dig(one.inputs, "properties.template.resources")):
        if isinstance(resource.get("type"), str):
            yield resource["type"]


def _zones(value: Any) -> tuple[str, ...]:
    return tuple(sorted(str(zone) for zone in value)) if isinstance(value, list) else ()


def _machines_of(one: PlannedResource, demand: Demand) -> Iterator[Machines]:
    inputs, found = one.inputs, list[tuple[Any, Any, Any, Any]]()
    machine_learning = one.type == "machinelearningservices:Compute"
    if one.type == "compute:VirtualMachineScaleSet":
        spot = dig(inputs, "virtualMachineProfile.priority")
        found.append((dig(inputs, "sku.name"), dig(inputs, "sku.capacity"), inputs.get("zones"), spot))
    elif one.type == "compute:VirtualMachine":
        size = dig(inputs, "hardwareProfile.vmSize")
        found.append((size, 1, inputs.get("zones"), inputs.get("priority")))
    elif one.type == "containerservice:AgentPool":
        found.append(_pool(inputs))
    elif one.type == "containerservice:ManagedCluster":
        found += [_pool(pool) for pool in objects(inputs.get("agentPoolProfiles"))]
    elif machine_learning:
        inner = dig(inputs, "properties.properties") or {}
        most = dig(inner, "scaleSettings.maxNodeCount")
        spot = "Spot" if inner.get("vmPriority") == "LowPriority" else None
        found.append((inner.get("vmSize"), 1 if most is None else most, None, spot))
    region = one.region or _region_above(one, demand)
    for size, nodes, zones, priority in found:
        if isinstance(size, str) and region is not None:
            yield Machines(
                size, region, _zones(zones), whole(nodes), priority == "Spot", machine_learning, (one.name,)
            )


def _pool(pool: Mapping[str, Any]) -> tuple[Any, int, Any, Any]:
    """A node pool at its largest, with the nodes that an upgrade adds."""
    most = max(whole(pool.get("maxCount")), whole(pool.get("count")))
    surge = str(dig(pool, "upgradeSettings.maxSurge") or "0")
    # Azure rounds shares up: learn.microsoft.com/azure/aks/upgrade-aks-node-pools-rolling, 2026-11-22.
    more = -(-most * int(surge[:-1]) // 100) if surge.endswith("%") else int(surge)
    return pool.get("vmSize"), most + more, pool.get("availabilityZones"), pool.get("scaleSetPriority")


def _together(one: Machines, other: Machines) -> Machines:
    return Machines(
        one.size,
        one.region,
        tuple(sorted({*one.zones, *other.zones})),
        one.nodes + other.nodes,
        one.spot,
        one.machine_learning,
        (*one.resources, *other.resources),
    )


def _region_above(one: PlannedResource, demand: Demand) -> str | None:
    """That of the resource that it is in."""
    above = None if one.id is None else demand.by_id.get(one.id.lower().rsplit("/", 2)[0])
    return None if above is None else above.region


def _deployed(one: PlannedResource, demand: Demand) -> Iterator[Deployed]:
    region = _region_above(one, demand)
    model, sku = dig(one.inputs, "properties.model") or {}, one.inputs.get("sku") or {}
    texts = model.get("format"), model.get("name"), sku.get("name")
    if region is not None and all(isinstance(text, str) for text in texts):
        format_, name, type_ = (str(text) for text in texts)
        yield Deployed(
            one.name, region, format_, name, model.get("version"), type_, whole(sku.get("capacity"))
        )


def _encrypts_at_host(one: PlannedResource) -> bool:
    paths = ("virtualMachineProfile.securityProfile", "securityProfile")
    if one.type in ("compute:VirtualMachine", "compute:VirtualMachineScaleSet"):
        return any(dig(one.inputs, f"{path}.encryptionAtHost") is True for path in paths)
    pools: Iterable[Mapping[str, Any]] = ()
    if one.type == "containerservice:AgentPool":
        pools = (one.inputs,)
    elif one.type == "containerservice:ManagedCluster":
        pools = objects(one.inputs.get("agentPoolProfiles"))
    return any(pool.get("enableEncryptionAtHost") is True for pool in pools)
