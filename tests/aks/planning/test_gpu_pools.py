"""One description of a GPU pool, for nodes and for pods."""

from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azure_ai_landing_zone.aks.planning.gpu_pools import (
    Allocatable,
    GpuPool,
    GpuTaint,
    Toleration,
    can_mig,
    daemon_tolerations,
    mig_memory_gb,
    one_owner_problems,
)
from azure_ai_landing_zone.catalog.sizes import VM_SIZES

GPU = Toleration("nvidia.com/gpu", "NoSchedule")
SKU = Toleration("sku", "NoSchedule")
SPOT = Toleration("kubernetes.azure.com/scalesetpriority", "NoSchedule")

T4 = GpuPool(name="t4", size="Standard_NC4as_T4_v3")
NVL = GpuPool(name="nvl", size="Standard_NC80adis_H100_v5", mig_profile="MIG1g", mig_strategy="mixed")
FABRIC = GpuPool(name="fabric", size="Standard_ND96isr_H100_v5", rdma="rdma/ib", workload="training")


@pytest.mark.parametrize(
    ("pool", "resources", "gigabytes"),
    [
        (T4, {"nvidia.com/gpu": 1}, 16),
        (GpuPool(name="a10", size="Standard_NV6ads_A10_v5"), {"nvidia.com/gpu": 1}, 4),
        (GpuPool(name="a100", size="Standard_NC96ads_A100_v4"), {"nvidia.com/gpu": 4}, 80),
        (NVL, {"nvidia.com/mig-1g.12gb": 14}, 12),
        (
            GpuPool(name="nvl", size="Standard_NC80adis_H100_v5", mig_profile="MIG1g"),
            {"nvidia.com/gpu": 14},
            12,
        ),
        (
            GpuPool(
                name="a", size="Standard_ND96asr_v4", mig_profile="MIG1g", mig_strategy="mixed"
            ),  # the 56 of learn.microsoft.com/azure/aks/gpu-multi-instance
            {"nvidia.com/mig-1g.5gb": 56},
            5,
        ),
        (
            GpuPool(name="h", size="Standard_ND96isr_H200_v5", mig_profile="MIG3g", mig_strategy="mixed"),
            {"nvidia.com/mig-3g.71gb": 16},
            71,
        ),
        (FABRIC, {"nvidia.com/gpu": 8, "rdma/ib": 8}, 80),
        (
            GpuPool(name="shared", size="Standard_ND96isr_H100_v5", rdma="rdma/shared_ib"),
            {"nvidia.com/gpu": 8, "rdma/shared_ib": 63},
            80,
        ),
    ],
)
def test_what_a_node_offers(pool: GpuPool, resources: dict[str, int], gigabytes: int) -> None:
    assert (pool.resources, pool.gpu_memory_gib) == (resources, gigabytes)
    assert pool.gpu_resource in resources


@pytest.mark.parametrize(
    ("pool", "labels", "tolerations"),
    [
        (T4, {"gpu-pool": "t4", "workload": "inference"}, (GPU,)),
        (
            GpuPool(name="cheap", size="Standard_NC8as_T4_v3", spot=True, taint="sku=gpu:NoSchedule"),
            {
                "gpu-pool": "cheap",
                "workload": "inference",
                "kubernetes.azure.com/scalesetpriority": "spot",
            },
            (SKU, SPOT),
        ),
        (FABRIC, {"gpu-pool": "fabric", "workload": "training"}, (GPU,)),
    ],
)
def test_what_pods_tolerate_is_what_nodes_are_tainted_with(
    pool: GpuPool, labels: dict[str, str], tolerations: tuple[Toleration, ...]
) -> None:
    assert pool.labels == {"nvidia.com/gpu.present": "true", **labels}
    assert pool.tolerations == tolerations
    tainted = [(taint.split("=")[0], taint.split(":")[1]) for taint in pool.taints]
    assert [(one.key, one.effect) for one in tolerations] == tainted


def test_a_daemon_set_tolerates_every_pool_once() -> None:
    spot = GpuPool(name="spot", size="Standard_NC8as_T4_v3", spot=True)
    assert daemon_tolerations([T4, NVL, spot, spot]) == (GPU, SPOT)
    assert daemon_tolerations([]) == ()


@pytest.mark.parametrize(
    ("size", "max_pods", "left"),
    [
        # 4 vCPUs: 140 millicores are reserved; of 28 GiB less 4 %, 20 MiB for each pod, 50 and 100.
        ("Standard_NC4as_T4_v3", 30, Allocatable(3_860, 26_775)),
        ("Standard_NC4as_T4_v3", 250, Allocatable(3_860, 22_375)),
        ("Standard_NC64as_T4_v3", 60, Allocatable(63_260, 431_187)),
        ("Standard_ND96isr_H100_v5", 60, Allocatable(94_940, 1_866_426)),
    ],
)
def test_what_is_left_for_pods(size: str, max_pods: int, left: Allocatable) -> None:
    assert GpuPool(name="p", size=size, max_pods=max_pods).allocatable == left


def test_a_size_that_the_catalogue_lacks() -> None:
    with pytest.raises(ValueError, match=r"^Standard_NC1 is not a size of the catalogue$"):
        _ = GpuPool(name="p", size="Standard_NC1").vm_size


def test_which_gpus_are_cut_into_instances() -> None:
    found = {size.gpu_model for size in VM_SIZES.values() if can_mig(size)}
    assert found == {
        "A100 PCIe 80GB",
        "A100 SXM 40GB",
        "A100 SXM 80GB",
        "H100 NVL",
        "H100 SXM 80GB",
        "H200 SXM 141GB",
    }
    assert mig_memory_gb(VM_SIZES["Standard_NC4as_T4_v3"], "MIG1g") is None


@pytest.mark.parametrize(
    ("pools", "expected"),
    [
        ([T4, NVL, None, FABRIC], []),
        (
            [T4, GpuPool(name="b", size=T4.size, driver="gpuOperator"), NVL],
            [
                (
                    (1, "driver"),
                    "gpuOperator would install GPU drivers here, and aks does on t4: a cluster has one owner "
                    "of drivers, so give all its pools the same",
                )
            ],
        ),
        (
            [None, T4, GpuPool(name="b", size=T4.size, taint="sku=gpu:NoSchedule")],
            [
                (
                    (2, "taint"),
                    "sku=gpu:NoSchedule differs from the taint of t4, nvidia.com/gpu=present:NoSchedule: "
                    "DaemonSets and pods would miss one of them, so give all pools of a cluster the same",
                )
            ],
        ),
    ],
)
def test_one_owner_of_drivers_and_one_taint(
    pools: list[GpuPool | None], expected: list[tuple[tuple[int, str], str]]
) -> None:
    assert [(problem.path, problem.message) for problem in one_owner_problems(pools)] == expected


POOLS = [
    GpuPool(name="p", size=size, spot=spot, taint=taint)
    for size, spot, taint in product(
        ("Standard_NC4as_T4_v3", "Standard_ND96isr_H100_v5"), (False, True), get_args(GpuTaint)
    )
]


@given(st.lists(st.sampled_from(POOLS)))
def test_a_daemon_set_gets_onto_every_node_that_its_pods_may_run_on(pools: list[GpuPool]) -> None:
    tolerated = {(one.key, one.effect) for one in daemon_tolerations(pools)}
    for pool in pools:
        assert {(one.key, one.effect) for one in pool.tolerations} <= tolerated
    assert len(tolerated) == len(daemon_tolerations(pools))
