"""Machines by size and number, and their disks."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from azure_ai_landing_zone.catalog.price_meters import HOURS_A_MONTH, MACHINE, SPOT
from azure_ai_landing_zone.cost.charge import Charge, Range, cant_tell, steady
from azure_ai_landing_zone_policies.program.stack import Stack
from azure_ai_landing_zone_policies.program.view import CantTell, View
from azure_ai_landing_zone_policies.readers.charges.billed import Reader, known, needed, region
from azure_ai_landing_zone_policies.readers.node_pools import NodePool, node_pools

DISK_TIERS = (
    (4, 1),
    (8, 2),
    (16, 3),
    (32, 4),
    (64, 6),
    (128, 10),
    (256, 15),
    (512, 20),
    (1_024, 30),
    (2_048, 40),
    (4_096, 50),
    (8_192, 60),
    (16_384, 70),
    (32_767, 80),
)
"""Largest size in GiB, and the number of the tier that is billed for it; standard HDDs begin at 32.
Source: learn.microsoft.com/azure/virtual-machines/disks-types, 2026-11-21."""

_LETTERS = {"premium": "P", "standardssd": "E", "standard": "S"}

_STEADY = steady(1)


def _nodes(view: View, stack: Stack, pool: NodePool, count: Range, hours: Charge | None = None) -> Charge:
    """The charge of a pool's machines; `hours` has what they run of a month, where that isn't all of it."""
    size = pool.size()
    if size is None:
        return cant_tell("machines", "its size isn't given", MACHINE)
    meter = SPOT if pool.is_spot() else MACHINE
    spot = " spot" if pool.is_spot() else ""
    what = f"{_shown(count)} × {size.name}{spot}"
    if hours is None:
        return Charge(meter, size.name, region(view, stack), count, what)
    return Charge(
        meter, size.name, region(view, stack), hours.amount, f"{what} in working hours", hours.assumed
    )


def _shown(count: Range) -> str:
    low, high = int(count.minimum), int(count.maximum)
    return f"{low}" if low == high else f"{low} to {high}"


def _some(read: Callable[[], Charge]) -> Charge:
    """A charge, or why it can't be told."""
    try:
        return read()
    except CantTell as reason:
        return cant_tell("machines", str(reason), MACHINE)


def disk_sku(kind: str, size_gib: int) -> str:
    """P15_LRS of a Premium_LRS disk of 256 GiB. Raises CantTell for disks that size alone doesn't price."""
    family, _, redundancy = kind.partition("_")
    letter = _LETTERS.get(family.lower())
    if letter is None or redundancy.upper() not in ("LRS", "ZRS"):
        raise CantTell(f"{kind} isn't priced by size alone")
    smallest = 32 if letter == "S" else 0
    tier = next((tier for largest, tier in DISK_TIERS if max(size_gib, smallest) <= largest), None)
    if tier is None:
        raise CantTell(f"no disk has {size_gib} GiB")
    return f"{letter}{tier}_{redundancy.upper()}"


def _disk(
    view: View, stack: Stack, kind: str | None, size_gib: int | None, count: Range, whose: str
) -> Charge:
    try:
        sku = disk_sku(needed(kind, f"the type of its {whose}"), needed(size_gib, f"the size of its {whose}"))
    except CantTell as reason:
        return cant_tell(whose, str(reason))
    return Charge("disk", sku, region(view, stack), count, f"{_shown(count)} × {whose} {size_gib} GiB")


def _disks_of(view: View, stack: Stack, profile: str, count: Range) -> Iterator[Charge]:
    os_disk = f"{profile}.osDisk"
    if not view.given(f"{os_disk}.diffDiskSettings"):
        kind = view.text(f"{os_disk}.managedDisk.storageAccountType")
        yield _disk(view, stack, kind, view.number(f"{os_disk}.diskSizeGB"), count, "system disk")
    for disk in view.items(f"{profile}.dataDisks"):
        if (disk.text("createOption") or "").lower() != "attach":  # that one is a resource of its own
            kind = disk.text("managedDisk.storageAccountType")
            yield _disk(view, stack, kind, disk.number("diskSizeGB"), count, "data disk")


def _virtual_machine(view: View, stack: Stack) -> Iterator[Charge]:
    (pool,) = node_pools(view)
    stops = any(_stops(schedule, view, stack) for schedule in stack.of("devtestlab:GlobalSchedule"))
    hours = _working_hours() if stops else None
    yield _some(lambda: _nodes(view, stack, pool, _STEADY, hours))
    yield from _disks_of(view, stack, "storageProfile", _STEADY)


def _stops(schedule: View, machine: View, stack: Stack) -> bool:
    found = known(lambda: stack.refers(schedule, "targetResourceId", machine, "vmName"))
    return bool(found) and (known(lambda: schedule.text("status")) or "") == "Enabled"


def _working_hours() -> Charge:
    part = steady(Decimal(1) / HOURS_A_MONTH)
    return Charge(MACHINE, "", None, part, "", "hoursOfStoppedMachine")


