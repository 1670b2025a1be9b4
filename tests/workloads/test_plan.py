"""Shares of a node: whatever the size, pods that take all GPUs leave room for what runs on every node."""

from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.aks.planning.gpu_pools import (
    SPOT_TAINT,
    GpuPool,
    RdmaResource,
    can_mig,
)
from azure_ai_landing_zone.catalog.mig_profiles import MigProfile
from azure_ai_landing_zone.catalog.sizes import VM_SIZES
from azure_ai_landing_zone.workloads.plan import (
    DAEMONS,
    limits_problems,
    placement,
    request_problems,
    share,
    units_per_node,
)
from helpers.kube_scheduler import node_of, reasons_against

SIZES = [
    size.size
    for size in VM_SIZES.values()
    if size.traits.gpu_vendor == "nvidia" and size.gpus and size.memory_gib
]


@st.composite
def pools(draw: st.DrawFn) -> GpuPool:
    size = draw(st.sampled_from(SIZES))
    profiles: list[MigProfile | None] = [None, "MIG1g", "MIG2g", "MIG3g", "MIG4g", "MIG7g"]
    adapters: list[RdmaResource | None] = [None, "rdma/ib", "rdma/shared_ib"]
    return GpuPool(
        name=draw(st.sampled_from(["a", "b", "c"])),
        size=size,
        taint=draw(st.sampled_from(["nvidia.com/gpu=present:NoSchedule", "sku=gpu:NoSchedule"])),
        mig_profile=draw(st.sampled_from(profiles)) if can_mig(VM_SIZES[size]) else None,
        mig_strategy=draw(st.sampled_from(["single", "mixed"])),
        spot=draw(st.booleans()),
        rdma=draw(st.sampled_from(adapters)),
    )


@given(pools(), st.data())
def test_full_nodes_leave_room_for_daemons(pool: GpuPool, data: st.DataObject) -> None:
    units = units_per_node(pool)
    gpus = data.draw(st.sampled_from([number for number in range(1, units + 1) if units % number == 0]))
    pods = units // gpus
    request = share(pool, gpus)
    node = pool.allocatable
    assert request.cpu_millicores > 0
    assert request.memory_mib > 0
    assert request.cpu_millicores * pods + DAEMONS.cpu_millicores <= node.cpu_millicores
    assert request.memory_mib * pods + DAEMONS.memory_mib <= node.memory_mib
    if pool.mig_profile is None or gpus == 1:
        assert list(request_problems(pool, request)) == []


@given(pools(), pools())
def test_a_pod_is_placed_on_its_pool_and_no_other(own: GpuPool, other: GpuPool) -> None:
    spec = {**placement([own]), "containers": [{"name": "c"}]}
    assert reasons_against(spec, node_of(own)) == []
    if other.name != own.name:
        assert "node affinity" in reasons_against(spec, node_of(other))


@given(pools())
def test_limits_are_what_nodes_have(pool: GpuPool) -> None:
    assert list(limits_problems(pool, pool.resources)) == []
    assert [problem.path for problem in limits_problems(pool, {"nvidia.com/other": 1})] == [
        ("nvidia.com/other",)
    ]


def test_spot_nodes_have_their_second_taint() -> None:
    pool = GpuPool(name="a", size="Standard_NC24ads_A100_v4", spot=True)
    without = {"tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists"}], "containers": [{}]}
    assert reasons_against(without, node_of(pool)) == [f"untolerated taint {SPOT_TAINT.partition('=')[0]}"]