def _scale_set(view: View, stack: Stack) -> Iterator[Charge]:
    pools = list(node_pools(view))
    if len(pools) > 1:
        yield cant_tell("machines", "a mix of sizes has no price before it is there", MACHINE)
        return
    try:
        count = _scaled(view, stack)
    except CantTell as reason:
        yield cant_tell("machines", str(reason), MACHINE)
        return
    yield _some(lambda: _nodes(view, stack, pools[0], count))
    yield from _disks_of(view, stack, "virtualMachineProfile.storageProfile", count)


def _scaled(view: View, stack: Stack) -> Range:
    """Its capacity, and the least and the most that a setting of autoscale makes of it."""
    capacity = Decimal(view.number("sku.capacity") or 0)
    bounds = [capacity]
    for setting in stack.of("monitor:AutoscaleSetting"):
        if known(lambda: stack.refers(setting, "targetResourceUri", view, "vmScaleSetName")):  # noqa: B023
            for profile in setting.items("profiles"):
                bounds += [
                    Decimal(needed(profile.number(f"capacity.{name}"), profile.path(f"capacity.{name}")))
                    for name in ("minimum", "maximum")
                ]
    return Range(min(bounds), capacity, max(bounds))


def _agent_pool(view: View, stack: Stack) -> Iterator[Charge]:
    for pool in node_pools(view):
        yield from _pool(view, stack, pool)


def _pool(view: View, stack: Stack, pool: NodePool) -> Iterator[Charge]:
    props = pool.size_in
    try:
        count = _aks_count(props)
    except CantTell as reason:
        yield cant_tell("machines", str(reason), MACHINE)
        return
    yield _some(lambda: _nodes(view, stack, pool, count))
    if (props.text("osDiskType") or "").lower() == "ephemeral":
        return
    if not (props.given("osDiskType") and props.number("osDiskSizeGB")):
        # learn.microsoft.com/azure/aks/concepts-storage, 2026-07-30: by the size of the machine
        yield cant_tell("system disks", "AKS chooses what isn't given of them")
        return
    kind = "Premium_LRS" if _takes_premium_disks(pool) else "Standard_LRS"
    yield _disk(view, stack, kind, props.number("osDiskSizeGB"), count, "system disk")


def _takes_premium_disks(pool: NodePool) -> bool:
    """Source: learn.microsoft.com/azure/virtual-machines/vm-naming-conventions, 2026-11-22: the letter s; in
    names from before them the S behind the family, as in DS2_v2."""
    size = pool.size()
    match = re.match(r"Standard_([A-Z]+)\d+(?:-\d+)?([a-z]*)", size.name) if size else None
    return match is not None and (match[1].endswith("S") or "s" in match[2])


def _aks_count(props: View) -> Range:
    count = props.number("count")
    if not props.flag("enableAutoScaling"):
        return steady(1 if count is None else count)
    low, high = props.number("minCount") or 0, props.number("maxCount")
    now = min(max(low, count or 0), high or low)
    return Range(Decimal(low), Decimal(now), Decimal(needed(high, props.path("maxCount"))))


def managed_cluster_pools(view: View, stack: Stack) -> Iterator[Charge]:
    """The pools that stand in the cluster itself."""
    for pool in node_pools(view):
        yield from _pool(view, stack, pool)


def _managed_disk(view: View, stack: Stack) -> Iterator[Charge]:
    yield _disk(view, stack, view.text("sku.name"), view.number("diskSizeGB"), _STEADY, "disk")


def _ml_compute(view: View, stack: Stack) -> Iterator[Charge]:
    kind = view.text("properties.computeType")
    if kind not in ("AmlCompute", "ComputeInstance"):
        yield cant_tell("machines", f"a compute of type {kind} has machines of its own elsewhere", MACHINE)
        return
    inner = "properties.properties"
    pool = next(pool for pool in node_pools(view) if pool.size_path == f"{inner}.vmSize")
    if kind == "ComputeInstance":
        stops = view.given(f"{inner}.idleTimeBeforeShutdown") or view.given(f"{inner}.schedules")
        yield _some(lambda: _nodes(view, stack, pool, _STEADY, _working_hours() if stops else None))
        return
    low = view.number(f"{inner}.scaleSettings.minNodeCount") or 0
    high = view.number(f"{inner}.scaleSettings.maxNodeCount")
    count = Range(Decimal(low), Decimal(low), Decimal(needed(high, "scaleSettings.maxNodeCount")))
    yield _some(lambda: _nodes(view, stack, pool, count))


def _ml_deployment(view: View, stack: Stack) -> Iterator[Charge]:
    count = steady(view.number("sku.capacity") or 1)
    for pool in node_pools(view):
        if known(pool.size) or pool.size_in.given(pool.size_path):
            yield _some(lambda pool=pool: _nodes(view, stack, pool, count))  # type: ignore[misc]


READERS: dict[str, Reader] = {
    "compute:Disk": _managed_disk,
    "compute:VirtualMachine": _virtual_machine,
    "compute:VirtualMachineScaleSet": _scale_set,
    "containerservice:AgentPool": _agent_pool,
    "machinelearningservices:BatchDeployment": _ml_deployment,
    "machinelearningservices:Compute": _ml_compute,
    "machinelearningservices:OnlineDeployment": _ml_deployment,
}
